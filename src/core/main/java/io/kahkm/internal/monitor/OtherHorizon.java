package io.kahkm.internal.monitor;

import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.ForecastSettings;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.skill.ForecastSkill;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.internal.skill.SkillShares;
import io.kahkm.internal.skill.SkillWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The forecasts of one forecaster at one horizon.
 *
 * <p>Every state of the chain keeps a place until its outcome is known; a forecast takes the place
 * of the reading with its event time, whenever it comes before the outcome. What is bet on a pair
 * of forecasts, and the interval around the other's, were fixed when the reading came, so that it
 * makes no difference when the other's forecast comes. A forecast that never comes counts as none.
 * Mutable, one owner.
 */
final class OtherHorizon {
  /** Forecasts that may wait for their reading. */
  private static final int MOST_WAITING = 64;

  private final String forecaster;
  private final int index;
  private final int horizon;
  private final long step;
  private final SensorLoss losses;
  private final List<Integer> known;
  private final StatePreparation preparation;
  private final OtherPlaces places;
  private final @Nullable ForecastIntervals intervals;
  private final ForecastSkill ours;
  private final ForecastSkill theirs;
  private final TreeMap<Long, OtherForecast> waiting = new TreeMap<>();
  private final int sensors;
  private ForecastScorer current;
  private ForecastScorer closed;
  private long scored;
  private long withoutReading;
  private long late;

  /** Time of the last reading whose outcome is known. */
  private long lastOver = Long.MIN_VALUE;

  OtherHorizon(
      String forecaster,
      int index,
      ForecastWorkspace shared,
      Model model,
      InputTiming timing,
      StatePreparation preparation) {
    this.forecaster = forecaster;
    this.index = index;
    this.preparation = preparation;
    step = timing.step();
    horizon = shared.issued.get(index).horizon();
    losses = new SensorLoss(shared, preparation);
    known = shared.knownSensors;
    sensors = model.map().sensors().size();
    ForecastSettings settings = shared.settings;
    intervals =
        settings.interval().isEmpty()
            ? null
            : new ForecastIntervals(
                model, horizon, settings.interval().getAsDouble(), horizon, preparation);
    places = new OtherPlaces(horizon, sensors, intervals != null);
    int classes = (horizon + settings.every() - 1) / settings.every();
    SkillSettings skill = settings.skill();
    double level = shared.levelOfClaim;
    ours = new ForecastSkill(forecaster, SkillShares.USUAL, classes, level, skill.recent());
    theirs =
        new ForecastSkill(SkillWords.ENGINE, SkillShares.USUAL, classes, level, skill.recent());
    current = new ForecastScorer(1, sensors);
    closed = new ForecastScorer(1, sensors);
  }

  String forecaster() {
    return forecaster;
  }

  int horizon() {
    return horizon;
  }

  boolean takes(OtherForecast forecast) {
    return forecast.horizon() == horizon && forecast.forecaster().equals(forecaster);
  }

  OtherAdmission admit(OtherForecast forecast, long lastTime) {
    int place = places.of(forecast.time());
    if ((place >= 0 && places.isFilled(place)) || waiting.containsKey(forecast.time())) {
      return OtherAdmission.DUPLICATE;
    }
    if (forecast.time() <= lastOver || isLate(forecast)) {
      return OtherAdmission.LATE;
    }
    if (place >= 0) {
      return OtherAdmission.ACCEPTED;
    }
    if (forecast.time() <= lastTime) {
      return OtherAdmission.NO_READING;
    }
    return isFull() && forecast.time() > waiting.lastKey()
        ? OtherAdmission.AHEAD
        : OtherAdmission.ACCEPTED;
  }

  private boolean isFull() {
    return waiting.size() >= Math.max(MOST_WAITING, horizon);
  }

  /** Where steps have a length, the time of the outcome is known beforehand. */
  private boolean isLate(OtherForecast forecast) {
    return step > 0 && Observation.elapsed(forecast.time(), forecast.made()) / horizon >= step;
  }

  void take(OtherForecast forecast, long lastTime) {
    int place = places.of(forecast.time());
    if (place >= 0) {
      fill(place, forecast);
    } else if (forecast.time() > lastTime) {
      if (isFull()) {
        // Those of a wrong clock, years ahead, do not keep the place of nearer ones.
        waiting.pollLastEntry();
        withoutReading++;
      }
      waiting.put(forecast.time(), forecast);
    }
  }

  private void fill(int place, OtherForecast forecast) {
    double[] own = places.fill(place, forecast);
    if (own != null) {
      double distance = finite(losses.between(own, forecast.values(), null));
      int pair = places.pairsBefore(place);
      ours.meet(pair, distance);
      theirs.meet(pair, distance);
    }
  }

