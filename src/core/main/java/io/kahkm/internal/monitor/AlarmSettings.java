package io.kahkm.internal.monitor;

/**
 * How much evidence makes a page.
 *
 * @param runLength rows to a false page of an alarm that accumulates evidence, in the mean at
 *     least; above 1 and finite
 */
public record AlarmSettings(double runLength) {
  /** Rows to a false page where no file says it. */
  public static final double DEFAULT_RUN_LENGTH = 1e5;

  /** Checks the run length. */
  public AlarmSettings {
    MonitorSettings.require(
        runLength > 1 && runLength < Double.POSITIVE_INFINITY,
        "runLength",
        runLength,
        "above 1 and finite");
  }
}
