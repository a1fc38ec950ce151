package io.kahkm.engine;

import io.kahkm.decode.RejectCause;
import io.kahkm.incident.IncidentBook;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.numeric.Labelled;
import java.util.OptionalLong;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * What the engine tells its telemetry; what is not listened to does nothing. Called on stream
 * threads; implementations must be thread-safe, quick, and never throw.
 */
public interface EngineListener extends MonitorProbe {
  /** Listens to nothing, for an engine without telemetry. */
  EngineListener SILENT = new EngineListener() {};

  /**
   * What is known of all incidents of the application: the engine fills it from the incidents topic
   * and asks it what a new one resembles.
   *
   * @return the same book at each call; by default one of its own each time, which stays empty
   */
  default IncidentBook incidents() {
    return new IncidentBook();
  }

  /**
   * The calling thread begins a record, until {@link #ends}: what it reports between the two comes
   * of that record.
   *
   * @param stage what is done with it
   * @param record the record, not to be kept or changed
   * @param place where it was read
   * @param origin the record of the input that it comes from: the same place, but for one that went
   *     through a topic of the engine
   */
  default void begins(
      RecordStage stage,
      Record<byte[], byte[]> record,
      RecordMetadata place,
      RecordMetadata origin) {}

  /** The calling thread has done the record that it had begun, however that went. */
  default void ends() {}

  /**
   * A record was accepted and its monitor advanced.
   *
   * @param partition input partition
   * @param stream stream id
   * @param assessment what the step brought; valid only during the call
   * @param recordTimestamp the broker's record timestamp, milliseconds since the epoch
   */
  default void accepted(
      int partition, String stream, RowAssessment assessment, long recordTimestamp) {}

  /**
   * A record was rejected and sent to the rejects topic.
   *
   * @param partition input partition
   * @param cause why, and the field at fault where it is one
   */
  default void rejected(int partition, RejectCause cause) {}

  /**
   * Records of a stream were put aside because the engine threw on them: just now, or before the
   * partition came here.
   *
   * @param partition input partition
   * @param stream stream id
   * @param mark what is kept of them
   */
  default void quarantined(int partition, String stream, QuarantineMark mark) {}

  /** What happened to a value of a tag that the topology file names. */
  enum TagOutcome implements Labelled {
    /** It came after its cell was closed. */
    LATE,
    /** It was there before. */
    DUPLICATE,
    /** Another value of the same time was there before. */
    CONFLICT,
    /** Its clock is far ahead of its stream. */
    AHEAD,
    /** There were more of them than are kept. */
    CROWDED,
    /** Its quality is bad: it counts as missing. */
    BAD_QUALITY,
    /** A row was made without it, because it was neither read nor held. */
    MISSING
  }

  /**
   * Something happened to a value of a tag.
   *
   * @param tag a tag that the topology file names
   * @param outcome what happened
   */
  default void tag(String tag, TagOutcome outcome) {}

  /**
   * A value of a tag was ignored because the topology file does not name its tag.
   *
   * @param tag the tag as it came; empty if the record names none
   */
  default void unknownTag(String tag) {}

  /**
   * A row was made of tags.
   *
   * @param complete whether its cell closed early because it was complete; false by grace
   */
  default void cellClosed(boolean complete) {}

  /**
   * Which of a stream's cells wait for tags. Reported about once a second for streams that changed.
   *
   * @param partition input partition
   * @param stream stream id
   * @param oldest end of the oldest open cell, nanoseconds since the epoch; empty if none is open
   */
  default void openCells(int partition, String stream, OptionalLong oldest) {}

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
   * A record was shown to the monitor of the map on trial, and it advanced.
   *
   * @param partition input partition
   * @param stream stream id
   * @param assessment what the step brought; valid only during the call
   */
  default void shadowed(int partition, String stream, RowAssessment assessment) {}

  /**
   * The present view of a stream by the map on trial, reported like {@link #status}.
   *
   * @param partition input partition
   * @param stream stream id
   * @param status immutable view
   */
  default void shadowStatus(int partition, String stream, StreamStatus status) {}

  /**
   * The map on trial made the engine throw on a record, which it passed over.
   *
   * @param partition input partition
   * @param stream stream id
   */
  default void shadowFailed(int partition, String stream) {}

  /**
   * Which map publishes for a stream. Told of streams that a map was promoted for by evidence, when
   * the partition comes here, and when it changes.
   *
   * @param partition input partition
   * @param stream stream id
   * @param second whether it is the map of {@code model.shadow}
   */
  default void leads(int partition, String stream, boolean second) {}

  /**
   * Which mode the machine of a stream is in, where it has several. Told when that changes, and of
   * every stream before anything else of it is.
   *
   * @param partition input partition
   * @param stream stream id
   * @param mode of its last record
   * @param judging the mode whose maps judge the stream: the same, or the last one with a model
   */
  default void mode(int partition, String stream, String mode, String judging) {}

  /**
   * A record of another mode has ended the episode of the monitor of the mode before.
   *
   * @param partition input partition
   * @param stream stream id
   * @param assessment what that brought; valid only during the call
   */
  default void leftMode(int partition, String stream, RowAssessment assessment) {}

  /**
   * A record names a mode that has no model: it was not judged.
   *
   * @param partition input partition
   * @param stream stream id
   */
  default void unknownMode(int partition, String stream) {}

  /**
   * Evidence has just let the map on trial publish for a stream.
   *
   * @param partition input partition
   * @param stream stream id
   */
  default void promoted(int partition, String stream) {}

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
  default void fleetClosed(WindowCertificate certificate, int verdictRun) {}

  /**
   * The task that gathers the fleet was started here, and a window had been closed before.
   *
   * @param certificate what the last window says
   * @param verdictRun consecutive windows with its verdict, at least 1
   */
  default void fleetJoined(WindowCertificate certificate, int verdictRun) {}

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
   * The schema registry was asked. Called from threads of the engine's own.
   *
   * @param answered whether it answered; false while it is away or refuses every id
   */
  default void registryAnswered(boolean answered) {}

  /**
   * How many streams are due to be forgotten and kept, because too many are due at once. Reported
   * when it changes.
   *
   * @param partition input partition
   * @param streams at least 0; 0 until the first report
   */
  default void forgettingHeld(int partition, int streams) {}

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
