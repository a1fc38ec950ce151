package io.kahkm.telemetry.meter;

import io.kahkm.internal.certificate.HorizonCertificate;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.loss.HorizonBound;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The meters of windows, bounds and verdicts, of a stream or of a fleet. */
public final class CertificateMeters {
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  /** Value of the label {@code certificate} for the one bound that decides the verdict. */
  private static final String ALARM = "alarm";

  /** Value of the label {@code kappa} for an alarm at the norm of the frozen closure. */
  private static final String NORM = "norm";

  /**
   * The last completed window.
   *
   * @param certificate what it says
   * @param verdictRun completed windows in a row with its verdict
   * @param alarmAtNorm whether the alarm's kappa is the norm of the frozen closure, which is
   *     another number in each window and so must not become a label
   */
  public record Window(WindowCertificate certificate, int verdictRun, boolean alarmAtNorm) {
    private WindowCertificate.Alarm alarm() {
      return certificate.alarm();
    }

    private OptionalDouble anytime(ToDoubleFunction<AnytimeRun> bound) {
      return maybe(certificate.anytime().map(bound::applyAsDouble));
    }

    private OptionalDouble horizons(ToDoubleFunction<HorizonCertificate> value) {
      return maybe(certificate.horizons().map(value::applyAsDouble));
    }
  }

  /** What a window says. */
  public static final MeterTable<Window> WINDOWS =
      new MeterTable<Window>("stream")
          .value(
              "kahkm_certificate_units",
              "Units of the last completed window that the sampling declaration asserts to be"
                  + " independent.",
              window -> window.certificate().counts().units())
          .each(
              "kahkm_certificate_lower_bound",
              "Lower bound of the root-mean-square error of every linear closure with norm at most"
                  + " kappa, in soft coordinates, last completed window. certificate=\"alarm\" is"
                  + " the one that decides, at level certificate_delta; the others are displayed at"
                  + " their own level. Holds under the declared sampling: independent, identically"
                  + " distributed units. For stream=\"fleet\": of every single closure shared by"
                  + " the fleet; per-stream closures may do better.",
              CertificateMeters::lowerBounds,
              "certificate",
              "kappa")
          .value(
              "kahkm_certificate_upper_bound",
              "Upper bound of the root-mean-square error of the closure frozen at the start of the"
                  + " last completed window, in soft coordinates, at level certificate_delta. Holds"
                  + " under the declared sampling. For stream=\"fleet\": of the model's closure,"
                  + " shared by the fleet.",
              window -> window.alarm().upper())
          .maybe(
              "kahkm_certificate_upper_bound_capped",
              "Upper bound of the root of the mean capped squared error of the frozen closure, last"
                  + " completed window, not the plain error: an error above certificate_cap"
                  + " tolerances counts as certificate_cap. Absent without a cap.",
              window -> window.alarm().upperCapped())
          .maybe(
              "kahkm_certificate_cap",
              "Declared cap in tolerances: a larger error counts as the cap. Absent without a cap.",
              window ->
                  maybe(
                      window
                          .certificate()
                          .displayed()
                          .capped()
                          .map(capped -> Math.sqrt(capped.cap()) / window.alarm().tolerance())))
          .maybe(
              "kahkm_certificate_best_lower_bound",
              "Largest lower bound since the last restart, policy anytime: it holds at every"
                  + " moment, on the law since then.",
              window -> window.anytime(AnytimeRun::bestLower))
          .maybe(
              "kahkm_certificate_best_upper_bound",
              "Smallest upper bound since the last restart, policy anytime: it holds at every"
                  + " moment, on the law since then.",
              window -> window.anytime(AnytimeRun::bestUpper))
          .maybe(
              "kahkm_certified_horizon",
              "The frozen closure's forecasts, in soft coordinates, of all declared horizons up to"
                  + " this many steps reach the tolerance, last completed window, with the capped"
                  + " error where a cap is declared; 0: none is certified, which is no"
                  + " information.",
              window -> window.horizons(all -> all.claims().ok()))
          .maybe(
              "kahkm_certified_horizon_of_two_windows",
              "The larger of the certified horizons of the last two completed windows.",
              window -> window.horizons(all -> Math.max(all.claims().ok(), all.before())))
          .maybe(
              "kahkm_trusted_horizon",
              "The longest certified horizon at which repeating the present coordinates is not"
                  + " known to reach the tolerance: its bound, by the same method on the same"
                  + " window, is above. 0: none, \"no change\" does as well as is asked for.",
              window -> window.horizons(all -> last(all.claims().trusted())))
          .maybe(
              "kahkm_excluded_horizon",
              "No linear map within the norm limits reaches the tolerance at any declared horizon"
                  + " from this many steps on, last completed window; absent where that is not"
                  + " certain.",
              window ->
                  window.horizons(
                      all -> all.claims().stop() > 0 ? all.claims().stop() : Double.NaN))
          .value(
              "kahkm_certificate_tolerance",
              "Tolerance of the last completed window, a root-mean-square error in soft"
                  + " coordinates.",
              window -> window.alarm().tolerance())
          .value(
              "kahkm_certificate_delta",
              "Probability of a wrong EXCLUDED, and likewise of a wrong ATTAINABLE, that the last"
                  + " completed window was allowed, after window policy, budget and family, under"
                  + " the declared sampling.",
              window -> window.alarm().level())
          .each(
              "kahkm_certificate_verdict",
              "1 for the verdict of the last completed window, 0 for the others. UNDECIDED is no"
                  + " sign of health. For stream=\"fleet\" EXCLUDED means that no single closure"
                  + " shared by the fleet reaches the tolerance; per-stream closures may do"
                  + " better.",
              (window, values) -> verdicts(window, 1, values),
              "verdict")
          .each(
              "kahkm_certificate_verdict_run",
              "Consecutive completed windows with the verdict of the last one, 0 for the other"
                  + " verdicts.",
              (window, values) -> verdicts(window, window.verdictRun(), values),
              "verdict")
          .value(
              "kahkm_certificate_window_end_timestamp_seconds",
              "Event time at which the last completed window ended, in seconds of the input's own"
                  + " clock: comparable with time() only where that counts from the epoch.",
              window -> window.certificate().extent().to() / NANOSECONDS_PER_SECOND)
          .value(
              "kahkm_certificate_dependence",
              "Square root of the units times the lag-1 autocorrelation of their losses, last"
                  + " completed window; about standard normal for independent units, beyond 4 the"
                  + " verdict is SUSPECT.",
              window -> window.certificate().checks().dependence())
          .each(
              "kahkm_certificate_plug_in_limit",
              "sqrt(s-hat) - kappa sqrt(2 f-hat) of the last completed window, a root-mean-square"
                  + " error in soft coordinates: what the paper's bound tends to with ever more"
                  + " units. Below 0 it can never fire.",
              (window, values) ->
                  window
                      .certificate()
                      .displayed()
                      .rows()
                      .forEach(row -> values.addIf(row.plugInLimit(), Samples.number(row.kappa()))),
              "kappa");

