package io.kahkm.cli.report;

import io.kahkm.cli.console.Counted;
import io.kahkm.selection.Selection;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A searched grid as a table for the terminal: every cell, the chosen one marked, and why. */
public final class GridText {
  private static final int WIDTH = 10;

  private GridText() {}

  /** Prints the table of a searched grid. */
  public static void print(
      PrintWriter out,
      Selection selection,
      List<Integer> horizons,
      int repeats,
      List<Double> noise) {
    out.printf(
        Locale.ROOT,
        "selection by the %s, %s of every pair%s%n",
        selection.rule().words(),
        Counted.of(repeats, "fit"),
        noise.equals(List.of(0.0)) ? "" : " at each noise of " + levels(noise));
    List<String> head = new ArrayList<>(List.of("classes", "omega", "score", "s.e."));
    horizons.forEach(horizon -> head.add("E_" + horizon));
    head.addAll(List.of("rho_var", "rho_rank"));
    out.println("  " + line(head));
    for (Selection.Ranked one : selection.ranked()) {
      out.println(mark(selection, one) + " " + line(cells(one, horizons)) + note(one));
    }
    if (selection.finalists() > 1) {
      out.println("+ within the threshold " + number(selection.threshold()));
    }
    out.println("* chosen: " + selection.why());
  }

  private static String levels(List<Double> noise) {
    return noise.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String mark(Selection selection, Selection.Ranked one) {
    if (one.equals(selection.chosen())) {
      return "*";
    }
    return selection.isFinalist(one) ? "+" : " ";
  }

  private static List<String> cells(Selection.Ranked one, List<Integer> horizons) {
    String omega = Double.toString(one.candidate().omega());
    List<String> cells =
        new ArrayList<>(
            List.of(
                Integer.toString(one.candidate().classes()),
                omega.endsWith(".0") ? omega.substring(0, omega.length() - 2) : omega));
    if (one.scored()) {
      cells.add(number(one.mean()));
      cells.add(String.format(Locale.ROOT, "%.2g", one.standardError()));
      horizons.forEach(horizon -> cells.add(number(one.runs().relativeError(horizon))));
      cells.add(number(one.runs().rhoVar()));
      cells.add(number(one.runs().rhoRank()));
    }
    return cells;
  }

  private static String note(Selection.Ranked one) {
    return one.scored() ? "" : "  not possible: " + one.failure();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> " ".repeat(Math.max(1, WIDTH - cell.length())) + cell)
        .collect(Collectors.joining());
  }
}
