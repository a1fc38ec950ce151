package io.kahkm.telemetry;

import io.kahkm.internal.certificate.Verdict;
import io.kahkm.internal.monitor.RelationStatus;
import io.kahkm.internal.monitor.StreamStatus;

/**
 * What a person on shift should take a stream for, from its present readings and its last window.
 * The order is the order of attention. A stream whose readings are outside the map, or were in its
 * last window, is never {@link #WITHIN}, whatever its bounds say.
 */
enum Condition {
  /** The present readings are outside the map. */
  OUTSIDE("outside"),
  /** The sensors do not keep the relations of the recording. */
  BROKEN("broken"),
  /** The last window excludes the tolerance. */
  EXCLUDED("excluded"),
  /** The last window contradicts the sampling assumption. */
  SUSPECT("suspect"),
  /** The last window was outside the map, the present readings are inside again. */
  WAS_OUTSIDE("was-outside"),
  /** No record for longer than the time after which a stream counts as silent. */
  SILENT("silent"),
  /** The last window is too old to say anything of the present, though readings come. */
  OUTDATED("outdated"),
  /** The last window decided nothing, which is no sign of health. */
  UNDECIDED("undecided"),
  /** No window has closed yet. */
  WAITING("waiting"),
  /** The last window attains the tolerance. */
  WITHIN("within");

  private final String label;

  Condition(String label) {
    this.label = label;
  }

  /** The word of the API. */
  String label() {
    return label;
  }

  /**
   * The condition of a stream.
   *
   * @param status last view of the stream, null when none is known
   * @param silent whether it has been silent for too long
   * @param outdated whether its last window is too old to say anything of the present
   */
  static Condition of(StreamStatus status, boolean silent, boolean outdated) {
    if (status != null && status.novelty().outside()) {
      return OUTSIDE;
    }
    if (status != null && status.relation().filter(RelationStatus::broken).isPresent()) {
      return BROKEN;
    }
    Condition window =
        status == null || status.certificate().isEmpty()
            ? WAITING
            : outdated ? OUTDATED : ofVerdict(status.certificate().get().verdict());
    return silent && window.compareTo(SILENT) > 0 ? SILENT : window;
  }

  private static Condition ofVerdict(Verdict verdict) {
    return switch (verdict) {
      case EXCLUDED -> EXCLUDED;
      case SUSPECT -> SUSPECT;
      case OUT_OF_MAP -> WAS_OUTSIDE;
      case UNDECIDED -> UNDECIDED;
      case ATTAINABLE -> WITHIN;
    };
  }

  /** Whether the stream wants attention. */
  boolean alarm() {
    return compareTo(SILENT) < 0;
  }
}
