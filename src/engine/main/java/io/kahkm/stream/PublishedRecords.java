package io.kahkm.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.config.InputConfig;
import io.kahkm.config.OutputFormat;
import io.kahkm.decode.RejectCause;
import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.stream.client.TopologyNodes;
import io.kahkm.stream.output.OutputHeaders;
import io.kahkm.stream.output.PassedHeaders;
import io.kahkm.stream.output.RecordLimits;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.stream.output.ResultOutput;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The records that a task publishes. Those of a step are made first and sent together: a record's
 * results are published whole or not at all.
 *
 * <p>One owner, the task's thread.
 */
final class PublishedRecords {
  private final InputConfig input;
  private final ProcessorContext<byte[], byte[]> context;
  private final ResultOutput output;
  private final OutputHeaders headers;
  private final IncidentComposer incidents;
  private final boolean publishesIncidents;
  private final String skillSink;

  /** Bytes of the largest message to each node. */
  private final Map<String, Long> sizes = new HashMap<>();

  /** What the present record gives, in the order in which it is sent. */
  private final List<Result> results = new ArrayList<>();

  /** A record for a node of the topology. */
  private record Result(String node, Record<byte[], byte[]> record) {}

  /**
   * Nothing is waiting to be sent.
   *
   * @param config the topology file
   * @param map the map all outputs rest on
   * @param context of the task
   * @param listener knows the incidents of other streams
   */
  PublishedRecords(
      TopologyConfig config,
      KahmMap map,
      ProcessorContext<byte[], byte[]> context,
      EngineListener listener) {
    input = config.input();
    this.context = context;
    output = new ResultOutput(config, map);
    headers = new OutputHeaders(input.headers(), context.applicationId(), TopologyNodes.PROCESSOR);
    incidents =
        IncidentComposer.ofMain(
            map,
            input.fields().unitsOf(map.sensors()),
            listener.incidents(),
            InstantSource.system(),
            config.streams());
    publishesIncidents = config.incidents().topic().isPresent();
    Map<String, Long> topics = MessageSizes.largest(config, map);
    sizes.put(
        TopologyNodes.FORECASTS_SINK,
        Objects.requireNonNull(topics.get(config.forecasts().topic())));
    config
        .certificates()
        .map(section -> topics.get(section.topic()))
        .ifPresent(
            size -> {
              sizes.put(TopologyNodes.CERTIFICATES_SINK, size);
              sizes.put(TopologyNodes.SKILL_SINK, size);
            });
    skillSink =
        config.certificates().map(TopologyNodes::skillSink).orElse(TopologyNodes.CERTIFICATES_SINK);
    config
        .incidents()
        .topic()
        .map(topics::get)
        .ifPresent(size -> sizes.put(TopologyNodes.INCIDENTS_SINK, size));
  }

  /**
   * Makes all that a step gives.
   *
   * @param record the input record
   * @param held its stream
   * @param assessment of the step
   */
  void take(Record<byte[], byte[]> record, HeldMonitor held, RowAssessment assessment) {
    if (!assessment.issued().isEmpty()) {
      add(
          TopologyNodes.FORECASTS_SINK,
          forecast(record, output.forecasts(held.stream, assessment)));
    }
    // Nearly all records end here; iterators over nothing would be garbage for each of them.
    if (!assessment.certificates().isEmpty() || !assessment.fleetSummaries().isEmpty()) {
      windows(record, held.stream, assessment);
    }
    if (output.publishesSkill(assessment)) {
      add(
          skillSink,
          certificate(
              record,
              output.skill(held.stream, held.monitor.forecasterStatus()),
              OutputHeaders.Kind.SKILL));
    }
    if (publishesIncidents && assessment.incidentChange() != IncidentChange.NONE) {
      add(TopologyNodes.INCIDENTS_SINK, incident(record, held.incident(incidents, assessment)));
    }
  }

