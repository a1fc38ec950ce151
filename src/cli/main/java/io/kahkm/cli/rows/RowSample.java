package io.kahkm.cli.rows;

import io.kahkm.cli.csv.CsvSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
   * Counts the rows of a file where it may have too many.
   *
   * @param file what its rows hold; one of tags is taken as it is, since its rows are yet to be
   *     made, and so is standard input, which can be read once
   * @return the sample
   * @throws IOException if the file cannot be read
   */
  static RowSample of(RowFile file) throws IOException {
    OptionalLong most = file.wanted().most();
    if (most.isEmpty() || file.tags().isPresent() || !mayHaveMore(file.path(), most.getAsLong())) {
      return new RowSample(Map.of(), 0);
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    long rows = 0;
    try (CsvSource source = CsvSource.open(file.path())) {
      int stream = file.stream().map(name -> source.column(name, "--stream")).orElse(-1);
      while (source.next()) {
        counts.merge(stream < 0 ? "" : source.text(stream), 1L, Long::sum);
        rows++;
      }
    }
    return of(counts, rows, most.getAsLong());
  }

  /**
   * Divides what may be taken among streams.
   *
   * @param counts rows of every stream, in order of their first rows
   * @param rows their sum
   * @param most rows to take
   */
  static RowSample of(Map<String, Long> counts, long rows, long most) {
    if (rows <= most) {
      return new RowSample(Map.of(), rows);
    }
    Map<String, Part> parts = new HashMap<>();
    long least = Math.min(LEAST_STRETCH, most);
    double due = 0;
    for (Map.Entry<String, Long> stream : counts.entrySet()) {
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

  /** A row has at least as many bytes as columns: what separates them, and the end of its line. */
  private static boolean mayHaveMore(String input, long most) throws IOException {
    Path path = Path.of(input);
    if (input.equals(CsvSource.STANDARD_INPUT) || !Files.isRegularFile(path)) {
      return false;
    }
    try (CsvSource source = CsvSource.open(input)) {
      return Files.size(path) / source.header().size() > most;
    }
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
