package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.kernel.DeterministicMath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The sensor channel of one stream: evidence by sensor and kind of fault, and its mean, which
 * reaches A on average after at least A normal rows.
 *
 * <p>Rows without an innovation (one of the readings at the model's lags is not known, or a value
 * of the row is missing) are counted; runs of equal and of missing values are watched in them too.
 * So are rows after an alarm as long as their past holds readings of it: what those imply may be as
 * wrong as they were, and would be a second alarm when they reach the end of the history. Equal
 * readings give equal bits, also across {@link #transfer}. Mutable, one owner; nothing is allocated
 * per reading.
 */
public final class SensorMonitor {
  /** By how much a capital may exceed what makes an alert by itself: it decides how one ends. */
  private static final double CAP_ABOVE_ALERT = 10;

  /** A fault of so few readings more or less is noticed little later. */
  private static final int SOON = 10;

  /** Readings in a row that may go unjudged: most shifts take about as many to be noticed. */
  private static final int SHORT_SPELL = 100;

  private static final int NEVER = Integer.MAX_VALUE;

  /** One sensor of a plant with a short recording may well go further than it ever did. */
  private static final int FEWEST_BEYOND = 2;

  private static final int SHARE_BEYOND = 3;

  private final SensorModel model;
  private final double alert;
  private final Innovations past;
  private final SensorBets bets;
  private final Culprits culprits;
  private final double[] innovations;

  /** The readings of the present row, NaN where one was held. */
  private final double[] inRange;

  /** Last value of every watched sensor that was read, NaN before the first. */
  private final double[] last;

  private final int[] standing;
  private final int[] missing;
  private double mean = 1;
  private boolean valued;

  /** Readings since the last one whose shifts and noise were judged. */
  private int unjudged = NEVER;

  private long watched;
  private long unwatched;

  /**
   * Has seen nothing yet.
   *
   * @param model shared
   * @param alert mean evidence that is worth an alert by itself, above 1 and finite
   */
  public SensorMonitor(SensorModel model, double alert) {
    this(model, alert, alert);
  }

  /**
   * Has seen nothing yet.
   *
   * @param model shared
   * @param alert mean evidence that is worth an alert by itself, above 1 and finite
   * @param most mean evidence that can be gathered at least, {@code alert} or more, finite
   */
  public SensorMonitor(SensorModel model, double alert, double most) {
    if (!(alert > 1 && alert < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("alert is " + alert + ", must be above 1 and finite");
    }
    this.model = model;
    this.alert = alert;
    past = new Innovations(model);
    bets =
        new SensorBets(
            model.terms,
            model.responses(),
            CAP_ABOVE_ALERT * most * SensorBets.KINDS * model.size());
    culprits = new Culprits(model);
    innovations = new double[model.size()];
    inRange = new double[model.size()];
    last = new double[model.size()];
    standing = new int[model.size()];
    missing = new int[model.size()];
    Arrays.fill(last, Double.NaN);
  }

  /**
   * Takes the next row.
   *
   * @param time event time in nanoseconds
   * @param values of all sensors as they were read, held ones included, NaN where one is missing;
   *     not modified, not retained
   * @param held which of them were held; not modified
   * @param reading the same values, all finite, in the units of the model; null where there is no
   *     such reading. Not modified, not retained
   */
  public void take(long time, double[] values, boolean[] held, double @Nullable [] reading) {
    boolean any = watchRuns(time, values, held);
    valued = reading != null && past.take(reading, innovations);
    if (reading == null) {
      past.skip(1);
    } else {
      for (int j = 0; j < last.length; j++) {
        int sensor = model.sensor(j);
        inRange[j] = held[sensor] ? Double.NaN : reading[sensor];
        innovations[j] = held[sensor] ? Double.NaN : innovations[j];
      }
      bets.ranges(inRange, time);
      // After an alarm its readings are no past that anything can be told from; during it, its end.
      valued &= !past.doubtful() || bets.strongest() >= SensorBets.SUSPECT;
      if (valued) {
        bets.innovations(innovations, time);
      }
    }
    double strongest = bets.strongest();
    if (reading != null && strongest >= SensorBets.FROZEN) {
      past.alarm();
    }
    if (valued && any) {
      watched++;
      unjudged = 0;
    } else {
      unwatched++;
      unjudged = Math.min(unjudged, NEVER - 1) + 1;
    }
    mean = bets.mean();
    if (strongest < SensorBets.NOTABLE) {
      culprits.clear();
    } else if (valued) {
      culprits.add(innovations);
    }
  }

  /** Equal and missing values; a row in which no sensor has a value says nothing of any. */
  private boolean watchRuns(long time, double[] values, boolean[] held) {
    boolean any = false;
    for (int i = 0; i < values.length && !any; i++) {
      any = !held[i] && !Double.isNaN(values[i]);
    }
    for (int j = 0; j < last.length && any; j++) {
      double value = values[model.sensor(j)];
      if (held[model.sensor(j)]) {
        // For as long as a value may be held it is not missed.
        continue;
      }
      if (Double.isNaN(value)) {
        bets.missing(j, missing[j], time);
        missing[j] = Math.min(missing[j] + 1, Integer.MAX_VALUE - 1);
        continue;
      }
      missing[j] = 0;
      standing[j] = value == last[j] ? Math.min(standing[j] + 1, Integer.MAX_VALUE - 1) : 0;
      bets.present(j, standing[j], time);
      last[j] = value;
    }
    return any;
  }

  /**
   * What comes next is that many steps after the last reading.
   *
   * @param steps at least 1; 0 where nobody knows, so that nothing of the past can be used
   */
  public void follow(long steps) {
    if (steps == 0) {
      past.clear();
    } else {
      past.skip(steps - 1);
    }
  }

  /** The time of a row has passed that says nothing of the sensors: their machine stood still. */
  public void skip() {
    past.skip(1);
  }

  /**
   * How many readings without a gap it takes until shifts and noise are judged again: their past
   * has to be known, and free of alarms.
   *
   * @return at least 0; 0 where the next reading is judged
   */
  public int waiting() {
    return past.waiting();
  }

  /**
   * Whether shifts and noise are not judged for long: as long, nothing says that the sensors are in
   * order.
   *
   * @return true until the first reading is about to be judged, within ten, and in spells of more
   *     than 100 readings that are not, past and to come without a gap; false in shorter ones, such
   *     as the beginnings of episodes
   */
  public boolean learning() {
    boolean never = unjudged == NEVER;
    if ((never ? unwatched : unjudged) > SHORT_SPELL) {
      return true;
    }
    int waiting = past.waiting(SHORT_SPELL + 1);
    return waiting >= SOON && (never || waiting > SHORT_SPELL - unjudged);
  }

  /** The next reading belongs to another stream: nothing is kept but the counts. */
  public void startStream() {
    past.clear();
    bets.clear();
    culprits.clear();
    Arrays.fill(last, Double.NaN);
    Arrays.fill(standing, 0);
    Arrays.fill(missing, 0);
    mean = 1;
    valued = false;
    unjudged = NEVER;
  }

  /**
   * What the channel was fitted to.
   *
   * @return the frozen part
   */
  public SensorModel model() {
    return model;
  }

  /**
   * The evidence of the channel.
   *
   * @return mean over sensors and kinds, above 0; about 1 without anything
   */
  public double evidence() {
    return mean;
  }

  /**
   * Evidence on the scale of what is worth an alert by itself: log of the evidence over that of the
   * alert.
   *
   * @return from 0 for evidence of at most 1 to 1 from the alert on
   */
  public double level() {
    return mean <= 1
        ? 0
        : Math.min(1, DeterministicMath.log2(mean) / DeterministicMath.log2(alert));
  }

  /**
   * Evidence of one kind against one sensor.
   *
   * @param j 0-based index of the watched sensor
   * @param kind what may be wrong
   * @return above 0; about 1 without anything
   */
  public double evidence(int j, SensorKind kind) {
    return bets.evidence(j, kind);
  }

  /**
   * Whether a value stands still, or is missing, with evidence enough for an alert by itself: that
   * rests on no movement that a short recording may not have seen. How long values stand still is
   * known from all its runs, of which also a short one has many; one that is missing is taken to be
   * as likely there as not in the next row.
   *
   * @return false where it takes other kinds of faults, or several sensors
   */
  public boolean standsOrIsGone() {
    double enough = enoughAlone();
    for (int j = 0; j < model.size(); j++) {
      if (bets.evidence(j, SensorKind.STUCK) >= enough
          || bets.evidence(j, SensorKind.GONE) >= enough) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the evidence is that readings are beyond what the recording had: without it there would
   * not be enough for an alert by itself. Novelty sees the same of the same readings.
   *
   * @return false where another kind of fault is enough by itself
   */
  public boolean isOfRange() {
    double others = 0;
    for (int j = 0; j < model.size(); j++) {
      for (SensorKind kind : SensorKind.values()) {
        others += kind == SensorKind.RANGE ? 0 : bets.evidence(j, kind);
      }
    }
    return others < enoughAlone();
  }

  /** Evidence of one kind against one sensor, or their sum, that is an alert by itself. */
  private double enoughAlone() {
    return alert * SensorBets.KINDS * model.size();
  }

  /**
   * Whether at least a third of the sensors, and two of them, are beyond what they ever read in the
   * recording, each with evidence enough for an alert by itself: then the plant is not in the
   * operation that was recorded, however short the recording was.
   *
   * @return false where fewer are
   */
  public boolean widelyOutOfRange() {
    int beyond = 0;
    for (int j = 0; j < model.size(); j++) {
      beyond += bets.evidence(j, SensorKind.RANGE) >= alert ? 1 : 0;
    }
    return beyond >= FEWEST_BEYOND && beyond * SHARE_BEYOND >= model.size();
  }

  /**
   * The innovation of a watched sensor at the last row.
   *
   * @param j 0-based index of the watched sensor
   * @return in recorded standard deviations; NaN where the row has none
   */
  public double innovation(int j) {
    return valued ? innovations[j] : Double.NaN;
  }

  /**
   * What is wrong, the likeliest first. Of values that stand still, are missing or out of range the
   * evidence decides. Otherwise it is a shift where that explains what all sensors show, else a
   * change of noise. Sensors that mirror each other explain nearly the same and come together,
   * since either may be the one at fault.
   *
   * @param most how many at most, at least 1
   * @param units how many units of a sensor one unit of the model's readings is, by its index
   * @return findings of sensors with evidence of at least ten, none below half of the first; none
   *     without any
   */
  public List<SensorFinding> findings(int most, IntToDoubleFunction units) {
    double strongest = bets.strongest();
    List<Weighed> weighed = new ArrayList<>();
    for (int j = 0; j < last.length && strongest >= SensorBets.SUSPECT; j++) {
      weigh(j, strongest, units, weighed);
    }
    weighed.sort(Comparator.comparingDouble(Weighed::weight).reversed());
    return weighed.stream()
        .filter(w -> 2 * w.weight() >= weighed.get(0).weight())
        .limit(most)
        .map(Weighed::finding)
        .toList();
  }

  private record Weighed(SensorFinding finding, double weight) {}

  private void weigh(int j, double strongest, IntToDoubleFunction units, List<Weighed> weighed) {
    SensorKind direct = strongest(j, SensorKind.STUCK, SensorKind.GONE, SensorKind.RANGE);
    double evidence = bets.evidence(j, direct);
    if (evidence >= SensorBets.SUSPECT && evidence * evidence >= strongest) {
      // Log evidence without a logarithm: the exponent, which is large enough to tell.
      weighed.add(new Weighed(finding(j, direct, evidence, units), Math.getExponent(evidence)));
      return;
    }
    SensorKind shift = strongest(j, SensorKind.HIGH, SensorKind.LOW);
    SensorKind noise = strongest(j, SensorKind.NOISY, SensorKind.QUIET);
    double coherence = culprits.coherence();
    boolean shifted = culprits.shift(j) * coherence >= culprits.noise(j) * (1 - coherence);
    // What explains most is told only where there is evidence of it.
    shifted = bets.evidence(j, shifted ? shift : noise) >= SensorBets.SUSPECT ? shifted : !shifted;
    double share = shifted ? culprits.shift(j) : culprits.noise(j);
    SensorKind kind = shifted ? shift : noise;
    if (bets.evidence(j, kind) >= SensorBets.SUSPECT) {
      weighed.add(new Weighed(finding(j, kind, bets.evidence(j, kind), units), share));
    }
  }

  private SensorKind strongest(int j, SensorKind... kinds) {
    SensorKind best = kinds[0];
    for (SensorKind kind : kinds) {
      best = bets.evidence(j, kind) > bets.evidence(j, best) ? kind : best;
    }
    return best;
  }

  private SensorFinding finding(
      int j, SensorKind kind, double evidence, IntToDoubleFunction units) {
    double unit = units.applyAsDouble(model.sensor(j));
    double deviation = model.deviation(j) * unit;
    double value = last[j];
    double implied = valued ? value - innovations[j] * deviation : Double.NaN;
    double amount = 0;
    switch (kind) {
      case STUCK -> amount = standing[j] + 1;
      case GONE -> amount = missing[j];
      case HIGH, LOW -> {
        amount = bets.shift(j) * deviation;
        implied = value - amount;
        amount = Math.abs(amount);
      }
      case NOISY, QUIET -> amount = bets.ratio(j);
      case RANGE ->
          amount =
              unit
                  * Math.max(
                      0,
                      Math.max(
                          inRange[j] - model.norm(j).range().high(),
                          model.norm(j).range().low() - inRange[j]));
    }
    return new SensorFinding(
        model.sensor(j),
        kind,
        bets.since(j, kind),
        evidence / (SensorBets.KINDS * model.size()),
        value,
        implied,
        amount);
  }

  /**
   * Since when there is evidence.
   *
   * @return the earliest row with which the evidence of a finding began, event time in nanoseconds;
   *     meaningful while there are findings
   */
  public long since() {
    long since = Long.MAX_VALUE;
    for (SensorFinding finding : findings(last.length, sensor -> 1)) {
      since = Math.min(since, finding.since());
    }
    return since;
  }

  /**
   * Readings that had innovations.
   *
   * @return a count
   */
  public long watched() {
    return watched;
  }

  /**
   * Readings that had none.
   *
   * @return a count
   */
  public long unwatched() {
    return unwatched;
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   * @param gaps whether the version kept rows that did not come
   * @param alarms whether the version kept at which readings there was an alarm
   * @param before whether the version kept what sensors followed to before there was evidence
   */
  public void transfer(StateTransfer state, boolean gaps, boolean alarms, boolean before) {
    past.transfer(state, gaps, alarms);
    bets.transfer(state, before);
    culprits.transfer(state);
    state.doubles(last);
    state.doubles(innovations);
    state.doubles(inRange);
    for (int j = 0; j < last.length; j++) {
      standing[j] = state.intOf(standing[j], 0, Integer.MAX_VALUE, "rows of a standing value");
      missing[j] = state.intOf(missing[j], 0, Integer.MAX_VALUE, "rows without a value");
    }
    mean = state.doubleOf(mean);
    valued = state.booleanOf(valued);
    watched = state.longOf(watched);
    unwatched = state.longOf(unwatched);
    unjudged =
        gaps
            ? state.intOf(unjudged, 0, NEVER, "readings that were not judged")
            : watched > 0 ? 0 : NEVER;
  }
}
