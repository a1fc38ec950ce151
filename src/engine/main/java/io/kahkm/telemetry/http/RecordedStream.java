package io.kahkm.telemetry.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.TelemetryConfig;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.telemetry.EngineTelemetry;
import io.kahkm.telemetry.HistoryQuery;
import io.kahkm.telemetry.MapIdentity;
import io.kahkm.telemetry.ServedMaps;
import io.kahkm.telemetry.TelemetrySettings;
import io.kahkm.telemetry.TrackedStream;
import io.kahkm.text.StreamNames;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * What the live page would show of one stream whose readings were recorded: the answers of the HTTP
 * interface, made by the same code, without a port. All sensors have a history. Mutable, for one
 * thread.
 */
public final class RecordedStream {
  /** Nobody waits for recorded readings. */
  private static final Duration NEVER_SILENT = TelemetryConfig.MOST_HISTORY;

  private final String id;
  private final EngineTelemetry telemetry;
  private long now;

  /**
   * A stream without readings.
   *
   * @param id of the stream, possibly empty
   * @param model the model that judges it
   * @param units units of sensors by name
   * @param names what people call streams
   */
  public RecordedStream(String id, Model model, Map<String, String> units, StreamNames names) {
    this.id = id;
    InstantSource clock = () -> Instant.ofEpochMilli(now);
    telemetry =
        new EngineTelemetry(
            new TelemetrySettings(
                1,
                model.map().sensors().size(),
                NEVER_SILENT,
                NEVER_SILENT.plusDays(1),
                TelemetryConfig.LEAST_HISTORY,
                Optional.empty(),
                OptionalDouble.empty(),
                names),
            ServedMaps.of(MapIdentity.of(model, units), Optional.empty()),
            Optional.empty(),
            clock);
  }

  /**
   * Takes the next reading.
   *
   * @param assessment what was made of it; its time is the present from here on
   */
  public void reading(RowAssessment assessment) {
    now = TimeUnit.NANOSECONDS.toMillis(assessment.time());
    telemetry.accepted(0, id, assessment, now);
  }

  /**
   * The map that judges it.
   *
   * @return as {@code map} of {@code /api/streams}
   */
  public ObjectNode map() {
    return StreamJson.map(telemetry.map());
  }

  /**
   * Everything that is known of the stream now.
   *
   * @param status of its monitor
   * @return as {@code /api/streams/ID}
   */
  public ObjectNode detail(StreamStatus status) {
    telemetry.status(0, id, status);
    return StreamJson.detail(stream(), telemetry.map(), telemetry.moment());
  }

  /**
   * What is kept of a time; the past has a week, in steps that grow.
   *
   * @param from milliseconds since the epoch
   * @param to milliseconds since the epoch, after {@code from}
   * @return as {@code /api/streams/ID/history?from=...&to=...}
   */
  public ObjectNode history(long from, long to) {
    return telemetry.history(
        stream(), new HistoryQuery("", OptionalLong.of(from), OptionalLong.of(to)));
  }

  private TrackedStream stream() {
    return telemetry.streams().find(id).orElseThrow();
  }
}
