package io.kahkm.reproduce.paper;

import io.kahkm.numeric.Progress;
import io.kahkm.reproduce.ResultTable;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One table of the paper, computed again and set beside the printed digits. Studies of one {@link
 * #all} share what they computed: a table that comes from the same fits as another costs nothing
 * more. The settings of other studies, windows and seed, mean nothing here.
 */
public final class PaperStudy implements Study {
  private final PaperTable table;
  private final Reproduction reproduction;

  private PaperStudy(PaperTable table, Reproduction reproduction) {
    this.table = table;
    this.reproduction = reproduction;
  }

  /**
   * All tables of the paper that hold results.
   *
   * @param classes where reference classes come from
   * @return one study per table, in the paper's order
   */
  public static List<Study> all(ClassSource classes) {
    Reproduction shared = new Reproduction(classes);
    List<Study> studies = new ArrayList<>();
    for (PaperTable table : PaperTable.values()) {
      studies.add(new PaperStudy(table, shared));
    }
    return studies;
  }

  @Override
  public String name() {
    return table.label();
  }

  @Override
  public String description() {
    return table.title();
  }

  @Override
  public List<ResultTable> run(StudySettings settings, Progress progress) {
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    for (Comparison comparison : reproduction.compare(table, progress)) {
      PrintedEntry entry = comparison.entry();
      rows.add(
          List.of(
              entry.row(),
              entry.column(),
              entry.printed(),
              PlainText.number(comparison.value()),
              String.format(Locale.ROOT, "%.2g", comparison.value() - entry.value()),
              comparison.agreement().words()));
      passed &= comparison.agreement() != Agreement.DIFFERS;
    }
    return List.of(
        new ResultTable(
            table.label().replace('_', '-'),
            table.title(),
            List.of("row", "column", "printed", "ours", "difference", "verdict"),
            rows,
            table.notes(),
            false,
            passed));
  }
}
