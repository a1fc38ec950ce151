package io.kahkm.internal.assembly;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rows of one stream from the readings of its tags: {@code accept(tag, time, value) ->
 * rows}.
 *
 * <p>Row k stands at time k * step and holds, per sensor, the readings with a time in ((k - 1) *
 * step, k * step]; where there is none, the last reading stands in if it is not older than {@code
 * hold}, or without limit for sensors that are sent on change, while any sensor of the stream was
 * read within {@code hold}. A cell in which nothing was read gives a row only if all its values can
 * stand in. Values of a changed episode stand in like others: the valve is where it was.
 *
 * <p>A cell closes when the stream's event time, the latest time that at least two of its tags
 * reached, is {@code grace} past its end; earlier only if every cell has the value read last and
 * every tag has a value at exactly the cell's end, because then no later reading can change it but
 * one that contradicts a value already used. So readings may come in any order, each by less than
 * {@code grace} behind the latest: they give the same rows, bit by bit.
 *
 * <p>Equal settings and calls give equal rows, also across {@link #snapshot} and {@link #restore}:
 * no clock, random number or thread takes part. Memory is bounded by {@link
 * AssemblySettings#mostBytes}. Not thread-safe: one owner.
 */
public final class RowAssembler {
  private static final byte VERSION = 1;

  /** Largest distance of a cell's end from the epoch: that of a time and several durations. */
  private static final long LATEST_CELL =
      AssemblySettings.LATEST_TIME + 4 * AssemblySettings.LONGEST;

  private final AssemblySettings settings;
  private final EventClock clock;
  private final TagReadings[] sensors;

  /** Null without an episode tag. */
  private final @Nullable EpisodeReadings episodes;

  private final double[] row;
  private final boolean mayCloseEarly;
  private final boolean anyOnChange;

  /** End of the last cell whose readings are gone. */
  private long closed = EventClock.NEVER;

  /** End of the last cell of which it is decided whether it gives a row, at least closed. */
  private long decided = EventClock.NEVER;

  /** The sensor that lacked a value when completeness was last looked for: it is asked first. */
  private int lacking;

  private int held;

  private RowAssembler(AssemblySettings settings) {
    this.settings = settings;
    clock = new EventClock(settings);
    sensors = new TagReadings[settings.dimension()];
    for (int j = 0; j < sensors.length; j++) {
      sensors[j] = new TagReadings();
    }
    episodes = settings.episodeSkew().isPresent() ? new EpisodeReadings() : null;
    row = new double[sensors.length];
    mayCloseEarly =
        settings.sensors().stream().allMatch(sensor -> sensor.value() == CellValue.LAST);
    anyOnChange = settings.sensors().stream().anyMatch(SensorRule::onChange);
  }

  /**
   * An assembler that has read nothing yet.
   *
   * @param settings how tags become rows
   * @return a new assembler
   */
  public static RowAssembler create(AssemblySettings settings) {
    return new RowAssembler(settings);
  }

  /**
   * Takes one reading of a sensor.
   *
   * @param sensor index of the sensor in the settings
   * @param time what the reading's clock showed, nanoseconds since the epoch
   * @param value the value, not infinite; NaN for a reading of bad quality, which is no value but
   *     shows that the tag has reached its time
   * @param rows takes the rows that are complete with this reading
   * @return what became of the reading; whatever it is, rows may have come of it
   * @throws IllegalArgumentException if the sensor or the value is none; nothing has changed then
   */
  public OfferOutcome accept(int sensor, long time, double value, RowReceiver rows) {
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException("value is " + value + ", must be finite or NaN");
    }
    Objects.checkIndex(sensor, sensors.length);
    long skew = settings.sensors().get(sensor).clockSkew();
    if (outOfRange(time, skew)) {
      return OfferOutcome.OUT_OF_RANGE;
    }
    long corrected = time - skew;
    if (reach(sensor, corrected, rows)) {
      return OfferOutcome.LATE;
    }
    TagReadings readings = sensors[sensor];
    OfferOutcome acceptance =
        corrected > aheadOf()
                && readings.sizeAfter(aheadOf()) >= settings.reachCells()
                && isAhead(corrected, readings.next(aheadOf()), readings.last())
            ? OfferOutcome.AHEAD
            : readings.add(corrected, value);
    close(rows);
    return acceptance;
  }

  /**
   * Takes one reading of the tag that names the episode.
   *
   * @param time what the reading's clock showed, nanoseconds since the epoch
   * @param name the episode, not empty
   * @param rows takes the rows that are complete with this reading
   * @return what became of the reading; whatever it is, rows may have come of it
   * @throws IllegalArgumentException if the name is empty or the settings have no episode tag;
   *     nothing has changed then
   */
  public OfferOutcome acceptEpisode(long time, String name, RowReceiver rows) {
    if (episodes == null) {
      throw new IllegalArgumentException("the settings have no episode tag");
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of an episode is empty");
    }
    long skew = settings.episodeSkew().orElseThrow();
    if (outOfRange(time, skew)) {
      return OfferOutcome.OUT_OF_RANGE;
    }
    long corrected = time - skew;
    if (reach(sensors.length, corrected, rows)) {
      return OfferOutcome.LATE;
    }
    OfferOutcome acceptance =
        corrected > aheadOf() && episodes.sizeAfter(aheadOf()) >= settings.reachCells()
            ? OfferOutcome.AHEAD
            : episodes.add(corrected, name);
    close(rows);
    return acceptance;
  }

  private static boolean outOfRange(long time, long skew) {
    long latest = AssemblySettings.LATEST_TIME;
    return time > latest || time < -latest || time - skew > latest || time - skew < -latest;
  }

  /** Notes that a tag has reached a time; returns whether the reading is late. */
  private boolean reach(int tag, long time, RowReceiver rows) {
    if (clock.reach(tag, time)) {
      startAnew(rows);
    }
    return closed != EventClock.NEVER && time <= closed;
  }

  /** The time beyond which a reading is suspect. */
  private long aheadOf() {
    return clock.time() == EventClock.NEVER ? EventClock.NEVER : clock.time() + settings.reach();
  }

  /**
   * Whether a suspect reading takes those of its tag over more time than {@link
   * AssemblySettings#reach}. After a silence every tag but the second is ahead of the event time
   * for a moment, and tags that are sent on change may be for long, so that some must be kept: as
   * many as the reach has cells, or all of that time. A wrong clock must not fill the memory.
   */
  private boolean isAhead(long time, long firstSuspect, long last) {
    return Math.max(time, last) - Math.min(time, firstSuspect) > settings.reach();
  }

  private void close(RowReceiver rows) {
    if (clock.time() == EventClock.NEVER) {
      return;
    }
    long through = cellBegin(clock.time() - settings.grace());
    if (closed == EventClock.NEVER || through > closed) {
      decide(through, Closing.GRACE, rows);
      drop(through);
    }
    if (mayCloseEarly) {
      while (complete(decided + settings.step())) {
        decided += settings.step();
        fill(decided);
        send(decided, Closing.COMPLETE, rows);
      }
    }
  }

  /** After a change of the step, cells end elsewhere: a cell that is closed in part is closed. */
  private void align() {
    if (closed != EventClock.NEVER) {
      requireTime(closed);
      drop(cellEnd(closed));
    }
    if (decided != EventClock.NEVER) {
      requireTime(decided);
      decided = cellEnd(decided);
    }
    if (decided < closed) {
      throw new MalformedStateException("closed cells of an assembler's state are not decided");
    }
  }

  private static void requireTime(long time) {
    if (time > LATEST_CELL || time < -LATEST_CELL) {
      throw new MalformedStateException("end of a cell is " + time + " ns");
    }
  }

  /** The largest multiple of the step that is not after a time. */
  private long cellBegin(long time) {
    return Math.floorDiv(time, settings.step()) * settings.step();
  }

  /** The end of the cell that holds a time. */
  private long cellEnd(long time) {
    long begin = cellBegin(time);
    return begin == time ? time : begin + settings.step();
  }

  /** Sends the rows of all undecided cells that end at or before a time. */
  private void decide(long through, Closing closing, RowReceiver rows) {
    long end =
        decided == EventClock.NEVER ? firstCell(EventClock.NEVER) : decided + settings.step();
    while (end <= through) {
      boolean read = fill(end);
      if (read || isComplete()) {
        send(end, closing, rows);
        end += settings.step();
      } else {
        // What cannot stand in here is too old for the cells up to the next reading, too.
        end = firstCell(end);
      }
    }
    decided = decided == EventClock.NEVER ? through : Math.max(decided, through);
  }

  /** End of the first cell with a reading of a sensor after a time, or the largest long. */
  private long firstCell(long time) {
    long next = Long.MAX_VALUE;
    for (TagReadings sensor : sensors) {
      next = Math.min(next, sensor.next(time));
    }
    return next == Long.MAX_VALUE ? next : cellEnd(next);
  }

  /** Computes the row of a cell; returns whether any sensor was read in it. */
  private boolean fill(long end) {
    long before = end - settings.step();
    boolean read = false;
    for (TagReadings sensor : sensors) {
      read |= sensor.next(before) <= end;
    }
    boolean alive = read || (anyOnChange && wasReadSince(end - settings.hold(), end));
    held = 0;
    for (int j = 0; j < sensors.length; j++) {
      SensorRule rule = settings.sensors().get(j);
      row[j] = sensors[j].inCell(rule.value(), before, end);
      if (Double.isNaN(row[j])) {
        row[j] = sensors[j].standIn(end, settings.hold(), alive && rule.onChange());
        held += Double.isNaN(row[j]) ? 0 : 1;
      }
    }
    return read;
  }

  private boolean wasReadSince(long from, long end) {
    for (TagReadings sensor : sensors) {
      if (sensor.lastThrough(end) >= from) {
        return true;
      }
    }
    return false;
  }

  private boolean isComplete() {
    for (double value : row) {
      if (Double.isNaN(value)) {
        return false;
      }
    }
    return true;
  }

  /** Whether every tag has a value at exactly a time. */
  private boolean complete(long end) {
    int sensor = lacking;
    for (int i = 0; i < sensors.length; i++) {
      if (!sensors[sensor].standsAt(end)) {
        lacking = sensor;
        return false;
      }
      sensor = sensor + 1 == sensors.length ? 0 : sensor + 1;
    }
    return episodes == null || episodes.standsAt(end);
  }

  private void send(long end, Closing closing, RowReceiver rows) {
    rows.row(end, row, held, episodes == null ? null : episodes.at(end), closing);
  }

  private void drop(long through) {
    closed = through;
    for (TagReadings sensor : sensors) {
      sensor.drop(through);
    }
    if (episodes != null) {
      episodes.drop(through);
    }
  }

  /** What was read lies ahead of the clock that was set back: its rows come now. */
  private void startAnew(RowReceiver rows) {
    finish(rows);
    long now = clock.time();
    for (int j = 0; j < sensors.length; j++) {
      sensors[j].startAnew(now, settings.sensors().get(j).onChange());
    }
    closed = cellBegin(now - settings.grace());
    decided = closed;
  }

  /**
   * Ends the input: the rows of all cells up to the last reading, for files that stop there. A live
   * stream never calls this.
   *
   * @param rows takes the rows
   */
  public void finish(RowReceiver rows) {
    long last = EventClock.NEVER;
    for (TagReadings sensor : sensors) {
      last = Math.max(last, sensor.last());
    }
    if (last != EventClock.NEVER) {
      decide(cellEnd(last), Closing.END, rows);
      drop(decided);
    }
  }

  /**
   * The event time of the stream.
   *
   * @return nanoseconds since the epoch, empty before two of its tags were read
   */
  public OptionalLong eventTime() {
    return clock.time() == EventClock.NEVER ? OptionalLong.empty() : OptionalLong.of(clock.time());
  }

  /**
   * How far the stream's tags have come: the latest time that any of them reached.
   *
   * @return nanoseconds since the epoch, {@link Long#MIN_VALUE} before any of them was read
   */
  public long latestTime() {
    return clock.latest();
  }

  /**
   * The end of the oldest cell that waits for readings.
   *
   * @return nanoseconds since the epoch, empty if no cell is open
   */
  public OptionalLong oldestOpen() {
    long oldest = firstCell(decided);
    return oldest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(oldest);
  }

  /**
   * Readings kept in memory.
   *
   * @return number of readings, at most {@link AssemblySettings#MOST_READINGS} per tag
   */
  public int readings() {
    int readings = episodes == null ? 0 : episodes.size();
    for (TagReadings sensor : sensors) {
      readings += sensor.size();
    }
    return readings;
  }

  /**
   * The whole state.
   *
   * @return bytes for {@link #restore}; equal states give equal bytes
   */
  public byte[] snapshot() {
    StateWriter writer = new StateWriter();
    write(writer);
    return writer.toByteArray();
  }

  /**
   * Appends the whole state.
   *
   * @param writer receives the bytes
   */
  public void write(StateWriter writer) {
    transfer(writer);
    if (episodes != null) {
      episodes.write(writer);
    }
  }

  /**
   * An assembler in a stored state.
   *
   * @param settings those of the assembler that was stored, or others with as many tags: then what
   *     comes next is treated by the new ones
   * @param snapshot what {@link #snapshot} gave; not modified
   * @return a new assembler
   * @throws MalformedStateException if the bytes are no state of an assembler with as many tags
   */
  public static RowAssembler restore(AssemblySettings settings, byte[] snapshot) {
    StateReader reader = new StateReader(snapshot);
    RowAssembler assembler = read(settings, reader);
    reader.finish();
    return assembler;
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param settings see {@link #restore}
   * @param reader positioned at the state
   * @return a new assembler
   * @throws MalformedStateException if the bytes are no state of an assembler with as many tags
   */
  public static RowAssembler read(AssemblySettings settings, StateReader reader) {
    RowAssembler assembler = new RowAssembler(settings);
    assembler.transfer(reader);
    if (assembler.episodes != null) {
      assembler.episodes.read(reader);
    }
    assembler.align();
    return assembler;
  }

  /** All but the readings of the episode tag, which come last. */
  private void transfer(StateTransfer state) {
    int version = state.byteOf(VERSION);
    if (version != VERSION) {
      throw new MalformedStateException(
          "version of an assembler's state is " + version + ", " + VERSION + " is known");
    }
    state.intOf(sensors.length, sensors.length, sensors.length, "number of sensors");
    if (state.booleanOf(episodes != null) != (episodes != null)) {
      throw new MalformedStateException("one of state and settings has no episode tag");
    }
    closed = state.longOf(closed);
    decided = state.longOf(decided);
    clock.transfer(state);
    for (TagReadings sensor : sensors) {
      sensor.transfer(state);
    }
  }
}
