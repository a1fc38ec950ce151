package io.kahkm.stream;

import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.skill.SkillEvidence;
import io.kahkm.stream.store.HeapWalk;
import java.util.List;

/**
 * What the monitor of a stream takes of the heap, a bit too much rather than too little. Immutable.
 *
 * @param begun bytes up to {@link #BEGUN} records
 * @param young bytes after {@link #YOUNG} records
 * @param grown bytes from {@link #GROWN} records on
 */
public record MonitorHeap(long begun, long young, long grown) {
  /** Records that make the first pair, with which sums begin. */
  static final int BEGUN = 2;

  /** Records after which it is measured for the second time. */
  static final int YOUNG = 16;

  /**
   * Records after which it counts as grown. Most of what it takes more is the open unit, which has
   * as much room as it may have after about a hundred pairs.
   */
  static final int GROWN = 100;

  /** Rolling statistics, of 512 pairs, are complete then. */
  private static final int FEWEST_UNTIL_GROWN = 600;

  /** They take some tens of milliseconds. */
  private static final int MOST_UNTIL_GROWN = 10_000;

  /** Eighths of its snapshot that a grown monitor takes of the heap: rows are padded. */
  private static final int EIGHTHS = 9;

  /**
   * The same with certified horizons, whose powers of the closure are not stored. Those of the
   * model's own closure, which young streams are certified for, are shared.
   */
  private static final int EIGHTHS_AHEAD = 17;

  /** What the objects of a grown monitor take besides, however few classes there are. */
  private static final int OBJECTS = 12_500;

  /** The same with certified horizons. */
  private static final int OBJECTS_AHEAD = 16_500;

  /** Its key, twice, its entry among those on the heap, and what is noted of its snapshot. */
  private static final int ENTRY = 500;

  /**
   * Records after which a stream has been seen for a while: as many forecasts as there may be are
   * on their way, and evidence of skill has begun.
   *
   * @param settings how the stream is treated
   * @return from 600 to 10,000
   */
  static int untilGrown(MonitorSettings settings) {
    List<Integer> horizons = settings.forecasts().horizons();
    long longest = horizons.isEmpty() ? 0 : horizons.get(horizons.size() - 1);
    long begun = longest + (SkillEvidence.WARM_UP + 2L) * settings.forecasts().every();
    return (int) Math.max(FEWEST_UNTIL_GROWN, Math.min(MOST_UNTIL_GROWN, begun));
  }

  /**
   * Estimates it.
   *
   * @param settings how the stream is treated
   * @param begun bytes that a monitor took of the heap after {@link #BEGUN} records, as {@link
   *     #taken} counts them
   * @param young the same after {@link #YOUNG} records
   * @param grownSnapshot bytes of the snapshot of a stream that has been seen for a while
   */
  static MonitorHeap of(MonitorSettings settings, long begun, long young, int grownSnapshot) {
    boolean ahead =
        settings
            .certificates()
            .flatMap(certificates -> certificates.refinements().horizons())
            .isPresent();
    long grown =
        (long) grownSnapshot * (ahead ? EIGHTHS_AHEAD : EIGHTHS) / 8
            + (ahead ? OBJECTS_AHEAD : OBJECTS);
    long later = Math.max(begun, young);
    return new MonitorHeap(begun, later, Math.max(later, grown));
  }

  /**
   * What a monitor takes of the heap as it is now, what it shares with others left out.
   *
   * @param monitor of one stream
   * @param settings of all
   * @param workspace of all, which knows the model
   * @param record any
   * @return bytes, its entry among the others included
   */
  static long taken(
      StreamMonitor monitor,
      MonitorSettings settings,
      MonitorWorkspace workspace,
      Observation record) {
    // A workspace refers to the monitor that took the last record.
    StreamMonitor.create(settings, workspace).advance(record);
    HeapWalk walk = new HeapWalk().without(settings, workspace);
    return walk.count(monitor) + ENTRY;
  }

  /**
   * What a stream takes by then.
   *
   * @param records that it has taken
   * @return bytes, never fewer for more records
   */
  public long bytes(long records) {
    return records < YOUNG
        ? between(begun, young, Math.max(records, BEGUN) - BEGUN, YOUNG - BEGUN)
        : between(young, grown, Math.min(records, GROWN) - YOUNG, GROWN - YOUNG);
  }

  private static long between(long first, long last, long part, long whole) {
    return first + (last - first) * part / whole;
  }
}
