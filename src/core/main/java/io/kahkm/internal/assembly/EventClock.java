package io.kahkm.internal.assembly;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * Event time of one stream: the latest time that at least two of its tags reached, so that one
 * clock that runs ahead moves nothing.
 *
 * <p>Tags that are sent on change only need not move for days. Where fewer than two of the tags are
 * sent regularly, the regular one's time counts too: there is no second clock to wait for. Mutable,
 * one owner.
 */
final class EventClock {
  /** No time yet. */
  static final long NEVER = Long.MIN_VALUE;

  private final long[] latest;
  private final long setBack;

  /** The only tag whose time counts alone, or -1 where two must agree. */
  private final int alone;

  private long time = NEVER;

  EventClock(AssemblySettings settings) {
    latest = new long[settings.tags()];
    Arrays.fill(latest, NEVER);
    // A reading that is merely late is so by less than the grace.
    setBack = settings.setBack() == 0 ? 0 : Math.max(settings.setBack(), settings.grace());
    alone = alone(settings);
  }

  private static int alone(AssemblySettings settings) {
    int regular = -1;
    for (int tag = 0; tag < settings.dimension(); tag++) {
      if (!settings.sensors().get(tag).onChange()) {
        if (regular >= 0) {
          return -1;
        }
        regular = tag;
      }
    }
    return settings.tags() == 1 ? 0 : regular;
  }

  /** The event time, or {@link #NEVER}. */
  long time() {
    return time;
  }

  /** The latest time that any tag has reached, or {@link #NEVER}. */
  long latest() {
    long reached = NEVER;
    for (long tagTime : latest) {
      reached = Math.max(reached, tagTime);
    }
    return reached;
  }

  /**
   * Takes note that a tag has reached a time.
   *
   * @return whether the stream's clock was set back, so that everything it holds lies ahead
   */
  boolean reach(int tag, long reached) {
    if (reached > latest[tag]) {
      latest[tag] = reached;
      if (reached > time) {
        time = Math.max(time, agreed());
      }
      return false;
    }
    if (setBack == 0 || latest[tag] - reached <= setBack) {
      return false;
    }
    latest[tag] = reached;
    long agreed = agreed();
    if (agreed == NEVER || time == NEVER || time - agreed <= setBack) {
      return false;
    }
    time = agreed;
    return true;
  }

  /** The second largest of the tags' times, or that of the tag that counts alone if it is later. */
  private long agreed() {
    long first = NEVER;
    long second = NEVER;
    for (long tagTime : latest) {
      if (tagTime > first) {
        second = first;
        first = tagTime;
      } else if (tagTime > second) {
        second = tagTime;
      }
    }
    return alone < 0 ? second : Math.max(second, latest[alone]);
  }

  /** Stores the state, or continues from what was stored. */
  void transfer(StateTransfer state) {
    state.longs(latest);
    time = state.longOf(time);
  }
}
