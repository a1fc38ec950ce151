package io.kahkm.telemetry.condition;

import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.numeric.Labelled;

/**
 * What the certificates of a stream say, where the topology file declares units. The order is the
 * order of attention.
 */
public enum Claim implements Labelled {
  /** The last window excludes the tolerance. */
  EXCLUDED,
  /** The last window contradicts the sampling assumption. */
  SUSPECT,
  /** The last window was outside the map. */
  WAS_OUTSIDE,
  /** The last window is too old to say anything of the present, though readings come. */
  OUTDATED,
  /** The last window decided nothing, which is no sign of health. */
  UNDECIDED,
  /** No window has closed yet. */
  WAITING,
  /** The last window attains the tolerance. */
  WITHIN;

  static Claim of(Verdict verdict) {
    return switch (verdict) {
      case EXCLUDED -> EXCLUDED;
      case SUSPECT -> SUSPECT;
      case OUT_OF_MAP -> WAS_OUTSIDE;
      case UNDECIDED -> UNDECIDED;
      case ATTAINABLE -> WITHIN;
    };
  }
}
