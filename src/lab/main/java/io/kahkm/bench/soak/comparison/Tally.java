package io.kahkm.bench.soak.comparison;

import java.util.ArrayList;
import java.util.List;

/**
 * What a comparison with the sequential run found.
 *
 * @param compared records that were expected, at least 0
 * @param lost expected records that did not come
 * @param doubled records that came again
 * @param wrong records that came with other bytes, in another order, or from nowhere
 * @param problems the first few in words; empty exactly when the three counts are zero
 */
public record Tally(long compared, long lost, long doubled, long wrong, List<String> problems) {
  /** Nothing compared. */
  public static final Tally NOTHING = new Tally(0, 0, 0, 0, List.of());

  private static final int PROBLEMS = 8;

  /** Copies the list and keeps its beginning. */
  public Tally {
    problems = List.copyOf(problems.subList(0, Math.min(PROBLEMS, problems.size())));
  }

  /**
   * Both together.
   *
   * @param other another tally
   * @return sums, and the problems of this one first
   */
  public Tally and(Tally other) {
    List<String> all = new ArrayList<>(problems);
    all.addAll(other.problems);
    return new Tally(
        compared + other.compared,
        lost + other.lost,
        doubled + other.doubled,
        wrong + other.wrong,
        all);
  }

  /**
   * Whether everything was as it should be.
   *
   * @return true if nothing was lost, doubled or wrong
   */
  public boolean clean() {
    return lost == 0 && doubled == 0 && wrong == 0;
  }
}
