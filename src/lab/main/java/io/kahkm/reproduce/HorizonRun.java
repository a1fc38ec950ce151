package io.kahkm.reproduce;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.AnytimeRun;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.setting.ReferenceClosure;
import io.kahkm.internal.certificate.setting.Refinements;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.SquareProducts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One plant of episodes with gaps under the monitor as it runs, closure learning and gates on, with
 * tight bounds, horizons, and windows or runs that are looked at all the time: how often a bound or
 * a claim was wrong. One use.
 */
final class HorizonRun {
  /** What is announced with a probability. */
  enum Announced {
    /** Of a window and one step: no matrix of the ball is better. */
    LOWER("tight lower bound wrong"),
    /** Of a window and a horizon: the same of the matrices so many steps ahead. */
    FAR_LOWER("lower bound of a horizon wrong"),
    /** Of a window and a horizon: the frozen forecast errs no more. */
    FAR_UPPER("upper bound of a horizon wrong"),
    /** The tolerance is just below the error of the first horizon that misses it. */
    TRUSTED("trusted up to a horizon that misses the tolerance"),
    /** The tolerance is the best error of the last horizon that reaches it. */
    EXCLUDED("excluded from a horizon that can reach the tolerance"),
    /** Of a stream, looked at all the time: any lower bound of any of its runs. */
    EVER_LOWER("any lower bound of a stream wrong at any moment"),
    /** Any upper bound of any of its runs. */
    EVER_UPPER("any upper bound of a stream wrong at any moment");

    final String words;

    Announced(String words) {
      this.words = words;
    }
  }

  static final List<Integer> HORIZONS = List.of(1, 3, 6);

  private static final double DELTA = 0.05;
  private static final double KAPPA = 1.2;

  /** Verdicts are those of any; claims are counted at the worst ones. */
  private static final double TOLERANCE = 0.1;

  private final MonitoredPlant plant;
  private final PairLaw[] truth = new PairLaw[HORIZONS.size()];
  private final double[] best = new double[HORIZONS.size()];
  private final Map<Announced, MonitoredRun.Count> counts = new EnumMap<>(Announced.class);

  HorizonRun(long seed) {
    plant = new MonitoredPlant(MonitoredPlant.Form.EPISODES, seed);
    for (int i = 0; i < best.length; i++) {
      truth[i] = plant.truth(HORIZONS.get(i));
      best[i] = BestClosure.of(truth[i], KAPPA).error();
    }
    for (Announced announced : Announced.values()) {
      counts.put(announced, new MonitoredRun.Count());
    }
  }

  Map<Announced, MonitoredRun.Count> counts() {
    return counts;
  }

  private StreamMonitor monitor(WindowPolicy policy, int units) {
    CertificateSettings certificates =
        CertificateSettings.builder(Sampling.EPISODES, units)
            .policy(policy)
            .bound(Bound.TIGHT)
            .kappa(OptionalDouble.of(KAPPA))
            .delta(DELTA)
            .tolerance(TOLERANCE)
            .refinements(
                new Refinements(
                    OptionalDouble.empty(),
                    ReferenceClosure.PREVIOUS,
                    0,
                    0,
                    Optional.of(new HorizonSettings(HORIZONS, 1, DELTA, true, Projection.NONE))))
            .build();
    return StreamMonitor.create(
        MonitorSettings.builder()
            .pairing(Pairing.STATES)
            .horizons(List.of(1))
            .learn(true)
            .beta(plant.model().beta())
            .certificates(Optional.of(certificates))
            .build(),
        plant.model());
  }

  /** Takes one episode and returns the certificates that it brought. */
  private List<WindowCertificate> episode(StreamMonitor monitor, int number) {
    List<WindowCertificate> records = new ArrayList<>();
    double[][] rows = plant.episode();
    for (int t = 0; t < rows.length; t++) {
      boolean end = t + 1 == rows.length;
      records.addAll(
          monitor.advance(Observation.state(0, rows[t], "e" + number, end)).certificates());
    }
    return records;
  }

  /** Windows of so many units, one after the other. */
  void windows(int units, int windows) {
    StreamMonitor monitor = monitor(WindowPolicy.TUMBLING, units);
    Matrix frozen = monitor.closure();
    int closed = 0;
    for (int e = 0; closed < windows; e++) {
      for (WindowCertificate record : episode(monitor, e)) {
        window(record, frozen);
        frozen = monitor.closure();
        closed++;
      }
    }
  }

