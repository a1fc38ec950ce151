package io.kahkm.report;

import io.kahkm.cli.csv.CsvSink;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Tables and figures as Markdown that also reads well as it stands, and tables as CSV files. */
public final class ResultText {
  private static final String BREAK = System.lineSeparator();

  private ResultText() {}

  /** Prints a table, unless it is too long to print. */
  public static void print(PrintWriter out, ResultTable table) {
    if (!table.detail()) {
      out.println(of(table));
    }
  }

  /** Title, notes and rows of a table. */
  public static String of(ResultTable table) {
    StringBuilder text = new StringBuilder("## ").append(table.title()).append(BREAK);
    table.notes().forEach(note -> text.append(BREAK).append(note).append(BREAK));
    text.append(BREAK);
    return text.append(rows(table.header(), table.rows())).toString();
  }

  /** Title, caption and statements of a figure. */
  public static String of(Figure figure) {
    StringBuilder text = new StringBuilder("## Figure: ").append(figure.title()).append(BREAK);
    figure.caption().forEach(line -> text.append(BREAK).append(line).append(BREAK));
    if (!figure.statements().isEmpty()) {
      text.append(BREAK)
          .append(
              rows(
                  List.of("what the paper says about it", "here"),
                  figure.statements().stream()
                      .map(said -> List.of(said.text(), said.holds() ? "holds" : "does not hold"))
                      .toList()));
    }
    return text.toString();
  }

  /** A Markdown table with padded cells. */
  public static String rows(List<String> header, List<List<String>> rows) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(header);
    lines.addAll(rows);
    int[] widths = new int[header.size()];
    for (List<String> line : lines) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], line.get(c).length());
      }
    }
    StringBuilder text = new StringBuilder();
    line(text, header, widths, ' ');
    line(text, header.stream().map(cell -> "").toList(), widths, '-');
    rows.forEach(row -> line(text, row, widths, ' '));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells, int[] widths, char padding) {
    text.append('|');
    for (int c = 0; c < widths.length; c++) {
      String cell = cells.get(c);
      text.append(' ').append(cell);
      text.append(String.valueOf(padding).repeat(widths[c] - cell.length())).append(" |");
    }
    text.append(BREAK);
  }

  /** Writes a table to a folder as NAME.csv. */
  public static void write(Path folder, ResultTable table) throws IOException {
    try (CsvSink sink = CsvSink.create(folder.resolve(table.name() + ".csv"), table.header())) {
      for (List<String> row : table.rows()) {
        sink.write(row);
      }
    }
  }
}
