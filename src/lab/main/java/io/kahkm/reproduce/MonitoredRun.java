package io.kahkm.reproduce;

import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.FleetWindow;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Reason;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.monitor.ModelCertificates;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.Matrix;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One plant under the monitor as it runs, closure learning and gates on, with the limits that fit
 * drew: how often what is announced as improbable happened in normal operation. One use.
 */
final class MonitoredRun {
  /** What is announced with a probability, of every window unless said otherwise. */
  enum Announced {
    /** A row above the novelty limit. */
    NOVELTY("row above the novelty threshold"),
    /** A plant of whose rows more than the stated share lie above. */
    NOVELTY_LIMIT("plant with more rows above than stated"),
    /** A window of its size outside the normal range of s-hat. */
    RANGE_VARIANCE("window outside the normal range of s-hat"),
    /** A window of its size outside the normal range of the retained variation. */
    RANGE_VARIATION("window outside the normal range of the retained variation"),
    /** A window of its size outside the normal range of the error of forecasts by one step. */
    RANGE_ERROR("window outside the normal range of the forecast error, 1 step"),
    /** The same by five steps. */
    RANGE_FAR_ERROR("window outside the normal range of the forecast error, 5 steps"),
    /** A window of low variation. */
    LOW_VARIATION("window of low variation"),
    /** A lower bound above the best error: EXCLUDED at the worst tolerance. */
    LOWER("lower bound wrong (EXCLUDED)"),
    /** An upper bound below the error of the closure: ATTAINABLE at the worst tolerance. */
    UPPER("upper bound wrong (ATTAINABLE)"),
    /** SUSPECT because the halves differ. */
    HALVES("SUSPECT, halves differ"),
    /** SUSPECT because units look dependent. */
    DEPENDENT("SUSPECT, units dependent");

    final String words;

    Announced(String words) {
      this.words = words;
    }

    /** Whether it does not depend on the size of the windows. */
    boolean ofRows() {
      return this == NOVELTY || this == NOVELTY_LIMIT || ofRange();
    }

    /** Whether it is announced of windows of the size of the normal ranges. */
    boolean ofRange() {
      return this == RANGE_VARIANCE
          || this == RANGE_VARIATION
          || this == RANGE_ERROR
          || this == RANGE_FAR_ERROR;
    }
  }

  /** Trials, happenings, and those of a broken control, with the sum of what was announced. */
  static final class Count {
    int trials;
    int happened;
    int broken;
    double announced;

    void add(double probability, boolean happens, boolean brokenHappens) {
      trials++;
      announced += probability;
      happened += happens ? 1 : 0;
      broken += brokenHappens ? 1 : 0;
    }
  }

  static final double DELTA = 0.05;
  private static final double KAPPA = 1.2;

  /** sqrt(M) r_1 of independent units is beyond 4 about so often on either side together. */
  private static final double BEYOND_FOUR = 6.4e-5;

  /** A control's novelty limit: this share of held-out rows lies below it. */
  private static final double BROKEN_QUANTILE = 0.9;

  /** A control's low variation: this many times the limit. */
  private static final double BROKEN_FACTOR = 3;

  /** A control's second half of a window: readings so many times as far from the middle. */
  private static final double CALM = 0.1;

  /** Fewer rows of a plant do not tell the share above its limit. */
  private static final int FEWEST_ROWS = 5000;

  private static final long WINDOW = 1000;

  /** Windows of a plant that are held against the normal ranges. */
  private static final int RANGE_WINDOWS = 40;

  private final MonitoredPlant.Form form;
  private final MonitoredPlant plant;
  private final Model model;
  private final Calibration limits;
  private final PairLaw truth;
  private final double best;
  private final double brokenLimit;
  private final Map<Announced, Count> counts = new EnumMap<>(Announced.class);
  private final Count rows = new Count();

  MonitoredRun(MonitoredPlant.Form form, long seed) {
    this.form = form;
    plant = new MonitoredPlant(form, seed);
    model = plant.model();
    limits = model.calibration().orElseThrow();
    truth = plant.truth(1);
    best = BestClosure.of(truth, KAPPA).error();
    double[] heldOut = plant.heldOutNovelties();
    brokenLimit = heldOut[(int) (BROKEN_QUANTILE * heldOut.length)];
    for (Announced announced : Announced.values()) {
      counts.put(announced, new Count());
    }
  }

  /** Runs windows of one size and returns what was counted. */
  Map<Announced, Count> run(int units, int windows) {
    if (form == MonitoredPlant.Form.FLEET) {
      for (int w = 0; w < windows; w++) {
        window(fleetWindow(units, w, false), model.closure());
        control(fleetWindow(units, w, true));
      }
    } else {
      stream(units, windows, false);
      if (form != MonitoredPlant.Form.RUN) {
        stream(units, windows, true);
      }
    }
    new RangeRun(plant, limits).run(RANGE_WINDOWS, counts);
    if (rows.trials >= FEWEST_ROWS) {
      double stated = 1 - limits.quantile();
      counts
          .get(Announced.NOVELTY_LIMIT)
          .add(
              1 - limits.confidence(),
              rows.happened > stated * rows.trials,
              rows.broken > stated * rows.trials);
    }
    return counts;
  }

