package io.kahkm.internal.monitor;

import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * From the readings of one stream to states of the map: missing values are held, readings are
 * brought to the units of the map's typical stream where every stream has a scaling of its own, and
 * consecutive readings become one state.
 *
 * <p>Live streams, {@code encode}, {@code evaluate}, {@code certify} and {@code fit} all go through
 * this object and get the same bits. Mutable, one owner, one per stream; nothing is allocated per
 * reading.
 *
 * <p>A stream's own scaling is a factor and an offset per sensor: with mean m and standard
 * deviation s of the stream's first rows and M, S those of the typical stream, x becomes M + (S /
 * s)(x - m). A sensor that was constant in those rows has no s; S stands in for it, so that a later
 * change counts as much as it would on a typical stream.
 */
public final class StatePreparation {
  private final int sensors;
  private final int delays;
  private final HeldValues held;
  private final int scalingRows;
  private @Nullable StreamScaling own;
  private final double[] typicalMean;
  private final double[] typicalDeviation;
  private final double[] factor;
  private final double[] present;
  private final double[] history;
  private final double[] state;
  private final double[] successor;
  private final double[] reading;
  private boolean hasReading;
  private int depth;
  private long heldValues;
  private long incomplete;
  private long warmUp;

  /**
   * A stream of which nothing was read yet.
   *
   * @param settings of the map
   * @param scaling of the map
   * @param hold longest age of a held value in nanoseconds, 0 to hold none
   */
  public StatePreparation(MapSettings settings, Scaling scaling, long hold) {
    sensors = settings.sensors().size();
    delays = settings.states().delays();
    held = new HeldValues(sensors, hold);
    scalingRows = settings.states().scalingRows();
    own = scalingRows == 0 ? null : new StreamScaling(sensors, scalingRows);
    typicalMean = scaling.mean();
    typicalDeviation = scaling.scale();
    for (int j = 0; j < typicalDeviation.length; j++) {
      typicalDeviation[j] = 1 / (typicalDeviation[j] * Math.sqrt(typicalDeviation.length));
    }
    factor = new double[sensors];
    present = new double[sensors];
    history = new double[sensors * delays];
    state = new double[sensors * delays];
    successor = new double[sensors * delays];
    reading = new double[sensors];
    Arrays.fill(present, Double.NaN);
  }

  /**
   * Takes the next reading of an episode.
   *
   * @param time event time in nanoseconds
   * @param values n sensor values, NaN where one is missing; not modified, not retained
   * @return whether {@link #state} is the state that ends with this reading
   */
  public Readiness accept(long time, double[] values) {
    heldValues += held.fill(time, values, present);
    hasReading = false;
    if (!HeldValues.complete(present)) {
      incomplete++;
      breakChain();
      return Readiness.INCOMPLETE;
    }
    System.arraycopy(history, 0, history, sensors, history.length - sensors);
    System.arraycopy(present, 0, history, 0, sensors);
    depth = Math.min(delays, depth + 1);
    hasReading = !learnsScaling(present);
    if (!hasReading || depth < delays) {
      warmUp++;
      return Readiness.WARMING_UP;
    }
    toMapUnits(history, state);
    return Readiness.READY;
  }

  /**
   * Shows values of a machine that is not in operation: they become no state, and none is held.
   *
   * @param values n sensor values, NaN where one is missing; not modified, not retained
   */
  void show(double[] values) {
    System.arraycopy(values, 0, present, 0, sensors);
    hasReading = false;
  }

  /**
   * Takes an independent pair of readings; missing values are not held between pairs.
   *
   * @param current n sensor values, NaN where one is missing; not modified, not retained
   * @param next the same one step later
   * @return whether {@link #state} and {@link #successor} are the pair's states
   */
  public Readiness acceptPair(double[] current, double[] next) {
    System.arraycopy(current, 0, present, 0, sensors);
    hasReading = false;
    if (!HeldValues.complete(current) || !HeldValues.complete(next)) {
      incomplete++;
      return Readiness.INCOMPLETE;
    }
    if (learnsScaling(current)) {
      warmUp++;
      return Readiness.WARMING_UP;
    }
    hasReading = true;
    toMapUnits(current, state);
    toMapUnits(next, successor);
    return Readiness.READY;
  }

  /** Whether the stream's own scaling was not known before this row. */
  private boolean learnsScaling(double[] row) {
    if (own == null || own.frozen()) {
      return false;
    }
    own.add(row);
    if (own.frozen()) {
      freeze(own);
    }
    return true;
  }

