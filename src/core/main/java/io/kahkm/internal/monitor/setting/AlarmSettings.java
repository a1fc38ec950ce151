package io.kahkm.internal.monitor.setting;

/**
 * How much evidence makes a page, and when an incident is over.
 *
 * @param runLength rows to a false page of an alarm that accumulates evidence, in the mean at
 *     least; above 1 and finite
 * @param fleetLength rows of one stream in which all streams of a fleet together may have one false
 *     page, at least {@code runLength} and finite: evidence is gathered up to it
 * @param quiet readings in a row inside after which an incident is over, at least 1
 */
public record AlarmSettings(double runLength, double fleetLength, int quiet) {
  /** Rows to a false page where no file says it. */
  public static final double DEFAULT_RUN_LENGTH = 1e5;

  /** Readings inside after which an incident is over where no file says it. */
  public static final int DEFAULT_QUIET = 10;

  /** Where no file says anything. */
  public static final AlarmSettings USUAL = of(DEFAULT_RUN_LENGTH);

  /** Checks every field. */
  public AlarmSettings {
    SettingRule.require(
        runLength > 1 && runLength < Double.POSITIVE_INFINITY,
        "runLength",
        runLength,
        "above 1 and finite");
    SettingRule.require(
        fleetLength >= runLength && fleetLength < Double.POSITIVE_INFINITY,
        "fleetLength",
        fleetLength,
        "at least runLength and finite");
    SettingRule.require(quiet >= 1, "quiet", quiet, "at least 1");
  }

  /**
   * Of a stream alone, with the usual end of incidents.
   *
   * @param runLength rows to a false page, above 1 and finite
   * @return the settings
   */
  public static AlarmSettings of(double runLength) {
    return new AlarmSettings(runLength, runLength, DEFAULT_QUIET);
  }
}
