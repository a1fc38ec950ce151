package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.json.JsonFields;
import java.util.Arrays;

/**
 * The forecasts of one horizon beside the readings they were made for, and the last one whose time
 * has not come. Not thread-safe.
 */
final class ForecastTrace {
  private final int horizon;
  private final int components;
  private final float[] predicted;
  private final float[] ahead;
  private long origin;
  private boolean anyAhead;

  ForecastTrace(int horizon, int components, int readings) {
    this.horizon = horizon;
    this.components = components;
    predicted = new float[readings * components];
    Arrays.fill(predicted, Float.NaN);
    ahead = new float[components];
  }

  int horizon() {
    return horizon;
  }

  /** Forgets the forecast of the reading that was in this slot before. */
  void clear(int slot) {
    Arrays.fill(predicted, slot * components, (slot + 1) * components, Float.NaN);
  }

  /** A forecast whose time is the reading of this slot. */
  void scored(int slot, double[] state) {
    for (int i = 0; i < components; i++) {
      predicted[slot * components + i] = (float) state[i];
    }
  }

  /** A forecast just made. */
  void issued(long time, double[] state) {
    origin = time;
    anyAhead = true;
    for (int i = 0; i < components; i++) {
      ahead[i] = (float) state[i];
    }
  }

  void write(ObjectNode json, Ring readings) {
    json.put("horizon", horizon);
    ArrayNode sensors = json.putArray("state");
    for (int i = 0; i < components; i++) {
      int component = i;
      StreamHistory.numbers(
          sensors.addArray(), readings, slot -> predicted[slot * components + component]);
    }
    if (anyAhead) {
      JsonFields.putTime(json, "origin", origin);
      ArrayNode values = json.putArray("ahead");
      for (float value : ahead) {
        if (Float.isFinite(value)) {
          values.add(value);
        } else {
          values.addNull();
        }
      }
    }
  }
}
