package io.kahkm.internal.forecast;

/** What a forecast can be made by. Stored by number: new ones get the next. */
public enum ExpertKind {
  /** The present reading stays. */
  PERSISTENCE(0, "persistence"),

  /** A linear model of all sensors. */
  ALL_SENSORS(1, "all sensors"),

  /** The same corrected by what predicted coordinates know beyond it. */
  COORDINATES(2, "coordinates"),

  /** A regression of the sensor on its own past. */
  OWN_PAST(3, "own past"),

  /** The reading at the same place of the season before. */
  SEASON(4, "a season ago"),

  /** Another forecaster, whose forecasts come from outside; no model knows of it. */
  OTHER(5, "another forecaster"),

  /** A regression on present readings, the sensor's own past and what is known ahead. */
  KNOWN_INPUTS(6, "known inputs");

  private final int number;
  private final String label;

  ExpertKind(int number, String label) {
    this.number = number;
    this.label = label;
  }

  /**
   * The name that people read.
   *
   * @return such as "own past"
   */
  public String label() {
    return label;
  }

  /**
   * What it is stored by.
   *
   * @return from 0 to 6
   */
  public int number() {
    return number;
  }
}
