package io.kahkm.stream;

import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.skill.SkillEvidence;
import java.util.List;

/**
 * What the monitor of a stream takes of the heap, a bit too much rather than too little. Immutable.
 *
 * @param young bytes within the first records, when its sums are not there yet
 * @param grown bytes later
 */
public record MonitorHeap(long young, long grown) {
  /** Records after which a stream counts as one that has been seen for a while. */
  static final int YOUNG = 16;

  /** Rolling statistics, of 512 pairs, are complete then. */
  private static final int FEWEST_UNTIL_GROWN = 600;

  /** They take some tens of milliseconds. */
  private static final int MOST_UNTIL_GROWN = 10_000;

  /** Eighths of its snapshot that a monitor takes of the heap: rows are padded. */
  private static final int EIGHTHS = 9;

  /**
   * The same with certified horizons, whose powers of the closure are not stored. Those of the
   * model's own closure, which young streams are certified for, are shared.
   */
  private static final int EIGHTHS_AHEAD = 17;

  /** What the objects of a monitor take besides, however few classes there are. */
  private static final int OBJECTS = 12_500;

  /** The same with certified horizons. */
  private static final int OBJECTS_AHEAD = 16_500;

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
   * Estimates it from snapshots.
   *
   * @param settings how the stream is treated
   * @param youngSnapshot bytes of the snapshot after {@link #YOUNG} records
   * @param grownSnapshot bytes of that of a stream that has been seen for a while
   */
  static MonitorHeap of(MonitorSettings settings, int youngSnapshot, int grownSnapshot) {
    boolean ahead =
        settings
            .certificates()
            .flatMap(certificates -> certificates.refinements().horizons())
            .isPresent();
    long objects = ahead ? OBJECTS_AHEAD : OBJECTS;
    return new MonitorHeap(
        (long) youngSnapshot * EIGHTHS / 8 + objects,
        (long) grownSnapshot * (ahead ? EIGHTHS_AHEAD : EIGHTHS) / 8 + objects);
  }

  /**
   * What a stream takes by then.
   *
   * @param records that it has taken
   * @return bytes
   */
  public long bytes(long records) {
    return records <= YOUNG ? young : grown;
  }
}
