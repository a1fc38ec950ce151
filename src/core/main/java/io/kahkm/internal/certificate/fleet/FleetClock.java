package io.kahkm.internal.certificate.fleet;

import io.kahkm.internal.certificate.setting.FleetSettings;
import io.kahkm.internal.numeric.StateTransfer;

/**
 * How far a fleet has come in event time, told by the units of its streams. Mutable, single owner,
 * not thread-safe; deterministic.
 *
 * <p>The fleet's time is the latest event time that a {@link FleetSettings#quorum} of streams had
 * all reached when they reported one and the same window. A time that lies far beyond it, by more
 * than two windows and the grace, is no evidence of time from so few: a gateway that sets several
 * clocks wrong would close the windows of all others. It becomes one when more than half of the
 * streams report the window, or when {@value #WINDOWS_ALONE} windows have been reported from there
 * by a quorum each while nobody reported a near one: then the fleet paused, and only some of it
 * came back.
 */
public final class FleetClock {
  /** Windows far ahead, reported while nobody reported a near one, that move the fleet's time. */
  static final int WINDOWS_ALONE = 3;

  private final FleetSettings fleet;
  private long time = Long.MIN_VALUE;
  private int windowsAhead;
  private long earliestAhead = Long.MAX_VALUE;

  /**
   * Starts before any time.
   *
   * @param fleet how streams become units
   */
  public FleetClock(FleetSettings fleet) {
    this.fleet = fleet;
  }

  /**
   * The fleet's time.
   *
   * @return event time in nanoseconds, {@link Long#MIN_VALUE} before any is known
   */
  public long time() {
    return time;
  }

  /**
   * Takes note of a unit that came in time.
   *
   * @param reported event time of its report, in nanoseconds
   * @param units units that its window has with it, at least 1
   * @param earliest smallest event time of their reports, in nanoseconds
   */
  public void unit(long reported, int units, long earliest) {
    if (isNear(reported)) {
      forgetAhead();
    }
    if (units < fleet.quorum()) {
      return;
    }
    if (isNear(earliest)) {
      time = Math.max(time, earliest);
      return;
    }
    if (units == fleet.quorum()) {
      windowsAhead++;
      earliestAhead = Math.min(earliestAhead, earliest);
    }
    if (units > fleet.serving() / 2) {
      time = earliest;
      forgetAhead();
    } else if (windowsAhead == WINDOWS_ALONE) {
      time = earliestAhead;
      forgetAhead();
    }
  }

  private void forgetAhead() {
    windowsAhead = 0;
    earliestAhead = Long.MAX_VALUE;
  }

  private boolean isNear(long reported) {
    if (time == Long.MIN_VALUE) {
      return false;
    }
    // Times that are centuries apart overflow to below 0.
    long ahead = reported <= time ? 0 : reported - time;
    return ahead >= 0 && (ahead <= fleet.grace() || (ahead - fleet.grace()) / 2 <= fleet.every());
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  public void transfer(StateTransfer state) {
    transferTime(state);
    windowsAhead = state.intOf(windowsAhead, 0, WINDOWS_ALONE - 1, "windows ahead of the fleet");
    earliestAhead = state.longOf(earliestAhead);
  }

  /**
   * The time alone, all that stores of version 3 have of it.
   *
   * @param state written to, or read from
   */
  public void transferTime(StateTransfer state) {
    time = state.longOf(time);
    if (state.reads()) {
      forgetAhead();
    }
  }
}
