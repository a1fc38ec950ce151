package io.kahkm.internal.sensor;

/** What may be wrong with a sensor, in the order in which evidence and stored state hold it. */
public enum SensorKind {
  /** The value stands still for longer than the sensor's runs of equal values do. */
  STUCK(0, "stuck"),
  /** It reads more than its past and the other sensors imply. */
  HIGH(1, "high"),
  /** It reads less than its past and the other sensors imply. */
  LOW(2, "low"),
  /** It scatters more about what is implied than it used to. */
  NOISY(3, "noisy"),
  /** It scatters less about what is implied than it used to. */
  QUIET(4, "quiet"),
  /** It has no value while other sensors do. */
  GONE(5, "gone"),
  /** Its value is beyond the recorded range by more than its usual steps would take it. */
  RANGE(6, "out-of-range");

  private final int index;
  private final String label;

  SensorKind(int index, String label) {
    this.index = index;
    this.label = label;
  }

  /**
   * Where evidence and stored state hold this kind.
   *
   * @return from 0; never changes
   */
  public int index() {
    return index;
  }

  /**
   * The kind at an index.
   *
   * @param index from 0 to the number of kinds less one
   * @return the kind
   */
  public static SensorKind at(int index) {
    for (SensorKind kind : values()) {
      if (kind.index == index) {
        return kind;
      }
    }
    throw new IllegalArgumentException("index is " + index + ", must be that of a kind");
  }

  /**
   * Whether the values themselves show it, and not what the past and other sensors imply of them.
   *
   * @return true for what stands still, is missing or out of range
   */
  public boolean isDirect() {
    return this == STUCK || this == GONE || this == RANGE;
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
