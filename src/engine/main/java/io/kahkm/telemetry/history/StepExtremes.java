package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The smallest and the largest value of every sensor in the steps of a history. Not thread-safe.
 */
final class StepExtremes {
  private final int sensors;
  private final float[] lows;
  private final float[] highs;

  /**
   * Nothing yet.
   *
   * @param steps how many steps there are
   * @param sensors how many of the first sensors are kept
   */
  StepExtremes(int steps, int sensors) {
    this.sensors = sensors;
    lows = new float[steps * sensors];
    highs = new float[steps * sensors];
  }

  /** Begins the step of a slot. */
  void open(int slot) {
    Arrays.fill(lows, slot * sensors, (slot + 1) * sensors, Float.POSITIVE_INFINITY);
    Arrays.fill(highs, slot * sensors, (slot + 1) * sensors, Float.NEGATIVE_INFINITY);
  }

  /** Adds values to a step, of which the first are kept. */
  void add(int slot, double[] values) {
    for (int i = 0; i < sensors; i++) {
      add(slot * sensors + i, (float) values[i], (float) values[i]);
    }
  }

  private void add(int place, float low, float high) {
    lows[place] = Math.min(lows[place], low);
    highs[place] = Math.max(highs[place], high);
  }

  /** Adds a step of another range to one of this. */
  void absorb(int slot, StepExtremes source, int theirs) {
    for (int i = 0; i < sensors; i++) {
      int other = theirs * sensors + i;
      add(slot * sensors + i, source.lows[other], source.highs[other]);
    }
  }

  /** Writes {@code low} and {@code high} of some slots. */
  void write(ObjectNode json, int[] slots) {
    FloatColumns.addSensors(
        json.putArray("low"), sensors, slots, (slot, i) -> lows[slot * sensors + i]);
    FloatColumns.addSensors(
        json.putArray("high"), sensors, slots, (slot, i) -> highs[slot * sensors + i]);
  }

  /** Stores a step. */
  void store(DataOutput out, int slot) throws IOException {
    for (float[] values : new float[][] {lows, highs}) {
      for (int i = 0; i < sensors; i++) {
        out.writeFloat(values[slot * sensors + i]);
      }
    }
  }

  /** Reads what {@link #store} wrote. */
  void restore(DataInput in, int slot) throws IOException {
    for (float[] values : new float[][] {lows, highs}) {
      for (int i = 0; i < sensors; i++) {
        values[slot * sensors + i] = in.readFloat();
      }
    }
  }
}
