package io.kahkm.internal.certificate.loss;

/**
 * The lower bound of a mean from wagers on it, for losses that are not seen.
 *
 * <p>Losses l of mean m, at least 0, make E prod (1 + f l) / (1 + f m) = 1 for every factor f above
 * 0. The losses are those of the unknown best closure; what is known is a growth per unit, the
 * least mean of log(1 + f l) that any closure of the ball has on the window. It holds for every
 * outcome, so it may depend on the data; factors and weights may not.
 */
public final class LowerWagers {
  /** Wagers of the grid. */
  public static final int COUNT = 24;

  private static final int HALVINGS = 100;

  /** Wager 0 has the factor 2^-8. */
  private static final int SMALLEST_EXPONENT = -8;

  /** Distances from the reference at which the growth is evaluated, without 0. */
  private static final int DISTANCES = 200;

  /** Decades that the distances span. */
  private static final double DECADES = 4;

  /** Parabolas are expanded at these multiples of the mean loss of the reference. */
  private static final double[] CENTRES = {0, 0.5, 1, 1.5};

  /** Below this a difference of logarithm and argument cancels, and a series is used. */
  private static final double SMALL = 1e-3;

  private LowerWagers() {}

  /** Factor of wager g, 2^(g - 8). */
  public static double factor(int g) {
    return Math.scalb(1.0, g + SMALLEST_EXPONENT);
  }

  /**
   * The growth of every wager: the least over all distances t of a closure from the reference, in
   * steps, of the larger of two bounds of mean log(1 + f l).
   *
   * @param window what is known of it
   * @return a new array, one growth per wager
   */
  public static double[] growth(TightInputs window) {
    double[] distances = distances(window);
    int steps = distances.length - 1;
    double[] least = new double[steps];
    double[] range = new double[steps];
    double[] spread = new double[steps];
    double root = 2 * Math.sqrt(window.largestLoss());
    for (int k = 0; k < steps; k++) {
      double far = distances[k + 1];
      double difference = window.difference(far);
      least[k] = window.leastMean(distances[k]);
      range[k] = window.largestLossWithin(difference);
      spread[k] = (root + difference) * far;
    }
    double beyondLeast = window.leastMean(distances[steps]);
    double beyondRange = window.largestLossWithin(window.largestDifference());
    double[] growth = new double[COUNT];
    for (int g = 0; g < COUNT; g++) {
      double factor = factor(g);
      double smallest = chord(factor, beyondLeast, beyondRange);
      Parabola[] tangents = tangents(factor, window);
      for (int k = 0; k < steps; k++) {
        double value = Double.NEGATIVE_INFINITY;
        for (Parabola tangent : tangents) {
          value = Math.max(value, tangent.at(least[k], spread[k]));
        }
        if (value < smallest) {
          // Only here the logarithm of the chord can matter.
          value = Math.max(value, chord(factor, least[k], range[k]));
          smallest = Math.min(smallest, value);
        }
      }
      growth[g] = smallest;
    }
    return growth;
  }

  /** 0, then from 1e-4 to 1 times the distance from which on the difference stops growing. */
  private static double[] distances(TightInputs window) {
    double largest =
        window.leverage() == 0 ? 0 : window.largestDifference() / Math.sqrt(window.leverage());
    double[] distances = new double[DISTANCES + 1];
    for (int k = 1; k <= DISTANCES; k++) {
      double decades = DECADES * (k - 1) / (DISTANCES - 1) - DECADES;
      distances[k] = largest * StrictMath.pow(10, decades);
    }
    return distances;
  }

  /** log(1 + f l) lies above its chord from 0 to the largest loss. */
  private static double chord(double factor, double mean, double range) {
    return mean * StrictMath.log1p(factor * range) / range;
  }

  private static Parabola[] tangents(double factor, TightInputs window) {
    Parabola[] tangents = new Parabola[CENTRES.length];
    for (int i = 0; i < CENTRES.length; i++) {
      tangents[i] = new Parabola(factor, CENTRES[i] * window.meanLoss(), window);
    }
    return tangents;
  }

