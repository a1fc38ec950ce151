package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.text.TimeFormat;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/**
 * Schemas of a real registry: Apicurio's image where there is a Docker engine, or any registry with
 * Confluent's interface that runs already and is named by {@code -Dkahkm.registry=ADDRESS}; skipped
 * elsewhere. What answers in the other tests is a stand-in.
 */
class RealRegistryIT {
  private static final String SUBJECT = "kahkm-registry-it-value";

  private static GenericContainer<?> container;
  private static String address;

  @BeforeAll
  static void start() {
    address = System.getProperty("kahkm.registry");
    if (address == null) {
      assumeThat(DockerClientFactory.instance().isDockerAvailable())
          .as("neither -Dkahkm.registry nor a Docker engine: the registry's tests are skipped")
          .isTrue();
      container = new GenericContainer<>("apicurio/apicurio-registry:3.1.2").withExposedPorts(8080);
      container.start();
      address =
          "http://"
              + container.getHost()
              + ":"
              + container.getMappedPort(8080)
              + "/apis/ccompat/v7";
    }
  }

  @AfterAll
  static void stop() {
    if (container != null) {
      container.stop();
    }
  }

  private static String schema(String extra) {
    return "{\"type\":\"record\",\"name\":\"Tag\",\"namespace\":\"plant\",\"fields\":["
        + "{\"name\":\"tag\",\"type\":\"string\"},{\"name\":\"ts\",\"type\":\"long\"},"
        + "{\"name\":\"value\",\"type\":\"double\"}"
        + extra
        + "]}";
  }

  /** Registers a schema and tells its id. */
  private static int register(String schema) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(address + "/subjects/" + SUBJECT + "/versions"))
                    .header("Content-Type", "application/json")
                    .POST(
                        HttpRequest.BodyPublishers.ofString(
                            mapper.writeValueAsString(Map.of("schema", schema))))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return mapper.readTree(answer.body()).get("id").intValue();
  }

  private static byte[] value(String text, int id, double number) throws Exception {
    Schema schema = new Schema.Parser().parse(text);
    GenericRecord record = new GenericData.Record(schema);
    record.put("tag", "PT-101");
    record.put("ts", 1_700_000_000_250L);
    record.put("value", number);
    if (schema.getField("unit") != null) {
      record.put("unit", "bar");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(0);
    bytes.write(ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  @Test
  void valuesAreReadByTheSchemasThatItKeeps() throws Exception {
    String first = schema("");
    String second = schema(",{\"name\":\"unit\",\"type\":\"string\",\"default\":\"\"}");
    int firstId = register(first);
    int secondId = register(second);
    assertThat(secondId).isNotEqualTo(firstId);
    TagDecoder decoder =
        TagDecoders.of(
            InputFormat.AVRO,
            new FieldRules(
                Optional.empty(),
                "value",
                Optional.of("ts"),
                TimeFormat.MS,
                Optional.empty(),
                Set.of(),
                NameRule.KEY,
                new NameRule(NameRule.Origin.FIELD, "tag", Optional.empty())),
            Optional.of(
                new SchemaRules(
                    Optional.of(address),
                    Optional.empty(),
                    4,
                    Optional.empty(),
                    Optional.empty())));
    List<Double> read = new ArrayList<>();
    for (byte[] value :
        List.of(
            value(first, firstId, 1.5), value(second, secondId, 2.5), value(first, firstId, 3))) {
      assertThat(decoder.decode(record(value), reading -> read.add(reading.number()))).isNull();
    }
    assertThat(read).containsExactly(1.5, 2.5, 3.0);
    assertThat(decoder.decode(record(value(first, 987_654, 1)), reading -> {}))
        .isEqualTo(RejectCause.of(RejectReason.UNKNOWN_SCHEMA));
  }

  private static InputRecord record(byte[] value) {
    return new InputRecord("t", "line1".getBytes(UTF_8), value, new RecordHeaders(), 0);
  }
}
