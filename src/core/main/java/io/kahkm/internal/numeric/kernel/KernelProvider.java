package io.kahkm.internal.numeric.kernel;

/**
 * One implementation of all inner loops, for one kind of machine. Stateless and safe to share
 * between threads.
 */
public interface KernelProvider {
  /**
   * What the loops run on.
   *
   * @return for people, such as {@code scalar} or {@code 512-bit vectors}
   */
  String name();

  /**
   * The loops of the folded encoder.
   *
   * @return the kernels
   */
  EncoderKernels encoder();

  /**
   * The loops of dense linear algebra on rows.
   *
   * @return the kernels
   */
  RowKernels rows();

  /**
   * The loops over matrices without padding.
   *
   * @return the kernels
   */
  MatrixKernels matrices();
}
