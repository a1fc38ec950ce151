package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.numeric.Labelled;

/** Where the tight lower bound takes its reference closure from. */
public enum ReferenceClosure implements Labelled {
  /** The regularized minimum of the window before; in a first window the frozen closure. */
  PREVIOUS,
  /** The frozen closure in every window. */
  FROZEN
}
