package io.kahkm.telemetry;

import io.kahkm.internal.monitor.RelationStatus;
import io.kahkm.internal.monitor.StreamStatus;

/** What the map says of a stream's present readings. The public words of metrics and API. */
public enum StreamState {
  /** The present readings are outside the map. */
  OUTSIDE("outside", "outside the map"),
  /** The sensors do not keep the relations of the recording. */
  BROKEN("broken", "with a broken relation"),
  /** No record for longer than the time after which a stream counts as silent. */
  SILENT("silent", "silent"),
  /** The model has neither a novelty limit nor evidence to gather: nothing would be noticed. */
  NO_LIMIT("no-limit", "without a limit"),
  /** Readings fill delays or teach the stream's own scaling: none has given a state yet. */
  LEARNING("learning", "learning"),
  /** The present readings are on the map, and the sensors keep their relations. */
  ON_MAP("on", "on the map");

  private final String label;
  private final String words;

  StreamState(String label, String words) {
    this.label = label;
    this.words = words;
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
   * What a reading or stream of this state is, after a noun.
   *
   * @return lower case
   */
  public String words() {
    return words;
  }

  /**
   * The state of a stream.
   *
   * @param status last view of the stream, null when none is known
   * @param silent whether it has been silent for too long
   */
  static StreamState of(StreamStatus status, boolean silent) {
    return status == null
        ? of(false, false, silent, false, false)
        : of(
            status.novelty().outside(),
            status.relation().filter(RelationStatus::broken).isPresent(),
            silent,
            status.encoded(),
            watched(status));
  }

  /**
   * The state of a stream.
   *
   * @param outsideMap whether it is outside the map
   * @param relationBroken whether its sensors do not keep their relations
   * @param silent whether it has been silent for too long
   * @param encoded whether any reading has given a state of the map
   * @param watched whether the model has a limit, or evidence to gather
   * @return the first that holds, in the order of attention
   */
  public static StreamState of(
      boolean outsideMap,
      boolean relationBroken,
      boolean silent,
      boolean encoded,
      boolean watched) {
    if (outsideMap) {
      return OUTSIDE;
    }
    if (relationBroken) {
      return BROKEN;
    }
    if (silent) {
      return SILENT;
    }
    if (!encoded) {
      return LEARNING;
    }
    return watched ? ON_MAP : NO_LIMIT;
  }

  private static boolean watched(StreamStatus status) {
    return status.novelty().limit().orElse(1) < 1
        || status.novelty().level().isPresent()
        || status.relation().isPresent();
  }
}
