package io.kahkm.internal.assembly;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * The readings of one sensor in open cells, in the order of their times, and the last one before
 * them. Mutable, one owner; nothing is allocated per reading once the arrays have grown.
 *
 * <p>A reading is kept as the bits of its value. Two patterns that no value has mark readings that
 * do not stand: those of bad quality, and those of equal time whose values contradict each other.
 */
final class TagReadings {
  /** A reading of bad quality. */
  private static final long BAD = 0x7ff8_0000_0000_0000L;

  /** Several readings of equal time and different values. */
  private static final long CONTRADICTORY = 0x7ff8_0000_0000_0001L;

  private static final int INITIAL_CAPACITY = 16;
  private static final int KEPT_CAPACITY = 256;

  private long[] times = new long[INITIAL_CAPACITY];
  private long[] bits = new long[INITIAL_CAPACITY];
  private int head;
  private int end;

  /** Time of the last reading before the open cells, standing or not. */
  private long droppedTime = EventClock.NEVER;

  /** The last standing reading before the open cells. */
  private long heldTime = EventClock.NEVER;

  private double heldValue = Double.NaN;

  /**
   * Takes a reading.
   *
   * @param time in nanoseconds
   * @param value not infinite; NaN for bad quality
   */
  OfferOutcome add(long time, double value) {
    long newBits = Double.isNaN(value) ? BAD : Double.doubleToRawLongBits(value);
    int position = after(time);
    if (position > head && times[position - 1] == time) {
      return meet(position - 1, newBits);
    }
    if (end - head == AssemblySettings.MOST_READINGS) {
      return OfferOutcome.CROWDED;
    }
    position -= makeRoom();
    System.arraycopy(times, position, times, position + 1, end - position);
    System.arraycopy(bits, position, bits, position + 1, end - position);
    times[position] = time;
    bits[position] = newBits;
    end++;
    return OfferOutcome.ACCEPTED;
  }

  private OfferOutcome meet(int index, long newBits) {
    if (bits[index] == newBits) {
      return OfferOutcome.DUPLICATE;
    }
    bits[index] = CONTRADICTORY;
    return OfferOutcome.CONFLICT;
  }

  /** Makes room for one more at the end; returns by how much the readings were moved down. */
  private int makeRoom() {
    if (end < times.length) {
      return 0;
    }
    int size = end - head;
    int capacity = 2 * size > times.length ? 2 * times.length : times.length;
    long[] newTimes = capacity > times.length ? new long[capacity] : times;
    long[] newBits = capacity > times.length ? new long[capacity] : bits;
    System.arraycopy(times, head, newTimes, 0, size);
    System.arraycopy(bits, head, newBits, 0, size);
    times = newTimes;
    bits = newBits;
    int moved = head;
    head = 0;
    end = size;
    return moved;
  }