  /** Takes a state; true where skill was lost by it, or came back. */
  boolean step(
      long now, long time, double[] readings, boolean abnormal, List<IssuedForecast> issued) {
    if (intervals != null) {
      intervals.abnormal(abnormal);
    }
    boolean turned = places.isDue(now) && outcome(time, readings);
    double @Nullable [] own = issued.isEmpty() ? null : issued.get(index).state();
    int place = places.add(now, time, readings, own, abnormal);
    if (intervals != null) {
      intervals.issue(places.halfWidth(place));
    }
    if (own != null) {
      ours.reserve();
      theirs.reserve();
    }
    OtherForecast early = waiting.remove(time);
    if (early != null) {
      fill(place, early);
    }
    while (!waiting.isEmpty() && waiting.firstKey() < time) {
      waiting.pollFirstEntry();
      withoutReading++;
    }
    return turned;
  }

  /**
   * The forecast that is known when a reading comes, and was made before it.
   *
   * @param origin step of the reading that it was made from, at most the present one
   * @param step the present step, which has no place yet
   * @param time event time of the present reading
   * @return n values in sensor units, a live view; null where there is none
   */
  double @Nullable [] known(long origin, long step, long time) {
    if (origin == step) {
      OtherForecast early = waiting.get(time);
      return early != null && early.made() < time ? early.values() : null;
    }
    OtherPlaces.Place place = places.filled(origin);
    return place != null && place.made() < time ? place.values() : null;
  }

  private boolean outcome(long time, double[] target) {
    boolean turned = false;
    OtherPlaces.Place over = places.take();
    lastOver = Math.max(lastOver, over.time());
    boolean tooLate = over.filled() && over.made() >= time;
    boolean counts = over.filled() && !tooLate;
    late += tooLate ? 1 : 0;
    if (over.paired()) {
      if (counts) {
        boolean[] held = preparation.held();
        double loss = finite(losses.between(over.own(), target, held));
        double other = finite(losses.between(over.values(), target, held));
        boolean oursTurned = ours.outcome(other, loss);
        turned = theirs.outcome(loss, other) || oursTurned;
      } else {
        ours.missing();
        theirs.missing();
      }
    }
    if (counts) {
      if (intervals != null) {
        intervals.outcome(over.values(), over.halfWidth(), target, over.abnormal());
      }
      current.addState(over.values(), target, over.origin());
      scored++;
      if (current.states() == HorizonScores.WINDOW) {
        ForecastScorer reused = closed;
        closed = current;
        current = reused;
        current.reset();
      }
    }
    return turned;
  }

  /** Whoever forecasts beyond all numbers is as wrong as a number can say. */
  private static double finite(double loss) {
    return loss < Double.MAX_VALUE ? loss : Double.MAX_VALUE;
  }

  void breakEpisode() {
    for (int pair = places.clear(); pair > 0; pair--) {
      ours.missing();
      theirs.missing();
    }
  }

  void startStream() {
    places.clear();
    waiting.clear();
    ours.reset();
    theirs.reset();
    current.reset();
    closed.reset();
    if (intervals != null) {
      intervals.reset();
    }
    scored = 0;
    withoutReading = 0;
    late = 0;
    lastOver = Long.MIN_VALUE;
  }

  /** Whether the monitor's forecasts are certified to be better than theirs. */
  boolean isAhead() {
    return ours.isCertified();
  }

  /** Whether theirs are certified to be better than the monitor's, in all or lately. */
  boolean isBehind() {
    return ours.lost() || theirs.isCertified();
  }

  OtherStatus status() {
    List<Double> errors = new ArrayList<>();
    for (int i = 0; closed.states() > 0 && i < sensors; i++) {
      errors.add(closed.stateRmse(i));
    }
    return new OtherStatus(
        forecaster,
        horizon,
        scored,
        withoutReading,
        late,
        errors,
        closed.states() > 0 ? closed.meanStateSkill(known) : OptionalDouble.empty(),
        Optional.ofNullable(intervals).map(ForecastIntervals::status),
        ours.status(),
        theirs.status());
  }

  void write(StateWriter writer) {
    writer.putBoolean(intervals != null);
    writer.putLong(lastOver);
    writer.putLong(scored);
    writer.putLong(withoutReading);
    writer.putLong(late);
    writer.putInt(waiting.size());
    waiting.values().forEach(forecast -> forecast.write(writer));
    places.transfer(writer);
    if (intervals != null) {
      intervals.transfer(writer);
    }
    ours.transfer(writer);
    theirs.transfer(writer);
    current.transfer(writer);
    closed.transfer(writer);
  }

  /**
   * Reads what {@link #write} wrote; where intervals came or went since, nothing is known.
   *
   * @throws MalformedStateException if the bytes hold no such state
   */
  void read(StateReader reader) {
    if (reader.getBoolean() != (intervals != null)) {
      return;
    }
    lastOver = reader.getLong();
    scored = reader.getLong();
    withoutReading = reader.getLong();
    late = reader.getLong();
    int count = reader.getInt(0, Math.max(MOST_WAITING, horizon), "forecasts without reading");
    for (int i = 0; i < count; i++) {
      OtherForecast forecast = OtherForecast.read(reader);
      waiting.put(forecast.time(), forecast);
    }
    places.transfer(reader);
    if (intervals != null) {
      intervals.transfer(reader);
    }
    ours.transfer(reader);
    theirs.transfer(reader);
    current.transfer(reader);
    closed.transfer(reader);
    reader.finish();
  }
}
