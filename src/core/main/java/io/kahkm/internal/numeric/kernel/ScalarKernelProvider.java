package io.kahkm.internal.numeric.kernel;

/** Kernels in plain Java, for every JVM. */
final class ScalarKernelProvider implements KernelProvider {
  private final EncoderKernels encoder = new ScalarEncoderKernels();
  private final RowKernels rows = new ScalarRowKernels();
  private final MatrixKernels matrices = new ScalarMatrixKernels();

  @Override
  public String name() {
    return "scalar";
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
