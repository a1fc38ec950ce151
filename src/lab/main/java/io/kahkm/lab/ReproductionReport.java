package io.kahkm.lab;

import io.kahkm.report.Figure;
import io.kahkm.report.ResultTable;
import io.kahkm.report.ResultText;
import io.kahkm.reproduce.paper.print.Agreement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that one run of {@code kahkm reproduce} made, with its circumstances.
 *
 * @param circumstances what was run, when and where: name and value
 * @param tables every table, those too long to print included
 * @param figures every figure
 */
record ReproductionReport(
    Map<String, String> circumstances, List<ResultTable> tables, List<Figure> figures) {
  private static final String BREAK = System.lineSeparator();
  private static final String VERDICT = "verdict";

  ReproductionReport {
    circumstances = Collections.unmodifiableMap(new LinkedHashMap<>(circumstances));
    tables = List.copyOf(tables);
    figures = List.copyOf(figures);
  }

  /** Header of {@link #totals}. */
  List<String> totalsHeader() {
    List<String> header = new ArrayList<>(List.of("table", "numbers"));
    for (Agreement agreement : Agreement.values()) {
      header.add(agreement.words());
    }
    return header;
  }

  /** How many numbers of every table of the paper have which verdict, and of all together. */
  List<List<String>> totals() {
    List<List<String>> rows = new ArrayList<>();
    int[] all = new int[Agreement.values().length];
    for (ResultTable table : tables) {
      if (table.header().contains(VERDICT)) {
        int[] counts = counts(table);
        for (int i = 0; i < all.length; i++) {
          all[i] += counts[i];
        }
        rows.add(row(table.name(), counts));
      }
    }
    rows.add(row("all", all));
    return rows;
  }

  private static int[] counts(ResultTable table) {
    int column = table.header().indexOf(VERDICT);
    Agreement[] agreements = Agreement.values();
    int[] counts = new int[agreements.length];
    for (int i = 0; i < agreements.length; i++) {
      String words = agreements[i].words();
      counts[i] = (int) table.rows().stream().filter(r -> r.get(column).equals(words)).count();
    }
    return counts;
  }

  private static List<String> row(String name, int[] counts) {
    List<String> row = new ArrayList<>();
    int sum = 0;
    for (int count : counts) {
      row.add(Integer.toString(count));
      sum += count;
    }
    row.add(0, Integer.toString(sum));
    row.add(0, name);
    return row;
  }

  /** The whole report as Markdown, without the tables that are too long to print. */
  String markdown() {
    StringBuilder text =
        new StringBuilder("# What the engine claims and the paper prints, computed");
    text.append(BREAK).append(BREAK);
    List<List<String>> rows = new ArrayList<>();
    circumstances.forEach((name, value) -> rows.add(List.of(name, value)));
    text.append(ResultText.rows(List.of("run", ""), rows)).append(BREAK);
    text.append("Written by this command, as `reproduction.md` in its output folder.");
    text.append(BREAK).append(BREAK);
    if (comparesNumbers()) {
      text.append("## Totals").append(BREAK).append(BREAK);
      text.append(ResultText.rows(totalsHeader(), totals())).append(BREAK);
      for (Agreement agreement : Agreement.values()) {
        text.append("- ").append(agreement.words()).append(": ");
        text.append(agreement.meaning()).append(BREAK);
      }
      text.append(BREAK);
    }
    tables.stream()
        .filter(table -> !table.detail())
        .forEach(table -> text.append(ResultText.of(table)).append(BREAK));
    figures.forEach(figure -> text.append(ResultText.of(figure)).append(BREAK));
    return text.toString();
  }

  /** Whether any table compares with printed numbers. */
  boolean comparesNumbers() {
    return tables.stream().anyMatch(table -> table.header().contains(VERDICT));
  }
}
