package io.kahkm.telemetry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.Assessment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The readings of one stream in steps of one length, the last so many of them: of every sensor the
 * smallest, the mean and the largest value, the highest novelty and relation, and the worst state.
 * A step without a reading takes no place in an answer; one of a machine that stood still has a
 * place without values. Not thread-safe.
 *
 * <p>Steps are stretches of event time, counted from the epoch. A reading from before the present
 * step is left out: after a crash readings come twice. Where a clock is set back by more than is
 * kept, everything begins anew.
 */
final class HistorySteps {
  private static final long NONE = Long.MIN_VALUE;
  private static final int NO_SLOT = -1;
  private static final int OUTSIDE = 1;
  private static final int BROKEN = 2;
  private static final int FAULTY = 4;

  /** Earlier versions did not keep it: their steps were judged, or so they said. */
  private static final int LEARNING = 8;

  private final HistoryRange range;
  private final long length;
  private final int sensors;
  private final long[] numbers;
  private final int[] counts;
  private final float[] means;
  private final float[] lows;
  private final float[] highs;
  private final float[] novelties;
  private final float[] relations;
  private final byte[] conditions;

  /** Sums of the step that is open: a mean in floats would lose small readings among many. */
  private final double[] sums;

  private long last = NONE;

  /**
   * Nothing yet.
   *
   * @param range length and number of the steps
   * @param sensors how many of the first sensors are kept
   */
  HistorySteps(HistoryRange range, int sensors) {
    this.range = range;
    this.sensors = sensors;
    length = range.step().toNanos();
    int steps = range.steps();
    numbers = new long[steps];
    Arrays.fill(numbers, NONE);
    counts = new int[steps];
    means = new float[steps * sensors];
    lows = new float[steps * sensors];
    highs = new float[steps * sensors];
    novelties = new float[steps];
    relations = new float[steps];
    conditions = new byte[steps];
    sums = new double[sensors];
  }

  /** Bytes of the arrays of all ranges. */
  static long bytes(int sensors) {
    long step = Long.BYTES + Integer.BYTES + (3L * sensors + 2) * Float.BYTES + 1;
    return Arrays.stream(HistoryRange.values()).mapToLong(range -> range.steps() * step).sum()
        + (long) HistoryRange.values().length * Double.BYTES * sensors;
  }

  /** Slot of the step of a time; {@value #NO_SLOT} for one from before the present step. */
  private int slot(long time) {
    long number = Math.floorDiv(time, length);
    if (last != NONE && number < last) {
      if (last - number < numbers.length) {
        return NO_SLOT;
      }
      Arrays.fill(numbers, NONE);
    }
    int slot = Math.floorMod(number, numbers.length);
    if (numbers[slot] != number) {
      open(slot, number);
    }
    last = number;
    return slot;
  }

  /** Takes note of a reading that was not judged, since its machine was not in operation. */
  void standsStill(long time) {
    // A step that is open and has no reading is off.
    slot(time);
  }

  /** Adds a reading. */
  void add(Assessment assessment) {
    int slot = slot(assessment.time());
    if (slot == NO_SLOT) {
      return;
    }
    counts[slot]++;
    for (int i = 0; i < sensors; i++) {
      double value = assessment.state()[i];
      int place = slot * sensors + i;
      sums[i] += value;
      means[place] = (float) (sums[i] / counts[slot]);
      lows[place] = Math.min(lows[place], (float) value);
      highs[place] = Math.max(highs[place], (float) value);
    }
    novelties[slot] = Math.max(novelties[slot], (float) assessment.novelty());
    float relation = (float) assessment.relation();
    if (!(relation <= relations[slot]) && !Float.isNaN(relation)) {
      relations[slot] = relation;
    }
    conditions[slot] |= condition(assessment);
  }

  /** What was said of a reading, of which {@link #said} makes a state. */
  static byte condition(Assessment assessment) {
    return (byte)
        ((assessment.outsideMap() ? OUTSIDE : 0)
            | (assessment.relationBroken() ? BROKEN : 0)
            | (assessment.sensorFaulty() ? FAULTY : 0)
            | (assessment.sensorsLearning() ? LEARNING : 0));
  }

