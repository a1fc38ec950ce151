package io.kahkm.internal.certificate.setting;

import java.util.List;

/**
 * What is shown of a window besides the alarm.
 *
 * @param kappas norm limits, each at least 0
 * @param delta level of every displayed bound in (0, 1), not divided by policy or family
 * @param marginThresholds thresholds g of the score margins, each above 0: one for all classes, or
 *     one per class; empty for no margins
 */
public record DisplaySettings(List<Double> kappas, double delta, List<Double> marginThresholds) {
  /** Copies the lists and checks every field. */
  public DisplaySettings {
    CertificateSettings.requireLevel("displayDelta", delta);
    kappas = List.copyOf(kappas);
    for (double kappa : kappas) {
      CertificateSettings.requireKappa("displayKappas", kappa);
    }
    marginThresholds = List.copyOf(marginThresholds);
    for (double threshold : marginThresholds) {
      if (!(threshold > 0 && Double.isFinite(threshold))) {
        throw new IllegalArgumentException(
            "marginThresholds has " + threshold + ", must be finite and above 0");
      }
    }
  }
}
