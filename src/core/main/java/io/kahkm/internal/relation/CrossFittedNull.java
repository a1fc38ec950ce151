package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.StudentT;
import java.util.Arrays;

/**
 * How an alarm's value is distributed on normal rows that its model has not seen: p-values, and a
 * limit for single rows that is always finite.
 *
 * <p>The values come from blocks of the fitting rows, each scored by a model of the other blocks.
 * Their cube roots g are nearly normal (Wilson, Hilferty). With N values in K blocks, block means
 * g_b, the standard deviation s of the block means (K - 1 degrees of freedom) and the memory tau,
 *
 * <pre>
 * within^2 = sum (g - g_b)^2 / (N - K)
 * shift    = t(0.9; K - 1) s sqrt(1 + 1 / K)      a new block as high as nine of ten
 * degrees  = max(5, N / tau - K)
 * p(v)     = max(P(t_degrees above (v^(1/3) - shift - mean) / within),
 *                (number of g at least v^(1/3) - shift, plus 1) / (N + 1))
 * limit    = (max(g_(k), mean + within t(quantile; degrees)) + shift)^3,
 *            k = min(N, ceil(quantile (N + 1)))
 * </pre>
 *
 * <p>The ranks make no assumption on the tail; the cube-root normal tail keeps the p-value from
 * falling faster than a smooth tail would. Immutable; nothing is allocated per call.
 */
public final class CrossFittedNull {
  /** The share of new blocks that the shift is meant to cover. */
  private static final double BLOCK_CONFIDENCE = 0.9;

  private static final double FEWEST_DEGREES = 5;

  private final double[] roots;
  private final Moments moments;
  private final double quantile;
  private final StudentT tail;
  private final double shift;
  private final double limit;

  /**
   * What is known of the cube roots beside their ranks.
   *
   * @param blocks number K of blocks with any value, at least 2 and below the number of values
   * @param mean mean over all values
   * @param within standard deviation about the block means, at least 0
   * @param between standard deviation s of the block means, at least 0
   * @param memory rows tau that are worth one independent row, at least 1
   */
  public record Moments(int blocks, double mean, double within, double between, double memory) {
    /** Checks every component; the message names the component and its value. */
    public Moments {
      if (blocks < 2) {
        throw new IllegalArgumentException("blocks is " + blocks + ", must be at least 2");
      }
      require("mean", mean, 0);
      require("within", within, 0);
      require("between", between, 0);
      require("memory", memory, 1);
    }

    private static void require(String name, double value, double least) {
      if (!(value >= least && value < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            name + " is " + value + ", must be at least " + least + " and finite");
      }
    }
  }

  private CrossFittedNull(double[] roots, Moments moments, double quantile) {
    this.roots = roots;
    this.moments = moments;
    this.quantile = quantile;
    int blocks = moments.blocks();
    tail =
        new StudentT(Math.max(FEWEST_DEGREES, roots.length / moments.memory() - (double) blocks));
    shift =
        new StudentT(blocks - 1.0).quantile(BLOCK_CONFIDENCE)
            * moments.between()
            * Math.sqrt(1 + 1.0 / blocks);
    int rank = (int) Math.min(roots.length, Math.ceil(quantile * (roots.length + 1.0)));
    double root =
        Math.max(roots[rank - 1], moments.mean() + moments.within() * tail.quantile(quantile))
            + shift;
    limit = root * root * root;
    if (!(limit < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("limit is " + limit + ", must be finite");
    }
  }

  /**
   * Takes a distribution over.
   *
   * @param ascending cube roots of the values, not negative, smallest first; copied
   * @param moments of the same cube roots
   * @param quantile share of new rows that shall not lie above the limit, between 0.5 and 1
   * @return the distribution
   * @throws IllegalArgumentException naming what is out of range
   */
  public static CrossFittedNull of(double[] ascending, Moments moments, double quantile) {
    if (!(quantile > 0.5 && quantile < 1)) {
      throw new IllegalArgumentException("quantile is " + quantile + ", must be between 0.5 and 1");
    }
    if (ascending.length <= moments.blocks()) {
      throw new IllegalArgumentException(
          ascending.length + " values in " + moments.blocks() + " blocks, more are needed");
    }
    double before = 0;
    for (double root : ascending) {
      if (!(root >= before && root < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "ascending holds " + root + " after " + before + ", must ascend from 0 and be finite");
      }
      before = root;
    }
    return new CrossFittedNull(ascending.clone(), moments, quantile);
  }

  /**
   * How probable a value at least as large is on a normal row.
   *
   * @param value not negative; infinity counts as above all
   * @return from 1 / (N + 1) to 1
   */
  public double pValue(double value) {
    double root = StrictMath.cbrt(value) - shift;
    double ranks = (roots.length - below(root) + 1.0) / (roots.length + 1.0);
    return Math.max(ranks, tail.tail(standardized(root - moments.mean())));
  }

  /** Values that do not vary have a tail that is all or nothing. */
  private double standardized(double deviation) {
    if (moments.within() > 0 || deviation == 0) {
      return deviation == 0 ? 0 : deviation / moments.within();
    }
    return deviation > 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  /** How many cube roots are smaller. */
  private int below(double root) {
    int low = 0;
    int high = roots.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (roots[middle] < root) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The value that at most the stated share of new normal rows exceeds.
   *
   * @return finite, at least 0
   */
  public double limit() {
    return limit;
  }

  /**
   * The share of new rows that shall not lie above the limit.
   *
   * @return between 0.5 and 1
   */
  public double quantile() {
    return quantile;
  }

  /**
   * What is known of the cube roots.
   *
   * @return the moments
   */
  public Moments moments() {
    return moments;
  }

  /**
   * How far a new block's cube roots may lie above those of the fitting rows.
   *
   * @return at least 0
   */
  public double shift() {
    return shift;
  }

  /**
   * Degrees of freedom of the tail.
   *
   * @return at least 5
   */
  public double degrees() {
    return tail.degrees();
  }

  /**
   * How many values there are.
   *
   * @return N
   */
  public int values() {
    return roots.length;
  }

  /**
   * The cube roots.
   *
   * @return a copy, ascending
   */
  public double[] roots() {
    return roots.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CrossFittedNull that
        && quantile == that.quantile
        && moments.equals(that.moments)
        && Arrays.equals(roots, that.roots);
  }

  @Override
  public int hashCode() {
    return 31 * moments.hashCode() + Arrays.hashCode(roots);
  }

  @Override
  public String toString() {
    return "CrossFittedNull[values=" + roots.length + ", " + moments + ", limit=" + limit + "]";
  }
}
