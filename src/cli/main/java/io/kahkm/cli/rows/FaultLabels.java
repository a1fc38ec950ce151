package io.kahkm.cli.rows;

import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.csv.CsvSource;
import java.io.IOException;
import java.util.BitSet;
import java.util.Locale;

/**
 * Which rows of a file lie in a fault. Immutable.
 *
 * @param rows 0-based data rows of the file
 */
public record FaultLabels(BitSet rows) {
  /** Copies the set. */
  public FaultLabels {
    rows = (BitSet) rows.clone();
  }

  /**
   * Reads a column of labels.
   *
   * @param input the file; not standard input, which cannot be read again
   * @param column name of the column
   */
  public static FaultLabels read(String input, String column) throws IOException {
    if (input.equals("-")) {
      throw new UsageException("--labels needs a file: standard input cannot be read twice");
    }
    BitSet rows = new BitSet();
    try (CsvSource source = CsvSource.open(input)) {
      int place = source.column(column, "--labels");
      for (int row = 0; source.next(); row++) {
        rows.set(row, fault(source.text(place), source.at(place)));
      }
    }
    return new FaultLabels(rows);
  }

  private static boolean fault(String text, String at) {
    switch (text.toLowerCase(Locale.ROOT)) {
      case "", "false" -> {
        return false;
      }
      case "true" -> {
        return true;
      }
      default -> {
        try {
          return Double.parseDouble(text) != 0;
        } catch (NumberFormatException wrong) {
          throw new DataException(
              at + ": \"" + text + "\" is no label: a number, 0 where there is no fault, or true");
        }
      }
    }
  }
}