  private void open(int slot, long number) {
    numbers[slot] = number;
    counts[slot] = 0;
    Arrays.fill(sums, 0);
    Arrays.fill(means, slot * sensors, (slot + 1) * sensors, Float.NaN);
    Arrays.fill(lows, slot * sensors, (slot + 1) * sensors, Float.POSITIVE_INFINITY);
    Arrays.fill(highs, slot * sensors, (slot + 1) * sensors, Float.NEGATIVE_INFINITY);
    novelties[slot] = Float.NEGATIVE_INFINITY;
    relations[slot] = Float.NaN;
    conditions[slot] = 0;
  }

  /** Slots in use, oldest first. */
  private int[] slots() {
    if (last == NONE) {
      return new int[0];
    }
    return IntStream.range(0, numbers.length)
        .mapToObj(back -> last - (numbers.length - 1) + back)
        .filter(number -> numbers[Math.floorMod(number, numbers.length)] == number)
        .mapToInt(number -> Math.floorMod(number, numbers.length))
        .toArray();
  }

  /**
   * Writes the steps, oldest first; arrays belong together.
   *
   * @param quiet state of a step in which nothing was wrong
   */
  void write(ObjectNode json, StreamState quiet) {
    int[] slots = slots();
    json.put("range", range.label());
    json.put("step", range.step().toMillis());
    json.put("steps", range.steps());
    ArrayNode times = json.putArray("time");
    ArrayNode amounts = json.putArray("count");
    ArrayNode said = json.putArray("condition");
    for (int slot : slots) {
      times.add(numbers[slot] * range.step().toMillis());
      amounts.add(counts[slot]);
      StreamState state = counts[slot] == 0 ? StreamState.OFF : said(conditions[slot], quiet);
      said.add(state.label());
    }
    sensors(json.putArray("mean"), slots, means);
    sensors(json.putArray("low"), slots, lows);
    sensors(json.putArray("high"), slots, highs);
    numbers(json.putArray("novelty"), slots, slot -> novelties[slot]);
    numbers(json.putArray("relation"), slots, slot -> relations[slot]);
  }

  /**
   * The state of a reading, or the worst of several.
   *
   * @param quiet where nothing was wrong
   */
  static StreamState said(byte condition, StreamState quiet) {
    if ((condition & OUTSIDE) != 0) {
      return StreamState.OUTSIDE;
    }
    if ((condition & BROKEN) != 0) {
      return StreamState.BROKEN;
    }
    if ((condition & FAULTY) != 0) {
      return StreamState.FAULTY;
    }
    return quiet == StreamState.NORMAL && (condition & LEARNING) != 0
        ? StreamState.LEARNING
        : quiet;
  }

  private void sensors(ArrayNode array, int[] slots, float[] values) {
    for (int i = 0; i < sensors; i++) {
      int sensor = i;
      numbers(array.addArray(), slots, slot -> values[slot * sensors + sensor]);
    }
  }

  private static void numbers(ArrayNode array, int[] slots, IntFunction<Float> values) {
    for (int slot : slots) {
      StreamHistory.add(array, values.apply(slot));
    }
  }

  /** Stores the steps in use. */
  void store(DataOutput out) throws IOException {
    int[] slots = slots();
    out.writeInt(slots.length);
    for (int slot : slots) {
      out.writeLong(numbers[slot]);
      out.writeInt(counts[slot]);
      for (float[] values : new float[][] {means, lows, highs}) {
        for (int i = 0; i < sensors; i++) {
          out.writeFloat(values[slot * sensors + i]);
        }
      }
      out.writeFloat(novelties[slot]);
      out.writeFloat(relations[slot]);
      out.writeByte(conditions[slot]);
    }
  }

  /** Reads what {@link #store} wrote, into steps that hold nothing yet. */
  void restore(DataInput in) throws IOException {
    int used = in.readInt();
    if (used < 0 || used > numbers.length) {
      throw new IOException(used + " steps, at most " + numbers.length);
    }
    for (int k = 0; k < used; k++) {
      long number = in.readLong();
      int slot = Math.floorMod(number, numbers.length);
      numbers[slot] = number;
      last = number;
      counts[slot] = in.readInt();
      for (float[] values : new float[][] {means, lows, highs}) {
        for (int i = 0; i < sensors; i++) {
          values[slot * sensors + i] = in.readFloat();
        }
      }
      novelties[slot] = in.readFloat();
      relations[slot] = in.readFloat();
      conditions[slot] = in.readByte();
    }
    if (used > 0) {
      int open = Math.floorMod(last, numbers.length);
      for (int i = 0; i < sensors; i++) {
        sums[i] = counts[open] == 0 ? 0 : (double) means[open * sensors + i] * counts[open];
      }
    }
  }
}
