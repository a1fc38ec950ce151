package io.kahkm.cli;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a CSV file with a header row, row by row, and says file, line and column where something is
 * wrong. Empty lines are skipped. Mutable, for one thread.
 */
final class CsvSource implements Closeable {
  /** The name that means standard input. */
  static final String STANDARD_INPUT = "-";

  private final String name;
  private final MappingIterator<String[]> rows;
  private final List<String> header;
  private String[] row;
  private long line;

  private CsvSource(String name, Reader reader) throws IOException {
    this.name = name;
    rows =
        new CsvMapper()
            .readerFor(String[].class)
            .with(CsvParser.Feature.WRAP_AS_ARRAY)
            .with(CsvParser.Feature.SKIP_EMPTY_LINES)
            .with(CsvParser.Feature.TRIM_SPACES)
            .readValues(reader);
    if (!next()) {
      throw new DataException(name + " is empty, a header row is needed");
    }
    header = List.of(row);
  }

  /**
   * Opens a file.
   *
   * @param input path, or {@code -} for standard input
   * @return the source, positioned before the first data row
   * @throws IOException if the file cannot be read
   */
  static CsvSource open(String input) throws IOException {
    if (input.equals(STANDARD_INPUT)) {
      return new CsvSource(
          "standard input",
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }
    Path path = Path.of(input);
    if (Files.isDirectory(path)) {
      throw new UsageException(input + " is a folder, a CSV file is needed");
    }
    return new CsvSource(input, Files.newBufferedReader(path, StandardCharsets.UTF_8));
  }

  List<String> header() {
    return header;
  }

  /**
   * Finds a column.
   *
   * @param column its name
   * @param option the option that asked for it, for the message
   * @return its 0-based index
   */
  int column(String column, String option) {
    int index = header.indexOf(column);
    if (index < 0) {
      String hint =
          header.size() == 1 && header.get(0).indexOf(';') >= 0
              ? "; columns must be separated by commas, not semicolons"
              : "";
      throw new UsageException(
          option
              + " names the column \""
              + column
              + "\", "
              + name
              + " has the columns "
              + String.join(", ", header)
              + hint);
    }
    return index;
  }

  int[] columns(List<String> names, String option) {
    return names.stream().mapToInt(column -> column(column, option)).toArray();
  }

  /**
   * Moves to the next row.
   *
   * @return false at the end of the file
   */
  boolean next() throws IOException {
    // The parser has looked ahead to the first character of the row that is read now.
    long start = rows.getParser().currentLocation().getLineNr();
    if (!rows.hasNextValue()) {
      return false;
    }
    row = rows.nextValue();
    line = start;
    if (header != null && row.length != header.size()) {
      throw new DataException(
          at() + ": " + row.length + " values, the header has " + header.size() + " columns");
    }
    return true;
  }

  String text(int column) {
    return row[column];
  }

  /** The finite number in a column of the present row. */
  double number(int column) {
    String text = row[column];
    double value;
    try {
      value = PlainNumber.parse(text);
    } catch (NumberFormatException e) {
      throw new DataException(
          at() + ", column " + header.get(column) + ": \"" + text + "\" is not a finite number");
    }
    return value;
  }

  double[] numbers(int[] columns) {
    double[] values = new double[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = number(columns[i]);
    }
    return values;
  }

  /** File and line of the present row, for messages. */
  String at() {
    return name + ":" + line;
  }

  /** File, line and column, for messages. */
  String at(int column) {
    return at() + ", column " + header.get(column);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
