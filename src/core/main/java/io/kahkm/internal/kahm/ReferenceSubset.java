package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Chooses the reference samples of one class among its training states. Deterministic. */
final class ReferenceSubset {
  /** Of a class with more states, so many at equal distances take part in the choice. */
  private static final int MOST_CANDIDATES = 2000;

  /** Share of the mean variance that is added to every direction, so that all have some. */
  private static final double LEAST_VARIANCE = 1e-3;

  /** Below this part of a kernel value nothing is left that a further state would add. */
  private static final double NOTHING_LEFT = 1e-12;

  private ReferenceSubset() {}

  /**
   * Chooses.
   *
   * @param states of the class, scaled; rows are shared, not modified
   * @param count wanted number, at least 1
   * @param way how
   * @return at most that many of the states, in their order
   */
  static List<double[]> of(List<double[]> states, int count, ReferenceWay way) {
    if (count >= states.size()) {
      return states;
    }
    List<double[]> candidates = thinned(states, Math.max(count, MOST_CANDIDATES));
    if (count >= candidates.size()) {
      return candidates;
    }
    double[][] white = whitened(candidates);
    boolean[] chosen =
        way == ReferenceWay.SPREAD ? pivots(white, count) : nearestToCenters(white, count);
    List<double[]> result = new ArrayList<>(count);
    for (int i = 0; i < chosen.length; i++) {
      if (chosen[i]) {
        result.add(candidates.get(i));
      }
    }
    return result;
  }

  private static List<double[]> thinned(List<double[]> states, int count) {
    if (states.size() <= count) {
      return states;
    }
    List<double[]> some = new ArrayList<>(count);
    for (long i = 0; i < count; i++) {
      some.add(states.get((int) ((2 * i + 1) * states.size() / (2L * count))));
    }
    return some;
  }

  /** The states in units in which they have the identity for a covariance. */
  private static double[][] whitened(List<double[]> states) {
    int n = states.get(0).length;
    double[] mean = new double[n];
    for (double[] state : states) {
      for (int j = 0; j < n; j++) {
        mean[j] += state[j] / states.size();
      }
    }
    double[] covariance = new double[n * n];
    double[] centred = new double[n];
    for (double[] state : states) {
      for (int j = 0; j < n; j++) {
        centred[j] = state[j] - mean[j];
      }
      for (int i = 0; i < n; i++) {
        double factor = centred[i];
        for (int j = 0; j < n; j++) {
          covariance[i * n + j] += factor * centred[j] / states.size();
        }
      }
    }
    double trace = 0;
    for (int i = 0; i < n; i++) {
      trace += covariance[i * n + i];
    }
    for (int i = 0; i < n; i++) {
      covariance[i * n + i] += LEAST_VARIANCE * trace / n;
    }
    double[][] white = new double[states.size()][n];
    if (!(trace > 0) || !Cholesky.decompose(covariance, n)) {
      // All alike: any of them will do.
      return white;
    }
    double[] whitening = Cholesky.invertLower(covariance, n);
    for (int s = 0; s < white.length; s++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          white[s][i] += whitening[i * n + j] * (states.get(s)[j] - mean[j]);
        }
      }
    }
    return white;
  }

  /**
   * Pivots of the Cholesky decomposition of K, K_ij = exp(-|x_i - x_j|^2 / 2n): d_i is what is left
   * of K_ii after the pivots so far, and the largest is the next one.
   */
  private static boolean[] pivots(double[][] x, int count) {
    boolean[] chosen = new boolean[x.length];
    double[] left = new double[x.length];
    Arrays.fill(left, 1);
    double[][] columns = new double[count][];
    for (int k = 0; k < count; k++) {
      int pivot = -1;
      for (int i = 0; i < x.length; i++) {
        if (!chosen[i] && (pivot < 0 || left[i] > left[pivot])) {
          pivot = i;
        }
      }
      if (k > 0 && left[pivot] < NOTHING_LEFT) {
        break;
      }
      chosen[pivot] = true;
      columns[k] = column(x, pivot, Math.sqrt(left[pivot]), columns, k);
      for (int i = 0; i < x.length; i++) {
        left[i] -= columns[k][i] * columns[k][i];
      }
    }
    return chosen;
  }

  private static double[] column(
      double[][] x, int pivot, double root, double[][] columns, int count) {
    double[] column = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      column[i] =
          StrictMath.exp(-NearestCentres.squaredDistance(x[i], x[pivot]) / (2 * x[i].length));
    }
    for (int m = 0; m < count; m++) {
      double[] earlier = columns[m];
      double factor = earlier[pivot];
      for (int i = 0; i < x.length; i++) {
        column[i] -= factor * earlier[i];
      }
    }
    for (int i = 0; i < x.length; i++) {
      column[i] /= root;
    }
    return column;
  }

  private static boolean[] nearestToCenters(double[][] x, int wanted) {
    // K-means has no more centers than there are different states.
    int count = Math.min(wanted, different(x));
    int[] labels = KMeans.labels(x, count, 0, Progress.NONE);
    double[][] centers = new double[count][x[0].length];
    int[] members = new int[count];
    for (int i = 0; i < x.length; i++) {
      int label = labels[i];
      members[label]++;
      for (int j = 0; j < x[i].length; j++) {
        centers[label][j] += (x[i][j] - centers[label][j]) / members[label];
      }
    }
    int[] nearest = new int[count];
    Arrays.fill(nearest, -1);
    for (int i = 0; i < x.length; i++) {
      int label = labels[i];
      if (nearest[label] < 0
          || NearestCentres.squaredDistance(x[i], centers[label])
              < NearestCentres.squaredDistance(x[nearest[label]], centers[label])) {
        nearest[label] = i;
      }
    }
    boolean[] chosen = new boolean[x.length];
    for (int i : nearest) {
      if (i >= 0) {
        chosen[i] = true;
      }
    }
    return chosen;
  }

  private static int different(double[][] x) {
    Set<List<Double>> seen = new HashSet<>();
    for (double[] state : x) {
      seen.add(Arrays.stream(state).boxed().toList());
    }
    return seen.size();
  }
}
