package io.kahkm.reproduce.paper.study;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.paper.Comparison;
import io.kahkm.reproduce.paper.FigureStudy;
import io.kahkm.reproduce.paper.PaperFigure;
import io.kahkm.reproduce.paper.PaperTable;
import io.kahkm.reproduce.paper.Reproduction;
import io.kahkm.reproduce.paper.print.Agreement;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.reproduce.paper.print.Competitor;
import io.kahkm.reproduce.paper.print.PlainText;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One table of the paper, computed again and set beside the printed digits. Studies of one {@link
 * #all} share what they computed: a table that comes from the same fits as another costs nothing
 * more. The settings of other studies, windows and seed, mean nothing here.
 */
public final class PaperStudy implements Study {
  private static final String COMPETITOR =
      "* Not in the paper: the same score of persistence, which forecasts the coordinates at the "
          + "origin, on the same starts; skill is one minus our mean squared error over "
          + "persistence's, above 0 where the forecast beats persistence.";

  private final PaperTable table;
  private final Reproduction reproduction;

  PaperStudy(PaperTable table, Reproduction reproduction) {
    this.table = table;
    this.reproduction = reproduction;
  }

  /**
   * All tables and figures of the paper that hold results, and one table of what it left
   * unevaluated.
   *
   * @param classes where reference classes come from
   * @return one study per table and then one per figure, in the paper's order
   */
  public static List<Study> all(ClassSource classes) {
    Reproduction shared = new Reproduction(classes);
    List<Study> studies = new ArrayList<>();
    for (PaperTable table : PaperTable.values()) {
      studies.add(new PaperStudy(table, shared));
    }
    for (PaperFigure figure : PaperFigure.values()) {
      studies.add(new FigureStudy(figure, shared));
    }
    studies.add(new UnevaluatedStudy(shared));
    return studies;
  }

  @Override
  public String name() {
    return table.label();
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    List<Comparison> comparisons = reproduction.compare(table, progress);
    boolean forecasts = comparisons.stream().anyMatch(each -> each.competitor().isPresent());
    for (Comparison comparison : comparisons) {
      rows.add(row(comparison, forecasts));
      passed &= comparison.agreement() != Agreement.DIFFERS;
    }
    List<String> header =
        new ArrayList<>(List.of("row", "column", "printed", "ours", "difference", "verdict"));
    List<String> notes = new ArrayList<>(reproduction.notes(table, progress));
    if (forecasts) {
      header.addAll(List.of("persistence*", "skill*"));
      notes.add(COMPETITOR);
    }
    return Outcome.ofTables(
        List.of(
            new ResultTable(
                table.label().replace('_', '-'),
                table.title(),
                header,
                rows,
                notes,
                false,
                passed)));
  }

  private static List<String> row(Comparison comparison, boolean forecasts) {
    PrintedEntry entry = comparison.entry();
    List<String> row =
        new ArrayList<>(
            List.of(
                entry.row(),
                entry.column(),
                entry.printed(),
                PlainText.number(comparison.value()),
                String.format(Locale.ROOT, "%.2g", comparison.value() - entry.value()),
                comparison.agreement().words()));
    if (forecasts) {
      row.add(
          comparison
              .competitor()
              .map(competitor -> PlainText.number(competitor.persistence()))
              .orElse(""));
      row.add(
          comparison
              .competitor()
              .map(Competitor::skill)
              .filter(Double::isFinite)
              .map(skill -> String.format(Locale.ROOT, "%.4f", skill))
              .orElse(""));
    }
    return row;
  }
}