  /**
   * A parabola below log(1 + f l) for l at least 0, which touches it at a centre x: log(1 + f x) +
   * f' (l - x) - c (l - x)^2 with f' = f / (1 + f x). Averaged over the units, the square is that
   * of the losses of the reference around x plus what the distance can add.
   */
  private static final class Parabola {
    private final double value;
    private final double slope;
    private final double centre;
    private final double curvature;
    private final double spread;

    Parabola(double factor, double centre, TightInputs window) {
      this.centre = centre;
      value = StrictMath.log1p(factor * centre);
      slope = factor / (1 + factor * centre);
      curvature = slope * slope * curvature(centre * slope);
      double square = window.meanSquare() - 2 * centre * window.meanLoss() + centre * centre;
      spread = Math.sqrt(Math.max(0, square));
    }

    /** (-log(1 - y) - y) / y^2 for y in [0, 1). */
    private static double curvature(double y) {
      return y < SMALL
          ? 0.5 + y * (1.0 / 3 + y * (0.25 + y * (0.2 + y / 6)))
          : (-StrictMath.log1p(-y) - y) / (y * y);
    }

    double at(double mean, double added) {
      double wide = spread + added;
      return value + slope * (mean - centre) - curvature * wide * wide;
    }
  }

  /**
   * The largest refuted mean, rounded down.
   *
   * @param growth of every wager; not modified
   * @param units number of units, at least 1
   * @param level failure probability in (0, 1)
   * @param pilot preferred wager, or {@link WagerMixture#NO_PILOT}; fixed before the units
   * @return lower bound of the mean, 0 where none is refuted
   */
  public static double bound(double[] growth, long units, double level, int pilot) {
    WagerMixture mixture = new WagerMixture(COUNT, pilot);
    double threshold = WagerMixture.threshold(level);
    double[] exponents = new double[COUNT];
    if (log(mixture, exponents, growth, units, 0) < threshold) {
      return 0;
    }
    double refuted = 0;
    double kept = limit(growth);
    for (int i = 0; i < HALVINGS; i++) {
      double middle = refuted + (kept - refuted) / 2;
      if (middle == refuted || middle == kept) {
        break;
      }
      if (log(mixture, exponents, growth, units, middle) >= threshold) {
        refuted = middle;
      } else {
        kept = middle;
      }
    }
    return refuted;
  }

  /** The mean above which no wager has gained, which many units would come close to. */
  static double limit(double[] growth) {
    double largest = 0;
    for (int g = 0; g < COUNT; g++) {
      largest = Math.max(largest, StrictMath.expm1(growth[g]) / factor(g));
    }
    return largest;
  }

  /** Logarithm of the mixture at a mean. */
  public static double log(double[] growth, long units, double mean, int pilot) {
    return log(new WagerMixture(COUNT, pilot), new double[COUNT], growth, units, mean);
  }

  private static double log(
      WagerMixture mixture, double[] exponents, double[] growth, long units, double mean) {
    for (int g = 0; g < COUNT; g++) {
      exponents[g] = units * (growth[g] - StrictMath.log1p(factor(g) * mean));
    }
    return mixture.log(exponents);
  }

  /**
   * The wager that alone would have given the largest bound, for the next units.
   *
   * @param growth of every wager on the last units; not modified
   * @param level failure probability that the next units may spend
   * @param coming number of next units, at least 1
   * @param old what to return if none would have given a bound above 0
   * @return the wager
   */
  public static int pilot(double[] growth, double level, int coming, int old) {
    double pay = StrictMath.log(level) / coming;
    int best = old;
    double largest = 0;
    for (int g = 0; g < COUNT; g++) {
      double bound = StrictMath.expm1(growth[g] + pay) / factor(g);
      if (bound > largest) {
        largest = bound;
        best = g;
      }
    }
    return best;
  }
}
