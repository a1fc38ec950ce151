package io.kahkm.internal.certificate.loss;

/**
 * What losses are measured by.
 *
 * @param range largest possible loss R, at least 0
 * @param cap declared largest loss that counts, r above 0; infinite for none
 * @param slack what rounding may have taken off a loss, as a share of the range or the cap
 */
public record LossScale(double range, double cap, double slack) {
  public LossScale {
    if (!(range >= 0) || Double.isInfinite(range)) {
      throw new IllegalArgumentException("range is " + range + ", must be finite and at least 0");
    }
    if (!(cap > 0)) {
      throw new IllegalArgumentException("cap is " + cap + ", must be above 0");
    }
  }

  /**
   * The scale of losses of a predictor of C coordinates.
   *
   * @param range largest possible loss
   * @param cap the declared cap, infinite for none
   * @param classes C: a loss has C terms of C products each
   */
  public static LossScale of(double range, double cap, int classes) {
    return new LossScale(range, cap, classes * Math.sqrt(classes) * 0x1p-50);
  }

  /** Whether losses are counted up to a declared cap. */
  public boolean capped() {
    return cap < Double.POSITIVE_INFINITY;
  }

  /** A mean loss as a share of the range, in [0, 1], rounded up. */
  public double share(double loss) {
    return range == 0 ? 0 : Math.min(1, loss / range + slack);
  }

  /** A mean capped loss as a share of the cap, in [0, 1], rounded up. */
  double cappedShare(double loss) {
    return Math.min(1, loss / cap + slack * Math.max(1, range / cap));
  }
}
