package io.kahkm.reproduce.paper;

import io.kahkm.reproduce.paper.print.FigurePoint;
import io.kahkm.reproduce.paper.print.PaperTables;
import io.kahkm.reproduce.paper.print.PlainText;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.util.Optional;

/** The printed numbers that are points of figures. */
final class PrintedPoints {
  private static final String PROSE = "text:robustness";

  private PrintedPoints() {}

  /** The printed entry that a figure's point shows too. */
  static Optional<PrintedEntry> of(PaperFigure figure, FigurePoint point) {
    String x = PlainText.number(point.x());
    return switch (figure) {
      case DUFFING_ABLATION -> entry("tab:exp_ablation", point.series(), "duffing E_" + x);
      case VAN_DER_POL_ABLATION -> entry("tab:exp_ablation", point.series(), "vanderpol E_" + x);
      case NOISE_REFERENCE -> ofProse(point, "noise " + x + "%");
      case TRAIN_COUNT_REFERENCE ->
          ofProse(point, x + (point.x() == 1 ? " trajectory" : " trajectories"));
      default -> Optional.empty();
    };
  }

  /** The series is a system and a score, which the prose lists as row and column. */
  private static Optional<PrintedEntry> ofProse(FigurePoint point, String setting) {
    int split = point.series().lastIndexOf(' ');
    return entry(
        PROSE,
        point.series().substring(0, split) + " " + setting,
        point.series().substring(split + 1));
  }

  private static Optional<PrintedEntry> entry(String table, String row, String column) {
    return PaperTables.entries().stream()
        .filter(
            entry ->
                entry.table().equals(table)
                    && entry.row().equals(row)
                    && entry.column().equals(column))
        .findFirst();
  }
}
