package io.kahkm.cli.rows;

import io.kahkm.cli.console.DataException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * The readings of a recording that somebody calls normal.
 *
 * @param rows their 0-based data rows
 * @param from event time of the first, nanoseconds
 * @param to event time of the last, nanoseconds
 */
public record AcceptedStretch(BitSet rows, long from, long to) {
  /** Copies the set. */
  public AcceptedStretch {
    rows = (BitSet) rows.clone();
  }

  /**
   * Selects readings.
   *
   * @param data the whole recording
   * @param stream 0-based stream of the file
   * @param from first event time, nanoseconds
   * @param to last event time, nanoseconds
   * @return the rows between them
   * @throws DataException if there are none
   */
  public static AcceptedStretch of(StateData data, int stream, long from, long to) {
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
    if (rows.isEmpty()) {
      throw new DataException("no reading of the stream is between --from and --to");
    }
    return new AcceptedStretch(rows, first, last);
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
