package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.certificate.fleet.FleetClock;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the streams of a fleet become the units of one window: the unit of a stream is its first
 * {@code pairs} pairs with event time in [kW, (k+1)W), and J is the number of streams.
 *
 * @param streams declared streams J, at least 2
 * @param every window length W in nanoseconds, at least 1
 * @param pairs most pairs T of a unit, at least 1
 * @param grace how far the fleet's time must be past a window's end before it closes without the
 *     streams that are missing, in nanoseconds, at least 0
 * @param retired streams that left the fleet for good, in order of their ids: a window in which
 *     they report nothing does not wait for them nor miss them; at least 2 streams must be left
 */
public record FleetSettings(
    int streams, long every, int pairs, long grace, SortedSet<String> retired) {
  /** One in so many of the streams decides how far the fleet's time has come. */
  private static final int QUORUM_SHARE = 20;

  private static final int SMALLEST_QUORUM = 2;

  /** Checks every field. */
  public FleetSettings {
    require(
        streams >= WindowSettings.MINIMUM_UNITS, "streams", streams, WindowSettings.MINIMUM_UNITS);
    require(every >= 1, "every", every, 1);
    require(pairs >= 1, "pairs", pairs, 1);
    require(grace >= 0, "grace", grace, 0);
    retired = Collections.unmodifiableSortedSet(new TreeSet<>(retired));
    require(
        streams - retired.size() >= WindowSettings.MINIMUM_UNITS,
        "streams without the retired ones",
        streams - retired.size(),
        WindowSettings.MINIMUM_UNITS);
  }

  /**
   * A fleet that nobody has left.
   *
   * @param streams declared streams J, at least 2
   * @param every window length W in nanoseconds, at least 1
   * @param pairs most pairs T of a unit, at least 1
   * @param grace in nanoseconds, at least 0
   */
  public FleetSettings(int streams, long every, int pairs, long grace) {
    this(streams, every, pairs, grace, Collections.emptySortedSet());
  }

  /**
   * The same without some streams.
   *
   * @param newRetired streams that left the fleet for good
   * @return a copy
   */
  public FleetSettings withRetired(Set<String> newRetired) {
    return new FleetSettings(streams, every, pairs, grace, new TreeSet<>(newRetired));
  }

  /**
   * The declared streams that have not left.
   *
   * @return at least 2
   */
  public int serving() {
    return streams - retired.size();
  }

  /**
   * What stored units depend on: all but the streams that left, which may change.
   *
   * @return one line of text
   */
  public String identity() {
    return "FleetSettings[streams="
        + streams
        + ", every="
        + every
        + ", pairs="
        + pairs
        + ", grace="
        + grace
        + "]";
  }

  private static void require(boolean holds, String field, long value, long least) {
    if (!holds) {
      throw new IllegalArgumentException(field + " is " + value + ", must be at least " + least);
    }
  }

  /**
   * The window of an event time.
   *
   * @param time nanoseconds
   * @return k with kW &le; time &lt; (k+1)W
   */
  public long windowOf(long time) {
    return Math.floorDiv(time, every);
  }

  /**
   * How many streams must agree that a time has come, see {@link FleetClock}: fewer machines whose
   * clocks run ahead close no window before the others have reported.
   *
   * @return a twentieth of the {@link #serving} streams, rounded up, at least 2
   */
  public int quorum() {
    return Math.max(SMALLEST_QUORUM, 1 + (serving() - 1) / QUORUM_SHARE);
  }

  /**
   * The last window that is closed once the fleet's time has come this far, whoever is missing.
   *
   * @param fleetTime event time of {@link FleetClock}, in nanoseconds
   * @return largest k with (k+1)W + grace &le; fleetTime
   */
  public long closedAt(long fleetTime) {
    long settled = fleetTime < Long.MIN_VALUE + grace ? Long.MIN_VALUE : fleetTime - grace;
    return Math.floorDiv(settled, every) - 1;
  }

  /**
   * The first moment of a window.
   *
   * @param window k
   * @return kW in nanoseconds, or the nearest time there is
   */
  public long startOf(long window) {
    long high = Math.multiplyHigh(window, every);
    long start = window * every;
    if (high == start >> (Long.SIZE - 1)) {
      return start;
    }
    return window < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }
}
