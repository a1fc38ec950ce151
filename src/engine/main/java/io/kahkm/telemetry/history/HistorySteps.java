package io.kahkm.telemetry.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.telemetry.condition.StreamState;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The readings of one stream in steps of one length, the last so many of them: of every sensor the
 * smallest, the mean and the largest value and what was forecast, the highest novelty, relation and
 * evidence of each alarm, and the worst state. A step without a reading takes no place in an
 * answer; one of a machine that stood still has a place without values. Not thread-safe.
 *
 * <p>Steps are stretches of event time, counted from the epoch. A reading from before the present
 * step is left out: after a crash readings come twice. Where a clock is set back by more than is
 * kept, everything begins anew.
 */
final class HistorySteps {
  /** Version of {@link HistoryFiles} since which forecasts are stored. */
  static final int WITH_FORECASTS = 3;

  private static final long NONE = Long.MIN_VALUE;
  private static final int NO_SLOT = -1;

  private final HistoryRange range;
  private final long length;
  private final long[] numbers;
  private final StepMeans means;
  private final StepExtremes extremes;
  private final StepLevels levels;
  private final byte[] conditions;
  private final ForecastSteps forecasts;

  private long last = NONE;

  /**
   * Nothing yet.
   *
   * @param range length and number of the steps
   * @param sensors how many of the first sensors are kept
   */
  HistorySteps(HistoryRange range, int sensors) {
    this.range = range;
    length = range.step().toNanos();
    int steps = range.steps();
    numbers = new long[steps];
    Arrays.fill(numbers, NONE);
    means = new StepMeans(steps, sensors);
    extremes = new StepExtremes(steps, sensors);
    levels = new StepLevels(steps);
    conditions = new byte[steps];
    forecasts = new ForecastSteps(steps, sensors);
  }

