package io.kahkm.telemetry.condition;

import io.kahkm.internal.certificate.bound.Verdict;

/**
 * What the certificates of a stream say, where the topology file declares units. The order is the
 * order of attention.
 */
public enum Claim {
  /** The last window excludes the tolerance. */
  EXCLUDED("excluded"),
  /** The last window contradicts the sampling assumption. */
  SUSPECT("suspect"),
  /** The last window was outside the map. */
  WAS_OUTSIDE("was-outside"),
  /** The last window is too old to say anything of the present, though readings come. */
  OUTDATED("outdated"),
  /** The last window decided nothing, which is no sign of health. */
  UNDECIDED("undecided"),
  /** No window has closed yet. */
  WAITING("waiting"),
  /** The last window attains the tolerance. */
  WITHIN("within");

  private final String label;

  Claim(String label) {
    this.label = label;
  }

  /** The word of the API. */
  public String label() {
    return label;
  }

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