  private void windows(Record<byte[], byte[]> record, String stream, RowAssessment assessment) {
    for (WindowCertificate certificate : assessment.certificates()) {
      add(
          TopologyNodes.CERTIFICATES_SINK,
          certificate(
              record, output.certificate(stream, certificate), OutputHeaders.Kind.CERTIFICATE));
    }
    for (FleetSummary summary : assessment.fleetSummaries()) {
      for (byte[] chunk : FleetChunk.of(summary, StoreKeys.CHUNK_BYTES)) {
        add(TopologyNodes.FLEET_UNITS_FILTER, result(record, chunk));
      }
    }
  }

  /**
   * Takes a message to be sent. One that is larger than its topic was checked for, and than any
   * topic takes, is refused here, where it can be told of which record it comes, and nothing of
   * that record is sent.
   */
  private void add(String node, Record<byte[], byte[]> record) {
    long size = RecordLimits.bytes(record);
    long largest = Math.max(sizes.getOrDefault(node, Long.MAX_VALUE), RecordLimits.LARGEST_ROUTED);
    if (size > largest) {
      throw new IllegalStateException(
          "a message for "
              + node
              + " has "
              + size
              + " bytes, more than the expected maximum of "
              + largest);
    }
    results.add(new Result(node, record));
  }

  /** Sends what was made. */
  void send() {
    for (int i = 0; i < results.size(); i++) {
      context.forward(results.get(i).record, results.get(i).node);
    }
    results.clear();
  }

  /** Forgets what was made and not sent. */
  void clear() {
    results.clear();
  }

  /**
   * Sends an incident of a map on trial, or its promotion, where incidents are published.
   *
   * @param record the input record
   * @param incident the value
   */
  void sendBeside(Record<byte[], byte[]> record, ObjectNode incident) {
    if (publishesIncidents) {
      context.forward(incident(record, incident), TopologyNodes.INCIDENTS_SINK);
    }
  }

  /**
   * Sends a record to the rejects.
   *
   * @param record the input record, with the value that may be shown
   * @param cause why
   */
  void reject(Record<byte[], byte[]> record, RejectCause cause) {
    sendReject(RejectRecords.of(record, origin(), cause, input.headers()));
  }

  /**
   * Sends a record to the rejects on which the engine would stop.
   *
   * @param record the input record
   * @param failure what it threw
   */
  void putAside(Record<byte[], byte[]> record, Throwable failure) {
    sendReject(RejectRecords.failed(record, origin(), failure, input.headers()));
  }

  private void sendReject(Record<byte[], byte[]> reject) {
    context.forward(headers.reject(reject, origin()), TopologyNodes.REJECTS_SINK);
  }

  private RecordMetadata origin() {
    return context.recordMetadata().orElseThrow();
  }

  private Record<byte[], byte[]> forecast(Record<byte[], byte[]> record, byte[] value) {
    return headers.describe(
        new Record<>(
            record.key(),
            value,
            record.timestamp(),
            PassedHeaders.of(record.headers(), input.headers())),
        OutputHeaders.Kind.FORECASTS,
        output.forecastFormat(),
        origin());
  }

  private Record<byte[], byte[]> certificate(
      Record<byte[], byte[]> record, byte[] value, OutputHeaders.Kind kind) {
    return headers.describe(result(record, value), kind, output.certificateFormat(), origin());
  }

  private Record<byte[], byte[]> incident(Record<byte[], byte[]> record, ObjectNode json) {
    byte[] key = json.path("incident").textValue().getBytes(StandardCharsets.UTF_8);
    return headers.describe(
        result(record.withKey(key), IncidentRecords.bytes(json)),
        OutputHeaders.Kind.INCIDENT,
        OutputFormat.JSON,
        origin());
  }

  private static Record<byte[], byte[]> result(Record<byte[], byte[]> record, byte[] value) {
    return new Record<>(record.key(), value, record.timestamp(), new RecordHeaders());
  }
}
