package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The forecasts of one horizon that wait for their time: a ring with the oldest first, in one array
 * that grows until as many wait as ever do. Mutable, one owner.
 */
final class PendingForecasts {
  private static final double[] NOTHING = {};

  private final int horizon;
  private final ForecastWorkspace.Due due;
  private final long[] origins;
  private final boolean[] abnormal;

  /** Values of one forecast. */
  private final int stride;

  /** Of every forecast its vectors in the order of the stored form, the squared distance last. */
  private double[] values = NOTHING;

  private int first;
  private int count;

  /**
   * No forecast.
   *
   * @param horizon steps ahead
   * @param every steps from one forecast to the next
   * @param due where a forecast goes whose time has come; shared with other monitors
   */
  PendingForecasts(int horizon, int every, ForecastWorkspace.Due due) {
    this.horizon = horizon;
    this.due = due;
    int capacity = (horizon + every - 1) / every;
    origins = new long[capacity];
    abnormal = new boolean[capacity];
    stride =
        due.predicted.length
            + due.origin.length
            + length(due.state)
            + due.originState.length
            + length(due.linear)
            + length(due.halfWidth)
            + length(due.experts)
            + 1;
  }

  private static int length(double @Nullable [] vector) {
    return vector == null ? 0 : vector.length;
  }

  int count() {
    return count;
  }

  private int slot(int index) {
    return (first + index) % origins.length;
  }

  /** Makes room for a forecast, twice as much as there was: a young stream has few. */
  private void makeRoom(int slot) {
    int room = values.length / stride;
    if (slot >= room) {
      values =
          Arrays.copyOf(values, Math.min(origins.length, Math.max(slot + 1, 2 * room)) * stride);
    }
  }

  void add(long step, IssuedForecast forecast, double[] coordinates, double[] state) {
    int slot = slot(count);
    makeRoom(slot);
    count++;
    origins[slot] = step;
    abnormal[slot] = forecast.abnormal();
    int at = slot * stride;
    at = put(at, forecast.coordinates());
    at = put(at, coordinates);
    at = put(at, forecast.state());
    at = put(at, state);
    at = put(at, forecast.linear());
    at = put(at, forecast.halfWidth());
    at = put(at, forecast.experts());
    values[at] = forecast.simplexDistanceSquared();
  }

  private int put(int at, double @Nullable [] vector) {
    if (vector == null) {
      return at;
    }
    System.arraycopy(vector, 0, values, at, vector.length);
    return at + vector.length;
  }

  private int get(int at, double @Nullable [] vector) {
    if (vector == null) {
      return at;
    }
    System.arraycopy(values, at, vector, 0, vector.length);
    return at + vector.length;
  }

  /** Brings a forecast to where those go whose time has come; returns its squared distance. */
  private double bring(int slot) {
    int at = slot * stride;
    at = get(at, due.predicted);
    at = get(at, due.origin);
    at = get(at, due.state);
    at = get(at, due.originState);
    at = get(at, due.linear);
    at = get(at, due.halfWidth);
    at = get(at, due.experts);
    return values[at];
  }

  /**
   * Takes the forecast whose time is this step, or returns null. The arrays stay untouched until
   * another is taken, of this stream or of another with the same workspace.
   */
  @Nullable ScoredForecast take(long step, double[] coordinates, double[] state) {
    if (count == 0 || origins[first] + horizon != step) {
      return null;
    }
    int slot = first;
    first = slot(1);
    count--;
    double simplexDistanceSquared = bring(slot);
    return new ScoredForecast(
        horizon,
        due.predicted,
        coordinates,
        due.origin,
        simplexDistanceSquared,
        due.state,
        due.linear,
        due.halfWidth,
        due.experts,
        abnormal[slot],
        state,
        due.originState);
  }

  int drop() {
    int dropped = count;
    first = 0;
    count = 0;
    return dropped;
  }

  void write(StateWriter writer) {
    writer.putInt(count);
    for (int i = 0; i < count; i++) {
      int slot = slot(i);
      int at = slot * stride;
      writer.putLong(origins[slot]);
      at = write(writer, at, due.predicted.length);
      at = write(writer, at, due.origin.length);
      at = write(writer, at, length(due.state));
      at = write(writer, at, due.originState.length);
      writer.putDouble(values[slot * stride + stride - 1]);
      writer.putBoolean(abnormal[slot]);
      if (due.linear != null) {
        at = write(writer, at, due.linear.length);
      }
      if (due.halfWidth != null) {
        at = write(writer, at, due.halfWidth.length);
      }
      if (due.experts != null) {
        write(writer, at, due.experts.length);
      }
    }
  }

  private int write(StateWriter writer, int at, int length) {
    writer.putDoubles(values, at, length);
    return at + length;
  }

  private static double[] orEmpty(double @Nullable [] vector) {
    return vector == null ? NOTHING : vector;
  }

  void read(StateReader reader, int version) {
    first = 0;
    count = reader.getInt(0, origins.length, "pending forecasts of horizon " + horizon);
    for (int i = 0; i < count; i++) {
      makeRoom(i);
      origins[i] = reader.getLong();
      int at = i * stride;
      at = read(reader, at, due.predicted);
      at = read(reader, at, due.origin);
      at = read(reader, at, orEmpty(due.state));
      at = read(reader, at, due.originState);
      double simplexDistanceSquared = reader.getDouble();
      if (version > SnapshotOrigin.RELEASED) {
        abnormal[i] = reader.getBoolean();
      } else {
        abnormal[i] = false;
      }
      if (version > SnapshotOrigin.RELEASED && version <= SnapshotOrigin.WITHOUT_EXPERTS) {
        // What the readout said, which nothing asks for now; written over.
        reader.getDoubles(orEmpty(due.state));
      }
      if (due.linear != null && version > SnapshotOrigin.RELEASED) {
        at = read(reader, at, due.linear);
      } else {
        at = unknown(at, due.linear);
      }
      // Settings of the released version declare no interval.
      if (due.halfWidth != null) {
        at = read(reader, at, due.halfWidth);
      }
      if (due.experts != null && version > SnapshotOrigin.WITHOUT_EXPERTS) {
        at = read(reader, at, due.experts);
      } else {
        at = unknown(at, due.experts);
      }
      values[at] = simplexDistanceSquared;
    }
  }

  private int read(StateReader reader, int at, double[] vector) {
    reader.getDoubles(vector);
    return put(at, vector);
  }

  private int unknown(int at, double @Nullable [] like) {
    int end = at + length(like);
    Arrays.fill(values, at, end, Double.NaN);
    return end;
  }
}
