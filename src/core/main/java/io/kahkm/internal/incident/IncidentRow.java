package io.kahkm.internal.incident;

import io.kahkm.internal.sensor.SensorFinding;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one reading says to an incident. One object per monitor, filled anew for every reading.
 *
 * <p>The contribution of a sensor to a reading is its share of what is unusual about it: with
 * novelty alone its share of the reconstruction error, with relations alone its part of the
 * relation channel's contributions, with both the mean of the two. The contributions of a reading
 * sum to 1.
 */
public final class IncidentRow {
  private final double[] contributions;
  private int channels;
  long time;
  boolean inside;
  boolean outsideMap;
  boolean relationBroken;
  boolean sensorFaulty;
  List<SensorFinding> faults = List.of();
  double noveltyRatio;
  double relationRatio;

  /**
   * A row for readings of one model.
   *
   * @param sensors values of a reading, at least 1
   */
  public IncidentRow(int sensors) {
    contributions = new double[sensors];
  }

  /**
   * Begins another reading, of which nothing is unusual yet.
   *
   * @param newTime event time in nanoseconds
   */
  public void clear(long newTime) {
    time = newTime;
    inside = true;
    outsideMap = false;
    relationBroken = false;
    sensorFaulty = false;
    faults = List.of();
    noveltyRatio = 0;
    relationRatio = 0;
    if (channels > 0) {
      channels = 0;
      Arrays.fill(contributions, 0);
    }
  }

  /**
   * Says what was decided of the stream with this reading.
   *
   * @param newInside whether the reading is inside and the stream in no alarm
   * @param newOutsideMap whether the stream is outside the map
   * @param newRelationBroken whether its relations are broken
   * @param newSensorFaulty whether a sensor of it is faulty
   */
  public void decided(
      boolean newInside,
      boolean newOutsideMap,
      boolean newRelationBroken,
      boolean newSensorFaulty) {
    inside = newInside;
    outsideMap = newOutsideMap;
    relationBroken = newRelationBroken;
    sensorFaulty = newSensorFaulty;
  }

  /**
   * What is wrong with sensors, where one is faulty.
   *
   * @param newFaults the likeliest first; retained
   */
  public void faults(List<SensorFinding> newFaults) {
    faults = newFaults;
  }

  /**
   * Says how far the reading is from normal ones.
   *
   * @param newNoveltyRatio novelty over its limit, 0 where it has none
   * @param newRelationRatio relation statistic over its limit, 0 where it has none
   */
  public void ratios(double newNoveltyRatio, double newRelationRatio) {
    noveltyRatio = newNoveltyRatio;
    relationRatio = newRelationRatio;
  }

  /**
   * Adds a channel in which the reading is suspicious.
   *
   * @param parts what each of {@code sensors} adds, at least 0, NaN for nothing; not modified
   * @param sensors 0-based index of the sensor of each part; null where part j is sensor j's
   */
  public void add(double[] parts, int @Nullable [] sensors) {
    double total = 0;
    for (double part : parts) {
      total += Double.isNaN(part) ? 0 : part;
    }
    if (!(total > 0 && total < Double.POSITIVE_INFINITY)) {
      return;
    }
    channels++;
    // With the second channel both count half.
    double weight = 1.0 / channels;
    for (int j = 0; j < contributions.length; j++) {
      contributions[j] *= 1 - weight;
    }
    for (int j = 0; j < parts.length; j++) {
      if (!Double.isNaN(parts[j])) {
        contributions[sensors == null ? j : sensors[j]] += weight * (parts[j] / total);
      }
    }
  }

  /**
   * Whether the reading is suspicious in any channel.
   *
   * @return true if it has contributions
   */
  public boolean suspicious() {
    return channels > 0;
  }

  /**
   * What each sensor contributes.
   *
   * @return live view, at least 0, summing to 1 if {@link #suspicious}, else all 0; not to be
   *     modified
   */
  public double[] contributions() {
    return contributions;
  }
}
