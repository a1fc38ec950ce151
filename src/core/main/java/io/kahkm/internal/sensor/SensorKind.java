package io.kahkm.internal.sensor;

/** What may be wrong with a sensor, in the order in which evidence and stored state hold it. */
public enum SensorKind {
  /** The value stands still for longer than the sensor's runs of equal values do. */
  STUCK("stuck"),
  /** It reads more than its past and the other sensors imply. */
  HIGH("high"),
  /** It reads less than its past and the other sensors imply. */
  LOW("low"),
  /** It scatters more about what is implied than it used to. */
  NOISY("noisy"),
  /** It scatters less about what is implied than it used to. */
  QUIET("quiet"),
  /** It has no value while other sensors do. */
  GONE("gone"),
  /** Its value is beyond the recorded range by more than its usual steps would take it. */
  RANGE("out-of-range");

  private final String label;

  SensorKind(String label) {
    this.label = label;
  }

  /**
   * The name in files, topics and metrics.
   *
   * @return lower case, words joined by hyphens
   */
  public String label() {
    return label;
  }
}
