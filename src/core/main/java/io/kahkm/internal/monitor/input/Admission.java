package io.kahkm.internal.monitor.input;

/**
 * What a monitor makes of an observation, decided from its time and episode alone before anything
 * changes.
 */
public enum Admission {
  /** The observation advances the stream. */
  ACCEPTED,
  /** Its time equals the last one of the same episode: nothing changes. */
  DUPLICATE,
  /** Its time is earlier than the last one of the same episode: nothing changes. */
  OUT_OF_ORDER,
  /**
   * Its step from the last state is outside the declared step's tolerance: the state becomes the
   * start of the next transition, but the irregular step itself is neither learned nor counted, and
   * open forecasts are dropped.
   */
  IRREGULAR;

  /**
   * Whether the monitor's state changes with such an observation, so that it must be journaled.
   *
   * @return true for {@link #ACCEPTED} and {@link #IRREGULAR}
   */
  public boolean changesState() {
    return this == ACCEPTED || this == IRREGULAR;
  }
}
