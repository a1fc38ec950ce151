package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.AssessmentLimits;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.LabelBound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.loss.CappedBound;
import io.kahkm.internal.certificate.setting.Sampling;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * Says in words what a window's verdict means, with its numbers, and what would decide an undecided
 * one.
 */
public final class Explanation {
  /** Verdicts allow as much for rounding; a smaller bound is said to be 0. */
  private static final double NEGLIGIBLE = 1e-9;

  /** Searches for a deciding number of units end here: more is no practical advice. */
  private static final int MOST_UNITS = 1 << 30;

  /** Significant digits of a number. */
  private static final int DIGITS = 6;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private Explanation() {}

  /**
   * Explains a certificate.
   *
   * @param certificate the window
   * @return a few sentences in English: the verdict, what would decide it, and the assumption
   */
  public static String of(WindowCertificate certificate) {
    return verdict(certificate)
        + HorizonWords.of(certificate)
        + missing(certificate)
        + " "
        + assumption(certificate);
  }

  private static String verdict(WindowCertificate certificate) {
    WindowCertificate.Alarm alarm = certificate.alarm();
    String head = alarm.verdict().label() + " (" + alarm.reason().label() + "): ";
    return head
        + switch (alarm.reason()) {
          case LOWER_BOUND_ABOVE ->
              format(
                  "on the law behind this window no %s with norm <= %s reaches"
                      + " tolerance %s: the lower bound (%s) is %s. %s will not help;"
                      + " change the map, kappa or the tolerance.",
                  closure(certificate),
                  alarm.kappa(),
                  alarm.tolerance(),
                  alarm.bound().label(),
                  lower(certificate),
                  ofFleet(certificate) ? "Refitting the shared one" : "Refitting");
          case RARE_ERRORS ->
              format(
                  "no %s with norm <= %s reaches tolerance %s: rare large errors, the lower bound"
                      + " (%s) is %s. Counted up to %s each, the frozen one does: its capped error"
                      + " is at most %s, and at most %s %% of the pairs err more.",
                  closure(certificate),
                  alarm.kappa(),
                  alarm.tolerance(),
                  alarm.bound().label(),
                  lower(certificate),
                  largest(certificate),
                  capped(certificate),
                  exceeding(certificate));
          case UPPER_BOUND_WITHIN ->
              format(
                  "the frozen closure%s reaches tolerance %s: its error is at most %s.",
                  ofFleet(certificate) ? ", one for the whole fleet," : "",
                  alarm.tolerance(),
                  upper(certificate));
          case CAPPED_UPPER_BOUND_WITHIN ->
              format(
                  "the frozen closure%s reaches tolerance %s when errors above %s count as %s: its"
                      + " capped error is at most %s, and at most %s %% of the pairs err more. Its"
                      + " plain error is at most %s.",
                  ofFleet(certificate) ? ", one for the whole fleet," : "",
                  alarm.tolerance(),
                  largest(certificate),
                  largest(certificate),
                  capped(certificate),
                  exceeding(certificate),
                  upper(certificate));
          case MORE_DATA -> undecided(certificate) + decides(certificate);
          case STRUCTURALLY_VACUOUS ->
              undecided(certificate)
                  + format(
                      "No number of units makes the %s bound positive: it tends to %s at these"
                          + " statistics. A sharper map (larger omega) lowers the assignment loss;"
                          + " the minimum bound does not need it.",
                      alarm.bound().label(), alarm.lowerLimit());
          case INCOMPLETE ->
              format(
                  "%d units of this window are missing, and their silence may be informative; the"
                      + " numbers stand for the %d that reported.",
                  certificate.counts().missing(), certificate.counts().units());
          case OUTSIDE_SO_FAR ->
              format(
                  "%s %% of the pairs so far start unlike the recording, and %d units are too few"
                      + " to say where the stream is: no bound is read before there are more.",
                  100 * certificate.checks().outsideShare(), certificate.counts().units());
          case NO_TOLERANCE ->
              format(
                  "no tolerance is known. The best %s with norm <= %s has an error of"
                      + " at least %s, the frozen one at most %s.",
                  closure(certificate), alarm.kappa(), lower(certificate), upper(certificate));
          case HALVES_DIFFER ->
              ofFleet(certificate)
                  ? "the first and the second half of the streams, in order of their ids, have"
                      + " different laws: are they machines of one kind? Check the labels and the"
                      + " clocks; EXCLUDED and ATTAINABLE are withheld."
                  : "the two halves of the window have different laws. Check independence,"
                      + " duplicated data, the clock and the labels; EXCLUDED and ATTAINABLE are"
                      + " withheld.";
          case UNITS_DEPENDENT ->
              format(
                  "consecutive units are correlated (%s, beyond %s). Check independence,"
                      + " duplicated data, the clock and the labels; EXCLUDED and ATTAINABLE are"
                      + " withheld.",
                  certificate.checks().dependence(), AssessmentLimits.DEPENDENCE_LIMIT);
          case TOO_MANY_STREAMS ->
              "more streams report than the fleet declares, so that nobody can tell which of them"
                  + " this window is of. Set certificates.fleet.streams to their number, or name"
                  + " those that left the fleet under certificates.fleet.retired; EXCLUDED and"
                  + " ATTAINABLE are withheld.";
          case RELATION_BROKEN ->
              "for too many pairs of the window the sensors did not keep the relations of the"
                  + " recording: its pairs are not of one law. Look at the sensors named, their"
                  + " valves and controllers; EXCLUDED and ATTAINABLE are withheld.";
          case OUTSIDE_SHARE ->
              format(
                  "%s %% of the pairs are unlike the recording. There the coordinates go flat and"
                      + " look predictable, so the bounds say nothing about normal operation. A"
                      + " fault, or a new normal to fit?",
                  100 * certificate.checks().outsideShare());
          case OUTSIDE_AT_CLOSE ->
              format(
                  "the stream was unlike the recording when the window closed (%s %% of the pairs"
                      + " are). There the coordinates go flat and look predictable, so the"
                      + " bounds say nothing about normal operation. A fault, or a new normal to"
                      + " fit?",
                  100 * certificate.checks().outsideShare());
          case LOW_VARIATION ->
              format(
                  "the coordinates vary less (%s) than on held-out normal data (%s). The bounds"
                      + " say nothing about normal operation. A frozen sensor, another fault, or a"
                      + " new normal to fit?",
                  certificate.checks().retainedVariation(),
                  certificate.checks().retainedVariationLow().orElse(Double.NaN));
        };
  }

