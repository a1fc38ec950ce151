package io.kahkm.internal.certificate;

import java.util.List;
import java.util.OptionalDouble;

/** Settings of certificates at norm limit sqrt(2), for tests. */
final class TestSettings {
  private TestSettings() {}

  static CertificateSettings of(
      Sampling sampling, WindowPolicy policy, int units, Bound bound, double tolerance) {
    return of(sampling, policy, Budget.EACH, Schedule.GEOMETRIC, units, bound, tolerance);
  }

  static CertificateSettings of(
      Sampling sampling,
      WindowPolicy policy,
      Budget budget,
      Schedule schedule,
      int units,
      Bound bound,
      double tolerance) {
    return new CertificateSettings(
        sampling,
        policy,
        budget,
        schedule,
        units,
        bound,
        OptionalDouble.of(Math.sqrt(2)),
        0.05,
        1,
        tolerance,
        List.of(1.0, Math.sqrt(2)),
        0.05,
        0.05,
        false,
        List.of());
  }
}
