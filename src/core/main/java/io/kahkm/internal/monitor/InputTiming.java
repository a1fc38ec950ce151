package io.kahkm.internal.monitor;

/**
 * How the times of a recorded input are judged and how long missing values are held. Durations in
 * nanoseconds; their meaning is that of {@link MonitorSettings}.
 *
 * @param timed whether the input declares an event time
 * @param step declared step, 0 when none is declared
 * @param stepTolerance allowed relative deviation from the step, in [0, 1)
 * @param idle gap after which the next state starts a new episode, 0 for never
 * @param hold longest age at which the last value of a sensor stands in for a missing one, 0 to
 *     hold none
 */
public record InputTiming(boolean timed, long step, double stepTolerance, long idle, long hold) {
  /** No event time: the order of the rows is the order of time. */
  public static final InputTiming NONE = new InputTiming(false, 0, 0, 0, 0);

  /**
   * Whether a state with missing values is to be shown to the monitor: it may hold the last ones,
   * or without a declared step it must learn that the next state does not follow the last. With a
   * declared step the hole shows by itself, and the state can be skipped without a trace, so that a
   * complete one of the same time is still taken.
   *
   * @return true if values are held or no step is declared
   */
  public boolean seesIncomplete() {
    return hold > 0 || step == 0;
  }
}
