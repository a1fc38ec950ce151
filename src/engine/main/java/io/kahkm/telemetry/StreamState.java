package io.kahkm.telemetry;

import io.kahkm.internal.monitor.RelationStatus;
import io.kahkm.internal.monitor.StreamStatus;

/** What the map says of a stream's present readings. The public words of metrics and API. */
public enum StreamState {
  /** The present readings are outside the map. */
  OUTSIDE("outside"),
  /** The sensors do not keep the relations of the recording. */
  BROKEN("broken"),
  /** No record for longer than the time after which a stream counts as silent. */
  SILENT("silent"),
  /** The model has neither a novelty limit nor evidence to gather: nothing would be noticed. */
  NO_LIMIT("no-limit"),
  /** Readings fill delays or teach the stream's own scaling: none has given a state yet. */
  LEARNING("learning"),
  /** The present readings are on the map, and the sensors keep their relations. */
  ON_MAP("on");

  private final String label;

  StreamState(String label) {
    this.label = label;
  }

  /**
   * The word used in metrics and in the API.
   *
   * @return lower case
   */
  public String label() {
    return label;
  }

  /**
   * The state of a stream.
   *
   * @param status last view of the stream, null when none is known
   * @param silent whether it has been silent for too long
   */
  static StreamState of(StreamStatus status, boolean silent) {
    if (status != null && status.novelty().outside()) {
      return OUTSIDE;
    }
    if (status != null && status.relation().filter(RelationStatus::broken).isPresent()) {
      return BROKEN;
    }
    if (silent) {
      return SILENT;
    }
    if (status == null || !status.encoded()) {
      return LEARNING;
    }
    return watched(status) ? ON_MAP : NO_LIMIT;
  }

  private static boolean watched(StreamStatus status) {
    return status.novelty().limit().orElse(1) < 1
        || status.noveltyLevel().isPresent()
        || status.relation().isPresent();
  }
}
