package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.kernel.EncoderKernels;
import io.kahkm.internal.numeric.kernel.Lanes;
import io.kahkm.internal.numeric.kernel.Polynomials;
import java.util.Arrays;
import java.util.List;

/**
 * The submodels of a map folded for fast encoding: A(x) = mu + num / den with num and den linear in
 * the kernel values. Immutable; computed when a map is fitted or loaded, in plain loops of fixed
 * order.
 *
 * <p>Tables are laid out in planes for {@link io.kahkm.internal.numeric.kernel.EncoderKernels},
 * with n sensors and m encoding directions:
 *
 * <pre>
 * over blocks, padded to a multiple of eight with blocks that are never reached
 *   means       n planes: mu_j, mean of the references
 *   whitening   largest m * n planes, in groups of eight blocks: W_aj of u = W (x - mu), scaled so
 *               that the kernel is 2^-|u - u_i|^2; zero for directions that a block does not have
 * over the references of one block, padded with copies of the last reference that have zero gains,
 * in groups as the kernels want them
 *   data        m planes u_i, then n planes of numerator gains, column i of (X - mu)^T (K + lambda I)^-1,
 *               then the denominator gains, entry i of 1^T (K + lambda I)^-1
 * </pre>
 *
 * <p>The data, which are most of what an encoding reads, are {@linkplain Lanes#aligned aligned}.
 */
final class FoldedMap {
  /** From here on 2^-t is zero by a wide margin, however its exponent was computed. */
  static final double ZERO_EXPONENT = 1076;

  /**
   * Beyond this exponent the largest kernel value is factored out of all of them, to stay clear of
   * subnormal numbers.
   */
  static final double LARGEST_UNSHIFTED = 600;

  /** Leaves more room than rounding takes. */
  private static final double CAREFUL = 1 - 1e-9;

  private final int dimension;
  private final int stride;
  private final int largestDirections;
  private final double[] means;
  private final double[] whitening;
  private final double[] data;
  private final int[] offset;
  private final int[] length;
  private final int[] directions;
  private final int[] classOf;
  private final double[] reach;
  private final double[] near;

  private FoldedMap(List<Submodel> submodels, int dataLength) {
    int blocks = submodels.size();
    dimension = submodels.get(0).dimension();
    stride = Lanes.padded(blocks);
    largestDirections =
        submodels.stream().mapToInt(Submodel::encodingDimension).max().orElseThrow();
    means = new double[dimension * stride];
    whitening = new double[largestDirections * dimension * stride];
    data = Lanes.aligned(dataLength);
    offset = new int[blocks];
    length = new int[blocks];
    directions = new int[blocks];
    classOf = new int[blocks];
    reach = new double[blocks];
    near = new double[blocks];
  }

  /**
   * Folds submodels.
   *
   * @param submodels in class order, at least one
   * @param farField decides whether blocks may be out of reach of a state
   * @param kernels that will read the data
   * @return the folded form
   */
  static FoldedMap of(List<Submodel> submodels, FarField farField, EncoderKernels kernels) {
    long total = 0;
    for (Submodel submodel : submodels) {
      total += length(submodel);
    }
    FoldedMap folded = new FoldedMap(submodels, Math.toIntExact(total));
    int position = Lanes.FIRST;
    for (int s = 0; s < submodels.size(); s++) {
      folded.fill(s, submodels.get(s), position, farField, kernels);
      position += length(submodels.get(s));
    }
    return folded;
  }

  private static int length(Submodel submodel) {
    return Lanes.padded(submodel.references())
        * (submodel.encodingDimension() + submodel.dimension() + 1);
  }

  private void fill(
      int s, Submodel submodel, int position, FarField farField, EncoderKernels kernels) {
    int n = dimension;
    int m = submodel.encodingDimension();
    int count = submodel.references();
    offset[s] = position;
    length[s] = Lanes.padded(count);
    directions[s] = m;
    classOf[s] = submodel.classIndex();
    double[] mean = mean(submodel);
    double[] matrix = whiteningMatrix(submodel);
    for (int j = 0; j < n; j++) {
      means[j * stride + s] = mean[j];
      for (int a = 0; a < m; a++) {
        int plane = a * n + j;
        whitening[EncoderKernels.index(Lanes.COUNT, largestDirections * n, plane, s)] =
            matrix[plane];
      }
    }
    double[] encoded = whitened(submodel, mean, matrix);
    double[] gains = gains(submodel, mean);
    int group = kernels.group(length[s]);
    int planes = m + n + 1;
    for (int i = 0; i < length[s]; i++) {
      int reference = Math.min(i, count - 1);
      for (int a = 0; a < m; a++) {
        data[position + EncoderKernels.index(group, planes, a, i)] = encoded[reference * m + a];
      }
      for (int j = 0; j <= n && i < count; j++) {
        data[position + EncoderKernels.index(group, planes, m + j, i)] = gains[i * (n + 1) + j];
      }
    }
    double radius = radius(encoded, m);
    double outer = radius + Math.sqrt(largestExponent(farField, gains, n));
    double inner = Math.sqrt(LARGEST_UNSHIFTED) * CAREFUL - radius;
    reach[s] = outer * outer;
    near[s] = inner < 0 ? -1 : inner * inner;
  }