  private CertificateSettings settings(Sampling sampling, int units) {
    return CertificateSettings.builder(sampling, units)
        .policy(WindowPolicy.TUMBLING)
        .kappa(OptionalDouble.of(KAPPA))
        .delta(DELTA)
        .build();
  }

  /** Windows of a stream; with {@code calm} second halves as a control for SUSPECT. */
  private void stream(int units, int windows, boolean calm) {
    boolean pairs = form == MonitoredPlant.Form.PAIRS;
    Sampling sampling = form == MonitoredPlant.Form.EPISODES ? Sampling.EPISODES : Sampling.RECORDS;
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .pairing(pairs ? Pairing.TRANSITIONS : Pairing.STATES)
                .horizons(List.of(1))
                .learn(true)
                .beta(model.beta())
                .certificates(Optional.of(settings(sampling, units)))
                .build(),
            model);
    Matrix frozen = monitor.closure();
    int closed = 0;
    for (int e = 0; closed < windows; e++) {
      double[][] episode = plant.episode(calm && isSecondHalf(e, units) ? CALM : 1);
      for (int t = 0; closed < windows && t < (pairs ? 1 : episode.length); t++) {
        boolean end = t + 1 == episode.length;
        RowAssessment assessment =
            monitor.advance(
                pairs
                    ? Observation.transition(0, episode[0], episode[1])
                    : Observation.state(0, episode[t], "e" + e, end));
        if (assessment.readiness() == Readiness.READY && !calm) {
          row(assessment.novelty());
        }
        for (WindowCertificate record : assessment.certificates()) {
          if (calm) {
            control(record);
          } else {
            window(record, frozen);
          }
          frozen = monitor.closure();
          closed++;
        }
      }
    }
  }

  /** Units in order of the window, those of a fleet in order of their names. */
  private static boolean isSecondHalf(int unit, int units) {
    return unit % units >= units / 2;
  }

  private WindowCertificate fleetWindow(int units, int number, boolean calm) {
    FleetSettings fleet = new FleetSettings(units, WINDOW, form.rows, 0);
    MonitorSettings settings =
        MonitorSettings.builder()
            .timing(InputTiming.TIMED)
            .horizons(List.of(1))
            .certificates(Optional.of(settings(Sampling.FLEET, units)))
            .fleet(Optional.of(fleet))
            .build();
    FleetWindow window = ModelCertificates.fleetWindow(settings, model, number);
    for (int j = 0; j < units; j++) {
      StreamMonitor monitor = StreamMonitor.create(settings, model);
      long time = number * WINDOW;
      for (double[] state : plant.episode(calm && isSecondHalf(j, units) ? CALM : 1)) {
        RowAssessment assessment = monitor.advance(Observation.state(time++, state, null, false));
        if (assessment.readiness() == Readiness.READY && !calm) {
          row(assessment.novelty());
        }
      }
      for (FleetSummary summary : monitor.finish().fleetSummaries()) {
        window.add(String.format(Locale.ROOT, "stream-%05d", j), summary.unit());
      }
    }
    return window.close();
  }

  private void row(double novelty) {
    boolean above = novelty > limits.noveltyLimit();
    rows.add(limits.expectedRate(), above, novelty > brokenLimit);
    counts.get(Announced.NOVELTY).add(limits.expectedRate(), above, novelty > brokenLimit);
  }

  private void window(WindowCertificate record, Matrix frozen) {
    OptionalDouble low = record.checks().retainedVariationLow();
    if (low.isPresent()) {
      double variation = record.checks().retainedVariation();
      count(
          Announced.LOW_VARIATION,
          limits.variation().level(),
          variation < low.getAsDouble(),
          variation < BROKEN_FACTOR * low.getAsDouble());
    }
    if (form == MonitoredPlant.Form.RUN) {
      return;
    }
    WindowCertificate.Alarm alarm = record.alarm();
    double error = Math.sqrt(truth.meanSquaredError(frozen));
    count(Announced.LOWER, DELTA, alarm.lower() > best, alarm.lowerLimit() > best);
    double attained = Math.sqrt(record.displayed().upper().meanSquaredError());
    count(Announced.UPPER, DELTA, alarm.upper() < error, attained < error);
    boolean judged =
        alarm.reason() != Reason.LOW_VARIATION && record.checks().outsideShare() <= 0.05;
    if (judged) {
      count(Announced.HALVES, DELTA, alarm.reason() == Reason.HALVES_DIFFER, false);
      count(
          Announced.DEPENDENT,
          BEYOND_FOUR,
          alarm.reason() == Reason.UNITS_DEPENDENT,
          Math.abs(record.checks().dependence()) > 1);
    }
  }

  private void control(WindowCertificate record) {
    counts.get(Announced.HALVES).broken += record.reason() == Reason.HALVES_DIFFER ? 1 : 0;
  }

  private void count(Announced announced, double probability, boolean happens, boolean broken) {
    counts.get(announced).add(probability, happens, broken);
  }
}
