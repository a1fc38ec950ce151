package io.kahkm.report;

import java.util.List;

/**
 * A table of results as text.
 *
 * @param name lower case, words joined by hyphens; names its CSV file
 * @param title what the table shows, one line
 * @param header column names
 * @param rows cells, as many as the header has in every row
 * @param notes how to read it, one paragraph each; may be empty
 * @param detail whether it is too long to print: only its CSV file is of use
 * @param passed whether everything that the table checks holds
 */
public record ResultTable(
    String name,
    String title,
    List<String> header,
    List<List<String>> rows,
    List<String> notes,
    boolean detail,
    boolean passed) {
  /** Copies the lists and checks the shape. */
  public ResultTable {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            "a row of table "
                + name
                + " has "
                + row.size()
                + " cells, its header "
                + header.size());
      }
    }
  }

  /**
   * A header in one text.
   *
   * @param names of the columns, with {@code " | "} between them
   * @return the names
   */
  public static List<String> columns(String names) {
    return List.of(names.split(" \\| ", -1));
  }
}