  /** Index of the first reading after a time. */
  private int after(long time) {
    if (end == head || times[end - 1] <= time) {
      return end;
    }
    int low = head;
    int high = end - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean stands(int index) {
    return bits[index] != BAD && bits[index] != CONTRADICTORY;
  }

  private double value(int index) {
    return Double.longBitsToDouble(bits[index]);
  }

  /** The time of the first reading after a time, or the largest long. */
  long next(long time) {
    int index = after(time);
    return index < end ? times[index] : Long.MAX_VALUE;
  }

  /** Number of readings after a time. */
  int sizeAfter(long time) {
    return end - after(time);
  }

  /** The time of the last reading in open cells, or {@link EventClock#NEVER}. */
  long last() {
    return end > head ? times[end - 1] : EventClock.NEVER;
  }

  /** The time of the last reading at or before a time, or {@link EventClock#NEVER}. */
  long lastThrough(long time) {
    int index = after(time);
    return index > head ? times[index - 1] : droppedTime;
  }

  /** Whether there is a value at exactly a time. */
  boolean standsAt(long time) {
    int index = after(time) - 1;
    return index >= head && times[index] == time && stands(index);
  }

  /** Number of readings in open cells. */
  int size() {
    return end - head;
  }

  /**
   * The value of a cell from its own readings.
   *
   * @param rule which one
   * @param from time before the cell's first
   * @param through the cell's last time
   * @return the value, NaN if no reading in the cell stands
   */
  double inCell(CellValue rule, long from, long through) {
    int first = after(from);
    int past = after(through);
    return switch (rule) {
      case LAST -> last(first, past);
      case MEAN -> mean(first, past);
      case MIN -> smallest(first, past);
      case MAX -> largest(first, past);
    };
  }

  private double last(int first, int past) {
    for (int i = past - 1; i >= first; i--) {
      if (stands(i)) {
        return value(i);
      }
    }
    return Double.NaN;
  }

  private double smallest(int first, int past) {
    double smallest = Double.NaN;
    for (int i = first; i < past; i++) {
      if (stands(i)) {
        smallest = Double.isNaN(smallest) ? value(i) : Math.min(smallest, value(i));
      }
    }
    return smallest;
  }

  private double largest(int first, int past) {
    double largest = Double.NaN;
    for (int i = first; i < past; i++) {
      if (stands(i)) {
        largest = Double.isNaN(largest) ? value(i) : Math.max(largest, value(i));
      }
    }
    return largest;
  }

  /**
   * mean = (x_1 + .. + x_m) / m, added in the order of time; where the sum leaves the range of a
   * double, x_1 / m + .. + x_m / m. Rounding does not take it beyond the smallest or largest value.
   */
  private double mean(int first, int past) {
    int count = 0;
    double sum = 0;
    for (int i = first; i < past; i++) {
      if (stands(i)) {
        count++;
        sum += value(i);
      }
    }
    if (count == 0) {
      return Double.NaN;
    }
    double mean = sum / count;
    if (Double.isInfinite(sum)) {
      mean = 0;
      for (int i = first; i < past; i++) {
        if (stands(i)) {
          mean += value(i) / count;
        }
      }
    }
    return Math.max(smallest(first, past), Math.min(largest(first, past), mean));
  }

  /**
   * The last value that may stand in at a time.
   *
   * @param through the time
   * @param hold longest age
   * @param unlimited whether an older one may stand in as well, unless a reading that does not
   *     stand came after it: then nobody knows the sensor's value
   * @return the value, NaN if there is none
   */
  double standIn(long through, long hold, boolean unlimited) {
    int index = after(through) - 1;
    int newest = index;
    while (index >= head && !stands(index)) {
      index--;
    }
    long time = index >= head ? times[index] : heldTime;
    if (time == EventClock.NEVER) {
      return Double.NaN;
    }
    boolean known = index >= head ? index == newest : newest < head && droppedTime == heldTime;
    boolean young = through - time <= hold;
    return young || (unlimited && known) ? (index >= head ? value(index) : heldValue) : Double.NaN;
  }

  /** Forgets the readings of cells that are closed, but for the last. */
  void drop(long through) {
    int kept = after(through);
    for (int i = kept - 1; i >= head; i--) {
      if (stands(i)) {
        heldTime = times[i];
        heldValue = value(i);
        break;
      }
    }
    if (kept > head) {
      droppedTime = times[kept - 1];
    }
    head = kept;
    if (head == end) {
      head = 0;
      end = 0;
      if (times.length > KEPT_CAPACITY) {
        times = new long[INITIAL_CAPACITY];
        bits = new long[INITIAL_CAPACITY];
      }
    }
  }

  /**
   * Forgets all readings because the clock was set back to a time before them.
   *
   * @param now the new time
   * @param keep whether the last value is still known: it counts as read now
   */
  void startAnew(long now, boolean keep) {
    drop(Long.MAX_VALUE);
    if (keep && heldTime != EventClock.NEVER && heldTime == droppedTime) {
      heldTime = Math.min(heldTime, now);
    } else {
      heldTime = EventClock.NEVER;
      heldValue = Double.NaN;
    }
    droppedTime = heldTime;
  }

  void transfer(StateTransfer state) {
    droppedTime = state.longOf(droppedTime);
    heldTime = state.longOf(heldTime);
    heldValue = state.doubleOf(heldValue);
    int size = state.intOf(size(), 0, AssemblySettings.MOST_READINGS, "readings of a tag");
    if (state.reads()) {
      head = 0;
      end = 0;
    }
    for (int i = head; i < head + size; i++) {
      if (i == times.length) {
        times = Arrays.copyOf(times, 2 * i);
        bits = Arrays.copyOf(bits, 2 * i);
      }
      times[i] = state.longOf(times[i]);
      bits[i] = state.longOf(bits[i]);
      if (i > head && times[i] <= times[i - 1]) {
        throw new MalformedStateException("readings of a tag are not in the order of time");
      }
      if (Double.isInfinite(value(i))) {
        throw new MalformedStateException("a reading of a tag is infinite");
      }
    }
    end = head + size;
  }
}
