package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.format.EventFormat;
import io.cloudevents.jackson.JsonFormat;
import io.cloudevents.kafka.KafkaMessageFactory;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.text.TimeFormat;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/**
 * Events that the project's own library writes, CloudEvents' SDK for Java with its bindings for
 * Kafka and JSON (Kafka protocol binding 1.0, sections 3.2 and 3.3; JSON event format, section
 * 3.1).
 */
class CloudEventsTest {
  private static final String DATA = "{\"tag\":\"a\",\"value\":1.5,\"ts\":1700000000000}";

  private final TagDecoder decoder =
      TagDecoders.of(
          InputFormat.JSON,
          new FieldRules(
              Optional.empty(),
              "value",
              Optional.of("ts"),
              TimeFormat.MS,
              Optional.empty(),
              Set.of(),
              new NameRule(NameRule.Origin.HEADER, "ce_subject", Optional.empty()),
              new NameRule(NameRule.Origin.FIELD, "tag", Optional.empty())),
          Optional.empty());

  private static CloudEvent event(String type, byte[] data) {
    return CloudEventBuilder.v1()
        .withId("17")
        .withSource(URI.create("/plant/line1"))
        .withType("reading")
        .withSubject("line1")
        .withData(type, data)
        .build();
  }

  private static InputRecord record(ProducerRecord<Void, byte[]> written) {
    return new InputRecord(
        "plant.tags", null, written.value(), written.headers(), Decoded.TIMESTAMP);
  }

  @Test
  void binaryModeHasTheDataAsValue() {
    ProducerRecord<Void, byte[]> written =
        KafkaMessageFactory.createWriter("plant.tags")
            .writeBinary(event("application/json", DATA.getBytes(UTF_8)));
    assertThat(Decoded.of(decoder, record(written)).readings())
        .containsExactly("line1 a 1700000000000 1.5");
  }

  @Test
  void structuredModeHasTheDataInside() {
    EventFormat format = new JsonFormat();
    ProducerRecord<Void, byte[]> written =
        KafkaMessageFactory.createWriter("plant.tags")
            .writeStructured(event("application/json", DATA.getBytes(UTF_8)), format);
    InputRecord record = record(written);
    assertThat(new String(record.value(), UTF_8)).contains("specversion");
    assertThat(Decoded.of(decoder, record).readings()).containsExactly("null a 1700000000000 1.5");
  }

  @Test
  void structuredDataMayBeBytes() {
    EventFormat format = new JsonFormat().withForceJsonDataToBase64();
    byte[] value = format.serialize(event("application/json", DATA.getBytes(UTF_8)));
    assertThat(new String(value, UTF_8)).contains("data_base64");
    InputRecord record =
        Decoded.record(
            null, value, "content-type", "application/cloudevents+json", "ce_subject", "line9");
    assertThat(Decoded.of(decoder, record).readings()).containsExactly("line9 a 1700000000000 1.5");
  }

  @Test
  void eventsWithoutDataAreRejected() {
    for (String event :
        new String[] {
          "{\"specversion\":\"1.0\",\"type\":\"x\",\"data\":null}",
          "{\"specversion\":\"1.0\",\"type\":\"x\",\"data_base64\":\"!\"}",
          "{\"specversion\":\"1.0\",\"type\":\"x\",\"data_base64\":\"\"}"
        }) {
      assertThat(Decoded.of(decoder, null, event).problem())
          .as(event)
          .isIn(RejectReason.NULL_VALUE, RejectReason.MALFORMED, RejectReason.MISSING_FIELD);
    }
  }

  /** Types of media are the same in any case, with parameters behind them. */
  @Test
  void theTypeOfAnEventMayBeInCapitals() {
    for (String type :
        List.of("application/cloudevents+json", "Application/CloudEvents+JSON; charset=UTF-8")) {
      assertThat(CloudEvents.isStructured(Decoded.record(null, new byte[0], "content-type", type)))
          .as(type)
          .isTrue();
    }
    assertThat(
            CloudEvents.isStructured(
                Decoded.record(null, new byte[0], "content-type", "application/json")))
        .isFalse();
  }
}
