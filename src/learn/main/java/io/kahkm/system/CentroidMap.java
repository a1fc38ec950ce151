package io.kahkm.system;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.kernel.DeterministicMath;
import java.util.Arrays;

/**
 * The soft assignments the paper compares KAHM affinities with (section "Abstraction design and
 * retained variation"): functions of the distances d_c to the centroids of the reference classes.
 *
 * <p>The oscillator tables and the Acrobot table use different formulas under the same names; each
 * has its own factory method. Immutable apart from a work array: one owner, not thread-safe.
 */
public final class CentroidMap implements SoftMap {
  /** Offset of the inverse distance, so that a state on a centroid divides by something. */
  private static final double INVERSE_DISTANCE_OFFSET = 1e-8;

  private static final double DISTANCE_QUANTILE = 0.95;

  private enum Weight {
    NEAREST,
    CLIPPED_LINEAR,
    INVERSE,
    GAUSSIAN
  }

  private final double[][] centroids;
  private final Weight weight;
  private final double scale;
  private final double omega;
  private final double tau;
  private final double[] distances;

  private CentroidMap(Matrix centroids, Weight weight, double scale, double omega, double tau) {
    this.centroids = centroids.toRows();
    this.weight = weight;
    this.scale = scale;
    this.omega = omega;
    this.tau = tau;
    distances = new double[this.centroids.length];
  }

  /**
   * All weight on the nearest centroid, ties to the smallest index.
   *
   * @param centroids one row per class, sensor units
   * @return the map
   */
  public static CentroidMap nearest(Matrix centroids) {
    return new CentroidMap(centroids, Weight.NEAREST, Double.NaN, Double.NaN, Double.NaN);
  }

  /**
   * The oscillators' distance affinities {@code (1 - min(d_c / s, 1) + tau)^omega}, normalized; s
   * is the 95th percentile of the positive distances of training states to their nearest centroid.
   *
   * @param centroids one row per class, sensor units
   * @param training training states, at least one off its centroid
   * @param omega exponent, positive
   * @param tau offset, positive
   * @return the map
   */
  public static CentroidMap clippedDistance(
      Matrix centroids, double[][] training, double omega, double tau) {
    double scale = quantile(nearestDistances(centroids, training), DISTANCE_QUANTILE);
    return new CentroidMap(centroids, Weight.CLIPPED_LINEAR, scale, omega, tau);
  }

  /**
   * The oscillators' radial basis functions {@code exp(-d_c^2 / (2 s^2))}, normalized; s is the
   * median of the positive distances of training states to their nearest centroid.
   *
   * @param centroids one row per class, sensor units
   * @param training training states, at least one off its centroid
   * @return the map
   */
  public static CentroidMap gaussian(Matrix centroids, double[][] training) {
    double scale = quantile(nearestDistances(centroids, training), 0.5);
    return new CentroidMap(centroids, Weight.GAUSSIAN, scale, Double.NaN, Double.NaN);
  }

  /**
   * Acrobot's distance weights {@code 1 / (d_c + 1e-8)}, normalized.
   *
   * @param centroids one row per class, sensor units
   * @return the map
   */
  public static CentroidMap inverseDistance(Matrix centroids) {
    return new CentroidMap(centroids, Weight.INVERSE, Double.NaN, Double.NaN, Double.NaN);
  }

  /**
   * Acrobot's radial basis functions {@code exp(-d_c^2 / (2 s^2))}, normalized; s is the median of
   * all nonzero distances between centroids.
   *
   * @param centroids one row per class, at least two different ones, sensor units
   * @return the map
   */
  public static CentroidMap gaussianBetweenCentroids(Matrix centroids) {
    double[][] rows = centroids.toRows();
    double[] between = new double[rows.length * rows.length];
    int count = 0;
    for (double[] one : rows) {
      for (double[] other : rows) {
        double distance = distance(one, other);
        if (distance > 0) {
          between[count++] = distance;
        }
      }
    }
    double scale = quantile(Arrays.copyOf(between, count), 0.5);
    return new CentroidMap(centroids, Weight.GAUSSIAN, scale, Double.NaN, Double.NaN);
  }

  private static double[] nearestDistances(Matrix centroids, double[][] training) {
    double[][] rows = centroids.toRows();
    double[] positive = new double[training.length];
    int count = 0;
    for (double[] state : training) {
      double nearest = Double.POSITIVE_INFINITY;
      for (double[] centroid : rows) {
        nearest = Math.min(nearest, distance(state, centroid));
      }
      if (nearest > 0) {
        positive[count++] = nearest;
      }
    }
    return Arrays.copyOf(positive, count);
  }

  /** Linear interpolation between order statistics, position q (n - 1). */
  private static double quantile(double[] values, double q) {
    if (values.length == 0) {
      throw new IllegalArgumentException("all distances are 0, a bandwidth needs a positive one");
    }
    Arrays.sort(values);
    double position = q * (values.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, values.length - 1);
    return values[below] + (position - below) * (values[above] - values[below]);
  }

  private static double distance(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      double difference = one[j] - other[j];
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }

  @Override
  public int classes() {
    return centroids.length;
  }

  @Override
  public void encode(double[] state, double[] coordinates) {
    int nearest = 0;
    for (int c = 0; c < centroids.length; c++) {
      distances[c] = distance(state, centroids[c]);
      if (distances[c] < distances[nearest]) {
        nearest = c;
      }
    }
    double sum = 0;
    for (int c = 0; c < centroids.length; c++) {
      coordinates[c] = weight(c, nearest);
      sum += coordinates[c];
    }
    for (int c = 0; c < centroids.length; c++) {
      coordinates[c] /= sum;
    }
  }

  private double weight(int c, int nearest) {
    return switch (weight) {
      case NEAREST -> c == nearest ? 1 : 0;
      case CLIPPED_LINEAR -> StrictMath.pow(1 - Math.min(distances[c] / scale, 1) + tau, omega);
      case INVERSE -> 1 / (distances[c] + INVERSE_DISTANCE_OFFSET);
      case GAUSSIAN -> {
        // Relative to the nearest centroid, so that far states do not divide 0 by 0.
        double square = distances[c] * distances[c] - distances[nearest] * distances[nearest];
        yield DeterministicMath.exp(-square / (2 * scale * scale));
      }
    };
  }
}
