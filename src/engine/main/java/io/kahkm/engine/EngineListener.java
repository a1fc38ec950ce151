package io.kahkm.engine;

import io.kahkm.internal.certificate.CertificateRecord;
import io.kahkm.internal.monitor.Assessment;
import io.kahkm.internal.monitor.MonitorProbe;
import io.kahkm.internal.monitor.StreamStatus;

/**
 * What the engine tells its telemetry; what is not listened to does nothing. Called on stream
 * threads; implementations must be thread-safe, quick, and never throw.
 */
public interface EngineListener extends MonitorProbe {
  /** Listens to nothing, for an engine without telemetry. */
  EngineListener SILENT = new EngineListener() {};

  /**
   * A record was accepted and its monitor advanced.
   *
   * @param partition input partition
   * @param stream stream id
   * @param assessment what the step brought; valid only during the call
   * @param recordTimestamp the broker's record timestamp, milliseconds since the epoch
   */
  default void accepted(
      int partition, String stream, Assessment assessment, long recordTimestamp) {}

  /**
   * A record was rejected and sent to the rejects topic.
   *
   * @param partition input partition
   * @param reason one word of the closed set of the rejects topic
   */
  default void rejected(int partition, String reason) {}

  /**
   * The present view of a stream. The engine reports each stream that changed about once a second,
   * and after a partition came here those that were stored, one after the other.
   *
   * @param partition input partition
   * @param stream stream id
   * @param status immutable view
   */
  default void status(int partition, String stream, StreamStatus status) {}

  /**
   * A stream's unit came after its fleet's window had closed, and was dropped.
   *
   * @param stream stream id
   */
  default void lateUnit(String stream) {}

  /**
   * A window of the fleet was closed here and its certificate sent.
   *
   * @param certificate what the window says
   * @param verdictRun consecutive windows with its verdict, at least 1
   */
  default void fleetClosed(CertificateRecord certificate, int verdictRun) {}

  /**
   * The task that gathers the fleet was started here, and a window had been closed before.
   *
   * @param certificate what the last window says
   * @param verdictRun consecutive windows with its verdict, at least 1
   */
  default void fleetJoined(CertificateRecord certificate, int verdictRun) {}

  /** The task that gathers the fleet was closed or moved away. */
  default void fleetLeft() {}

  /**
   * A stream that had sent nothing for long was forgotten: nothing is stored of it any more.
   *
   * @param partition input partition
   * @param stream stream id
   */
  default void forgotten(int partition, String stream) {}

  /**
   * A partition's task was closed or moved away: its streams are no longer held here.
   *
   * @param partition input partition
   */
  default void left(int partition) {}

  /**
   * A partition's task was started here.
   *
   * @param partition input partition
   */
  default void joined(int partition) {}
}
