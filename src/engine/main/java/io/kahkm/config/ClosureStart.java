package io.kahkm.config;

import io.kahkm.internal.numeric.Labelled;

/** Which closure a new stream begins with. */
public enum ClosureStart implements Labelled {
  /** The closure stored in the model file. */
  MODEL,
  /** The identity: every forecast begins as persistence. */
  IDENTITY
}
