package io.kahkm.reproduce;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Budget;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.Schedule;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import java.util.OptionalDouble;

/** A window policy with its budget or schedule, and how long a run of it is here. */
enum StudyPolicy {
  FIXED("fixed", WindowPolicy.FIXED, Budget.EACH, Schedule.GEOMETRIC, Promise.EACH_WINDOW, 1),
  TUMBLING_EACH(
      "tumbling, each",
      WindowPolicy.TUMBLING,
      Budget.EACH,
      Schedule.GEOMETRIC,
      Promise.EACH_WINDOW,
      1),
  TUMBLING_FOREVER(
      "tumbling, forever",
      WindowPolicy.TUMBLING,
      Budget.FOREVER,
      Schedule.GEOMETRIC,
      Promise.WHOLE_RUN,
      8),
  CUMULATIVE_GEOMETRIC(
      "cumulative, geometric",
      WindowPolicy.CUMULATIVE,
      Budget.EACH,
      Schedule.GEOMETRIC,
      Promise.WHOLE_RUN,
      8),
  CUMULATIVE_EVERY(
      "cumulative, every",
      WindowPolicy.CUMULATIVE,
      Budget.EACH,
      Schedule.EVERY,
      Promise.WHOLE_RUN,
      12),
  ROLLING(
      "rolling", WindowPolicy.ROLLING, Budget.EACH, Schedule.GEOMETRIC, Promise.EXPECTED_HOPS, 8);

  private final String label;
  private final WindowPolicy policy;
  private final Budget budget;
  private final Schedule schedule;
  private final Promise promise;
  private final int windowsPerRun;

  StudyPolicy(
      String label,
      WindowPolicy policy,
      Budget budget,
      Schedule schedule,
      Promise promise,
      int windowsPerRun) {
    this.label = label;
    this.policy = policy;
    this.budget = budget;
    this.schedule = schedule;
    this.promise = promise;
    this.windowsPerRun = windowsPerRun;
  }

  String label() {
    return label;
  }

  Promise promise() {
    return promise;
  }

  /** Windows, checkpoints or hops of one run. */
  int windowsPerRun() {
    return windowsPerRun;
  }

  /** Whether runs follow each other in one state machine, as its windows have nothing in common. */
  boolean continues() {
    return this == TUMBLING_EACH;
  }

  /** Settings of an alarm with these windows, and with nothing displayed besides it. */
  CertificateSettings settings(
      Sampling sampling, int units, Bound bound, double kappa, double delta, double tolerance) {
    return CertificateSettings.builder(sampling, units)
        .policy(policy)
        .budget(budget)
        .schedule(schedule)
        .bound(bound)
        .kappa(OptionalDouble.of(kappa))
        .delta(delta)
        .tolerance(tolerance)
        .outsideShare(1)
        .build();
  }
}
