package io.kahkm.internal.numeric.kernel;

import java.util.Arrays;

/**
 * The literal arithmetic of the underflow band without subnormal numbers, bit for bit the same.
 * Processors take some hundred cycles for every operation on a subnormal number, which made one
 * block in the band cost more than all other blocks of a state together.
 *
 * <p>Everything is scaled by 2^600. Sums and quotients of scaled numbers round as the unscaled ones
 * do. Results that would be subnormal round to multiples of 2^-1074, here 2^-474: adding a number
 * whose last bit is worth 2^-474 rounds to that grid once, ties to even, and subtracting it again
 * is exact.
 *
 * <p>The exponential function is that of fdlibm, which {@link StrictMath#exp} is by definition;
 * only its last step, the product with a power of two, is replaced.
 */
final class ScalarBand {
  /** The smallest normal number, scaled; its last bit is worth one step of the grid. */
  static final double SMALLEST_NORMAL = 0x1p-422;

  /** Rounds products of either sign up to half of {@link #SMALLEST_NORMAL} to the grid. */
  static final double ROUND = 1.5 * SMALLEST_NORMAL;

  /** Arguments below this one give zero. */
  static final double SMALLEST_ARGUMENT = -0x1.74910d52d3051p9;

  static final double INVERSE_LN_2 = 0x1.71547652b82fep0;
  static final double LN_2_HIGH = 0x1.62e42feep-1;
  static final double LN_2_LOW = 0x1.a39ef35793c76p-33;
  static final double P_1 = 0x1.555555555553ep-3;
  static final double P_2 = -0x1.6c16c16bebd93p-9;
  static final double P_3 = 0x1.1566aaf25de2cp-14;
  static final double P_4 = -0x1.bbd41c5d26bf1p-20;
  static final double P_5 = 0x1.6376972bea4d0p-25;

  /** Exponent of the scale. */
  static final int SCALE_EXPONENT = 600;

  private static final int FRACTION_BITS = 52;

  private ScalarBand() {}

  /** See {@link EncoderKernels#bandValues}. */
  static void values(
      double[] references, int length, double[] point, double[] metric, double[] values) {
    int m = point.length;
    for (int i = 0; i < length; i++) {
      double distance = 0;
      for (int a = 0; a < m; a++) {
        double row = 0;
        for (int b = 0; b < m; b++) {
          row += (point[b] - references[b * length + i]) * metric[b * m + a];
        }
        distance += row * (point[a] - references[a * length + i]);
      }
      values[i] = scaledExp(-distance / (2.0 * m));
    }
  }

  /**
   * {@link StrictMath#exp} times 2^600.
   *
   * @param x at most 0, or not a number
   * @return the scaled result; zero for what is not a number
   */
  static double scaledExp(double x) {
    if (!(x >= SMALLEST_ARGUMENT)) {
      return 0;
    }
    int k = (int) (INVERSE_LN_2 * x - 0.5);
    double high = x - k * LN_2_HIGH;
    double low = k * LN_2_LOW;
    double r = high - low;
    double t = r * r;
    double c = r - t * (P_1 + t * (P_2 + t * (P_3 + t * (P_4 + t * P_5))));
    double y = 1 - ((low - (r * c) / (2 - c)) - high);
    double scaled =
        Double.longBitsToDouble(
            Double.doubleToRawLongBits(y) + ((long) (k + SCALE_EXPONENT) << FRACTION_BITS));
    return scaled < SMALLEST_NORMAL ? (scaled + SMALLEST_NORMAL) - SMALLEST_NORMAL : scaled;
  }

  /** See {@link EncoderKernels#bandProducts}. */
  static void products(
      double[] matrix,
      int count,
      int[] rows,
      double[] values,
      int used,
      double largest,
      double[] outputs) {
    Arrays.fill(outputs, 0, count, 0);
    for (int l = 0; l < used; l++) {
      if (largest * values[l] < SMALLEST_NORMAL / 4) {
        addSubnormal(matrix, rows[l] * count, values[l], outputs, count);
      } else {
        addMixed(matrix, rows[l] * count, values[l], outputs, count);
      }
    }
  }

  /** All products are subnormal. */
  private static void addSubnormal(
      double[] matrix, int row, double value, double[] outputs, int count) {
    for (int i = 0; i < count; i++) {
      outputs[i] += Math.fma(matrix[row + i], value, ROUND) - ROUND;
    }
  }

  private static void addMixed(
      double[] matrix, int row, double value, double[] outputs, int count) {
    for (int i = 0; i < count; i++) {
      double product = matrix[row + i] * value;
      if (Math.abs(product) < SMALLEST_NORMAL) {
        double round = Math.copySign(SMALLEST_NORMAL, product);
        product = Math.fma(matrix[row + i], value, round) - round;
      }
      outputs[i] += product;
    }
  }
}
