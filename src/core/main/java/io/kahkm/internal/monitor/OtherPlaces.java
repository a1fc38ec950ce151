package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.numeric.StateTransfer;
import org.jspecify.annotations.Nullable;

/**
 * The readings of a chain whose outcomes at one horizon are still to come, the oldest first, each
 * with a place for another forecaster's forecast. Places are counted from the oldest. Mutable, one
 * owner.
 */
final class OtherPlaces {
  /**
   * What is kept of one reading. The arrays belong to the ring: they are valid until it is full.
   */
  static final class Place {
    private long step;
    private long time;
    private long made;
    private boolean filled;
    private boolean paired;
    private boolean abnormal;
    private final double[] origin;
    private final double[] own;
    private final double[] values;
    private final double[] halfWidth;

    private Place(int sensors, boolean withIntervals) {
      origin = new double[sensors];
      own = new double[sensors];
      values = new double[sensors];
      halfWidth = new double[withIntervals ? sensors : 0];
    }

    /** Event time of the reading. */
    long time() {
      return time;
    }

    /** When the other's forecast was made. */
    long made() {
      return made;
    }

    /** Whether the other's forecast has come. */
    boolean filled() {
      return filled;
    }

    /** Whether the monitor forecast from this reading. */
    boolean paired() {
      return paired;
    }

    /** Whether the stream was outside the map or its relations were broken. */
    boolean abnormal() {
      return abnormal;
    }

    /** The reading. */
    double[] origin() {
      return origin;
    }

    /** The monitor's forecast, where it is paired. */
    double[] own() {
      return own;
    }

    /** The other's forecast, where it has come. */
    double[] values() {
      return values;
    }

    /** Half-widths of the intervals around it; no values without intervals. */
    double[] halfWidth() {
      return halfWidth;
    }
  }

  private final int horizon;
  private final int sensors;
  private final boolean withIntervals;

  /** Places are made when they are first needed. */
  private final @Nullable Place[] ring;

  private int first;
  private int count;

  OtherPlaces(int horizon, int sensors, boolean withIntervals) {
    this.horizon = horizon;
    this.sensors = sensors;
    this.withIntervals = withIntervals;
    ring = new Place[horizon];
  }

  private Place at(int place) {
    int slot = (first + place) % horizon;
    Place found = ring[slot];
    if (found == null) {
      found = new Place(sensors, withIntervals);
      ring[slot] = found;
    }
    return found;
  }

  /** The place of the reading with an event time, the newest of several; -1 if there is none. */
  int of(long time) {
    for (int place = count - 1; place >= 0; place--) {
      if (at(place).time == time) {
        return place;
      }
    }
    return -1;
  }

  /** The forecast from the reading of a step, where it has come; null elsewhere. */
  @Nullable Place filled(long step) {
    long place = count == 0 ? -1 : step - at(0).step;
    if (place < 0 || place >= count) {
      return null;
    }
    Place found = at((int) place);
    return found.filled && found.step == step ? found : null;
  }

  boolean isFilled(int place) {
    return at(place).filled;
  }

  double[] halfWidth(int place) {
    return at(place).halfWidth;
  }

  /** How many readings before a place the monitor forecast from. */
  int pairsBefore(int place) {
    int pairs = 0;
    for (int i = 0; i < place; i++) {
      pairs += at(i).paired ? 1 : 0;
    }
    return pairs;
  }

  /** Puts a forecast into its place; returns the monitor's, null where it made none. */
  double @Nullable [] fill(int place, OtherForecast forecast) {
    Place target = at(place);
    target.filled = true;
    target.made = forecast.made();
    System.arraycopy(forecast.values(), 0, target.values, 0, sensors);
    return target.paired ? target.own : null;
  }

  /** Whether the outcome of the oldest reading is known at this step. */
  boolean isDue(long step) {
    return count > 0 && at(0).step + horizon == step;
  }

  /** Takes the oldest away. */
  Place take() {
    Place oldest = at(0);
    first = (first + 1) % horizon;
    count--;
    return oldest;
  }

  /** Adds a reading and returns its place. */
  int add(long step, long time, double[] readings, double @Nullable [] own, boolean abnormal) {
    Place added = at(count);
    added.step = step;
    added.time = time;
    added.filled = false;
    added.paired = own != null;
    added.abnormal = abnormal;
    System.arraycopy(readings, 0, added.origin, 0, sensors);
    if (own != null) {
      System.arraycopy(own, 0, added.own, 0, sensors);
    }
    count++;
    return count - 1;
  }

  /** Forgets all readings; returns from how many of them the monitor forecast. */
  int clear() {
    int pairs = pairsBefore(count);
    first = 0;
    count = 0;
    return pairs;
  }

  void transfer(StateTransfer state) {
    if (state.reads()) {
      first = 0;
    }
    count = state.intOf(count, 0, horizon, "readings without outcome");
    for (int i = 0; i < count; i++) {
      Place place = at(i);
      place.step = state.longOf(place.step);
      place.time = state.longOf(place.time);
      place.abnormal = state.booleanOf(place.abnormal);
      state.doubles(place.origin);
      state.doubles(place.halfWidth);
      place.paired = state.booleanOf(place.paired);
      if (place.paired) {
        state.doubles(place.own);
      }
      place.filled = state.booleanOf(place.filled);
      if (place.filled) {
        place.made = state.longOf(place.made);
        state.doubles(place.values);
      }
    }
  }
}
