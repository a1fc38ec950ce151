package io.kahkm.stream.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.config.OutputFormat;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.output.OutputHeaders.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.junit.jupiter.api.Test;

/** Attributes of outputs as events, and ids that no two outputs share. */
class OutputHeadersTest {
  private static final HeaderPolicy EVENTS = new HeaderPolicy(List.of(), true);

  private static RecordMetadata origin(String topic, int partition, long offset) {
    return new RecordOrigin(
        topic, partition, offset, new Record<>(new byte[0], new byte[0], 0), false);
  }

  private static Record<byte[], byte[]> output(String key, long timestamp) {
    return new Record<>(key.getBytes(UTF_8), new byte[0], timestamp, new RecordHeaders());
  }

  private static Map<String, String> text(Headers headers) {
    Map<String, String> texts = new TreeMap<>();
    headers.forEach(header -> texts.put(header.key(), new String(header.value(), UTF_8)));
    return texts;
  }

  private static String id(OutputHeaders headers, String topic, int partition, long offset) {
    Record<byte[], byte[]> output = output("pump", 5);
    return text(headers
            .describe(output, Kind.SKILL, OutputFormat.JSON, origin(topic, partition, offset))
            .headers())
        .get("ce_id");
  }

  @Test
  void anEventNamesItsTypeSourceTimeSubjectAndSchema() {
    OutputHeaders headers = new OutputHeaders(EVENTS, "kahkm-pump", "monitor");
    Record<byte[], byte[]> output = output("pump-1", 1_700_000_000_123L);
    output.headers().add("ce_id", "somebody's".getBytes(UTF_8));

    assertThat(
            text(
                headers
                    .describe(
                        output, Kind.CERTIFICATE, OutputFormat.JSON, origin("pump.states", 3, 42))
                    .headers()))
        .isEqualTo(
            Map.of(
                "ce_specversion", "1.0",
                "ce_type", "io.kahkm.certificates",
                "ce_source", "/kahkm/kahkm-pump/monitor/pump.states",
                "ce_id", "3-42-0",
                "ce_time", "2023-11-14T22:13:20.123Z",
                "ce_subject", "pump-1",
                "content-type", "application/json",
                "ce_dataschema", "urn:kahkm:schema:certificates"));
    assertThat(output.headers().headers("ce_id")).hasSize(1);
  }

  @Test
  void avroHasItsSchemaWithAndWithoutEvents() {
    OutputHeaders plain = new OutputHeaders(HeaderPolicy.NONE, "a", "n");
    assertThat(
            text(
                plain
                    .describe(output("k", 0), Kind.FORECASTS, OutputFormat.AVRO, origin("t", 0, 0))
                    .headers()))
        .isEqualTo(Map.of("kahkm.schema", "forecasts-1"));
    assertThat(
            text(
                plain
                    .describe(output("k", 0), Kind.FORECASTS, OutputFormat.JSON, origin("t", 0, 0))
                    .headers()))
        .isEmpty();

    assertThat(
            text(
                new OutputHeaders(EVENTS, "a", "n")
                    .describe(output("k", 0), Kind.SKILL, OutputFormat.AVRO, origin("t", 0, 0))
                    .headers()))
        .containsEntry("kahkm.schema", "skill-1")
        .containsEntry("content-type", "application/avro")
        .containsEntry("ce_dataschema", "urn:kahkm:avro:skill:1")
        .containsEntry("ce_time", "1970-01-01T00:00:00Z");
  }

  @Test
  void aDeadLetterIsAnEventWithoutASchemaOfItsValue() {
    String longest = "x".repeat(StreamIds.LONGEST_KEY);
    OutputHeaders headers = new OutputHeaders(EVENTS, "a", "n");

    assertThat(text(headers.reject(output(longest, 0), origin("t", 0, 7)).headers()))
        .isEqualTo(
            Map.of(
                "ce_specversion", "1.0",
                "ce_type", "io.kahkm.reject",
                "ce_source", "/kahkm/a/n/t",
                "ce_id", "0-7-0",
                "ce_time", "1970-01-01T00:00:00Z",
                "ce_subject", longest));
    assertThat(text(headers.reject(output(longest + "x", 0), origin("t", 0, 8)).headers()))
        .doesNotContainKey("ce_subject");
    assertThat(
            text(
                headers
                    .reject(
                        new Record<>((byte[]) null, new byte[0], 0, new RecordHeaders()),
                        origin("t", 0, 9))
                    .headers()))
        .doesNotContainKey("ce_subject");
  }

  @Test
  void outputsOfOneRecordAreNumberedAndNoOtherRecordGoesOnWithTheNumbers() {
    OutputHeaders headers = new OutputHeaders(EVENTS, "a", "n");
    assertThat(id(headers, "t", 3, 42)).isEqualTo("3-42-0");
    assertThat(id(headers, "t", 3, 42)).isEqualTo("3-42-1");
    assertThat(id(headers, "t", 3, 42)).isEqualTo("3-42-2");
    assertThat(id(headers, "t", 3, 43)).isEqualTo("3-43-0");
    assertThat(id(headers, "t", 4, 43)).isEqualTo("4-43-0");
    assertThat(id(headers, "u", 4, 43)).isEqualTo("4-43-0");
    assertThat(id(headers, "u", 4, 43)).isEqualTo("4-43-1");
    assertThat(id(headers, "t", 3, 42)).isEqualTo("3-42-0");
  }

  /** A record may have a header twice; whoever reads it may need both. */
  @Test
  void headersOfOneNameArePassedOnInTheirOrder() {
    RecordHeaders sent = new RecordHeaders();
    for (String value : List.of("a", "b")) {
      sent.add("site", value.getBytes(UTF_8)).add("secret", value.getBytes(UTF_8));
    }
    sent.add("siteless", new byte[0]);

    assertThat(PassedHeaders.of(sent, new HeaderPolicy(List.of("site"), false)))
        .extracting(header -> header.key() + new String(header.value(), UTF_8))
        .containsExactly("sitea", "siteb");
  }
}
