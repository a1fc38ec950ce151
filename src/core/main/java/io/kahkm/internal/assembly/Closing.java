package io.kahkm.internal.assembly;

/** Why a cell was closed. */
public enum Closing {
  /** The event time of its stream is past its end by the grace. */
  GRACE,
  /** Every sensor has a value at exactly its end, and each cell has the value read last. */
  COMPLETE,
  /** The input has ended. */
  END
}
