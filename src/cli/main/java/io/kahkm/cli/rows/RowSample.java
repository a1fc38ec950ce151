package io.kahkm.cli.rows;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Which rows of a long file are taken: of every stream up to {@value #STRETCHES} stretches of equal
 * length, evenly spread from its first row to its last one. Where that would leave stretches of
 * fewer than {@value #LEAST_STRETCH} rows, fewer are taken, and of many short streams some as a
 * whole and others not at all. A file that has no more rows than are wanted is taken as it is.
 * Mutable: asked row by row, once for each. One use.
 */
final class RowSample {
  /** So many blocks of rows are left out in turn, at most, where limits are fitted. */
  static final int STRETCHES = 10;

  /** Shorter ones would be little else than the rows that fill delays and histories. */
  static final int LEAST_STRETCH = 500;

  private final Map<String, Part> parts;
  private final long rows;

  /** What is taken of one stream. */
  private static final class Part {
    private final long rows;
    private final long taken;
    private final long stretches;
    private long row;
    private long stretch;

    /**
     * A part of a stream.
     *
     * @param rows of the stream
     * @param taken of them, not more
     */
    Part(long rows, long taken) {
      this.rows = rows;
      this.taken = taken;
      stretches = taken == rows ? 1 : Math.max(1, Math.min(STRETCHES, taken / LEAST_STRETCH));
    }

    boolean takesNext() {
      while (stretch < stretches && row >= start() + length()) {
        stretch++;
      }
      boolean takes = stretch < stretches && row >= start();
      row++;
      return takes;
    }

    private long length() {
      return taken * (stretch + 1) / stretches - taken * stretch / stretches;
    }

    /** The rows that are left out lie between the stretches, in equal parts. */
    private long start() {
      long before = taken * stretch / stretches;
      return before + (stretches == 1 ? 0 : (rows - taken) * stretch / (stretches - 1));
    }
  }

  private RowSample(Map<String, Part> parts, long rows) {
    this.parts = parts;
    this.rows = rows;
  }

  /**
   * Divides what may be taken among streams.
   *
   * @param counts rows of every stream
   * @param wanted how many of them; all where nobody counted
   */
  static RowSample of(RowCounts counts, OptionalLong wanted) {
    long rows = counts.rows();
    long most = wanted.orElse(Long.MAX_VALUE);
    if (rows <= most) {
      return new RowSample(Map.of(), rows);
    }
    Map<String, Part> parts = new HashMap<>();
    long least = Math.min(LEAST_STRETCH, most);
    double due = 0;
    for (Map.Entry<String, Long> stream : counts.ofStreams().entrySet()) {
      long count = stream.getValue();
      due += (double) most * count / rows;
      // A hair is added: shares of many streams need not sum to a whole number of rows.
      long whole = Math.min(count, (long) (due + 1e-6));
      long taken = whole >= Math.min(count, least) ? whole : 0;
      due -= taken;
      parts.put(stream.getKey(), new Part(count, taken));
    }
    return new RowSample(parts, rows);
  }

  /** Whether rows are left out. */
  boolean leavesOut() {
    return !parts.isEmpty();
  }

  /** Rows of the file; 0 where nobody counted them. */
  long rows() {
    return rows;
  }

  /** Rows that are taken, where some are left out. */
  long taken() {
    return parts.values().stream().mapToLong(part -> part.taken).sum();
  }

  /**
   * Whether the next row of a stream is taken.
   *
   * @param stream its name; empty where the file is one stream
   */
  boolean takesNext(String stream) {
    if (parts.isEmpty()) {
      return true;
    }
    // A stream that began since the rows were counted, in a file that is still written, has none.
    Part part = parts.get(stream);
    return part != null && part.takesNext();
  }
}
