package io.kahkm.reproduce.paper;

import io.kahkm.numeric.Progress;
import java.util.List;

/** tab:exp_search_protocol: the documented candidate grids. */
final class ProtocolExperiment implements Experiment {
  private static final String TABLE = "tab:exp_search_protocol";

  /** The paper's searches over reference classes and exponents. */
  enum Search {
    DUFFING_REFERENCE("Duffing reference", List.of(15, 25, 35), List.of(4.0, 8.0, 12.0)),
    DUFFING_EXPANDED(
        "Duffing expanded",
        List.of(8, 10, 12, 15, 20, 25, 30, 40),
        List.of(2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0)),
    VAN_DER_POL_CLEAN(
        "Van der Pol clean",
        List.of(10, 15, 20, 25, 30, 40, 50),
        List.of(0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 12.0)),
    VAN_DER_POL_NOISE_AWARE(
        "Van der Pol noise-aware",
        List.of(10, 15, 20, 25, 30, 40),
        List.of(0.25, 0.5, 1.0, 2.0, 4.0)),
    ACROBOT("Acrobot", List.of(20, 40, 50, 75, 100, 150), List.of(0.5, 1.0, 2.0, 4.0, 8.0));

    private final String row;
    private final List<Integer> classes;
    private final List<Double> omegas;

    Search(String row, List<Integer> classes, List<Double> omegas) {
      this.row = row;
      this.classes = classes;
      this.omegas = omegas;
    }

    /** Candidate numbers of classes. */
    List<Integer> classes() {
      return classes;
    }

    /** Candidate exponents. */
    List<Double> omegas() {
      return omegas;
    }
  }

  @Override
  public void run(PaperData data, Results results, Progress progress) {
    for (Search search : Search.values()) {
      int count = search.classes().size() * search.omegas().size();
      results.put(TABLE, search.row, "Count", count);
    }
  }
}
