package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labelled;

/** Why a run of bounds that hold at every moment began. */
public enum RestartCause implements Labelled {
  /** It is the first. */
  START,
  /** The halves of the run before had different laws. */
  DRIFT,
  /** The stream had left the map and is back. */
  OUTSIDE_MAP,
  /** The closure was rolled back or replaced. */
  NEW_CLOSURE,
  /** The model was replaced by another of the same map. */
  NEW_MODEL,
  /** The run before was as long as declared. */
  RENEW
}
