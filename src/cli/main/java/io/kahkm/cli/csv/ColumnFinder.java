package io.kahkm.cli.csv;

import io.kahkm.cli.console.UsageException;
import io.kahkm.text.NearName;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the columns that options name in a file, and says at once which of them it does not have.
 * One use.
 */
public final class ColumnFinder {
  private final CsvSource source;
  private final List<String> wrong = new ArrayList<>();

  /** Looks in the header of a file. */
  public ColumnFinder(CsvSource source) {
    this.source = source;
  }

  /**
   * One column.
   *
   * @param column its name; null for none
   * @param option the option that asked for it
   * @return its 0-based index; negative for none, and where the file does not have it
   */
  public int one(String column, String option) {
    return column == null ? -1 : find(column, option);
  }

  /**
   * Several columns.
   *
   * @param columns their names
   * @param option the option that asked for them
   * @return their 0-based indexes; negative where the file does not have one
   */
  public int[] all(List<String> columns, String option) {
    return columns.stream().mapToInt(column -> find(column, option)).toArray();
  }

  private int find(String column, String option) {
    List<String> header = source.header();
    int index = header.indexOf(column);
    if (index < 0) {
      wrong.add(
          "no column \""
              + column
              + "\", which "
              + option
              + " or the topology file names"
              + NearName.of(column, header).map(near -> ", did you mean " + near + "?").orElse(""));
    } else if (index != header.lastIndexOf(column)) {
      wrong.add(option + " names the column \"" + column + "\", which the file has twice");
    }
    return index;
  }

  /**
   * Ends the search.
   *
   * @throws UsageException if a column was not found; it names all of them and what the file has
   */
  public void require() {
    if (!wrong.isEmpty()) {
      throw new UsageException(
          String.join(System.lineSeparator(), wrong)
              + System.lineSeparator()
              + source.name()
              + " has the columns "
              + String.join(", ", source.header()));
    }
  }
}
