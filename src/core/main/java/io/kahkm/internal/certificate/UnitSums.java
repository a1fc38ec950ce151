package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

/** Sums over the pairs of a unit. Mutable, single owner. */
interface UnitSums {
  /** Back to no pair. */
  void reset();

  /** Writes the sums. */
  void write(StateWriter writer);

  /** Reads what {@link #write} has written. */
  void read(StateReader reader);
}
