package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labelled;

/** How tumbling windows, or the runs of bounds that hold at every moment, share the level. */
public enum Budget implements Labelled {
  /** Every window or run spends delta; the expected number of wrong windows grows. For triage. */
  EACH,
  /**
   * Window or run w = 1, 2, ... spends delta / (w (w + 1)); P(any ever wrong) is at most delta. For
   * audit.
   */
  FOREVER
}
