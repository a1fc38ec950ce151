package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.CertificateBasis;
import io.kahkm.internal.certificate.CertificateMonitor;
import io.kahkm.internal.certificate.CertificateWorkspace;
import io.kahkm.internal.certificate.FleetUnit;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.MarginRule;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.VariationLimits;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Makes what certifies a stream or a fleet from the settings and the model they refer to. */
public final class ModelCertificates {
  private ModelCertificates() {}

  /**
   * A window of a fleet, whose closure is the model's.
   *
   * @param settings with certificates of sampling fleet
   * @param model the model of every stream of the fleet
   * @param number k of the window [kW, (k+1)W)
   * @return a window without units
   * @throws java.util.NoSuchElementException if the settings have no fleet
   */
  public static FleetWindow fleetWindow(MonitorSettings settings, Model model, long number) {
    CertificateSettings certificates = settings.certificates().orElseThrow();
    return new FleetWindow(
        certificates, settings.fleet().orElseThrow(), basis(certificates, model), number);
  }

  static Optional<FleetUnit> fleetUnit(
      MonitorSettings settings, Model model, CertificateWorkspace workspace) {
    return settings
        .fleet()
        .map(
            fleet ->
                new FleetUnit(
                    settings.certificates().orElseThrow(),
                    fleet,
                    basis(settings.certificates().orElseThrow(), model),
                    workspace));
  }

  static Optional<CertificateMonitor> ofStream(
      MonitorSettings settings, Model model, CertificateWorkspace workspace) {
    return settings
        .certificates()
        .filter(certificates -> certificates.sampling() != Sampling.FLEET)
        .map(
            certificates ->
                new CertificateMonitor(certificates, basis(certificates, model), workspace));
  }

  /** Tells models of one map apart by what their certificates rest on. */
  static String digest(MonitorSettings settings, Model model) {
    return basis(settings.certificates().orElseThrow(), model).digest();
  }

  private static CertificateBasis basis(CertificateSettings certificates, Model model) {
    return new CertificateBasis(
        model.classMeans(),
        model.closure(),
        model.coordinateGram(),
        variation(model),
        marginRule(certificates, model));
  }

  private static VariationLimits variation(Model model) {
    return model.calibration().map(Calibration::variation).orElse(VariationLimits.NONE);
  }

  private static Optional<MarginRule> marginRule(CertificateSettings certificates, Model model) {
    List<Double> thresholds = certificates.display().marginThresholds();
    int classes = model.map().classes();
    if (thresholds.isEmpty()) {
      return Optional.empty();
    }
    if (thresholds.size() != 1 && thresholds.size() != classes) {
      throw new IllegalArgumentException(
          "marginThresholds has "
              + thresholds.size()
              + " thresholds, must be one, or one per class of "
              + classes);
    }
    return Optional.of(
        new MarginRule(
            thresholds.size() == 1 ? Collections.nCopies(classes, thresholds.get(0)) : thresholds,
            model.map().omega(),
            model.map().tau()));
  }
}
