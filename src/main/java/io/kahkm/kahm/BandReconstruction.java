package io.kahkm.kahm;

import java.util.List;

/**
 * The literal reconstruction of the paper's far field without subnormal arithmetic, bit for bit the
 * same. Processors take some hundred cycles for every operation on a subnormal number, which made
 * one block in the underflow band cost more than all other blocks of a state together.
 *
 * <p>Everything is scaled by 2^600. Sums and quotients of scaled numbers round as the unscaled ones
 * do. Products that would be subnormal round to multiples of 2^-1074, here 2^-474: adding a number
 * whose last bit is worth 2^-474, in one fused operation, rounds to that grid once, ties to even,
 * and subtracting it again is exact.
 */
final class BandReconstruction extends LiteralReconstruction {
  private static final double SCALE = 0x1p600;

  /** The smallest subnormal number, scaled. */
  private static final double GRID = 0x1p-474;

  /** The smallest normal number, scaled; its last bit is worth one grid step. */
  private static final double SMALLEST_NORMAL = 0x1p-422;

  /** Rounds products of either sign up to half of {@link #SMALLEST_NORMAL} to the grid. */
  private static final double ROUND = 1.5 * SMALLEST_NORMAL;

  BandReconstruction(List<Submodel> submodels) {
    super(submodels, FarField.PAPER);
  }

  @Override
  void regress(double[] inverse, double[] kernel, double[] outputs, int count) {
    // No entry of a positive definite matrix exceeds the largest diagonal entry.
    double largest = 0;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, inverse[i * count + i]);
    }
    for (int j = 0; j < count; j++) {
      if (kernel[j] != 0) {
        double value = scaled(kernel[j]);
        if (largest * value < SMALLEST_NORMAL / 4) {
          addSubnormal(inverse, j * count, value, outputs, count);
        } else {
          addMixed(inverse, j * count, value, outputs, count);
        }
      }
    }
  }

  @Override
  double unit() {
    return SCALE;
  }

  private static double scaled(double kernel) {
    return kernel < Double.MIN_NORMAL ? Double.doubleToRawLongBits(kernel) * GRID : kernel * SCALE;
  }

  /** All products are subnormal. */
  private static void addSubnormal(
      double[] inverse, int row, double value, double[] outputs, int count) {
    for (int i = 0; i < count; i++) {
      outputs[i] += Math.fma(inverse[row + i], value, ROUND) - ROUND;
    }
  }

  private static void addMixed(
      double[] inverse, int row, double value, double[] outputs, int count) {
    for (int i = 0; i < count; i++) {
      double product = inverse[row + i] * value;
      if (Math.abs(product) < SMALLEST_NORMAL) {
        double round = Math.copySign(SMALLEST_NORMAL, product);
        product = Math.fma(inverse[row + i], value, round) - round;
      }
      outputs[i] += product;
    }
  }
}
