package io.kahkm.stream.output;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.config.OutputFormat;
import io.kahkm.stream.input.StreamIds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of outputs say of their values: the published schema of those in Avro, and with
 * {@code envelope: cloudevents} the attributes of CloudEvents 1.0 in binary mode, so that the
 * values stay as they are.
 *
 * <p>An event's id is the place of the record that caused it and a number: the same after every
 * crash, and never given twice by one source. One owner, not thread-safe.
 */
public final class OutputHeaders {
  /** Name and version of the Avro schema of a value. */
  static final String SCHEMA = "kahkm.schema";

  private static final String PREFIX = "ce_";
  private static final String CONTENT_TYPE = "content-type";

  /** What an output is. */
  public enum Kind {
    FORECASTS("forecasts"),
    CERTIFICATE("certificates"),
    SKILL("skill"),
    INCIDENT("incidents"),
    REJECT("reject");

    private final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  private final boolean events;
  private final String application;
  private final String node;
  private @Nullable RecordMetadata cause;
  private int outputs;

  /**
   * Creates what describes the outputs of one processor.
   *
   * @param policy whether outputs are events
   * @param application Kafka's application id
   * @param node name of the processor in the topology
   */
  public OutputHeaders(HeaderPolicy policy, String application, String node) {
    events = policy.events();
    this.application = application;
    this.node = node;
  }

  /**
   * Adds to a value's headers what it is.
   *
   * @param output the record that is to be sent; its headers change
   * @param kind what it is
   * @param format how its value is written; ignored for rejects, whose values are as they came
   * @param origin the record that is being processed
   * @return the same record
   */
  public Record<byte[], byte[]> describe(
      Record<byte[], byte[]> output, Kind kind, OutputFormat format, RecordMetadata origin) {
    Headers headers = output.headers();
    boolean avro = kind != Kind.REJECT && format == OutputFormat.AVRO;
    if (avro) {
      put(headers, SCHEMA, kind.label + "-1");
    }
    if (!events) {
      return output;
    }
    put(headers, PREFIX + "specversion", "1.0");
    put(headers, PREFIX + "type", "io.kahkm." + kind.label);
    put(headers, PREFIX + "source", "/kahkm/" + application + "/" + node + "/" + origin.topic());
    put(headers, PREFIX + "id", id(origin));
    put(headers, PREFIX + "time", Instant.ofEpochMilli(output.timestamp()).toString());
    if (output.key() != null && output.key().length <= StreamIds.LONGEST_KEY) {
      put(headers, PREFIX + "subject", new String(output.key(), StandardCharsets.UTF_8));
    }
    if (kind != Kind.REJECT) {
      put(headers, CONTENT_TYPE, avro ? "application/avro" : "application/json");
      put(
          headers,
          PREFIX + "dataschema",
          avro ? "urn:kahkm:avro:" + kind.label + ":1" : "urn:kahkm:schema:" + kind.label);
    }
    return output;
  }

  /**
   * Adds to a reject's headers what it is.
   *
   * @param reject the record that is to be sent; its headers change
   * @param origin the record that is being processed
   * @return the same record
   */
  public Record<byte[], byte[]> reject(Record<byte[], byte[]> reject, RecordMetadata origin) {
    return describe(reject, Kind.REJECT, OutputFormat.JSON, origin);
  }

  private String id(RecordMetadata origin) {
    boolean same =
        cause != null
            && cause.offset() == origin.offset()
            && cause.partition() == origin.partition()
            && cause.topic().equals(origin.topic());
    outputs = same ? outputs + 1 : 0;
    cause = origin;
    return origin.partition() + "-" + origin.offset() + "-" + outputs;
  }

  private static void put(Headers headers, String name, String text) {
    headers.remove(name);
    headers.add(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
