package io.kahkm.internal.forecast;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;

/**
 * Values of known inputs that have come and are not due yet, by their event time. A value stands
 * until the next one. Mutable, one owner; nothing is allocated when values are looked at.
 */
public final class KnownAhead {
  /** Times that are kept, however short the horizons. */
  private static final int LEAST = 64;

  /** Times that are kept for each step of the longest horizon. */
  private static final int PER_STEP = 2;

  private static final int FIRST = 8;

  private final int inputs;
  private final int most;
  private long[] times = new long[0];

  /** Time by time one value for each input, NaN where there is none. */
  private double[] values = new double[0];

  private int count;

  /**
   * Nothing known.
   *
   * @param inputs number of known inputs, at least 1
   * @param longest longest horizon in steps, at least 1
   */
  public KnownAhead(int inputs, int longest) {
    this.inputs = inputs;
    most = most(longest);
  }

  /**
   * Times that are kept at most.
   *
   * @param longest longest horizon in steps
   * @return at least 64
   */
  public static int most(int longest) {
    return Math.max(LEAST, Math.min(longest, Integer.MAX_VALUE / 4) * PER_STEP);
  }

  /**
   * Memory of as many values as may be kept.
   *
   * @param inputs number of known inputs
   * @param longest longest horizon in steps
   * @return bytes
   */
  public static long bytes(int inputs, int longest) {
    return (long) most(longest) * (Long.BYTES + (long) inputs * Double.BYTES);
  }

  /**
   * Whether there is room for a time: of more times than are kept, the nearest stay.
   *
   * @param time event time
   * @return false where as many nearer ones are known as may be kept
   */
  public boolean hasRoom(long time) {
    return count < most || time <= times[count - 1];
  }

  /**
   * Takes values; those for the same time replace the ones before, and where there is no room, the
   * farthest give way.
   *
   * @param time event time, later than all that have passed, with room
   * @param of values for each input, NaN where there is none; not retained
   */
  public void put(long time, double[] of) {
    int at = Arrays.binarySearch(times, 0, count, time);
    if (at < 0) {
      at = -at - 1;
      insert(at, time);
    }
    for (int j = 0; j < inputs; j++) {
      if (!Double.isNaN(of[j])) {
        values[at * inputs + j] = of[j];
      }
    }
  }

  private void insert(int at, long time) {
    if (count == most) {
      count--;
    }
    if (count == times.length) {
      int size = Math.min(most, Math.max(FIRST, 2 * count));
      times = Arrays.copyOf(times, size);
      values = Arrays.copyOf(values, size * inputs);
    }
    System.arraycopy(times, at, times, at + 1, count - at);
    System.arraycopy(values, at * inputs, values, (at + 1) * inputs, (count - at) * inputs);
    times[at] = time;
    Arrays.fill(values, at * inputs, (at + 1) * inputs, Double.NaN);
    count++;
  }

  /**
   * A reading came: what was known of its time and before has passed.
   *
   * @param time event time of the reading
   */
  public void pass(long time) {
    int passed = 0;
    while (passed < count && times[passed] <= time) {
      passed++;
    }
    if (passed > 0) {
      count -= passed;
      System.arraycopy(times, passed, times, 0, count);
      System.arraycopy(values, passed * inputs, values, 0, count * inputs);
    }
  }

  /** Forgets everything. */
  public void clear() {
    count = 0;
  }

  /**
   * An input's values some steps ahead: of those known for a time up to that step's the latest,
   * else the present reading.
   *
   * @param input 0-based among the known inputs
   * @param present its present reading
   * @param time event time of the present reading; everything that is kept is later
   * @param step length of a step; 0 where it is not known: then the n-th time ahead is n steps
   *     ahead
   * @param tolerance how much later a time may be than a step and still belong to it, at least 0
   * @param steps ascending, each at least 1
   * @param out receives one value for each step
   * @param from index of the first of them
   */
  public void look(
      int input,
      double present,
      long time,
      long step,
      long tolerance,
      int[] steps,
      double[] out,
      int from) {
    double latest = present;
    int next = 0;
    for (int s = 0; s < steps.length; s++) {
      while (next < count
          && (step == 0
              ? next < steps[s]
              : isWithin(times[next] - time, step, tolerance, steps[s]))) {
        double value = values[next * inputs + input];
        latest = Double.isNaN(value) ? latest : value;
        next++;
      }
      out[from + s] = latest;
    }
  }

  /** A difference of centuries overflows to a negative one: such a time is beyond every step. */
  private static boolean isWithin(long ahead, long step, long tolerance, int steps) {
    return ahead > 0 && ahead - tolerance <= (double) step * steps;
  }

  /**
   * Appends what is known.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    writer.putInt(count);
    for (int at = 0; at < count; at++) {
      writer.putLong(times[at]);
    }
    writer.putDoubles(values, 0, count * inputs);
  }

  /**
   * Takes over what {@link #write} wrote of as many inputs. Where fewer times may be kept now, the
   * nearest stay.
   *
   * @param reader at the values
   * @throws MalformedStateException if the times do not ascend
   */
  public void read(StateReader reader) {
    int stored = reader.getInt(0, Integer.MAX_VALUE, "times known ahead");
    long[] storedTimes = new long[Math.min(stored, most)];
    for (int at = 0; at < stored; at++) {
      long time = reader.getLong();
      if (at < storedTimes.length) {
        storedTimes[at] = time;
        if (at > 0 && time <= storedTimes[at - 1]) {
          throw new MalformedStateException("times known ahead do not ascend");
        }
      }
    }
    double[] storedValues = reader.getDoubles();
    if (storedValues.length != (long) stored * inputs) {
      throw new MalformedStateException(
          storedValues.length + " values known ahead of " + stored + " times");
    }
    count = storedTimes.length;
    times = storedTimes;
    values = Arrays.copyOf(storedValues, count * inputs);
  }
}
