package io.kahkm.config;

import io.kahkm.internal.numeric.Labelled;

/** What lets a map on trial publish for a stream. */
public enum Promotion implements Labelled {
  /** A person, who exchanges the two files in the topology file. */
  MANUAL,
  /** Certified skill besides: better at one horizon at least, worse at none. */
  EVIDENCE
}
