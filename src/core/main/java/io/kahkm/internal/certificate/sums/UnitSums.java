package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.StateTransfer;

/** Sums over the pairs of a unit. Mutable, single owner. */
public interface UnitSums {
  /** Back to no pair. */
  void reset();

  /** Stores the sums, or continues from stored ones. */
  void transfer(StateTransfer state);
}