  private double[] errors(Matrix frozen) {
    double[] errors = new double[HORIZONS.size()];
    double[][] power = frozen.toRows();
    int exponent = 1;
    for (int i = 0; i < errors.length; i++) {
      for (; exponent < HORIZONS.get(i); exponent++) {
        power = SquareProducts.times(power, frozen.toRows());
      }
      errors[i] = Math.sqrt(truth[i].meanSquaredError(Matrix.ofRows(power)));
    }
    return errors;
  }

  private void window(WindowCertificate record, Matrix frozen) {
    double[] errors = errors(frozen);
    List<HorizonBound> rows = record.horizons().orElseThrow().rows();
    double mean = Math.sqrt(rows.get(0).meanSquaredError());
    counts.get(Announced.LOWER).add(DELTA, record.alarm().lower() > best[0], mean > best[0]);
    for (int i = 0; i < errors.length; i++) {
      HorizonBound row = rows.get(i);
      double observed = Math.sqrt(row.meanSquaredError());
      counts.get(Announced.FAR_LOWER).add(DELTA / 2, low(row) > best[i], observed > best[i]);
      counts.get(Announced.FAR_UPPER).add(DELTA / 2, high(row) < errors[i], observed < errors[i]);
      if (isFirstToMiss(i, errors)) {
        trusted(record, errors[i], i);
      }
      if (isLastToReach(i)) {
        excluded(record, best[i], i);
      }
    }
  }

  private static double low(HorizonBound row) {
    return row.lower().orElse(0);
  }

  private static double high(HorizonBound row) {
    return row.upper().orElse(Double.POSITIVE_INFINITY);
  }

  private static boolean isFirstToMiss(int horizon, double[] errors) {
    for (int i = 0; i < horizon; i++) {
      if (errors[i] >= errors[horizon]) {
        return false;
      }
    }
    return true;
  }

  private boolean isLastToReach(int horizon) {
    for (int i = horizon + 1; i < best.length; i++) {
      if (best[i] <= best[horizon]) {
        return false;
      }
    }
    return true;
  }

  private static boolean claims(WindowCertificate record) {
    return record.verdict() != Verdict.SUSPECT && record.verdict() != Verdict.OUT_OF_MAP;
  }

  private void trusted(WindowCertificate record, double tolerance, int horizon) {
    boolean within = claims(record);
    boolean observed = within;
    for (HorizonBound row : record.horizons().orElseThrow().rows().subList(0, horizon + 1)) {
      within &= high(row) < tolerance;
      observed &= Math.sqrt(row.meanSquaredError()) < tolerance;
    }
    counts.get(Announced.TRUSTED).add(DELTA / 2, within, observed);
  }

  private void excluded(WindowCertificate record, double tolerance, int horizon) {
    boolean above = claims(record);
    boolean observed = above;
    for (HorizonBound row : record.horizons().orElseThrow().rows().subList(horizon, best.length)) {
      above &= low(row) > tolerance;
      observed &= Math.sqrt(row.meanSquaredError()) > tolerance;
    }
    counts.get(Announced.EXCLUDED).add(DELTA / 2, above, observed);
  }

  /** A stream of so many episodes, whose certificates are looked at whenever there is one. */
  void stream(int units, int episodes) {
    StreamMonitor monitor = monitor(WindowPolicy.ANYTIME, units);
    Map<Integer, double[]> errorsOfRuns = new HashMap<>();
    boolean lower = false;
    boolean upper = false;
    boolean meanAbove = false;
    boolean meanBelow = false;
    for (int e = 0; e < episodes; e++) {
      // A run freezes its closure at its first unit, which brings a certificate.
      Matrix before = monitor.closure();
      for (WindowCertificate record : episode(monitor, e)) {
        AnytimeRun run = record.anytime().orElseThrow();
        double[] errors = errorsOfRuns.computeIfAbsent(run.restart(), k -> errors(before));
        double mean = Math.sqrt(record.displayed().upper().meanSquaredError());
        lower |= run.bestLower() > best[0];
        upper |= run.bestUpper() < errors[0];
        meanAbove |= mean > best[0];
        meanBelow |= mean < errors[0];
      }
    }
    counts.get(Announced.EVER_LOWER).add(DELTA, lower, meanAbove);
    counts.get(Announced.EVER_UPPER).add(DELTA, upper, meanBelow);
  }
}
