package io.kahkm.internal.numeric.kernel;

/** The scalar kernels behind another class, for tests that change one of them. */
class DelegatingKernels implements EncoderKernels {
  private final EncoderKernels scalar = Kernels.scalar().encoder();

  @Override
  public void whiten(
      double[] state,
      double[] means,
      double[] whitening,
      int directions,
      int stride,
      double[] whitened,
      double[] squares) {
    scalar.whiten(state, means, whitening, directions, stride, whitened, squares);
  }

  @Override
  public int group(int length) {
    return scalar.group(length);
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
    return scalar.squaredDistances(
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
    scalar.blockSums(
        data, offset, length, point, position, stride, directions, outputs, exponents, lanes, sums);
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
    scalar.kernelSums(data, offset, length, planes, shift, exponents, outputs, lanes);
  }

  @Override
  public void bandValues(
      double[] references, int length, double[] point, double[] metric, double[] values) {
    scalar.bandValues(references, length, point, metric, values);
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
    scalar.bandProducts(matrix, count, rows, values, used, largest, outputs);
  }

  @Override
  public void scores(
      double[] state, double[] sums, double[] means, int stride, int count, double[] scores) {
    scalar.scores(state, sums, means, stride, count, scores);
  }

  @Override
  public double powers(double[] scores, int count, double omega, double tau, double[] powers) {
    return scalar.powers(scores, count, omega, tau, powers);
  }

  @Override
  public int nearest(double[] state, double[] rows, int stride, double[] distances) {
    return scalar.nearest(state, rows, stride, distances);
  }
}
