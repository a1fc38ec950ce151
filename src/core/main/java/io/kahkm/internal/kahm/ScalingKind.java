package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Labelled;

/** How sensor values are scaled before the map sees them. */
public enum ScalingKind implements Labelled {
  /** Frozen z-score divided by the square root of the number of sensors. */
  STANDARD,
  /**
   * Every stream's values in units of its own: its mean and standard deviation, learned from its
   * first rows and then frozen, become those of a typical stream of the fleet; the rest is {@link
   * #STANDARD}.
   */
  PER_STREAM,
  /** Sensor values as they are, as in the paper's systems. */
  NONE
}
