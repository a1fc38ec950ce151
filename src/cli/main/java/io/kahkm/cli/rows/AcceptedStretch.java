package io.kahkm.cli.rows;

import io.kahkm.cli.console.DataException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The readings of a recording that somebody calls normal.
 *
 * @param rows their 0-based data rows
 * @param from event time of the first, nanoseconds
 * @param to event time of the last, nanoseconds
 */
public record AcceptedStretch(BitSet rows, long from, long to) {
  private static final int TENTHS = 10;

  /** A smaller part says little of what is normal now, and each costs a fit. */
  private static final int LEAST_TENTHS = 3;

  /** Copies the set. */
  public AcceptedStretch {
    rows = (BitSet) rows.clone();
  }

  /** The 0-based data rows, a copy. */
  @Override
  public BitSet rows() {
    return (BitSet) rows.clone();
  }

  /**
   * Selects readings.
   *
   * @param data the whole recording
   * @param stream 0-based stream of the file
   * @param from first event time, nanoseconds
   * @param to last event time, nanoseconds
   * @return the rows between them, empty if there are none
   */
  public static Optional<AcceptedStretch> find(StateData data, int stream, long from, long to) {
    BitSet rows = new BitSet();
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (StateData.Row row : data.rows()) {
      long time = row.observation().time();
      if (row.stream() == stream && time >= from && time <= to) {
        rows.set(Math.toIntExact(row.line()));
        first = Math.min(first, time);
        last = Math.max(last, time);
      }
    }
    return rows.isEmpty() ? Optional.empty() : Optional.of(new AcceptedStretch(rows, first, last));
  }

  /**
   * The same without some rows.
   *
   * @param data the whole recording
   * @param without lines of rows that are left out; not modified
   * @return empty if none is left
   */
  public Optional<AcceptedStretch> without(StateData data, BitSet without) {
    BitSet left = rows();
    left.andNot(without);
    long[] times =
        data.rows().stream()
            .filter(row -> left.get(Math.toIntExact(row.line())))
            .mapToLong(row -> row.observation().time())
            .sorted()
            .toArray();
    return times.length == 0
        ? Optional.empty()
        : Optional.of(new AcceptedStretch(left, times[0], times[times.length - 1]));
  }

  /**
   * Parts of the stretch on a grid of tenths of its rows, from nine tenths to three: the longest
   * first, of equally long ones the latest first.
   *
   * @param data the whole recording, with event times
   * @param stream 0-based stream of the stretch
   * @return each as {@link #find} selects it by its first and last time; of ten rows or more all
   *     are shorter than the stretch
   */
  public List<AcceptedStretch> parts(StateData data, int stream) {
    long[] times =
        data.rows().stream()
            .filter(row -> rows.get(Math.toIntExact(row.line())))
            .mapToLong(row -> row.observation().time())
            .sorted()
            .toArray();
    List<AcceptedStretch> parts = new ArrayList<>();
    for (int length = TENTHS - 1; length >= LEAST_TENTHS; length--) {
      for (int begin = TENTHS - length; begin >= 0; begin--) {
        int first = (int) ((long) times.length * begin / TENTHS);
        int end = (int) ((long) times.length * (begin + length) / TENTHS);
        if (end > first) {
          find(data, stream, times[first], times[end - 1]).ifPresent(parts::add);
        }
      }
    }
    return parts;
  }

  /**
   * Writes the header and the selected rows of a file as they are, so that one reader reads both.
   *
   * @param file the recording, one row per line
   * @param all how many data rows it has
   * @param target the file to write
   * @throws DataException if rows and lines do not agree
   */
  public void cut(Path file, long all, Path target) throws IOException {
    long row = -1;
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        BufferedWriter out = Files.newBufferedWriter(target, StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isBlank()) {
          continue;
        }
        if (row < 0 || rows.get(Math.toIntExact(row))) {
          out.write(line);
          out.newLine();
        }
        row++;
      }
    }
    if (row != all) {
      throw new DataException(
          file
              + ": has "
              + all
              + " rows in "
              + row
              + " lines; give the accepted readings as a file with one row per line");
    }
  }
}
