package io.kahkm.core;

import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The monitor of one stream. It takes readings one after the other and says of each how far it is
 * from what the model knows, what comes next, and, when a window closes, what that proves.
 *
 * <p>Mutable, one owner: no two threads may be in it at the same time, and whoever hands it to
 * another thread publishes it safely. It starts no thread and reads no clock, file or random
 * number: equal settings, model and readings give equal results to the bit, also across {@link
 * #snapshot} and {@link #restore} and on another machine. Memory does not grow with the number of
 * readings.
 */
public final class KahkmMonitor {
  private static final double[] NO_VALUES = {};

  private final StreamMonitor monitor;
  private final OptionalDouble noveltyLimit;
  private final boolean timed;

  /** Whether it follows from a time which forecast it belongs to. */
  private final boolean announces;

  private KahkmMonitor(StreamMonitor monitor, KahkmModel model, StreamSettings settings) {
    this.monitor = monitor;
    noveltyLimit = model.noveltyLimit();
    timed = settings.timed();
    announces = settings.announces();
  }

  /**
   * A monitor that has seen nothing yet.
   *
   * @param model shared, never changed
   * @param settings how the stream is treated
   * @return a new monitor, owned by the caller
   * @throws IllegalArgumentException if the settings do not go with the model
   */
  public static KahkmMonitor create(KahkmModel model, StreamSettings settings) {
    return new KahkmMonitor(
        StreamMonitor.create(settings.resolve(model.internal()), model.internal()),
        model,
        settings);
  }

  /**
   * Takes the next reading.
   *
   * @param reading its arrays are not kept after the call
   * @return what it brought
   * @throws IllegalArgumentException if the reading has another number of values than the model has
   *     sensors, is no transition where transitions are set, or has no time where times decide;
   *     nothing has changed then
   */
  public Assessment advance(Reading reading) {
    if (timed && !reading.timed()) {
      throw new IllegalArgumentException(
          "the reading has no time, and times decide; give it one or set arrivalOrder");
    }
    io.kahkm.internal.monitor.RowAssessment brought = monitor.advance(reading.observation());
    Assessment.Outcome outcome = outcome(brought);
    return new Assessment(
        outcome,
        brought.irregular(),
        outcome == Assessment.Outcome.ENCODED ? Optional.of(novelty(brought)) : Optional.empty(),
        Relations.of(brought),
        Sensors.of(brought),
        forecasts(brought.issued()),
        certificates(brought));
  }

  /**
   * Announces values that known inputs will have, such as a setpoint that is planned ({@code fit
   * --known}). A value stands until the next one, one for the same time replaces it, and where none
   * was announced the last one stands in. Announced values are part of {@link #snapshot}.
   *
   * @param from when they begin to hold, later than the readings taken so far
   * @param values one per sensor, {@code NaN} where nothing is known; those of sensors that are no
   *     known inputs are not looked at; not kept
   * @return whether they were taken
   * @throws IllegalArgumentException if there is another number of values than the model has
   *     sensors, one is infinite, or times do not decide ({@link
   *     StreamSettings.Builder#arrivalOrder}) or have no step; nothing has changed then
   */
  public Announcement announce(Instant from, double... values) {
    if (!announces) {
      throw new IllegalArgumentException(
          "values are announced for times, and the stream has no times with a step; set step, and"
              + " neither arrivalOrder nor transitions");
    }
    return switch (monitor.advance(new KnownValues(Times.nanos(from), values))) {
      case ACCEPTED -> Announcement.TAKEN;
      case LATE -> Announcement.LATE;
      case AHEAD -> Announcement.AHEAD;
      case UNUSED -> Announcement.UNUSED;
    };
  }

  private static Assessment.Outcome outcome(io.kahkm.internal.monitor.RowAssessment brought) {
    return switch (brought.admission()) {
      case DUPLICATE -> Assessment.Outcome.DUPLICATE;
      case OUT_OF_ORDER -> Assessment.Outcome.OUT_OF_ORDER;
      case ACCEPTED, IRREGULAR ->
          switch (brought.readiness()) {
            case READY -> Assessment.Outcome.ENCODED;
            case WARMING_UP -> Assessment.Outcome.WARMING_UP;
            case INCOMPLETE -> Assessment.Outcome.INCOMPLETE;
            case OFF -> Assessment.Outcome.OFF;
            case SETTLING -> Assessment.Outcome.SETTLING;
          };
    };
  }

  private Novelty novelty(io.kahkm.internal.monitor.RowAssessment brought) {
    boolean outside = brought.alarms().outsideMap();
    return new Novelty(
        brought.novelty(),
        noveltyLimit,
        outside,
        outside ? Optional.of(since(brought)) : Optional.empty(),
        outside ? Arrays.stream(brought.alarms().noveltyShares()).boxed().toList() : List.of());
  }

  private static Instant since(io.kahkm.internal.monitor.RowAssessment brought) {
    return Times.instant(brought.alarms().outsideSince().orElseThrow());
  }

  private static List<Forecast> forecasts(List<IssuedForecast> issued) {
    if (issued.isEmpty()) {
      return List.of();
    }
    List<Forecast> forecasts = new ArrayList<>(issued.size());
    for (IssuedForecast forecast : issued) {
      double[] values = forecast.state() == null ? NO_VALUES : forecast.state().clone();
      forecasts.add(new Forecast(forecast.horizon(), values));
    }
    return List.copyOf(forecasts);
  }

  /** Nearly every reading closes no window: then nothing is allocated. */
  private static List<Certificate> certificates(io.kahkm.internal.monitor.RowAssessment brought) {
    return brought.certificates().isEmpty()
        ? List.of()
        : brought.certificates().stream().map(Certificate::new).toList();
  }

  /**
   * Ends the input, for recorded data that stop here: an open episode counts as ended. A live
   * stream never calls this.
   *
   * @return the certificates of the windows that this closed, usually none; unmodifiable
   */
  public List<Certificate> finish() {
    return certificates(monitor.finish());
  }

  /**
   * How forecasts fared so far: how far ahead they may be trusted. Computed at every call.
   *
   * @return one score per horizon, ascending; unmodifiable
   */
  public List<ForecastScore> scores() {
    return monitor.status().forecasts().horizons().stream().map(ForecastScore::of).toList();
  }

  /**
   * The whole state of the monitor as bytes, for a file, a database or the state of a stream
   * processor. What one version writes, every later one reads.
   *
   * @return a new array, owned by the caller
   */
  public byte[] snapshot() {
    return monitor.snapshot();
  }

  /**
   * Continues from a snapshot.
   *
   * @param model with the same map as the snapshot's ({@link KahkmModel#fingerprint})
   * @param settings those under which the snapshot was taken; step, idle, hold, when, learning,
   *     rollback and projection may differ
   * @param snapshot what {@link #snapshot} gave; not kept
   * @return a monitor in the same state, to the bit, owned by the caller
   * @throws SnapshotException if the bytes are no snapshot or one that cannot be continued
   * @throws IllegalArgumentException if the settings do not go with the model
   */
  public static KahkmMonitor restore(KahkmModel model, StreamSettings settings, byte[] snapshot) {
    try {
      return new KahkmMonitor(
          StreamMonitor.restore(settings.resolve(model.internal()), model.internal(), snapshot),
          model,
          settings);
    } catch (IncompatibleStateException other) {
      throw new SnapshotException(
          other.difference() + "; take those of the snapshot, or begin with a new monitor", other);
    } catch (MalformedStateException damaged) {
      throw new SnapshotException("the snapshot cannot be read: " + damaged.getMessage(), damaged);
    }
  }
}
