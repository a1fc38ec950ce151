package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.status.HorizonStatus;
import io.kahkm.internal.monitor.status.IntervalStatus;
import java.util.Arrays;

/**
 * How the forecasts of one horizon fared, view by view: error, skill over persistence and coverage
 * of the intervals. Mutable; guarded by its history.
 */
final class HorizonViews {
  private final int horizon;
  private final float[] errors;
  private final float[] skills;
  private final float[] coverages;

  /** Nothing is known of any view yet. */
  HorizonViews(int horizon, int views) {
    this.horizon = horizon;
    errors = unknown(views);
    skills = unknown(views);
    coverages = unknown(views);
  }

  private static float[] unknown(int views) {
    float[] values = new float[views];
    Arrays.fill(values, Float.NaN);
    return values;
  }

  /** Bytes that one view of one horizon takes. */
  static long bytes() {
    return 3L * Float.BYTES;
  }

  int horizon() {
    return horizon;
  }

  /** Takes a view: the skill in sensor units where there are forecasts in them. */
  void set(int slot, HorizonStatus status) {
    errors[slot] = (float) status.coordinates().rmse().orElse(Double.NaN);
    skills[slot] =
        (float)
            (status.readings().skill().isPresent()
                    ? status.readings().skill()
                    : status.coordinates().skill())
                .orElse(Double.NaN);
    coverages[slot] =
        status.intervals().map(IntervalStatus::meanCoverage).orElse(Double.NaN).floatValue();
  }

  void write(ObjectNode json, Ring views) {
    json.put("horizon", horizon);
    numbers(json.putArray("rmse"), views, errors);
    numbers(json.putArray("skill"), views, skills);
    numbers(json.putArray("coverage"), views, coverages);
  }

  private static void numbers(ArrayNode array, Ring views, float[] values) {
    FloatColumns.add(array, views, slot -> values[slot]);
  }
}
