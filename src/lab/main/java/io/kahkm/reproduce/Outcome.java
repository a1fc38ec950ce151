package io.kahkm.reproduce;

import io.kahkm.report.Figure;
import io.kahkm.report.ResultTable;
import java.util.List;

/**
 * What a study made.
 *
 * @param tables in the order in which they are shown
 * @param figures in the order in which they are shown
 */
public record Outcome(List<ResultTable> tables, List<Figure> figures) {
  /** Copies the lists. */
  public Outcome {
    tables = List.copyOf(tables);
    figures = List.copyOf(figures);
  }

  /**
   * Tables alone.
   *
   * @param tables in the order in which they are shown
   * @return without figures
   */
  public static Outcome ofTables(List<ResultTable> tables) {
    return new Outcome(tables, List.of());
  }
}
