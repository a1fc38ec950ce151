package io.kahkm.telemetry;

import io.kahkm.telemetry.MeterNames.Meter;

/** The meters of windows, bounds and verdicts, by stream; {@link MeterNames} lists them. */
final class CertificateMeters {
  static final Meter ASSIGNMENT_LOSS =
      Meter.streamGauge(
          "kahkm_assignment_loss",
          "f-hat over the rolling window, mean (1 - phi_c)^2, without unit, 0 to 1. A plain"
              + " statistic: no confidence level.");
  static final Meter SUCCESSOR_VARIANCE =
      Meter.streamGauge(
          "kahkm_successor_variance",
          "s-hat over the rolling window, within-class variance of the successor coordinates,"
              + " without unit, 0 to 1. A plain statistic: no confidence level.");
  static final Meter CERTIFICATE_UNITS =
      Meter.streamGauge(
          "kahkm_certificate_units",
          "Units of the last completed window that the sampling declaration asserts to be"
              + " independent.");
  static final Meter CERTIFICATE_LOWER_BOUND =
      Meter.streamGauge(
          "kahkm_certificate_lower_bound",
          "Lower bound of the root-mean-square error of every linear closure with norm at most"
              + " kappa, in soft coordinates, last completed window. certificate=\"alarm\" is the"
              + " one that decides, at level certificate_delta; the others are displayed at their"
              + " own level. Holds under the declared sampling: independent, identically"
              + " distributed units. For stream=\"fleet\": of every single closure shared by the"
              + " fleet; per-stream closures may do better.",
          "certificate",
          "kappa");
  static final Meter CERTIFICATE_UPPER_BOUND =
      Meter.streamGauge(
          "kahkm_certificate_upper_bound",
          "Upper bound of the root-mean-square error of the closure frozen at the start of the last"
              + " completed window, in soft coordinates, at level certificate_delta. Holds under"
              + " the declared sampling. For stream=\"fleet\": of the model's closure, shared by"
              + " the fleet.");
  static final Meter CERTIFICATE_UPPER_BOUND_CAPPED =
      Meter.streamGauge(
          "kahkm_certificate_upper_bound_capped",
          "Upper bound of the root of the mean capped squared error of the frozen closure, last"
              + " completed window, not the plain error: an error above certificate_cap tolerances"
              + " counts as certificate_cap. Absent without a cap.");
  static final Meter CERTIFICATE_CAP =
      Meter.streamGauge(
          "kahkm_certificate_cap",
          "Declared cap in tolerances: a larger error counts as the cap. Absent without a cap.");
  static final Meter CERTIFICATE_BEST_LOWER_BOUND =
      Meter.streamGauge(
          "kahkm_certificate_best_lower_bound",
          "Largest lower bound since the last restart, policy anytime: it holds at every moment, on"
              + " the law since then.");
  static final Meter CERTIFICATE_BEST_UPPER_BOUND =
      Meter.streamGauge(
          "kahkm_certificate_best_upper_bound",
          "Smallest upper bound since the last restart, policy anytime: it holds at every moment,"
              + " on the law since then.");
  static final Meter CERTIFICATE_RESTARTS =
      Meter.counter(
          "kahkm_certificate_restarts_total",
          "Runs of policy anytime that started again since the process started, over all streams,"
              + " by cause.",
          "cause");
  static final Meter HORIZON_LOWER_BOUND =
      Meter.streamGauge(
          "kahkm_certificate_horizon_lower_bound",
          "Lower bound of the root-mean-square error of every linear map of the present coordinates"
              + " to those as many steps ahead as the horizon, with norm within the limit of that"
              + " horizon, last completed window. Holds under the declared sampling.",
          "horizon");
  static final Meter HORIZON_UPPER_BOUND =
      Meter.streamGauge(
          "kahkm_certificate_horizon_upper_bound",
          "Upper bound of the root-mean-square error of the frozen forecast as many steps ahead as"
              + " the horizon, in soft coordinates, last completed window. Holds under the declared"
              + " sampling.",
          "horizon");
  static final Meter HORIZON_UPPER_BOUND_CAPPED =
      Meter.streamGauge(
          "kahkm_certificate_horizon_upper_bound_capped",
          "The same with errors above certificate_cap tolerances counted as certificate_cap: not"
              + " the plain error. Absent without a cap.",
          "horizon");
  static final Meter HORIZON_UNITS =
      Meter.streamGauge(
          "kahkm_certificate_horizon_units",
          "Units of the last completed window that were long enough for the horizon.",
          "horizon");
  static final Meter CERTIFIED_HORIZON =
      Meter.streamGauge(
          "kahkm_certified_horizon",
          "The frozen closure's forecasts, in soft coordinates, of all declared horizons up to"
              + " this many steps reach the tolerance, last completed window, with the capped error"
              + " where a cap is declared; 0: none is certified, which is no information.");
  static final Meter TRUSTED_HORIZON =
      Meter.streamGauge(
          "kahkm_trusted_horizon",
          "The longest certified horizon at which repeating the present coordinates is not known to"
              + " reach the tolerance: its bound, by the same method on the same window, is above."
              + " 0: none, \"no change\" does as well as is asked for.");
  static final Meter CERTIFIED_HORIZON_OF_TWO =
      Meter.streamGauge(
          "kahkm_certified_horizon_of_two_windows",
          "The larger of the certified horizons of the last two completed windows.");
  static final Meter EXCLUDED_HORIZON =
      Meter.streamGauge(
          "kahkm_excluded_horizon",
          "No linear map within the norm limits reaches the tolerance at any declared horizon from"
              + " this many steps on, last completed window; absent where that is not certain.");
  static final Meter CERTIFICATE_TOLERANCE =
      Meter.streamGauge(
          "kahkm_certificate_tolerance",
          "Tolerance of the last completed window, a root-mean-square error in soft coordinates.");
  static final Meter CERTIFICATE_DELTA =
      Meter.streamGauge(
          "kahkm_certificate_delta",
          "Probability of a wrong EXCLUDED, and likewise of a wrong ATTAINABLE, that the last"
              + " completed window was allowed, after window policy, budget and family, under the"
              + " declared sampling.");
  static final Meter CERTIFICATE_VERDICT =
      Meter.streamGauge(
          "kahkm_certificate_verdict",
          "1 for the verdict of the last completed window, 0 for the others. UNDECIDED is no sign"
              + " of health. For stream=\"fleet\" EXCLUDED means that no single closure shared by"
              + " the fleet reaches the tolerance; per-stream closures may do better.",
          "verdict");
  static final Meter CERTIFICATE_VERDICT_RUN =
      Meter.streamGauge(
          "kahkm_certificate_verdict_run",
          "Consecutive completed windows with the verdict of the last one, 0 for the other"
              + " verdicts.",
          "verdict");
  static final Meter CERTIFICATE_WINDOW_END =
      Meter.streamGauge(
          "kahkm_certificate_window_end_timestamp_seconds",
          "Event time at which the last completed window ended, in seconds of the input's own"
              + " clock: comparable with time() only where that counts from the epoch.");
  static final Meter CERTIFICATE_MISSING =
      Meter.streamGauge(
          "kahkm_certificate_missing_streams",
          "Streams without a unit in the last completed window of a fleet (stream=\"fleet\"),"
              + " those that left it for good not counted; above 0 its verdict is UNDECIDED or"
              + " OUT_OF_MAP.");
  static final Meter CERTIFICATE_DEPENDENCE =
      Meter.streamGauge(
          "kahkm_certificate_dependence",
          "Square root of the units times the lag-1 autocorrelation of their losses, last completed"
              + " window; about standard normal for independent units, beyond 4 the verdict is"
              + " SUSPECT.");
  static final Meter CERTIFICATE_PLUG_IN_LIMIT =
      Meter.streamGauge(
          "kahkm_certificate_plug_in_limit",
          "sqrt(s-hat) - kappa sqrt(2 f-hat) of the last completed window, a root-mean-square"
              + " error in soft coordinates: what the paper's bound tends to with ever more units."
              + " Below 0 it can never fire.",
          "kappa");

  private CertificateMeters() {}
}
