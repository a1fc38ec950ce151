package io.kahkm.internal.numeric.kernel;

/**
 * The kernels of this process, chosen once by the system property {@value #PROPERTY}:
 *
 * <pre>
 * auto   vectors where the module jdk.incubator.vector is there, the optimizing compiler runs and
 *        the self-test finds the scalar kernels' bits; else scalar, and {@link #status} says why
 * off    scalar
 * force  vectors; if they cannot be had, every use fails with the reason
 * </pre>
 *
 * <p>Both give the same bits, so the choice concerns speed only. Thread-safe.
 */
public final class Kernels {
  /** System property that chooses. */
  public static final String PROPERTY = "kahkm.simd";

  private Kernels() {}

  /** Chosen on first use. */
  private static final class Holder {
    private static final KernelSelection SELECTION =
        KernelSelection.of(
            System.getProperty(PROPERTY, KernelSelection.AUTO),
            System.getProperty("java.vm.info", ""),
            KernelSelection::vectorProvider);
  }

  /**
   * The chosen kernels.
   *
   * @return the same provider on every call
   * @throws KernelsUnavailableException if vectors are forced and cannot be had, or the property
   *     has another value than the three
   */
  public static KernelProvider provider() {
    return Holder.SELECTION.provider();
  }

  /**
   * The scalar kernels, whatever was chosen.
   *
   * @return what the chosen ones are compared with
   */
  public static KernelProvider scalar() {
    return KernelSelection.SCALAR;
  }

  /**
   * What was chosen and, if that is the slower choice, why.
   *
   * @return one line for people, such as {@code 512-bit vectors} or {@code scalar (kahkm.simd is
   *     off)}
   * @throws KernelsUnavailableException as {@link #provider}
   */
  public static String status() {
    return Holder.SELECTION.status();
  }
}
