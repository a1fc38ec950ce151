package io.kahkm.kahm;

import io.kahkm.numeric.Lanes;
import java.util.List;

/**
 * The submodels of a map folded for fast encoding: A(x) = mu + num / den with num and den linear in
 * the kernel values. Immutable; computed when a map is fitted or loaded, in plain loops of fixed
 * order.
 *
 * <p>The data of all blocks lie in one array. Per block, with n sensors, m encoding directions and
 * groups of eight references, one lane each (the last reference repeated with zero gains fills the
 * last group):
 *
 * <pre>
 * n       mu, mean of the references
 * m * n   W, row-major: u = W (x - mu), scaled so that the kernel is 2^-|u - u_i|^2
 * per group
 *   m * 8   u_i, one row of eight lanes per direction
 *   n * 8   numerator gains, column i of (X - mu)^T (K + lambda I)^-1
 *   8       denominator gains, entry i of 1^T (K + lambda I)^-1
 * </pre>
 */
final class FoldedMap {
  /** log2(e), which turns exponents of e into exponents of 2. */
  private static final double LOG2_E = 0x1.71547652b82fep0;

  /** From here on 2^-t is zero by a wide margin, however its exponent was computed. */
  static final double ZERO_EXPONENT = 1076;

  private final int dimension;
  private final double[] data;
  private final int[] offset;
  private final int[] groups;
  private final int[] directions;
  private final int[] classOf;
  private final double[] skip;

  private FoldedMap(int dimension, double[] data, int blocks) {
    this.dimension = dimension;
    this.data = data;
    offset = new int[blocks];
    groups = new int[blocks];
    directions = new int[blocks];
    classOf = new int[blocks];
    skip = new double[blocks];
  }

  /**
   * Folds submodels.
   *
   * @param submodels in class order, at least one
   * @return the folded form
   */
  static FoldedMap of(List<Submodel> submodels) {
    int n = submodels.get(0).dimension();
    long length = 0;
    for (Submodel submodel : submodels) {
      length += length(submodel);
    }
    FoldedMap folded = new FoldedMap(n, new double[Math.toIntExact(length)], submodels.size());
    int position = 0;
    for (int s = 0; s < submodels.size(); s++) {
      folded.fill(s, submodels.get(s), position);
      position += length(submodels.get(s));
    }
    return folded;
  }

  private static int groups(Submodel submodel) {
    return (submodel.references() + Lanes.COUNT - 1) / Lanes.COUNT;
  }

  private static int length(Submodel submodel) {
    int n = submodel.dimension();
    int m = submodel.encodingDimension();
    return n + m * n + groups(submodel) * Lanes.COUNT * (m + n + 1);
  }

  private void fill(int s, Submodel submodel, int position) {
    int n = dimension;
    int m = submodel.encodingDimension();
    offset[s] = position;
    groups[s] = groups(submodel);
    directions[s] = m;
    classOf[s] = submodel.classIndex();
    fillMean(submodel, position);
    fillWhitening(submodel, position + n);
    double[] encoded = whitened(submodel, position);
    double[] gains = gains(submodel, position);
    int group = position + n + m * n;
    for (int i = 0; i < groups[s] * Lanes.COUNT; i++) {
      int lane = i % Lanes.COUNT;
      boolean real = i < submodel.references();
      int reference = real ? i : submodel.references() - 1;
      for (int a = 0; a < m; a++) {
        data[group + a * Lanes.COUNT + lane] = encoded[reference * m + a];
      }
      for (int j = 0; j <= n; j++) {
        data[group + (m + j) * Lanes.COUNT + lane] = real ? gains[reference * (n + 1) + j] : 0;
      }
      if (lane == Lanes.COUNT - 1) {
        group += (m + n + 1) * Lanes.COUNT;
      }
    }
    skip[s] = skipSquare(encoded, m);
  }

  private void fillMean(Submodel submodel, int position) {
    int n = dimension;
    double[] samples = submodel.samples();
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int i = 0; i < submodel.references(); i++) {
        sum += samples[i * n + j];
      }
      data[position + j] = sum / submodel.references();
    }
  }

  /** W = sqrt(log2(e) / (2 m)) L^-1 P, L L^T the covariance of the encoded references. */
  private void fillWhitening(Submodel submodel, int position) {
    int n = dimension;
    int m = submodel.encodingDimension();
    double scale = Math.sqrt(LOG2_E / (2.0 * m));
    for (int a = 0; a < m; a++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int b = 0; b <= a; b++) {
          sum += submodel.whitening()[a * m + b] * submodel.encoding()[b * n + j];
        }
        data[position + a * n + j] = scale * sum;
      }
    }
  }

  /** u_i = W (x_i - mu) of every reference, N x m. */
  private double[] whitened(Submodel submodel, int position) {
    int n = dimension;
    int m = submodel.encodingDimension();
    double[] samples = submodel.samples();
    double[] whitened = new double[submodel.references() * m];
    for (int i = 0; i < submodel.references(); i++) {
      for (int a = 0; a < m; a++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
          sum =
              Math.fma(
                  data[position + n + a * n + j], samples[i * n + j] - data[position + j], sum);
        }
        whitened[i * m + a] = sum;
      }
    }
    return whitened;
  }

  /** Numerator gains and, last, the denominator gain of every reference, N x (n + 1). */
  private double[] gains(Submodel submodel, int position) {
    int n = dimension;
    int count = submodel.references();
    double[] samples = submodel.samples();
    double[] inverse = submodel.inverse();
    double[] gains = new double[count * (n + 1)];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
          sum += (samples[k * n + j] - data[position + j]) * inverse[k * count + i];
        }
        gains[i * (n + 1) + j] = sum;
      }
      double sum = 0;
      for (int k = 0; k < count; k++) {
        sum += inverse[k * count + i];
      }
      gains[i * (n + 1) + n] = sum;
    }
    return gains;
  }

  /** Beyond this squared distance from the centre every kernel value is zero (ball test). */
  private static double skipSquare(double[] whitened, int m) {
    double largest = 0;
    for (int i = 0; i < whitened.length / m; i++) {
      double square = 0;
      for (int a = 0; a < m; a++) {
        square += whitened[i * m + a] * whitened[i * m + a];
      }
      largest = Math.max(largest, square);
    }
    double radius = Math.sqrt(largest) + Math.sqrt(ZERO_EXPONENT);
    return radius * radius;
  }

  /** All blocks, laid out as the class describes. */
  double[] data() {
    return data;
  }

  int blocks() {
    return offset.length;
  }

  /** Index of the first value of a block. */
  int offset(int block) {
    return offset[block];
  }

  /** Groups of eight references of a block. */
  int groups(int block) {
    return groups[block];
  }

  /** Encoding directions of a block. */
  int directions(int block) {
    return directions[block];
  }

  int classOf(int block) {
    return classOf[block];
  }

  /** |u|^2 from which a block's kernel values are all zero. */
  double skip(int block) {
    return skip[block];
  }

  /** Most references of a block, filled up to whole groups. */
  int largestBlock() {
    int largest = 0;
    for (int count : groups) {
      largest = Math.max(largest, count * Lanes.COUNT);
    }
    return largest;
  }

  /** Most encoding directions of a block. */
  int largestDirections() {
    int largest = 0;
    for (int m : directions) {
      largest = Math.max(largest, m);
    }
    return largest;
  }
}