  /** What a window says of a horizon. */
  public static final MeterTable<HorizonBound> HORIZONS =
      new MeterTable<HorizonBound>("stream", "horizon")
          .maybe(
              "kahkm_certificate_horizon_lower_bound",
              "Lower bound of the root-mean-square error of every linear map of the present"
                  + " coordinates to those as many steps ahead as the horizon, with norm within the"
                  + " limit of that horizon, last completed window. Holds under the declared"
                  + " sampling.",
              HorizonBound::lower)
          .maybe(
              "kahkm_certificate_horizon_upper_bound",
              "Upper bound of the root-mean-square error of the frozen forecast as many steps ahead"
                  + " as the horizon, in soft coordinates, last completed window. Holds under the"
                  + " declared sampling.",
              HorizonBound::upper)
          .maybe(
              "kahkm_certificate_horizon_upper_bound_capped",
              "The same with errors above certificate_cap tolerances counted as certificate_cap:"
                  + " not the plain error. Absent without a cap.",
              row -> maybe(row.capped().map(CappedBound::upper)))
          .value(
              "kahkm_certificate_horizon_units",
              "Units of the last completed window that were long enough for the horizon.",
              HorizonBound::units);

  /** What the window of a fleet says besides. */
  public static final MeterTable<WindowCertificate> FLEETS =
      new MeterTable<WindowCertificate>("stream")
          .value(
              "kahkm_certificate_missing_streams",
              "Streams without a unit in the last completed window of a fleet (stream=\"fleet\"),"
                  + " those that left it for good not counted; above 0 its verdict is UNDECIDED or"
                  + " OUT_OF_MAP.",
              window -> window.counts().missing());

  private CertificateMeters() {}

  /** Adds the samples of a window and its horizons. */
  public static void put(Window window, Samples samples, String stream) {
    WINDOWS.put(window, samples, stream);
    window
        .certificate()
        .horizons()
        .ifPresent(
            horizons ->
                horizons
                    .rows()
                    .forEach(
                        row ->
                            HORIZONS.put(row, samples, stream, Integer.toString(row.horizon()))));
  }

  private static void lowerBounds(Window window, MeterTable.Values values) {
    WindowCertificate.Alarm alarm = window.alarm();
    values.add(alarm.lower(), ALARM, window.alarmAtNorm() ? NORM : Samples.number(alarm.kappa()));
    for (WindowCertificate.Row row : window.certificate().displayed().rows()) {
      String kappa = Samples.number(row.kappa());
      row.paper().ifPresent(bound -> values.add(bound.lower(), "paper", kappa));
      row.label().ifPresent(bound -> values.add(bound.lower(), "label", kappa));
      row.minimum().ifPresent(bound -> values.add(bound.lower(), "minimum", kappa));
      row.tight().ifPresent(bound -> values.add(bound.lower(), "tight", kappa));
    }
  }

  private static void verdicts(Window window, double ofPresent, MeterTable.Values values) {
    for (Verdict verdict : Verdict.values()) {
      values.add(verdict == window.certificate().verdict() ? ofPresent : 0, verdict.label());
    }
  }

  private static double last(List<Integer> horizons) {
    return horizons.isEmpty() ? 0 : horizons.get(horizons.size() - 1);
  }

  private static OptionalDouble maybe(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
  }
}