  HistoryRange range() {
    return range;
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

  /**
   * Adds a reading.
   *
   * @param shortest what was {@linkplain ForecastSteps#shortest forecast} for it
   */
  void add(RowAssessment assessment, @Nullable ScoredForecast shortest) {
    int slot = slot(assessment.time());
    if (slot == NO_SLOT) {
      return;
    }
    means.add(slot, assessment.state());
    extremes.add(slot, assessment.state());
    levels.add(slot, assessment);
    conditions[slot] |= ReadingFlags.of(assessment);
    forecasts.add(slot, shortest);
  }

  private void open(int slot, long number) {
    numbers[slot] = number;
    means.open(slot);
    extremes.open(slot);
    levels.open(slot);
    conditions[slot] = 0;
    forecasts.open(slot);
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

  /** Where the oldest step begins, in nanoseconds; the largest number if there is none. */
  long first() {
    int[] slots = slots();
    return slots.length == 0 ? Long.MAX_VALUE : numbers[slots[0]] * length;
  }

  /** Where the oldest step that has a place would begin, in nanoseconds. */
  long reach() {
    return last == NONE ? Long.MAX_VALUE : (last - numbers.length + 1) * length;
  }

  /** Where the newest step ends, in nanoseconds; the smallest number if there is none. */
  long end() {
    return last == NONE ? Long.MIN_VALUE : (last + 1) * length;
  }

  /** Steps that a stretch of time overlaps, with or without readings, of those there can be. */
  long count(long from, long to) {
    long begin = Math.max(from, first());
    long finish = Math.min(to, end());
    return begin >= finish
        ? 0
        : Math.floorDiv(finish - 1, length) - Math.floorDiv(begin, length) + 1;
  }

  /** Whether a step ends after a time, and not after another one. */
  boolean holdsBetween(long after, long until) {
    return Arrays.stream(slots())
        .mapToLong(slot -> (numbers[slot] + 1) * length)
        .anyMatch(end -> end > after && end <= until);
  }

  /** Writes all steps, as {@link #write(ObjectNode, StreamState, long, long)}. */
  void write(ObjectNode json, StreamState quiet) {
    write(json, quiet, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * Writes the steps that a stretch of time overlaps, oldest first; arrays belong together.
   *
   * @param quiet state of a step in which nothing was wrong
   * @param from begin of the stretch in nanoseconds
   * @param to its end, itself not included
   */
  void write(ObjectNode json, StreamState quiet, long from, long to) {
    int[] slots =
        Arrays.stream(slots())
            .filter(slot -> (numbers[slot] + 1) * length > from && numbers[slot] * length < to)
            .toArray();
    json.put("range", range.label());
    json.put("step", range.step().toMillis());
    json.put("steps", range.steps());
    ArrayNode times = json.putArray("time");
    ArrayNode amounts = json.putArray("count");
    ArrayNode said = json.putArray("condition");
    for (int slot : slots) {
      times.add(numbers[slot] * range.step().toMillis());
      amounts.add(means.count(slot));
      StreamState state =
          means.count(slot) == 0 ? StreamState.OFF : ReadingFlags.state(conditions[slot], quiet);
      said.add(state.label());
    }
    means.write(json, slots);
    extremes.write(json, slots);
    forecasts.write(json, slots);
    levels.write(json, slots);
  }

  /** Stores the steps in use. */
  void store(DataOutput out) throws IOException {
    int[] slots = slots();
    out.writeInt(slots.length);
    for (int slot : slots) {
      out.writeLong(numbers[slot]);
      means.store(out, slot);
      extremes.store(out, slot);
      levels.store(out, slot);
      out.writeByte(conditions[slot]);
      forecasts.store(out, slot);
    }
  }

  /**
   * Reads what {@link #store} wrote, into steps that hold nothing yet.
   *
   * @param version of the file
   */
  void restore(DataInput in, int version) throws IOException {
    int used = in.readInt();
    if (used < 0 || used > numbers.length) {
      throw new IOException(used + " steps, at most " + numbers.length);
    }
    for (int k = 0; k < used; k++) {
      long number = in.readLong();
      int slot = Math.floorMod(number, numbers.length);
      numbers[slot] = number;
      last = number;
      means.restore(in, slot);
      extremes.restore(in, slot);
      levels.restore(in, slot, version);
      conditions[slot] = in.readByte();
      if (version >= WITH_FORECASTS) {
        forecasts.restore(in, slot);
      }
    }
    resume();
  }

  /** Makes the last step the open one again. */
  private void resume() {
    if (last != NONE) {
      int open = Math.floorMod(last, numbers.length);
      means.resume(open);
      forecasts.resume(open);
    }
  }

  /**
   * Fills steps that hold nothing yet from those of other ranges: as far back as possible from
   * finer ones, and what is older from coarser ones, which then stand where they begin.
   */
  void fill(List<HistorySteps> sources) {
    Comparator<HistorySteps> byStep = Comparator.comparingLong(source -> source.length);
    long reached = Long.MAX_VALUE;
    for (HistorySteps source :
        Stream.concat(
                sources.stream()
                    .filter(source -> source.length <= length)
                    .sorted(byStep.reversed()),
                sources.stream().filter(source -> source.length > length).sorted(byStep))
            .toList()) {
      reached = absorb(source, Long.MIN_VALUE, reached);
    }
    resume();
  }

  /** Catches up with a finer range that was stored later. */
  void continueFrom(HistorySteps finer) {
    if (last == NONE) {
      fill(List.of(finer));
      return;
    }
    long begin = last * length;
    int slot = Math.floorMod(last, numbers.length);
    boolean more = finer.readings(begin, begin + length) > means.count(slot);
    if (more) {
      open(slot, last);
    }
    absorb(finer, more ? begin : begin + length, Long.MAX_VALUE);
    resume();
  }

  private long readings(long from, long to) {
    return Arrays.stream(slots())
        .filter(slot -> numbers[slot] * length >= from && numbers[slot] * length < to)
        .mapToLong(means::count)
        .sum();
  }

  /**
   * Adds the steps of another range that begin at a time or later and end by another one.
   *
   * @return where the first of them begins, else {@code before}
   */
  private long absorb(HistorySteps source, long from, long before) {
    long reached = before;
    for (int theirs : source.slots()) {
      long begin = source.numbers[theirs] * source.length;
      if (begin >= from && begin + source.length <= before) {
        reached = Math.min(reached, begin);
        absorb(source, theirs, Math.floorDiv(begin, length));
      }
    }
    return reached;
  }

  private void absorb(HistorySteps source, int theirs, long number) {
    if (last != NONE && number <= last - numbers.length) {
      return;
    }
    int slot = Math.floorMod(number, numbers.length);
    if (numbers[slot] != number) {
      open(slot, number);
    }
    last = Math.max(last, number);
    if (source.means.count(theirs) == 0) {
      return;
    }
    means.absorb(slot, source.means, theirs);
    extremes.absorb(slot, source.extremes, theirs);
    levels.absorb(slot, source.levels, theirs);
    conditions[slot] |= source.conditions[theirs];
    forecasts.absorb(slot, source.forecasts, theirs);
  }
}
