package io.kahkm.cli;

import io.kahkm.reproduce.ResultTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prints tables of results as Markdown and writes them as CSV files. */
final class ResultText {
  private ResultText() {}

  /** Prints a table, unless it is too long to print. */
  static void print(PrintWriter out, ResultTable table) {
    if (table.detail()) {
      return;
    }
    out.println("## " + table.title());
    out.println();
    table.notes().forEach(note -> out.println(note + System.lineSeparator()));
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.header());
    lines.addAll(table.rows());
    int[] widths = new int[table.header().size()];
    for (List<String> line : lines) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], line.get(c).length());
      }
    }
    out.println(line(table.header(), widths, ' '));
    out.println(line(table.header().stream().map(cell -> "").toList(), widths, '-'));
    table.rows().forEach(row -> out.println(line(row, widths, ' ')));
    out.println();
  }

  /** A row of a Markdown table, padded so that it also reads well as it stands. */
  private static String line(List<String> cells, int[] widths, char padding) {
    StringBuilder line = new StringBuilder("|");
    for (int c = 0; c < widths.length; c++) {
      String cell = cells.get(c);
      line.append(' ').append(cell);
      line.append(String.valueOf(padding).repeat(widths[c] - cell.length())).append(" |");
    }
    return line.toString();
  }

  /** Writes a table to a folder as NAME.csv. */
  static void write(Path folder, ResultTable table) throws IOException {
    try (CsvSink sink = CsvSink.create(folder.resolve(table.name() + ".csv"), table.header())) {
      for (List<String> row : table.rows()) {
        sink.write(row);
      }
    }
  }
}
