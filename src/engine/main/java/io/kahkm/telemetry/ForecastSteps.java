package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.Assessment;
import io.kahkm.internal.monitor.ScoredForecast;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
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
  private final int[] counts;
  private final float[] means;

  /** Sums of the step that is open, as those of {@link HistorySteps}. */
  private final double[] sums;

  /**
   * Nothing yet.
   *
   * @param steps how many steps there are
   * @param sensors how many of the first sensors are kept
   */
  ForecastSteps(int steps, int sensors) {
    this.sensors = sensors;
    horizons = new int[steps];
    counts = new int[steps];
    means = new float[steps * sensors];
    sums = new double[sensors];
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
    counts[slot] = 0;
    Arrays.fill(means, slot * sensors, (slot + 1) * sensors, Float.NaN);
    Arrays.fill(sums, 0);
  }

  /** Adds what was forecast for a reading of the open step. */
  void add(int slot, Assessment assessment) {
    ScoredForecast shortest = shortest(assessment);
    if (shortest == null || longer(shortest.horizon(), horizons[slot])) {
      return;
    }
    if (shortest.horizon() != horizons[slot]) {
      begin(slot, shortest.horizon());
    }
    counts[slot]++;
    double @Nullable [] predicted = shortest.predictedState();
    for (int i = 0; predicted != null && i < sensors; i++) {
      sums[i] += predicted[i];
      means[slot * sensors + i] = (float) (sums[i] / counts[slot]);
    }
  }

  /** Among unchained transitions a forecast is for the successor, which is no reading here. */
  private static @Nullable ScoredForecast shortest(Assessment assessment) {
    ScoredForecast shortest = null;
    if (assessment.continues()) {
      for (ScoredForecast forecast : assessment.scored()) {
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
    for (int i = 0; i < sensors; i++) {
      sums[i] = counts[slot] == 0 ? 0 : (double) means[slot * sensors + i] * counts[slot];
    }
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
    int known = counts[slot];
    counts[slot] += source.counts[theirs];
    double weight = (double) source.counts[theirs] / counts[slot];
    for (int i = 0; i < sensors; i++) {
      int place = slot * sensors + i;
      float other = source.means[theirs * sensors + i];
      means[place] = known == 0 ? other : (float) ((1 - weight) * means[place] + weight * other);
    }
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
    ArrayNode states = forecast.putArray("state");
    for (int i = 0; i < sensors; i++) {
      int sensor = i;
      FloatColumns.add(
          states.addArray(),
          slots,
          slot -> horizons[slot] == shortest ? means[slot * sensors + sensor] : Float.NaN);
    }
  }

  /** Stores a step. */
  void store(DataOutput out, int slot) throws IOException {
    out.writeInt(horizons[slot]);
    if (horizons[slot] != NONE) {
      out.writeInt(counts[slot]);
      for (int i = 0; i < sensors; i++) {
        out.writeFloat(means[slot * sensors + i]);
      }
    }
  }

  /** Reads what {@link #store} wrote. */
  void restore(DataInput in, int slot) throws IOException {
    int horizon = in.readInt();
    begin(slot, horizon);
    if (horizon != NONE) {
      counts[slot] = in.readInt();
      if (horizon < 0 || counts[slot] < 1) {
        throw new IOException(counts[slot] + " forecasts " + horizon + " steps ahead");
      }
      for (int i = 0; i < sensors; i++) {
        means[slot * sensors + i] = in.readFloat();
      }
    }
  }
}