  /** What an incomplete window says besides a verdict that has another reason. */
  private static String missing(WindowCertificate certificate) {
    return certificate.counts().missing() == 0 || certificate.reason() == Reason.INCOMPLETE
        ? ""
        : format(
            " %d units of this window are missing, the numbers stand for the %d that reported.",
            certificate.counts().missing(), certificate.counts().units());
  }

  private static boolean ofFleet(WindowCertificate certificate) {
    return certificate.extent().sampling() == Sampling.FLEET;
  }

  /** What the bounds speak of. */
  private static String closure(WindowCertificate certificate) {
    return ofFleet(certificate) ? "single closure shared by the fleet" : "linear closure";
  }

  private static String undecided(WindowCertificate certificate) {
    WindowCertificate.Alarm alarm = certificate.alarm();
    return format(
        "no information, not a sign of health. The best %s with norm <= %s has an"
            + " error of at least %s, the frozen one at most %s%s; tolerance %s. ",
        closure(certificate),
        alarm.kappa(),
        lower(certificate),
        upper(certificate),
        alarm.upperCapped().isPresent()
            ? format(", of its capped error at most %s", capped(certificate))
            : "",
        alarm.tolerance());
  }

  /** The bounds that the verdict rests on: the best of a run where they hold at every moment. */
  private static double lower(WindowCertificate certificate) {
    return certificate.anytime().map(AnytimeRun::bestLower).orElse(certificate.alarm().lower());
  }

  private static double upper(WindowCertificate certificate) {
    return certificate.anytime().map(AnytimeRun::bestUpper).orElse(certificate.alarm().upper());
  }

  private static double capped(WindowCertificate certificate) {
    return certificate
        .anytime()
        .map(AnytimeRun::bestCapped)
        .orElse(certificate.alarm().upperCapped())
        .orElse(Double.NaN);
  }

  /** The largest error that counts. */
  private static double largest(WindowCertificate certificate) {
    return certificate
        .displayed()
        .capped()
        .map(CappedBound::cap)
        .map(Math::sqrt)
        .orElse(Double.NaN);
  }

  /** The most pairs, in per cent, that may err by more, on the event of the capped bound. */
  private static String exceeding(WindowCertificate certificate) {
    double ratio = capped(certificate) / largest(certificate);
    return digits(100 * Math.min(1, ratio * ratio), 3);
  }

  private static String decides(WindowCertificate certificate) {
    WindowCertificate.Alarm alarm = certificate.alarm();
    int needed = certificate.counts().units() < MOST_UNITS ? unitsNeeded(certificate) : 0;
    if (needed > 0) {
      String verdict = excludes(certificate, needed) ? "EXCLUDED" : "ATTAINABLE";
      return format(
          "At the present statistics and level %d units would decide it (%s), %d more than now.%s",
          needed, verdict, needed - certificate.counts().units(), varianceNeeded(certificate));
    }
    double attained =
        Math.sqrt(
            certificate
                .displayed()
                .capped()
                .map(CappedBound::meanSquaredError)
                .orElse(certificate.displayed().upper().meanSquaredError()));
    if (attained > alarm.tolerance()) {
      return format(
          "At the present statistics no number of units decides it: the tolerance is between the"
              + " limit of the %s bound, %s, and the error of the frozen closure, %s. A better"
              + " closure may make it attainable.%s",
          alarm.bound().label(), alarm.lowerLimit(), attained, varianceNeeded(certificate));
    }
    return format(
        "At the present statistics no number of units decides it: the frozen closure has an error"
            + " of %s, but its norm %s exceeds kappa %s.",
        attained, certificate.closureNorm(), alarm.kappa());
  }

