package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labelled;

/** How a stream is cut into windows, and with that what is promised over many of them. */
public enum WindowPolicy implements Labelled {
  /** One window, once; P(wrong) is at most delta. */
  FIXED,
  /** Windows one after the other, without overlap. */
  TUMBLING,
  /** One growing window with checkpoints; P(any checkpoint ever wrong) is at most delta. */
  CUMULATIVE,
  /** Overlapping windows, one pane a hop; every hop at level delta. */
  ROLLING,
  /**
   * Runs of bounds that hold at every moment, whenever somebody looks; a run starts anew on cause.
   */
  ANYTIME
}
