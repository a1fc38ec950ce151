package io.kahkm.internal.certificate.setting;

/**
 * How a stream is cut into windows.
 *
 * @param policy how windows are cut
 * @param budget how tumbling windows share delta; used by {@link WindowPolicy#TUMBLING} and {@link
 *     WindowPolicy#ANYTIME} only
 * @param schedule checkpoints of a cumulative window; used by {@link WindowPolicy#CUMULATIVE} only
 * @param units units of a window, at least 2; for a cumulative window M0, the scale of its
 *     checkpoints
 */
public record WindowSettings(WindowPolicy policy, Budget budget, Schedule schedule, int units) {
  /** Fewest units of a window: one unit has no variance. */
  public static final int MINIMUM_UNITS = 2;

  /** Fewest units of a rolling window: one of each of its panes. */
  public static final int MINIMUM_ROLLING_UNITS = 8;

  /** Checks the units. */
  public WindowSettings {
    if (units < MINIMUM_UNITS) {
      throw new IllegalArgumentException(
          "units is " + units + ", must be at least " + MINIMUM_UNITS);
    }
    if (policy == WindowPolicy.ROLLING && units < MINIMUM_ROLLING_UNITS) {
      throw new IllegalArgumentException(
          "units is "
              + units
              + ", must be at least "
              + MINIMUM_ROLLING_UNITS
              + " under policy rolling");
    }
  }
}
