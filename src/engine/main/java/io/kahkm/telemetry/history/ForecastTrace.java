package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.json.JsonFields;
import java.util.Arrays;
import java.util.Objects;

/**
 * The forecasts of one horizon beside the readings they were made for, and the last one whose time
 * has not come. Not thread-safe.
 */
final class ForecastTrace {
  private static final int NONE = -1;

  private final int horizon;
  private final int components;
  private final float[] predicted;

  /** Half-widths of the intervals of {@link #predicted} and {@link #ahead}; NaN without one. */
  private final float[] halfWidth;

  private final float[] ahead;
  private final float[] halfWidthAhead;
  private boolean intervals;
  private long origin;
  private boolean anyAhead;

  /** Slot of the last reading that a forecast was made for. */
  private int due = NONE;

  ForecastTrace(int horizon, int components, int readings) {
    this.horizon = horizon;
    this.components = components;
    predicted = new float[readings * components];
    Arrays.fill(predicted, Float.NaN);
    halfWidth = new float[readings * components];
    Arrays.fill(halfWidth, Float.NaN);
    ahead = new float[components];
    halfWidthAhead = new float[components];
  }

  int horizon() {
    return horizon;
  }

  /** Forgets the forecast of the reading that was in this slot before. */
  void clear(int slot) {
    if (slot == due) {
      due = NONE;
    }
    Arrays.fill(predicted, slot * components, (slot + 1) * components, Float.NaN);
    Arrays.fill(halfWidth, slot * components, (slot + 1) * components, Float.NaN);
  }

  /** A forecast whose time is the reading of this slot. */
  void scored(int slot, ScoredForecast forecast) {
    due = slot;
    double[] values =
        Objects.requireNonNull(forecast.predictedState(), "a traced forecast's state");
    double[] widths = forecast.halfWidth();
    for (int i = 0; i < components; i++) {
      predicted[slot * components + i] = (float) values[i];
      halfWidth[slot * components + i] = widths == null ? Float.NaN : (float) widths[i];
    }
  }

  /** A forecast just made. */
  void issued(long time, IssuedForecast forecast) {
    origin = time;
    anyAhead = true;
    double[] values = Objects.requireNonNull(forecast.state(), "a traced forecast's state");
    double[] widths = forecast.halfWidth();
    intervals = widths != null;
    for (int i = 0; i < components; i++) {
      ahead[i] = (float) values[i];
      halfWidthAhead[i] = widths == null ? Float.NaN : (float) widths[i];
    }
  }

  /** Tells the last forecast whose time has come, sensor by sensor; nothing where there is none. */
  void due(Due taker) {
    for (int i = 0; due != NONE && i < components; i++) {
      int at = due * components + i;
      taker.take(horizon, i, predicted[at], halfWidth[at]);
    }
  }

  /** Takes a forecast for one sensor, with NaN as half-width where it has no interval. */
  @FunctionalInterface
  public interface Due {
    void take(int horizon, int sensor, float value, float halfWidth);
  }

  void write(ObjectNode json, Ring readings) {
    json.put("horizon", horizon);
    ArrayNode sensors = json.putArray("state");
    for (int i = 0; i < components; i++) {
      int component = i;
      FloatColumns.add(
          sensors.addArray(), readings, slot -> predicted[slot * components + component]);
    }
    if (intervals) {
      ArrayNode widths = json.putArray("halfWidth");
      for (int i = 0; i < components; i++) {
        int component = i;
        FloatColumns.add(
            widths.addArray(), readings, slot -> halfWidth[slot * components + component]);
      }
    }
    if (anyAhead) {
      JsonFields.putTime(json, "origin", origin);
      put(json.putArray("ahead"), ahead);
      if (intervals) {
        put(json.putArray("halfWidthAhead"), halfWidthAhead);
      }
    }
  }

  private static void put(ArrayNode target, float[] values) {
    for (float value : values) {
      FloatColumns.add(target, value);
    }
  }
}
