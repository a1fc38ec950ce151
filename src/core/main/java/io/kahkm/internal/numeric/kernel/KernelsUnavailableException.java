package io.kahkm.internal.numeric.kernel;

/** The kernels that {@code kahkm.simd} asks for cannot be had; the message says why. */
public final class KernelsUnavailableException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  KernelsUnavailableException(String message) {
    super(message);
  }
}
