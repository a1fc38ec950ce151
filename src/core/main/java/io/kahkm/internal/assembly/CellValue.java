package io.kahkm.internal.assembly;

import io.kahkm.internal.numeric.Labelled;

/** Which value a cell has when a sensor was read several times in it. */
public enum CellValue implements Labelled {
  /** The value read last, in event time. */
  LAST,
  /** The arithmetic mean of the values, each counted once. */
  MEAN,
  /** The smallest value. */
  MIN,
  /** The largest value. */
  MAX
}
