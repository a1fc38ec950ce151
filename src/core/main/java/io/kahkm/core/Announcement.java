package io.kahkm.core;

/** What a monitor made of values that are known ahead. */
public enum Announcement {
  /** Forecasts look at them until their time has passed. */
  TAKEN,
  /** A reading of their time or a later one was taken before; nothing has changed. */
  LATE,
  /**
   * As many nearer times are announced as are kept, 64 or twice the longest horizon; nothing has
   * changed.
   */
  AHEAD,
  /**
   * The model was fitted without known inputs, no horizon looks at them, or none of the values is a
   * known input's; nothing has changed.
   */
  UNUSED
}
