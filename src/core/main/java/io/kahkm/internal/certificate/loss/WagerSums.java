package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.sums.CompensatedSum;
import io.kahkm.internal.numeric.StateTransfer;

/**
 * Sums of log(1 - f_g b) over units for the factors of {@link UpperWagers}. Mergeable.
 *
 * <p>Logarithms are taken of products over some units: q = 1 - prod (1 - f b) grows by f b (1 - q)
 * with a relative error of two units in the last place per unit, so that log(1 - q) is as exact as
 * a sum of logarithms as long as q is not near 1 and the units are few. A unit then costs 12 fused
 * multiplications instead of 12 logarithms.
 */
public final class WagerSums {
  /** A product is closed when q exceeds this. */
  private static final double MOST = 0.5;

  /** And when it holds this many units. */
  private static final int MOST_UNITS = 64;

  private final CompensatedSum[] sums = new CompensatedSum[UpperWagers.COUNT];
  private final double[] open = new double[UpperWagers.COUNT];
  private int openUnits;

  /** No unit yet. */
  public WagerSums() {
    for (int g = 0; g < sums.length; g++) {
      sums[g] = new CompensatedSum();
    }
  }

  /**
   * Adds a unit.
   *
   * @param loss b in [0, 1]
   */
  public void add(double loss) {
    for (int g = 0; g < open.length; g++) {
      double q = open[g];
      q = Math.fma(UpperWagers.factor(g) * loss, 1 - q, q);
      if (q > MOST) {
        sums[g].add(StrictMath.log1p(-q));
        q = 0;
      }
      open[g] = q;
    }
    openUnits++;
    if (openUnits == MOST_UNITS) {
      close();
    }
  }

  private void close() {
    for (int g = 0; g < open.length; g++) {
      if (open[g] > 0) {
        sums[g].add(StrictMath.log1p(-open[g]));
        open[g] = 0;
      }
    }
    openUnits = 0;
  }

  /** Appends later units. */
  void merge(WagerSums later) {
    for (int g = 0; g < open.length; g++) {
      sums[g].add(later.sums[g], 1);
      if (later.open[g] > 0) {
        sums[g].add(StrictMath.log1p(-later.open[g]));
      }
    }
  }

  /**
   * The sums.
   *
   * @return a new array, one sum per wager
   */
  public double[] values() {
    double[] values = new double[open.length];
    for (int g = 0; g < values.length; g++) {
      values[g] = sums[g].value() + StrictMath.log1p(-open[g]);
    }
    return values;
  }

  void transfer(StateTransfer state) {
    openUnits = state.intOf(openUnits, 0, MOST_UNITS - 1, "units of an open product");
    state.doubles(open);
    for (CompensatedSum sum : sums) {
      sum.transfer(state);
    }
  }
}
