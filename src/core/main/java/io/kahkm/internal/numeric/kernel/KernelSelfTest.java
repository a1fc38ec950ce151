package io.kahkm.internal.numeric.kernel;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/** Compares two providers bit for bit on a few fixed inputs, in a millisecond or so once warm. */
final class KernelSelfTest {
  private static final long SEED = 20260917;
  private static final int BLOCKS = 16;
  private static final int LENGTH = 48;
  private static final int LARGEST_DIMENSION = 7;
  private static final int LONG_ROW = 72;

  /** Squared distances of which {@link EncoderKernels#blockSums} is asked. */
  private static final double NEAR = 600;

  private KernelSelfTest() {}

  /**
   * Runs every kernel.
   *
   * @param expected trusted kernels
   * @param actual kernels to test
   * @return what differs; empty if nothing does
   */
  static Optional<String> difference(KernelProvider expected, KernelProvider actual) {
    for (int n = 1; n <= LARGEST_DIMENSION; n++) {
      for (double spread : new double[] {1, 40}) {
        if (!Arrays.equals(results(expected, n, spread), results(actual, n, spread))) {
          return Optional.of(
              actual.name() + " differ from the scalar kernels in the self-test, n = " + n);
        }
      }
    }
    return Optional.empty();
  }

  /** The results of all kernels, each fed with its predecessor's. */
  private static double[] results(KernelProvider provider, int n, double spread) {
    EncoderKernels kernels = provider.encoder();
    SplittableRandom inputs = new SplittableRandom(SEED + n);
    double[] state = values(inputs, n, spread);
    double[] means = values(inputs, n * BLOCKS, 1);
    double[] whitening = values(inputs, n * n * BLOCKS, 3);
    double[] data = grouped(values(inputs, (2 * n + 1) * LENGTH, 3), kernels.group(LENGTH));
    double[] whitened = new double[n * BLOCKS];
    double[] squares = new double[BLOCKS];
    kernels.whiten(state, means, whitening, n, BLOCKS, whitened, squares);
    double[] exponents = new double[2 * LENGTH];
    double[] lanes = new double[(n + 1) * Lanes.COUNT];
    double[] blockSums = new double[n + 1];
    double[] sums = new double[(n + 1) * BLOCKS];
    for (int s = 1; s < BLOCKS; s++) {
      double smallest =
          kernels.squaredDistances(data, 0, LENGTH, 2 * n + 1, whitened, s, BLOCKS, n, exponents);
      if (s % 2 == 0 || Arrays.stream(exponents, 0, LENGTH).max().getAsDouble() > NEAR) {
        kernels.kernelSums(data, 0, LENGTH, 2 * n + 1, smallest, exponents, n + 1, lanes);
        Lanes.totals(lanes, n + 1, blockSums);
      } else {
        kernels.blockSums(
            data, 0, LENGTH, whitened, s, BLOCKS, n, n + 1, exponents, lanes, blockSums);
      }
      for (int j = 0; j <= n; j++) {
        sums[j * BLOCKS + s] = blockSums[j];
      }
    }
    double[] added = sums.clone();
    double[] scores = new double[BLOCKS];
    kernels.scores(state, sums, means, BLOCKS, BLOCKS, scores);
    double[] powers = new double[BLOCKS];
    double sum = kernels.powers(scores, BLOCKS - 3, 3 * spread, 1e-6, powers);
    double[] distances = new double[BLOCKS];
    int nearest = kernels.nearest(state, means, BLOCKS, distances);
    return concatenate(
        whitened,
        squares,
        added,
        scores,
        powers,
        new double[] {sum, nearest},
        band(kernels, inputs, n, spread),
        rows(provider.rows(), provider.matrices(), inputs, n));
  }

  /** Planes of a block, one after the other, in groups. */
  private static double[] grouped(double[] values, int group) {
    double[] grouped = new double[values.length];
    int planes = values.length / LENGTH;
    for (int p = 0; p < planes; p++) {
      for (int i = 0; i < LENGTH; i++) {
        grouped[EncoderKernels.index(group, planes, p, i)] = values[p * LENGTH + i];
      }
    }
    return grouped;
  }