  private void freeze(StreamScaling own) {
    for (int j = 0; j < sensors; j++) {
      double deviation = own.deviation(j);
      factor[j] = deviation == 0 ? 1 : typicalDeviation[j] / deviation;
    }
  }

  private void toMapUnits(double[] readings, double[] target) {
    System.arraycopy(readings, 0, target, 0, target.length);
    if (own != null) {
      for (int j = 0; j < target.length; j++) {
        int sensor = j % sensors;
        target[j] = Math.fma(factor[sensor], target[j] - own.mean(sensor), typicalMean[sensor]);
      }
    }
  }

  /**
   * Brings sensor values from the units of the map back to the stream's.
   *
   * @param values n values in the units {@link #state} has; overwritten with sensor units
   */
  public void toSensorUnits(double[] values) {
    if (own != null) {
      for (int j = 0; j < sensors; j++) {
        values[j] = (values[j] - typicalMean[j]) / factor[j] + own.mean(j);
      }
    }
  }

  /**
   * The last reading in the units of the typical stream, whatever the delays.
   *
   * @return live view of n values; meaningful after {@link #hasReading}; not to be modified
   */
  double[] reading() {
    if (own == null) {
      return present;
    }
    toMapUnits(present, reading);
    return reading;
  }

  /**
   * Whether the last reading was complete and can be brought to the units of the typical stream.
   */
  boolean hasReading() {
    return hasReading;
  }

  /** Whether readings can be brought to the units of the typical stream. */
  boolean knowsUnits() {
    return own == null || own.frozen();
  }

  /** Which values of the last reading were held; a live view. */
  boolean[] held() {
    return held.held();
  }

  /** A sensor's value in the units of {@link #reading}, in the stream's own. */
  double inSensorUnits(int sensor, double value) {
    return own == null ? value : (value - typicalMean[sensor]) / factor[sensor] + own.mean(sensor);
  }

  /** A sensor's value in the units of {@link #reading}, from the stream's own. */
  double fromSensorUnits(int sensor, double value) {
    return own == null ? value : (value - own.mean(sensor)) * factor[sensor] + typicalMean[sensor];
  }

  /** How many of a sensor's own units one unit of {@link #reading} is. */
  double sensorUnit(int sensor) {
    return own == null ? 1 : 1 / factor[sensor];
  }

  /** The next reading does not follow the last one by one step: delays fill anew. */
  public void breakChain() {
    depth = 0;
  }

  /** The next reading belongs to another episode: delays fill anew and no value is held. */
  public void breakEpisode() {
    breakChain();
    held.forget();
  }

  /**
   * The next reading belongs to another stream: nothing of this one is kept but the counts.
   *
   * @param known the stream's own scaling where it was learned before, frozen; retained. Ignored
   *     where the map has one scaling for all streams
   */
  public void startStream(Optional<StreamScaling> known) {
    breakEpisode();
    if (own != null) {
      own = known.orElseGet(() -> new StreamScaling(sensors, scalingRows));
      if (own.frozen()) {
        freeze(own);
      }
    }
  }

  /**
   * What was learned of the stream's own scaling.
   *
   * @return the live scaling, empty where the map has one for all streams
   */
  public Optional<StreamScaling> ownScaling() {
    return Optional.ofNullable(own);
  }

  /**
   * The state that ends with the last reading.
   *
   * @return live view of d n values, the present readings first, in sensor units, or those of the
   *     typical stream; valid after {@link Readiness#READY}; not to be modified
   */
  public double[] state() {
    return state;
  }

  /**
   * The successor of the last pair.
   *
   * @return live view of n values in the units of {@link #state}; not to be modified
   */
  public double[] successor() {
    return successor;
  }

  /**
   * The last reading, held values included.
   *
   * @return live view of n values in sensor units, NaN where one is missing; not to be modified
   */
  public double[] present() {
    return present;
  }

  /** Missing values that were held. */
  long heldValues() {
    return heldValues;
  }

  /** Readings that were skipped because a value was missing. */
  long incomplete() {
    return incomplete;
  }

  /** Complete readings that gave no state yet. */
  long warmUp() {
    return warmUp;
  }

  void transfer(StateTransfer state, int version) {
    heldValues = state.longOf(heldValues);
    incomplete = state.longOf(incomplete);
    warmUp = state.longOf(warmUp);
    state.doubles(present);
    depth = state.intOf(depth, 0, delays, "readings of a state");
    state.doubles(history);
    held.transfer(state);
    if (own != null) {
      own.transfer(state, version);
      if (state.reads() && own.frozen()) {
        freeze(own);
      }
    }
  }
}
