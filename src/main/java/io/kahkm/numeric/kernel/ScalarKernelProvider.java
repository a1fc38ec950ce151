package io.kahkm.numeric.kernel;

/** Kernels in plain Java, for every JVM. */
final class ScalarKernelProvider implements KernelProvider {
  private final EncoderKernels encoder = new ScalarEncoderKernels();

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public EncoderKernels encoder() {
    return encoder;
  }
}
