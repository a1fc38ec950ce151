package io.kahkm.bench.soak.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.incident.IncidentRecords;
import io.kahkm.stream.SequentialRun.Output;
import io.kahkm.stream.output.RejectRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;

/**
 * A record of an output topic as it is compared.
 *
 * @param output what the topic is for
 * @param key the stream's id, of incidents their own
 * @param value its bytes, of incidents what their stream alone decides
 * @param cause why it was rejected, empty unless it is a dead letter
 */
public record Published(Output output, String key, Bytes value, Optional<String> cause) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * Reads a record.
   *
   * @param output what its topic is for
   * @param record of the topic
   * @return empty for an incident of a map on trial, whose own run is compared by what it stored
   */
  public static Optional<Published> of(Output output, ConsumerRecord<byte[], byte[]> record) {
    String key = new String(record.key(), StandardCharsets.UTF_8);
    if (output != Output.INCIDENTS) {
      return Optional.of(new Published(output, key, Bytes.wrap(record.value()), cause(record)));
    }
    JsonNode incident = incident(record.value());
    return incident.path("role").asText().equals(IncidentRecords.SHADOW)
        ? Optional.empty()
        : Optional.of(
            new Published(
                output,
                key,
                Bytes.wrap(
                    IncidentRecords.bytes(IncidentRecords.ofStreamAlone((ObjectNode) incident))),
                Optional.empty()));
  }

  private static Optional<String> cause(ConsumerRecord<byte[], byte[]> record) {
    return Optional.ofNullable(record.headers().lastHeader(RejectRecords.REASON))
        .map(header -> new String(header.value(), StandardCharsets.UTF_8));
  }

  private static JsonNode incident(byte[] value) {
    try {
      return MAPPER.readTree(value);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
