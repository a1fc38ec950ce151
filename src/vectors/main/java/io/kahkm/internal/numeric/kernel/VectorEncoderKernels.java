package io.kahkm.internal.numeric.kernel;

import java.util.Arrays;

/**
 * The encoder's loops on vectors. Machines with fewer than eight lanes per vector take half or
 * quarter groups, so that the order of additions is the same everywhere.
 */
final class VectorEncoderKernels implements EncoderKernels {
  private final EncoderKernels scalar = new ScalarEncoderKernels();

  @Override
  public void whiten(
      double[] state,
      double[] means,
      double[] whitening,
      int directions,
      int stride,
      double[] whitened,
      double[] squares) {
    Planes.whiten(state, means, whitening, directions, stride, whitened, squares);
  }

  /** Eight references of all planes side by side: a block is read from its start to its end. */
  @Override
  public int group(int length) {
    return Lanes.COUNT;
  }

  @Override
  public double squaredDistances(
      double[] data,
      int offset,
      int length,
      int planes,
      double[] point,
      int position,
      int stride,
      int directions,
      double[] squares) {
    return Distances.fill(
        data, offset, length, planes, point, position, stride, directions, squares);
  }

  @Override
  public void blockSums(
      double[] data,
      int offset,
      int length,
      double[] point,
      int position,
      int stride,
      int directions,
      int outputs,
      double[] exponents,
      double[] lanes,
      double[] sums) {
    if (outputs == directions + 1 && directions <= FusedSums.LARGEST) {
      FusedSums.fill(data, offset, length, point, position, stride, directions, lanes);
      if (directions >= WideFusedSums.SMALLEST) {
        WideFusedSums.totals(lanes, outputs, sums);
        return;
      }
    } else {
      int planes = directions + outputs;
      Distances.fill(data, offset, length, planes, point, position, stride, directions, exponents);
      KernelSums.fill(data, offset, length, planes, 0, exponents, outputs, lanes);
    }
    Lanes.totals(lanes, outputs, sums);
  }

  @Override
  public void kernelSums(
      double[] data,
      int offset,
      int length,
      int planes,
      double shift,
      double[] exponents,
      int outputs,
      double[] lanes) {
    KernelSums.fill(data, offset, length, planes, shift, exponents, outputs, lanes);
  }

  @Override
  public void bandValues(
      double[] references, int length, double[] point, double[] metric, double[] values) {
    Band.values(references, length, point, metric, values);
  }

  @Override
  public void bandProducts(
      double[] matrix,
      int count,
      int[] rows,
      double[] values,
      int used,
      double largest,
      double[] outputs) {
    Band.products(matrix, count, rows, values, used, largest, outputs);
  }

  @Override
  public void scores(
      double[] state, double[] sums, double[] means, int stride, int count, double[] scores) {
    Scores.fill(state, sums, means, stride, count, scores);
  }

  @Override
  public double powers(double[] scores, int count, double omega, double tau, double[] powers) {
    int length = Lanes.padded(count);
    if (!Powers.fill(scores, length, omega, tau, powers)) {
      return scalar.powers(scores, count, omega, tau, powers);
    }
    Arrays.fill(powers, count, length, 0);
    return Lanes.sum(powers, length);
  }

  @Override
  public int nearest(double[] state, double[] rows, int stride, double[] distances) {
    return Planes.nearest(state, rows, stride, distances);
  }
}
