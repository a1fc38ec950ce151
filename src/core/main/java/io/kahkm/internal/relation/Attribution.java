package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * Which sensors fit least during an excursion: for each the mean of its contributions, 1 where it
 * behaves as on normal rows. Over the first twenty rows it is the plain mean, later a moving one:
 *
 * <pre>
 * a becomes a + (c - a) / min(k, 20),  k = 1, 2, .. rows of the excursion
 * </pre>
 *
 * <p>Mutable, one owner; nothing is allocated per row.
 */
final class Attribution {
  private static final int MOST_ROWS = 20;

  private final double[] factors;
  private int rows;

  Attribution(int sensors) {
    factors = new double[sensors];
  }

  /**
   * Takes a row of the excursion.
   *
   * @param contributions one per sensor, NaN where the sensor's value was held and says nothing;
   *     not modified
   */
  void add(double[] contributions) {
    rows = Math.min(MOST_ROWS, rows + 1);
    for (int j = 0; j < factors.length; j++) {
      if (!Double.isNaN(contributions[j])) {
        factors[j] += (contributions[j] - factors[j]) / rows;
      }
    }
  }

  /** No excursion: nothing is shown. */
  void clear() {
    if (rows > 0) {
      rows = 0;
      Arrays.fill(factors, 0);
    }
  }

  /** Whether rows were taken. */
  boolean any() {
    return rows > 0;
  }

  /** A live view, one value per watched sensor, not to be modified. */
  double[] factors() {
    return factors;
  }

  void transfer(StateTransfer state) {
    int stored = state.intOf(rows, 0, MOST_ROWS, "rows of the attribution");
    if (state.reads()) {
      clear();
      rows = stored;
    }
    if (rows > 0) {
      state.doubles(factors);
    }
  }
}
