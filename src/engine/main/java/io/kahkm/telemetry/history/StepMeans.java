package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** The mean of every sensor in the steps of a history, and of how many values. Not thread-safe. */
final class StepMeans {
  private final int sensors;
  private final int[] counts;
  private final float[] means;

  /** Sums of the step that is open: a mean in floats would lose small values among many. */
  private final double[] sums;

  /**
   * Nothing yet.
   *
   * @param steps how many steps there are
   * @param sensors how many of the first sensors are kept
   */
  StepMeans(int steps, int sensors) {
    this.sensors = sensors;
    counts = new int[steps];
    means = new float[steps * sensors];
    sums = new double[sensors];
  }

  /** Begins the step of a slot. */
  void open(int slot) {
    counts[slot] = 0;
    Arrays.fill(means, slot * sensors, (slot + 1) * sensors, Float.NaN);
    Arrays.fill(sums, 0);
  }

  /** Adds values to the open step, of which the first are kept. */
  void add(int slot, double[] values) {
    counts[slot]++;
    for (int i = 0; i < sensors; i++) {
      sums[i] += values[i];
      means[slot * sensors + i] = (float) (sums[i] / counts[slot]);
    }
  }

  int count(int slot) {
    return counts[slot];
  }

  /** NaN where the step has no value. */
  float mean(int slot, int sensor) {
    return means[slot * sensors + sensor];
  }

  /** Makes a step the open one again. */
  void resume(int slot) {
    for (int i = 0; i < sensors; i++) {
      sums[i] = counts[slot] == 0 ? 0 : (double) mean(slot, i) * counts[slot];
    }
  }

  /** Adds a step of another range, which has values, to one of this. */
  void absorb(int slot, StepMeans source, int theirs) {
    int known = counts[slot];
    int more = source.counts[theirs];
    double weight = (double) more / (known + more);
    for (int i = 0; i < sensors; i++) {
      int place = slot * sensors + i;
      float other = source.mean(theirs, i);
      means[place] = known == 0 ? other : (float) ((1 - weight) * means[place] + weight * other);
    }
    counts[slot] = known + more;
  }

  /** Writes {@code mean} of some slots. */
  void write(ObjectNode json, int[] slots) {
    FloatColumns.addSensors(json.putArray("mean"), sensors, slots, this::mean);
  }

  /** Stores a step. */
  void store(DataOutput out, int slot) throws IOException {
    out.writeInt(counts[slot]);
    for (int i = 0; i < sensors; i++) {
      out.writeFloat(mean(slot, i));
    }
  }

  /** Reads what {@link #store} wrote. */
  void restore(DataInput in, int slot) throws IOException {
    counts[slot] = in.readInt();
    for (int i = 0; i < sensors; i++) {
      means[slot * sensors + i] = in.readFloat();
    }
  }
}
