package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;

/**
 * The null of R where values are held: that of the directions of the residual that are known.
 *
 * <p>With Q the directions of u that are unknown, u is left as (I - Q Q') u, and
 *
 * <pre>
 * m = tr K - sum q'K q,   v = tr (K K) - 2 sum |K q|^2 + sum (q'K q~)^2,   d = m^2 / v
 * </pre>
 *
 * <p>are the mean of its square, half the variance, and the degrees of freedom that belong to them
 * (Satterthwaite). The cube root of R over its mean is nearly normal with mean 1 - 2 / (9 d) and
 * variance 2 / (9 d) (Wilson, Hilferty). R is brought to the scale on which rows without held
 * values lie: the value whose cube root is as many standard deviations from its own mean. Limit and
 * p-values hold for it as for every other row.
 *
 * <p>Models of earlier versions do not know K. Then the known directions count with the variance
 * that the precision gives them, or more if rows are further off on the whole. Mutable, one owner.
 */
final class HeldNull {
  private static final double TWO_NINTHS = 2.0 / 9;

  private final RelationChannel relations;
  private final int size;
  private final double meanValue;
  private final double wholeMean;
  private final double wholeDeviation;
  private double[][] products = {};
  private double mean;
  private double degrees;

  HeldNull(RelationChannel relations) {
    this.relations = relations;
    size = relations.model().size();
    CrossFittedNull.Moments moments = relations.normal().moments();
    if (relations.spread().isPresent()) {
      ResidualSpread spread = relations.spread().get();
      meanValue = spread.trace() / size;
      double whole = spread.trace() * spread.trace() / spread.squares();
      wholeMean = StrictMath.cbrt(meanValue) * (1 - TWO_NINTHS / whole);
      wholeDeviation = StrictMath.cbrt(meanValue) * Math.sqrt(TWO_NINTHS / whole);
    } else {
      // The mean of cubes of what is nearly normal.
      meanValue =
          moments.mean()
              * (moments.mean() * moments.mean() + 3 * moments.within() * moments.within());
      wholeMean = moments.mean();
      wholeDeviation = StrictMath.cbrt(meanValue) * Math.sqrt(TWO_NINTHS / size);
    }
  }

  /**
   * Brings R to the scale of rows without held values.
   *
   * @param value R of the known directions
   * @param statistic that gave it, with at least one unknown direction
   * @return at least 0
   */
  double equivalent(double value, RelationStatistic statistic) {
    if (!statistic.sameUnknown() || degrees == 0) {
      measure(statistic);
    }
    double known = statistic.degrees();
    double root = StrictMath.cbrt(value * (known / mean));
    double deviations = (root - (1 - TWO_NINTHS / degrees)) / Math.sqrt(TWO_NINTHS / degrees);
    double whole = Math.max(0, Math.fma(deviations, wholeDeviation, wholeMean));
    double result = whole * whole * whole;
    return result < Double.MAX_VALUE ? result : Double.MAX_VALUE;
  }

  /** Mean and degrees of freedom of |u|^2 without the unknown directions. */
  private void measure(RelationStatistic statistic) {
    int known = statistic.degrees();
    if (relations.spread().isEmpty()) {
      mean = known * Math.max(1, meanValue);
      degrees = known;
      return;
    }
    ResidualSpread spread = relations.spread().get();
    double[][] directions = statistic.unknownDirections();
    int unknown = size - known;
    while (products.length < unknown) {
      products = Arrays.copyOf(products, products.length + 1);
      products[products.length - 1] = Lanes.aligned(size);
    }
    double trace = spread.trace();
    double squares = spread.squares();
    int end = Lanes.FIRST + size;
    for (int k = 0; k < unknown; k++) {
      spread.product(directions[k], products[k]);
      trace -= Rows.dot(directions[k], products[k], Lanes.FIRST, end);
      squares -= 2 * Rows.dot(products[k], products[k], Lanes.FIRST, end);
      for (int l = 0; l <= k; l++) {
        double part = Rows.dot(directions[l], products[k], Lanes.FIRST, end);
        squares = Math.fma((l == k ? 1 : 2) * part, part, squares);
      }
    }
    // What rounding leaves of directions that never vary says nothing.
    mean = Math.max(trace, Math.ulp(spread.trace()) * size);
    degrees = Math.max(Double.MIN_NORMAL, Math.min(known, mean * mean / Math.max(squares, 0)));
  }
}
