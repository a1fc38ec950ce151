package io.kahkm.reproduce.paper;

import io.kahkm.numeric.Progress;
import java.util.List;

/** tab:exp_search_protocol: the documented candidate grids. */
final class ProtocolExperiment implements Experiment {
  private static final String TABLE = "tab:exp_search_protocol";

  /**
   * One of the paper's searches over reference classes and exponents.
   *
   * @param row its row in the table
   * @param classes candidate numbers of classes
   * @param omegas candidate exponents
   */
  record Search(String row, List<Integer> classes, List<Double> omegas) {}

  /** The searches in the table's order. */
  static List<Search> searches() {
    return List.of(
        new Search("Duffing reference", List.of(15, 25, 35), List.of(4.0, 8.0, 12.0)),
        new Search(
            "Duffing expanded",
            List.of(8, 10, 12, 15, 20, 25, 30, 40),
            List.of(2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0)),
        new Search(
            "Van der Pol clean",
            List.of(10, 15, 20, 25, 30, 40, 50),
            List.of(0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 12.0)),
        new Search(
            "Van der Pol noise-aware",
            List.of(10, 15, 20, 25, 30, 40),
            List.of(0.25, 0.5, 1.0, 2.0, 4.0)),
        new Search("Acrobot", List.of(20, 40, 50, 75, 100, 150), List.of(0.5, 1.0, 2.0, 4.0, 8.0)));
  }

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    for (Search search : searches()) {
      int count = search.classes().size() * search.omegas().size();
      results.put(TABLE, search.row(), "Count", count);
    }
  }
}
