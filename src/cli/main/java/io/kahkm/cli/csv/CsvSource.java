package io.kahkm.cli.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.kahkm.cli.console.Counted;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.UsageException;
import io.kahkm.text.DecimalMark;
import io.kahkm.text.NumberText;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads a text file of columns, row by row, and says file, line and column where something is
 * wrong. Separator, decimal mark and character set are told from its first lines. The first row
 * names the columns, unless it holds nothing but numbers that do not count the columns. Empty lines
 * are skipped. Where a day and the time of day have a column each, one more column has both.
 * Mutable, for one thread.
 */
public final class CsvSource implements Closeable {
  /** The name that means standard input. */
  public static final String STANDARD_INPUT = "-";

  private static final ObjectReader CELLS = new CsvMapper().readerFor(String[].class);

  private final String name;
  private final CsvDialect dialect;
  private final Optional<String> encoding;
  private final MappingIterator<String[]> rows;
  private final List<String> header;
  private final Optional<SplitTime> splitTime;

  /** Those of the file. */
  private final int columns;

  private String[] row;
  private long line;
  private final boolean named;

  /** Whether a row below the header has been read. */
  private boolean anyRow;

  /** The row that was read for the header and turned out to be readings. */
  private boolean firstRowWaits;

  private CsvSource(String name, InputStream stream) throws IOException {
    this.name = name;
    CsvText text = CsvText.of(stream);
    encoding = text.otherThanUtf8();
    dialect = CsvDialect.of(text.sample());
    boolean blanks = dialect.separator() == ' ';
    rows =
        CELLS
            .with(CsvSchema.emptySchema().withColumnSeparator(blanks ? '\t' : dialect.separator()))
            .with(CsvParser.Feature.WRAP_AS_ARRAY)
            .with(CsvParser.Feature.SKIP_EMPTY_LINES)
            .with(CsvParser.Feature.TRIM_SPACES)
            .readValues(blanks ? new BlanksReader(text.reader()) : text.reader());
    if (!read()) {
      throw new DataException(name + " is empty, a header row is needed");
    }
    named = !isData(row);
    firstRowWaits = !named;
    List<String> names = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      boolean unnamed = !named || row[i].isEmpty();
      names.add(unnamed ? "column_" + (i + 1) : row[i]);
    }
    splitTime =
        SplitTime.of(
            text.sample().stream()
                .skip(named ? 1 : 0)
                .map(line -> CsvDialect.cells(line, dialect.separator()))
                .toList());
    columns = names.size();
    splitTime.ifPresent(split -> names.add(split.of(names.toArray(String[]::new))));
    header = List.copyOf(names);
    row = complete(row);
  }

  /** The cells of a row, and behind them the time that two of them are together. */
  private String[] complete(String[] cells) {
    if (splitTime.isEmpty()) {
      return cells;
    }
    String[] more = Arrays.copyOf(cells, columns + 1);
    more[columns] = splitTime.get().of(cells);
    return more;
  }

  /** Whether a first row holds readings: numbers that are not just 0, 1, 2 or 1, 2, 3. */
  private boolean isData(String[] cells) {
    boolean counts = true;
    double first = Double.NaN;
    for (int i = 0; i < cells.length; i++) {
      OptionalDouble number = NumberText.parse(cells[i], dialect.mark());
      if (number.isEmpty()) {
        return false;
      }
      first = i == 0 ? number.getAsDouble() : first;
      counts &= number.getAsDouble() == first + i;
    }
    return !(counts && (first == 0 || first == 1));
  }

  /**
   * Opens a file.
   *
   * @param input path, or {@code -} for standard input
   * @return the source, positioned before the first data row
   * @throws IOException if the file cannot be read
   */
  public static CsvSource open(String input) throws IOException {
    if (input.equals(STANDARD_INPUT)) {
      return new CsvSource("standard input", System.in);
    }
    Path path = Path.of(input);
    if (Files.isDirectory(path)) {
      throw new UsageException(input + " is a folder, a CSV file is needed");
    }
    return new CsvSource(input, Files.newInputStream(path));
  }

  /**
   * Reads from a stream.
   *
   * @param name what to call it in messages
   * @param stream the bytes; closed with the source
   */
  public static CsvSource of(String name, InputStream stream) throws IOException {
    return new CsvSource(name, stream);
  }

  /** What was detected about the file that a reader might not expect, one sentence each. */
  public List<String> detected() {
    List<String> sentences = new ArrayList<>();
    if (!dialect.words().isEmpty()) {
      sentences.add(dialect.words());
    }
    if (!named) {
      sentences.add("no header row, columns are named column_1 to column_" + columns);
    }
    splitTime.ifPresent(
        split ->
            sentences.add(
                "day and time of day in two columns, together \"" + header.get(columns) + "\""));
    encoding.ifPresent(charset -> sentences.add("not UTF-8, read as " + charset));
    return sentences;
  }

  /** What messages call the file. */
  String name() {
    return name;
  }

  /** The names of the columns, in the order of the file. */
  public List<String> header() {
    return header;
  }

  /**
   * Finds a column.
   *
   * @param column its name
   * @param option the option that asked for it, for the message
   * @return its 0-based index
   */
  public int column(String column, String option) {
    return columns(List.of(column), option)[0];
  }

  /** The 0-based indexes of named columns; an error names the option that asked for one. */
  public int[] columns(List<String> names, String option) {
    ColumnFinder finder = new ColumnFinder(this);
    int[] columns = finder.all(names, option);
    finder.require();
    return columns;
  }

  /**
   * Moves to the next row.
   *
   * @return false at the end of the file
   */
  public boolean next() throws IOException {
    if (firstRowWaits) {
      firstRowWaits = false;
      return true;
    }
    return read();
  }

  private boolean read() throws IOException {
    // The parser has looked ahead to the first character of the row that is read now.
    long start = rows.getParser().currentLocation().getLineNr();
    try {
      if (!rows.hasNextValue()) {
        return false;
      }
      row = rows.nextValue();
    } catch (JsonProcessingException e) {
      throw new DataException(name + ":" + start + ": " + e.getOriginalMessage());
    }
    line = start;
    if (header != null) {
      if (row.length != columns) {
        throw new DataException(otherLength());
      }
      anyRow = true;
      row = complete(row);
    }
    return true;
  }

  private String otherLength() {
    String wrong =
        at()
            + ": "
            + Counted.of(row.length, "value")
            + ", the header has "
            + Counted.of(columns, "column");
    return named && !anyRow && row.length > columns
        ? wrong + "; if what stands above line " + line + " is a title, delete it"
        : wrong;
  }

  /** The text of a cell of the present row, without blanks around it. */
  public String text(int column) {
    return row[column];
  }

  /** The number in a column of the present row, infinite where it says so; empty if it is none. */
  public OptionalDouble value(int column) {
    return NumberText.parse(row[column], dialect.mark());
  }

  /** The number a text of this file is, infinite where it says so; empty if it is none. */
  public OptionalDouble number(String text) {
    return NumberText.parse(text, dialect.mark());
  }

  /** The finite number in a column of the present row. */
  public double number(int column) {
    OptionalDouble value = value(column);
    if (value.isEmpty() || !Double.isFinite(value.getAsDouble())) {
      throw new DataException(
          at(column) + ": \"" + row[column] + "\" is not a finite number" + hint(row[column]));
    }
    return value.getAsDouble();
  }

  /** Why a cell that looks like a number is none. */
  private static String hint(String text) {
    boolean ambiguous =
        NumberText.parse(text, DecimalMark.POINT).isPresent()
            && NumberText.parse(text, DecimalMark.COMMA).isPresent();
    return ambiguous ? ": its comma may be a decimal one or divide thousands" : "";
  }

  /** The numbers of several cells of the present row; an error says where one is none. */
  public double[] numbers(int[] columns) {
    double[] values = new double[columns.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = number(columns[i]);
    }
    return values;
  }

  /** File and line of the present row, for messages. */
  public String at() {
    return name + ":" + line;
  }

  /** File, line and column, for messages. */
  public String at(int column) {
    return at() + ", column " + header.get(column);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
