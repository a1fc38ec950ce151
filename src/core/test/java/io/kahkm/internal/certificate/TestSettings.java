package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import java.util.List;
import java.util.OptionalDouble;

/** Settings of certificates at norm limit sqrt(2), for tests. */
public final class TestSettings {
  private TestSettings() {}

  public static CertificateSettings of(
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
    return CertificateSettings.builder(sampling, units)
        .policy(policy)
        .budget(budget)
        .schedule(schedule)
        .bound(bound)
        .kappa(OptionalDouble.of(Math.sqrt(2)))
        .tolerance(tolerance)
        .displayKappas(List.of(1.0, Math.sqrt(2)))
        .build();
  }
}
