package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many independent rows a recording is worth, computed as it is written down: sums over all
 * lags, eigenvectors by Jacobi's rotations, equations by elimination.
 */
final class PlainCoverage {
  /** The tenth part of a gamma distribution of shape two, the hundredth of one of shape three. */
  private static final double TENTH = 0.5318116;

  private static final double HUNDREDTH = 0.4360452;

  private static final double RIDGE = 0.01;
  private static final int COMBINATIONS = 3;
  private static final int FEWEST_PAIRS = 40;

  private final Episodes episodes;
  private final List<double[]> rows = new ArrayList<>();
  private final int size;

  /** What is slow, sensor by sensor; all of them vary. */
  final double[] memories;

  /** Independent rows of the slowest combination, and of how loud the noise is. */
  final double hidden;

  final double quiet;

  PlainCoverage(Episodes episodes) {
    this.episodes = episodes;
    size = episodes.dimension();
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 0; t < episodes.length(e); t++) {
        rows.add(episodes.state(e, t).clone());
      }
    }
    standardize();
    memories = new double[size];
    for (int j = 0; j < size; j++) {
      memories[j] = memory(inTime(column(rows, j)));
    }
    List<double[]> slow = combinations();
    double longest = Arrays.stream(memories).max().orElseThrow();
    longest = Math.max(longest, slowest(slow.stream().map(this::inTime).toList()));
    if (episodes.declared() > 1) {
      longest = Math.max(longest, slowest(slow.stream().map(this::inSequence).toList()));
    }
    hidden = rows.size() / longest;
    quiet = quiet();
  }

  private void standardize() {
    for (int j = 0; j < size; j++) {
      double[] values = column(rows, j);
      double mean = Arrays.stream(values).average().orElseThrow();
      double square = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).average().orElse(0);
      for (double[] row : rows) {
        row[j] = (row[j] - mean) / Math.sqrt(square);
      }
    }
  }

  private static double[] column(List<double[]> rows, int column) {
    return rows.stream().mapToDouble(row -> row[column]).toArray();
  }

  /** One series per declared episode, each value at its step, zeros where there is none. */
  private List<double[]> inTime(double[] values) {
    List<double[]> series = new ArrayList<>();
    int longestGap = rows.size() / episodes.count() + 1;
    int row = 0;
    for (int e = 0; e < episodes.count(); e++) {
      boolean goesOn = e > 0 && episodes.place(e).episode() == episodes.place(e - 1).episode();
      double[] before = goesOn ? series.remove(series.size() - 1) : new double[0];
      long gap =
          goesOn
              ? episodes.place(e).start() - episodes.place(e - 1).start() - episodes.length(e - 1)
              : 0;
      int from = before.length + (int) Math.min(gap, longestGap);
      double[] all = Arrays.copyOf(before, from + episodes.length(e));
      System.arraycopy(values, row, all, from, episodes.length(e));
      series.add(all);
      row += episodes.length(e);
    }
    return series;
  }

  /** One series per stream. */
  private List<double[]> inSequence(double[] values) {
    List<double[]> series = new ArrayList<>();
    int row = 0;
    for (int e = 0; e < episodes.count(); e++) {
      boolean goesOn = e > 0 && episodes.stream(e) == episodes.stream(e - 1);
      double[] before = goesOn ? series.remove(series.size() - 1) : new double[0];
      double[] all = Arrays.copyOf(before, before.length + episodes.length(e));
      System.arraycopy(values, row, all, before.length, episodes.length(e));
      series.add(all);
      row += episodes.length(e);
    }
    return series;
  }

  /** Geyer's initial positive sequence. */
  private static double memory(List<double[]> series) {
    int longest = series.stream().mapToInt(values -> values.length).max().orElseThrow();
    double sum = 0;
    for (int lag = 0; lag < longest; lag += 2) {
      double pair = (products(series, lag) + products(series, lag + 1)) / products(series, 0);
      if (!(pair > 0)) {
        break;
      }
      sum += pair;
    }
    return Math.max(1, 2 * sum - 1);
  }

  private static double products(List<double[]> series, int lag) {
    double sum = 0;
    for (double[] values : series) {
      for (int t = 0; t + lag < values.length; t++) {
        sum += values[t] * values[t + lag];
      }
    }
    return sum;
  }

  private static double slowest(List<List<double[]>> slow) {
    double memory = slow.stream().mapToDouble(PlainCoverage::memory).max().orElseThrow();
    List<double[]> first = slow.get(0);
    double length = first.stream().mapToInt(values -> values.length).sum();
    double r = Math.max(0, products(first, 1) / products(first, 0));
    double corrected = r + (1 + 3 * r) / length;
    double byRows = length * Math.max(0, 1 - corrected) / (1 + corrected);
    return Math.max(memory, length / Math.max(byRows, low(first, 2, TENTH)));
  }

  private static double low(List<double[]> series, int frequencies, double quantile) {
    double[] all = series.stream().flatMapToDouble(Arrays::stream).toArray();
    double power = 0;
    for (int k = 1; k <= frequencies; k++) {
      double real = 0;
      double imaginary = 0;
      for (int t = 0; t < all.length; t++) {
        real += all[t] * Math.cos(2 * Math.PI * k * t / all.length);
        imaginary += all[t] * Math.sin(2 * Math.PI * k * t / all.length);
      }
      power += real * real + imaginary * imaginary;
    }
    return all.length * products(series, 0) * quantile / power;
  }

  /** Columns of the combinations that resemble their past most, the slowest first. */
  private List<double[]> combinations() {
    double[][] covariance = new double[size][size];
    for (double[] row : rows) {
      addProduct(covariance, row, row, 1.0 / rows.size());
    }
    double[][] axes = eigenvectors(covariance);
    List<double[]> white = new ArrayList<>();
    for (double[] row : rows) {
      double[] along = new double[size];
      for (int k = 0; k < size; k++) {
        along[k] = dot(axes[k], row) / Math.sqrt(form(covariance, axes[k]));
      }
      white.add(along);
    }
    double[][] resemblance = new double[size][size];
    int row = 0;
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 1; t < episodes.length(e); t++) {
        addProduct(resemblance, white.get(row + t - 1), white.get(row + t), 0.5 / rows.size());
        addProduct(resemblance, white.get(row + t), white.get(row + t - 1), 0.5 / rows.size());
      }
      row += episodes.length(e);
    }
    List<double[]> directions = new ArrayList<>(List.of(eigenvectors(resemblance)));
    directions.sort((a, b) -> Double.compare(form(resemblance, b), form(resemblance, a)));
    return directions.stream()
        .limit(COMBINATIONS)
        .map(direction -> white.stream().mapToDouble(values -> dot(direction, values)).toArray())
        .toList();
  }

  /** Independent rows of the cube roots of r' C^-1 r, r what a linear prediction leaves. */
  private double quiet() {
    List<List<double[][]>> streams = new ArrayList<>();
    List<double[][]> pairs = new ArrayList<>();
    int row = 0;
    for (int e = 0; e < episodes.count(); e++) {
      if (e == 0 || episodes.stream(e) != episodes.stream(e - 1)) {
        streams.add(new ArrayList<>());
      }
      for (int t = 1; t < episodes.length(e); t++) {
        double[][] pair = {rows.get(row + t - 1), rows.get(row + t)};
        pairs.add(pair);
        streams.get(streams.size() - 1).add(pair);
      }
      row += episodes.length(e);
    }
    if (pairs.size() < Math.max(FEWEST_PAIRS, 3 * size)) {
      return rows.size();
    }
    double[][] residuals = residuals(pairs);
    double[][] covariance = new double[size][size];
    for (double[] residual : residuals) {
      addProduct(covariance, residual, residual, 1.0 / residuals.length);
    }
    List<double[]> series = new ArrayList<>();
    int next = 0;
    for (List<double[][]> stream : streams) {
      double[] roots = new double[stream.size()];
      for (int i = 0; i < roots.length; i++) {
        double[] residual = residuals[next++];
        roots[i] = Math.cbrt(dot(residual, solved(covariance, residual)));
      }
      double mean = Arrays.stream(roots).average().orElse(0);
      series.add(Arrays.stream(roots).map(root -> root - mean).toArray());
    }
    double fewest = Math.min(rows.size() / memory(series), low(series, 3, HUNDREDTH));
    return Math.max(1, Math.min(rows.size(), fewest));
  }

  private double[][] residuals(List<double[][]> pairs) {
    double[] meanBefore = new double[size];
    double[] meanAfter = new double[size];
    for (double[][] pair : pairs) {
      for (int j = 0; j < size; j++) {
        meanBefore[j] += pair[0][j] / pairs.size();
        meanAfter[j] += pair[1][j] / pairs.size();
      }
    }
    double[][] gram = new double[size][size];
    double[][] cross = new double[size][size];
    for (double[][] pair : pairs) {
      addProduct(gram, minus(pair[0], meanBefore), minus(pair[0], meanBefore), 1);
      addProduct(cross, minus(pair[1], meanAfter), minus(pair[0], meanBefore), 1);
    }
    for (int j = 0; j < size; j++) {
      gram[j][j] += RIDGE * pairs.size();
    }
    double[][] residuals = new double[pairs.size()][];
    for (int i = 0; i < residuals.length; i++) {
      residuals[i] = minus(pairs.get(i)[1], meanAfter);
      double[] before = minus(pairs.get(i)[0], meanBefore);
      for (int j = 0; j < size; j++) {
        residuals[i][j] -= dot(solved(gram, cross[j]), before);
      }
    }
    return residuals;
  }

  private static double[] minus(double[] one, double[] other) {
    double[] difference = one.clone();
    for (int j = 0; j < one.length; j++) {
      difference[j] -= other[j];
    }
    return difference;
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      sum += one[j] * other[j];
    }
    return sum;
  }

  private static double form(double[][] matrix, double[] vector) {
    double sum = 0;
    for (int i = 0; i < vector.length; i++) {
      sum += vector[i] * dot(matrix[i], vector);
    }
    return sum;
  }

  private static void addProduct(double[][] sum, double[] left, double[] right, double factor) {
    for (int i = 0; i < left.length; i++) {
      for (int j = 0; j < right.length; j++) {
        sum[i][j] += factor * left[i] * right[j];
      }
    }
  }

  /** Gauss's elimination of a positive definite system. */
  private static double[] solved(double[][] matrix, double[] right) {
    int n = right.length;
    double[][] a = Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
    double[] x = right.clone();
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j < n; j++) {
          a[i][j] -= factor * a[k][j];
        }
        x[i] -= factor * x[k];
      }
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) {
        x[i] -= a[i][j] * x[j];
      }
      x[i] /= a[i][i];
    }
    return x;
  }

  /** Jacobi's rotations; one row per eigenvector. */
  private static double[][] eigenvectors(double[][] symmetric) {
    int n = symmetric.length;
    double[][] a = Arrays.stream(symmetric).map(double[]::clone).toArray(double[][]::new);
    double[][] vectors = new double[n][n];
    for (int i = 0; i < n; i++) {
      vectors[i][i] = 1;
    }
    for (int sweep = 0; sweep < 60; sweep++) {
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          double angle = 0.5 * Math.atan2(2 * a[p][q], a[p][p] - a[q][q]);
          rotate(a, p, q, angle);
          double[][] turned = transposed(a);
          rotate(turned, p, q, angle);
          a = transposed(turned);
          rotate(vectors, p, q, angle);
        }
      }
    }
    return vectors;
  }

  private static void rotate(double[][] rows, int p, int q, double angle) {
    for (int j = 0; j < rows.length; j++) {
      double one = rows[p][j];
      double other = rows[q][j];
      rows[p][j] = Math.cos(angle) * one + Math.sin(angle) * other;
      rows[q][j] = Math.cos(angle) * other - Math.sin(angle) * one;
    }
  }

  private static double[][] transposed(double[][] matrix) {
    double[][] result = new double[matrix.length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix.length; j++) {
        result[j][i] = matrix[i][j];
      }
    }
    return result;
  }
}