  /** The underflow band, with a spread of 40 to the end of the kernel values and beyond. */
  private static double[] band(
      EncoderKernels kernels, SplittableRandom inputs, int n, double spread) {
    double[] values = new double[LENGTH];
    double[] metric = values(inputs, n * n, 0.1);
    for (int a = 0; a < n; a++) {
      metric[a * n + a] = 1;
    }
    double[] references = values(inputs, n * LENGTH, spread);
    kernels.bandValues(references, LENGTH, values(inputs, n, spread), metric, values);
    int count = LENGTH - n;
    double[] matrix = values(inputs, count * count, 1);
    int[] rows = {0, 2, count - 1};
    double[] outputs = new double[count];
    double[] normal = {0x1.23456789abcdep-430, 0x1.3p-470, 0x1.fedcba987654p-424};
    kernels.bandProducts(matrix, count, rows, normal, rows.length, 1, outputs);
    double[] subnormal = new double[count];
    double[] tiny = {0x1.23p-470, 0x1p-474, 0x1.23456p-430};
    kernels.bandProducts(matrix, count, rows, tiny, rows.length, 1, subnormal);
    return concatenate(values, outputs, subnormal);
  }

  /** Rows and matrices, short rows for odd n, on long ones for even n. */
  private static double[] rows(
      RowKernels kernels, MatrixKernels matrices, SplittableRandom inputs, int n) {
    int length = Lanes.FIRST + (n % 2 == 0 ? LONG_ROW : LENGTH);
    int columns = length - Lanes.FIRST;
    int count = 2 * n + 1;
    double[][] rows = new double[count][];
    for (int l = 0; l < count; l++) {
      rows[l] = values(inputs, length, 1);
    }
    double[] factors = values(inputs, Lanes.FIRST + count, 1);
    double[] nextFactors = values(inputs, Lanes.FIRST + count, 1);
    double[] x = values(inputs, length, 1);
    double[] y = values(inputs, length, 1);
    double[] product = new double[length];
    double[] sum = new double[length];
    double[] rest = values(inputs, length - n, 1);
    double[] other = values(inputs, length - n, 1);
    double[] matrix = values(inputs, count * columns, 1);
    matrices.product(matrix, factors, Lanes.FIRST, count, columns, product);
    matrices.learn(matrix, factors, 0.3, count, columns, x);
    matrices.learnAndMultiply(matrix, factors, 0.7, count, columns, y, nextFactors, sum);
    kernels.add(rest, 0.3, x, n);
    kernels.addFour(rest, 0.1, x, 0.2, y, 0.3, product, 0.4, sum, n);
    kernels.change(rest, 0.3, 0.7, x, y, n);
    kernels.changeAndSum(rest, 0.3, 0.7, x, y, 0.2, sum, n);
    kernels.addAndSum(rest, 0.3, product, 0.6, other);
    double[] differences = new double[length];
    double[] lanes = new double[2 * Lanes.COUNT];
    kernels.squares(x, lanes);
    System.arraycopy(lanes, 0, lanes, Lanes.COUNT, Lanes.COUNT);
    kernels.subtract(x, y, differences, lanes);
    double[][] four = new double[4][length - n];
    kernels.productFour(rows, x, y, product, sum, count, four[0], four[1], four[2], four[3], n);
    double[] narrow = new double[Lanes.FIRST + Lanes.padded(columns - n)];
    matrices.product(
        values(inputs, count * (columns - n), 1), factors, 0, count, columns - n, narrow);
    double[][] sums = new double[4][length & -Lanes.COUNT];
    kernels.addProducts(sums, rows, rows, count);
    kernels.rotate(rest, other, 0.6, 0.8);
    kernels.rotateTwice(rest, other, product, 0.8, 0.6, -0.6, 0.8);
    return concatenate(
        concatenate(rows),
        matrix,
        concatenate(four),
        concatenate(sums),
        narrow,
        differences,
        lanes,
        factors,
        product,
        sum,
        rest,
        other);
  }

  private static double[] values(SplittableRandom random, int count, double spread) {
    return random.doubles(count, -spread, spread).toArray();
  }

  private static double[] concatenate(double[]... parts) {
    return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
  }
}
