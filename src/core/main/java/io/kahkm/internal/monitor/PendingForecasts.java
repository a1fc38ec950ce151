package io.kahkm.internal.monitor;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The forecasts of one horizon that wait for their time: a ring with the oldest first. Mutable, one
 * owner.
 */
final class PendingForecasts {
  private final int horizon;
  private final boolean withState;
  private final boolean withLinear;
  private final boolean withInterval;
  private final long[] origins;
  private final double[][] predicted;
  private final double[][] originCoordinates;
  private final double[][] predictedState;
  private final double[][] readoutState;
  private final double[][] linearState;
  private final double[][] halfWidth;
  private final double[][] originState;
  private final double[] simplexDistanceSquared;
  private final boolean[] abnormal;
  private int first;
  private int count;

  PendingForecasts(IssuedForecast like, int every, int sensors) {
    horizon = like.horizon();
    withState = like.state() != null;
    withLinear = like.linear() != null;
    withInterval = like.halfWidth() != null;
    int classes = like.coordinates().length;
    // One more than can wait, so that a forecast just taken is not overwritten by the one issued at
    // the same step.
    int capacity = (horizon + every - 1) / every + 1;
    origins = new long[capacity];
    predicted = new double[capacity][classes];
    originCoordinates = new double[capacity][classes];
    predictedState = new double[capacity][withState ? sensors : 0];
    readoutState = new double[capacity][withState ? sensors : 0];
    linearState = new double[capacity][withLinear ? sensors : 0];
    halfWidth = new double[capacity][withInterval ? sensors : 0];
    originState = new double[capacity][sensors];
    simplexDistanceSquared = new double[capacity];
    abnormal = new boolean[capacity];
  }

  int horizon() {
    return horizon;
  }

  int count() {
    return count;
  }

  void add(long step, IssuedForecast forecast, double[] coordinates, double[] state) {
    int slot = (first + count) % origins.length;
    count++;
    origins[slot] = step;
    System.arraycopy(forecast.coordinates(), 0, predicted[slot], 0, coordinates.length);
    System.arraycopy(coordinates, 0, originCoordinates[slot], 0, coordinates.length);
    System.arraycopy(state, 0, originState[slot], 0, state.length);
    if (withState) {
      System.arraycopy(forecast.state(), 0, predictedState[slot], 0, state.length);
      System.arraycopy(forecast.readout(), 0, readoutState[slot], 0, state.length);
    }
    if (withLinear) {
      System.arraycopy(forecast.linear(), 0, linearState[slot], 0, state.length);
    }
    if (withInterval) {
      System.arraycopy(forecast.halfWidth(), 0, halfWidth[slot], 0, state.length);
    }
    simplexDistanceSquared[slot] = forecast.simplexDistanceSquared();
    abnormal[slot] = forecast.abnormal();
  }

  /**
   * Takes the forecast whose time is this step, or returns null. The arrays stay untouched during
   * this step.
   */
  @Nullable ScoredForecast take(long step, double[] coordinates, double[] state) {
    if (count == 0 || origins[first] + horizon != step) {
      return null;
    }
    int slot = first;
    first = (first + 1) % origins.length;
    count--;
    return new ScoredForecast(
        horizon,
        predicted[slot],
        coordinates,
        originCoordinates[slot],
        simplexDistanceSquared[slot],
        withState ? predictedState[slot] : null,
        withState ? readoutState[slot] : null,
        withLinear ? linearState[slot] : null,
        withInterval ? halfWidth[slot] : null,
        abnormal[slot],
        state,
        originState[slot]);
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
      int slot = (first + i) % origins.length;
      writer.putLong(origins[slot]);
      writer.putDoubles(predicted[slot]);
      writer.putDoubles(originCoordinates[slot]);
      writer.putDoubles(predictedState[slot]);
      writer.putDoubles(originState[slot]);
      writer.putDouble(simplexDistanceSquared[slot]);
      writer.putBoolean(abnormal[slot]);
      writer.putDoubles(readoutState[slot]);
      if (withLinear) {
        writer.putDoubles(linearState[slot]);
      }
      if (withInterval) {
        writer.putDoubles(halfWidth[slot]);
      }
    }
  }

  void read(StateReader reader, int version) {
    first = 0;
    count = reader.getInt(0, origins.length, "pending forecasts of horizon " + horizon);
    for (int i = 0; i < count; i++) {
      origins[i] = reader.getLong();
      reader.getDoubles(predicted[i]);
      reader.getDoubles(originCoordinates[i]);
      reader.getDoubles(predictedState[i]);
      reader.getDoubles(originState[i]);
      simplexDistanceSquared[i] = reader.getDouble();
      if (version > SnapshotOrigin.RELEASED) {
        abnormal[i] = reader.getBoolean();
        reader.getDoubles(readoutState[i]);
      } else {
        abnormal[i] = false;
        Arrays.fill(readoutState[i], Double.NaN);
      }
      if (withLinear && version > SnapshotOrigin.RELEASED) {
        reader.getDoubles(linearState[i]);
      } else {
        Arrays.fill(linearState[i], Double.NaN);
      }
      // Settings of the released version declare no interval.
      if (withInterval) {
        reader.getDoubles(halfWidth[i]);
      }
    }
  }
}
