package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.ScoredForecast;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was forecast for the readings of {@link HistorySteps}: in every step the mean of every
 * sensor's forecasts of the shortest horizon that the step has. Not thread-safe.
 */
final class ForecastSteps {
  /** Where a step has no forecast. */
  private static final int NONE = 0;

  private final int sensors;
  private final int[] horizons;
  private final StepMeans means;

  /**
   * Nothing yet.
   *
   * @param steps how many steps there are
   * @param sensors how many of the first sensors are kept
   */
  ForecastSteps(int steps, int sensors) {
    this.sensors = sensors;
    horizons = new int[steps];
    means = new StepMeans(steps, sensors);
  }

  /** Bytes that a step takes. */
  static long bytesOfStep(int sensors) {
    return 2L * Integer.BYTES + (long) sensors * Float.BYTES;
  }

  /** Begins the step of a slot. */
  void open(int slot) {
    begin(slot, NONE);
  }

  private void begin(int slot, int horizon) {
    horizons[slot] = horizon;
    means.open(slot);
  }

  /** Adds what was {@linkplain #shortest forecast} for a reading of the open step. */
  void add(int slot, @Nullable ScoredForecast shortest) {
    if (shortest == null || longer(shortest.horizon(), horizons[slot])) {
      return;
    }
    if (shortest.horizon() != horizons[slot]) {
      begin(slot, shortest.horizon());
    }
    means.add(slot, Objects.requireNonNull(shortest.predictedState()));
  }

  /**
   * What was forecast for a reading with the shortest horizon; null where nothing was. Among
   * unchained transitions a forecast is for the successor, which is no reading here.
   */
  static @Nullable ScoredForecast shortest(RowAssessment assessment) {
    ScoredForecast shortest = null;
    if (assessment.continues()) {
      // Of every reading: an iterator would be garbage each time.
      List<ScoredForecast> scored = assessment.scored();
      for (int i = 0; i < scored.size(); i++) {
        ScoredForecast forecast = scored.get(i);
        if (forecast.predictedState() != null
            && (shortest == null || forecast.horizon() < shortest.horizon())) {
          shortest = forecast;
        }
      }
    }
    return shortest;
  }

  private static boolean longer(int horizon, int known) {
    return known != NONE && horizon > known;
  }

  /** Makes the last step the open one again. */
  void resume(int slot) {
    means.resume(slot);
  }

  /** Adds a step of another range to one of this. */
  void absorb(int slot, ForecastSteps source, int theirs) {
    int horizon = source.horizons[theirs];
    if (horizon == NONE || longer(horizon, horizons[slot])) {
      return;
    }
    if (horizon != horizons[slot]) {
      begin(slot, horizon);
    }
    means.absorb(slot, source.means, theirs);
  }

  /**
   * Writes {@code forecasts} as those of the last readings are written: the forecasts of the
   * shortest horizon that any of the steps has, null in steps without one; empty where there are
   * none.
   */
  void write(ObjectNode json, int[] slots) {
    ArrayNode forecasts = json.putArray("forecasts");
    int shortest =
        Arrays.stream(slots)
            .map(slot -> horizons[slot])
            .filter(horizon -> horizon != NONE)
            .min()
            .orElse(NONE);
    if (shortest == NONE) {
      return;
    }
    ObjectNode forecast = forecasts.addObject().put("horizon", shortest);
    FloatColumns.addSensors(
        forecast.putArray("state"),
        sensors,
        slots,
        (slot, i) -> horizons[slot] == shortest ? means.mean(slot, i) : Float.NaN);
  }

  /** Stores a step. */
  void store(DataOutput out, int slot) throws IOException {
    out.writeInt(horizons[slot]);
    if (horizons[slot] != NONE) {
      means.store(out, slot);
    }
  }

  /** Reads what {@link #store} wrote. */
  void restore(DataInput in, int slot) throws IOException {
    int horizon = in.readInt();
    begin(slot, horizon);
    if (horizon != NONE) {
      means.restore(in, slot);
      if (horizon < 0 || means.count(slot) < 1) {
        throw new IOException(means.count(slot) + " forecasts " + horizon + " steps ahead");
      }
    }
  }
}
