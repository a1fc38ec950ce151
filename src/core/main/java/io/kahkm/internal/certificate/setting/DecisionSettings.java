package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.certificate.bound.Bound;
import java.util.OptionalDouble;

/**
 * What decides about a window: the one alarm, its level and its tolerance.
 *
 * @param bound the lower bound that decides
 * @param kappa spectral-norm limit of the alarm, at least 0; empty means the norm of the closure
 *     frozen at window start times 1 + 1e-9
 * @param delta failure probability in (0, 1) before policy and family divide it
 * @param family number of streams, or of other certificates, that share delta; at least 1
 * @param tolerance epsilon, a root-mean-square error in soft coordinates, above 0; NaN where none
 *     is known, which leaves every window undecided
 */
public record DecisionSettings(
    Bound bound, OptionalDouble kappa, double delta, int family, double tolerance) {
  /** Checks every field. */
  public DecisionSettings {
    CertificateSettings.requireLevel("delta", delta);
    if (family < 1) {
      throw new IllegalArgumentException("family is " + family + ", must be at least 1");
    }
    if (tolerance <= 0 || Double.isInfinite(tolerance)) {
      throw new IllegalArgumentException(
          "tolerance is " + tolerance + ", must be finite and above 0, or NaN for none");
    }
    if (kappa.isPresent()) {
      CertificateSettings.requireKappa("alarmKappa", kappa.getAsDouble());
    }
  }
}
