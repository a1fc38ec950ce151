package io.kahkm.internal.numeric.kernel;

/** Kernels on the vectors of {@code jdk.incubator.vector}; found by its name. */
final class VectorKernelProvider implements KernelProvider {
  private final EncoderKernels encoder = new VectorEncoderKernels();
  private final RowKernels rows = new VectorRowKernels();
  private final MatrixKernels matrices = new VectorMatrixKernels();

  @Override
  public String name() {
    return VectorMath.LANES.vectorBitSize() + "-bit vectors";
  }

  @Override
  public EncoderKernels encoder() {
    return encoder;
  }

  @Override
  public RowKernels rows() {
    return rows;
  }

  @Override
  public MatrixKernels matrices() {
    return matrices;
  }
}
