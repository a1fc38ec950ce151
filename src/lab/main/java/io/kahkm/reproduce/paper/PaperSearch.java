package io.kahkm.reproduce.paper;

import io.kahkm.selection.Candidate;
import io.kahkm.selection.SelectionGrid;
import io.kahkm.selection.SelectionRule;
import java.util.Arrays;
import java.util.List;

/**
 * One of the paper's searches over reference classes and exponents (tab:exp_search_protocol).
 *
 * @param row its row in the table
 * @param grid the documented candidates
 * @param rule what chooses among them
 * @param printed the leading candidates that the paper prints, best score first
 * @param data what the candidates are fitted to
 */
record PaperSearch(
    String row, SelectionGrid grid, SelectionRule rule, List<Candidate> printed, SearchData data) {
  private static final List<Integer> HORIZONS = List.of(1, 10, 50, 100, 200);

  static final PaperSearch DUFFING_REFERENCE =
      new PaperSearch(
          "Duffing reference",
          grid(List.of(15, 25, 35), 4, 8, 12),
          SelectionRule.relativeError(1),
          List.of(new Candidate(15, 12)),
          SearchData.DUFFING_REFERENCE);

  static final PaperSearch DUFFING_EXPANDED =
      new PaperSearch(
          "Duffing expanded",
          grid(List.of(8, 10, 12, 15, 20, 25, 30, 40), 2, 4, 6, 8, 10, 12, 16, 20),
          SelectionRule.meanRelativeError(HORIZONS),
          List.of(
              new Candidate(10, 2),
              new Candidate(12, 2),
              new Candidate(8, 6),
              new Candidate(8, 8),
              new Candidate(10, 4)),
          SearchData.DUFFING);

  static final PaperSearch VAN_DER_POL_CLEAN =
      new PaperSearch(
          "Van der Pol clean",
          grid(List.of(10, 15, 20, 25, 30, 40, 50), 0.5, 1, 2, 4, 6, 8, 12),
          SelectionRule.oneStandardError(HORIZONS),
          List.of(new Candidate(25, 6), new Candidate(30, 6), new Candidate(20, 4)),
          SearchData.VAN_DER_POL);

  static final PaperSearch VAN_DER_POL_NOISE_AWARE =
      new PaperSearch(
          "Van der Pol noise-aware",
          grid(List.of(10, 15, 20, 25, 30, 40), 0.25, 0.5, 1, 2, 4),
          SelectionRule.noiseAware(),
          List.of(OscillatorTrial.SELECTED),
          SearchData.VAN_DER_POL_WITH_NOISE);

  static final PaperSearch ACROBOT =
      new PaperSearch(
          "Acrobot",
          grid(List.of(20, 40, 50, 75, 100, 150), 0.5, 1, 2, 4, 8),
          SelectionRule.relativeError(50),
          List.of(new Candidate(150, 0.5)),
          SearchData.ACROBOT);

  /** Copies the list. */
  PaperSearch {
    printed = List.copyOf(printed);
  }

  /** What the paper chooses: the first that it prints. */
  Candidate chosen() {
    return printed.get(0);
  }

  /** All of them in the table's order. */
  static List<PaperSearch> all() {
    return List.of(
        DUFFING_REFERENCE, DUFFING_EXPANDED, VAN_DER_POL_CLEAN, VAN_DER_POL_NOISE_AWARE, ACROBOT);
  }

  private static SelectionGrid grid(List<Integer> classes, double... omegas) {
    return new SelectionGrid(classes, Arrays.stream(omegas).boxed().toList());
  }
}
