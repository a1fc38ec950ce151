package io.kahkm.internal.relation;

/**
 * How many streams are paged where all of them together may have one false page in so many rows of
 * one stream.
 *
 * <pre>
 * k = max { j : M_(j) >= L / j }
 * </pre>
 *
 * <p>with the evidences M_(1) >= M_(2) >= ... of the streams and L = N A, where N streams may have
 * one false page in A rows (e-BH: R. Wang and A. Ramdas, 2022; for detectors that go on,
 * equations.md, "Alerts of a fleet").
 */
public final class AlertBudget {
  private AlertBudget() {}

  /**
   * Counts them.
   *
   * @param descending evidences, the largest first; not modified
   * @param length L, above 0
   * @return k, 0 for none; those with the k largest evidences are paged
   */
  public static int paged(double[] descending, double length) {
    int paged = 0;
    for (int j = 1; j <= descending.length; j++) {
      if (j * descending[j - 1] >= length) {
        paged = j;
      }
    }
    return paged;
  }
}