  /**
   * The smallest number of units that would decide the alarm at the certificate's statistics and
   * level.
   *
   * @param certificate a window
   * @return number of units; 0 if none up to 2^30 does
   */
  public static int unitsNeeded(WindowCertificate certificate) {
    IntPredicate decides = units -> excludes(certificate, units) || attains(certificate, units);
    if (!decides.test(MOST_UNITS)) {
      return 0;
    }
    int fails = 0;
    int holds = MOST_UNITS;
    while (holds - fails > 1) {
      int middle = fails + (holds - fails) / 2;
      if (decides.test(middle)) {
        holds = middle;
      } else {
        fails = middle;
      }
    }
    return holds;
  }

  private static boolean excludes(WindowCertificate certificate, int units) {
    WindowCertificate.Alarm alarm = certificate.alarm();
    double kappa = alarm.kappa();
    double level = alarm.level();
    double lower =
        switch (alarm.bound()) {
          case PAPER ->
              PaperBound.of(
                      certificate.averages().fHat(),
                      certificate.averages().sHat(),
                      units,
                      kappa,
                      level)
                  .lower();
          case LABEL ->
              LabelBound.ofUnits(
                      certificate.averages().bHat(),
                      certificate.averages().sHat(),
                      units,
                      kappa,
                      level)
                  .lower();
          case MINIMUM -> {
            double risk = alarm.lowerLimit() * alarm.lowerLimit();
            yield MinimumBound.of(risk, 0, units, kappa, level).lower();
          }
          case TIGHT -> alarm.tight().map(tight -> tight.withUnits(units)).orElse(0.0);
        };
    return lower > alarm.tolerance() + AssessmentLimits.TOLERANCE_SLACK;
  }

  private static boolean attains(WindowCertificate certificate, int units) {
    WindowCertificate.Alarm alarm = certificate.alarm();
    double mean = certificate.displayed().upper().meanSquaredError();
    double range = certificate.displayed().upper().range();
    if (certificate.displayed().capped().isPresent()) {
      mean = certificate.displayed().capped().get().meanSquaredError();
      range = certificate.displayed().capped().get().cap();
    }
    return certificate.closureNorm() <= alarm.kappa() * AssessmentLimits.NORM_SLACK
        && UpperBound.of(mean, 0, range, units, alarm.level()).upper() <= alarm.tolerance();
  }

  /** The variance at which the paper's bound would exclude with the present units. */
  private static String varianceNeeded(WindowCertificate certificate) {
    WindowCertificate.Alarm alarm = certificate.alarm();
    if (alarm.bound() != Bound.PAPER) {
      return "";
    }
    PaperBound bound =
        PaperBound.of(
            certificate.averages().fHat(),
            certificate.averages().sHat(),
            certificate.counts().units(),
            alarm.kappa(),
            alarm.level());
    double root = alarm.tolerance() + alarm.kappa() * Math.sqrt(2 * bound.lossUpper());
    return format(
        " With the present units the successor variance would have to exceed %s, it is %s.",
        Math.sqrt(2 * bound.radius()) + root * root, certificate.averages().sHat());
  }

  private static String assumption(WindowCertificate certificate) {
    String unit =
        switch (certificate.extent().sampling()) {
          case RECORDS -> "i.i.d. pairs";
          case EPISODES -> "i.i.d. episodes";
          case FLEET ->
              "independent streams of one law. It speaks of one matrix shared by the fleet;"
                  + " per-stream closures may do better";
        };
    String validity =
        certificate
            .anytime()
            .map(
                run ->
                    format(
                        "Valid at every moment since %s (restart %d, %s). ",
                        Instant.ofEpochSecond(Math.floorDiv(run.since(), NANOS_PER_SECOND)),
                        run.restart(),
                        run.cause().label()))
            .orElse("");
    return validity
        + format(
            "Level %s, %d units, on the assumption of %s.",
            certificate.alarm().level(), certificate.counts().units(), unit);
  }

  static String format(String pattern, Object... values) {
    Object[] shown = values.clone();
    for (int i = 0; i < shown.length; i++) {
      shown[i] = shown[i] instanceof Double number ? digits(number, DIGITS) : shown[i];
    }
    return String.format(Locale.ROOT, pattern, shown);
  }

  /** Some significant digits without trailing zeros. */
  static String digits(double value, int significant) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    if (Math.abs(value) < NEGLIGIBLE) {
      return "0";
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(significant)).stripTrailingZeros();
    return rounded.scale() > 12 ? rounded.toString() : rounded.toPlainString();
  }
}