  private static double[] mean(Submodel submodel) {
    int n = submodel.dimension();
    double[] mean = new double[n];
    double[] samples = submodel.samples();
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int i = 0; i < submodel.references(); i++) {
        sum += samples[i * n + j];
      }
      mean[j] = sum / submodel.references();
    }
    return mean;
  }

  /** W = sqrt(log2(e) / (2 m)) L^-1 P, L L^T the covariance of the encoded references. */
  private static double[] whiteningMatrix(Submodel submodel) {
    int n = submodel.dimension();
    int m = submodel.encodingDimension();
    double[] matrix = new double[m * n];
    double scale = Math.sqrt(Polynomials.LOG2_E / (2.0 * m));
    for (int a = 0; a < m; a++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int b = 0; b <= a; b++) {
          sum += submodel.whitening()[a * m + b] * submodel.encoding()[b * n + j];
        }
        matrix[a * n + j] = scale * sum;
      }
    }
    return matrix;
  }

  /** u_i = W (x_i - mu) of every reference, N x m. */
  private static double[] whitened(Submodel submodel, double[] mean, double[] matrix) {
    int n = submodel.dimension();
    int m = submodel.encodingDimension();
    double[] samples = submodel.samples();
    double[] whitened = new double[submodel.references() * m];
    for (int i = 0; i < submodel.references(); i++) {
      for (int a = 0; a < m; a++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
          sum = Math.fma(matrix[a * n + j], samples[i * n + j] - mean[j], sum);
        }
        whitened[i * m + a] = sum;
      }
    }
    return whitened;
  }

  /** Numerator gains and, last, the denominator gain of every reference, N x (n + 1). */
  private static double[] gains(Submodel submodel, double[] mean) {
    int n = submodel.dimension();
    int count = submodel.references();
    double[] samples = submodel.samples();
    double[] inverse = submodel.inverse();
    double[] gains = new double[count * (n + 1)];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
          sum += (samples[k * n + j] - mean[j]) * inverse[k * count + i];
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

  /**
   * Where the largest kernel value of a block is below 2 to the minus this, the block reconstructs
   * by its kernels nothing. With the smooth far field its weight is less than the least one, as |s|
   * is at most the sum of the denominator gains' magnitudes times the largest kernel value; one
   * more for rounding.
   */
  private static double largestExponent(FarField farField, double[] gains, int n) {
    if (farField == FarField.EXACT) {
      return Double.POSITIVE_INFINITY;
    }
    if (farField == FarField.PAPER) {
      return ZERO_EXPONENT;
    }
    double magnitude = 0;
    for (int i = n; i < gains.length; i += n + 1) {
      magnitude += Math.abs(gains[i]);
    }
    double least = FarField.HALF * Math.sqrt(FarField.LEAST_WEIGHT);
    return Math.max(0, StrictMath.log(magnitude / least) * Polynomials.LOG2_E + 1);
  }

  /** Of the ball around the centre that holds the references. */
  private static double radius(double[] whitened, int m) {
    double largest = 0;
    for (int i = 0; i < whitened.length / m; i++) {
      double square = 0;
      for (int a = 0; a < m; a++) {
        square += whitened[i * m + a] * whitened[i * m + a];
      }
      largest = Math.max(largest, square);
    }
    return Math.sqrt(largest);
  }

  /** Planes over blocks, {@link #stride} values each. */
  double[] means() {
    return means;
  }

  /** Planes over blocks, in groups of eight. */
  double[] whitening() {
    return whitening;
  }

  /** Planes over the references of every block, in groups. */
  double[] data() {
    return data;
  }

  /** Blocks filled up to a multiple of eight. */
  int stride() {
    return stride;
  }

  int blocks() {
    return offset.length;
  }

  /** Index of the first value of a block. */
  int offset(int block) {
    return offset[block];
  }

  /** References of a block filled up to a multiple of eight. */
  int length(int block) {
    return length[block];
  }

  /** Encoding directions of a block. */
  int directions(int block) {
    return directions[block];
  }

  int classOf(int block) {
    return classOf[block];
  }

  /**
   * |u|^2 from which a block has no say; infinite where the exact far field knows no such distance.
   */
  double reach(int block) {
    return reach[block];
  }

  /**
   * |u|^2 up to which no exponent of a block is above {@link #LARGEST_UNSHIFTED}; negative where
   * there is no such distance.
   */
  double near(int block) {
    return near[block];
  }

  /** Most references of a block, filled up to a multiple of eight. */
  int largestBlock() {
    return Arrays.stream(length).max().orElseThrow();
  }

  /** Most encoding directions of a block. */
  int largestDirections() {
    return largestDirections;
  }
}
