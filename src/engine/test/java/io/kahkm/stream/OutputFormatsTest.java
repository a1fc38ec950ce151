package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudevents.CloudEvent;
import io.cloudevents.kafka.KafkaMessageFactory;
import io.kahkm.stream.output.AvroOutput;
import io.kahkm.topology.TopologyConfig;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outputs in Avro and as CloudEvents, read by the libraries that others read them with. */
class OutputFormatsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path directory;

  private int runs;

  private static TopologyConfig config(String format, String headers) throws Exception {
    return TopologyConfig.parse(
        """
        name: pump
        model: {file: unused}
        input: {state: [q, p], time: t, time-unit: us, episode: run, end: done}
        headers: {%s}
        forecasts: {horizons: [1, 5], every: 3, coordinates: text, format: %s}
        certificates: {sampling: episodes, window: {units: 4}, tolerance: {r2: 0.5}, format: %s}
        kafka: {bootstrap.servers: "unused:1"}
        """
            .formatted(headers, format, format),
        "test",
        Map.of());
  }

  /** What comes of simulated streams, and of a record that is none, by topic. */
  private List<TestRecord<byte[], byte[]>> run(TopologyConfig config, String topic) {
    return run(config).get(topic);
  }

  /** What comes out, by topic. */
  private Map<String, List<TestRecord<byte[], byte[]>>> run(TopologyConfig config) {
    try (TopologyTestDriver driver =
        TestTopology.driver(config, new CountingListener(), directory.resolve("" + runs++))) {
      TestInputTopic<byte[], byte[]> input =
          driver.createInputTopic(
              "pump.states", new ByteArraySerializer(), new ByteArraySerializer());
      for (SimulatedInput.Message message : SimulatedInput.messages(2, 30, 12)) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("ce_id", "theirs".getBytes(UTF_8));
        headers.add("ce_partitionkey", "k".getBytes(UTF_8));
        input.pipeInput(
            new TestRecord<>(message.stream().getBytes(UTF_8), message.value(), headers, 1_000L));
      }
      input.pipeInput("a".getBytes(UTF_8), "no row".getBytes(UTF_8));
      Map<String, List<TestRecord<byte[], byte[]>>> outputs = new HashMap<>();
      for (String topic : List.of("pump.forecasts", "pump.certificates", "pump.rejects")) {
        outputs.put(
            topic,
            driver
                .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList());
      }
      return outputs;
    }
  }

  private static GenericRecord read(Schema schema, byte[] value) throws Exception {
    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(value, null);
    GenericRecord record = new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
    assertThat(decoder.isEnd()).isTrue();
    return record;
  }

  /** Compares what Avro's own reader found with the same output in JSON, field by field. */
  private static void requireSame(String path, Schema schema, Object avro, JsonNode json) {
    switch (schema.getType()) {
      case UNION -> {
        if (avro == null) {
          assertThat(json == null || json.isNull()).as(path + " " + json).isTrue();
        } else {
          requireSame(path, schema.getTypes().get(1), avro, json);
        }
      }
      case RECORD ->
          schema
              .getFields()
              .forEach(
                  field ->
                      requireSame(
                          path + "." + field.name(),
                          field.schema(),
                          ((GenericRecord) avro).get(field.name()),
                          json.get(field.name())));
      case ARRAY -> {
        List<?> elements = (List<?>) avro;
        assertThat(json).as(path).hasSameSizeAs(elements);
        for (int i = 0; i < elements.size(); i++) {
          requireSame(path + i, schema.getElementType(), elements.get(i), json.get(i));
        }
      }
      case DOUBLE -> {
        double expected = json == null || json.isNull() ? Double.NaN : json.doubleValue();
        assertThat((Double) avro).as(path).isEqualTo(expected);
      }
      case LONG -> {
        boolean time = schema.getLogicalType() instanceof LogicalTypes.TimestampNanos;
        assertThat(new BigDecimal((Long) avro))
            .as(path)
            .isEqualByComparingTo(
                time ? json.decimalValue().movePointRight(6) : json.decimalValue());
      }
      case INT -> assertThat((Integer) avro).as(path).isEqualTo(json.intValue());
      case BOOLEAN -> assertThat((Boolean) avro).as(path).isEqualTo(json.booleanValue());
      default -> assertThat(avro.toString()).as(path).isEqualTo(json.asText());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"forecasts", "certificates", "skill"})
  void avroHoldsWhatJsonHolds(String name) throws Exception {
    String topic = name.equals("skill") ? "pump.certificates" : "pump." + name;
    List<TestRecord<byte[], byte[]>> json = run(config("json", ""), topic);
    List<TestRecord<byte[], byte[]>> avro = run(config("avro", ""), topic);

    assertThat(avro).hasSameSizeAs(json);
    Schema schema = AvroOutput.schema(name);
    int compared = 0;
    for (int i = 0; i < json.size(); i++) {
      if (MAPPER.readTree(json.get(i).value()).has("kind") != name.equals("skill")) {
        continue;
      }
      compared++;
      requireSame(
          name + i,
          schema,
          read(schema, avro.get(i).value()),
          MAPPER.readTree(json.get(i).value()));
      assertThat(avro.get(i).key()).isEqualTo(json.get(i).key());
      assertThat(new String(avro.get(i).headers().lastHeader("kahkm.schema").value(), UTF_8))
          .isEqualTo(name + "-1");
      assertThat(json.get(i).headers().toArray()).isEmpty();
    }
    assertThat(compared).isGreaterThan(1);
  }

  @Test
  void windowsAndSkillAreThoseOfTheSequentialRun() throws Exception {
    TopologyConfig config = config("json", "");
    Map<String, List<byte[]>> expected =
        new ExpectedOutput(config, TestTopology.blueprint(config, TestTopology.MODEL))
            .takeAll(SimulatedInput.messages(2, 30, 12))
            .certificates;

    Map<String, List<byte[]>> published = new TreeMap<>();
    for (TestRecord<byte[], byte[]> record : run(config, "pump.certificates")) {
      published
          .computeIfAbsent(new String(record.key(), UTF_8), key -> new ArrayList<>())
          .add(record.value());
    }

    assertThat(published).hasSameSizeAs(expected);
    published.forEach(
        (stream, values) ->
            assertThat(values.toArray(byte[][]::new))
                .isDeepEqualTo(expected.get(stream).toArray(byte[][]::new)));
  }

  @Test
  void avroThatLacksAFieldOfJsonStopsLoudly() {
    assertThatThrownBy(() -> new AvroOutput("forecasts").write("{\"novel\":1}".getBytes(UTF_8)))
        .isInstanceOf(RuntimeException.class);
  }

  private static boolean isOfSkill(URI schema) {
    return List.of("urn:kahkm:schema:skill", "urn:kahkm:avro:skill:1").contains(schema.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "avro"})
  void everyOutputIsAnEventThatTheProjectsOwnLibraryReads(String format) throws Exception {
    TopologyConfig config = config(format, "envelope: cloudevents, pass: ['ce_*']");
    Set<String> ids = new HashSet<>();
    Set<String> types = new HashSet<>();
    int count = 0;
    Map<String, List<TestRecord<byte[], byte[]>>> once = run(config);
    Map<String, List<TestRecord<byte[], byte[]>>> twice = run(config);
    for (String topic : List.of("forecasts", "certificates", "rejects")) {
      List<TestRecord<byte[], byte[]>> first = once.get("pump." + topic);
      List<TestRecord<byte[], byte[]>> again = twice.get("pump." + topic);
      for (int i = 0; i < first.size(); i++) {
        TestRecord<byte[], byte[]> record = first.get(i);
        CloudEvent event =
            KafkaMessageFactory.createReader(record.headers(), record.value()).toEvent();
        count++;
        assertThat(ids.add(event.getSource() + " " + event.getId())).isTrue();
        assertThat(event.getSource()).hasToString("/kahkm/pump/monitor/pump.states");
        assertThat(event.getSubject()).isEqualTo(new String(record.key(), UTF_8));
        assertThat(event.getData().toBytes()).isEqualTo(record.value());
        boolean skill = event.getDataSchema() != null && isOfSkill(event.getDataSchema());
        assertThat(skill).as(topic).isIn(false, topic.equals("certificates"));
        assertThat(event.getType())
            .isEqualTo(
                "io.kahkm." + (topic.equals("rejects") ? "reject" : skill ? "skill" : topic));
        types.add(event.getType());
        assertThat(event.getDataContentType())
            .isEqualTo(topic.equals("rejects") ? null : "application/" + format);
        assertThat(event.getExtension("partitionkey"))
            .isEqualTo(topic.equals("forecasts") ? "k" : null);
        assertThat(again.get(i).headers().lastHeader("ce_id"))
            .as("ids do not change when a record is taken again")
            .isEqualTo(record.headers().lastHeader("ce_id"));
      }
    }
    assertThat(count).isGreaterThan(20);
    assertThat(types)
        .containsExactlyInAnyOrder(
            "io.kahkm.forecasts", "io.kahkm.certificates", "io.kahkm.skill", "io.kahkm.reject");
  }

  private static Schema published(String name) throws Exception {
    try (InputStream text =
        OutputFormatsTest.class.getResourceAsStream("/avro/1/" + name + ".avsc")) {
      return new Schema.Parser().parse(text);
    }
  }

  private static SchemaCompatibility.SchemaCompatibilityType reads(Schema reader, Schema writer) {
    return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType();
  }

  /** Schemas that were published are never changed; a new one must read and be read. */
  @ParameterizedTest
  @ValueSource(strings = {"forecasts", "certificates", "skill"})
  void theSchemaAndTheOneThatWasPublishedReadEachOther(String name) throws Exception {
    Schema now = AvroOutput.schema(name);
    Schema then = published(name);
    assertThat(reads(now, then)).isEqualTo(SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE);
    assertThat(reads(then, now)).isEqualTo(SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE);

    // The control: a field without a default that the published schema lacks.
    List<Schema.Field> fields = new ArrayList<>();
    now.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    fields.add(new Schema.Field("extra", Schema.create(Schema.Type.LONG)));
    Schema changed = Schema.createRecord(now.getName(), null, now.getNamespace(), false, fields);
    assertThat(reads(changed, then))
        .isEqualTo(SchemaCompatibility.SchemaCompatibilityType.INCOMPATIBLE);
  }

  private static void names(Schema schema, String path, Set<String> found) {
    switch (schema.getType()) {
      case UNION -> schema.getTypes().forEach(type -> names(type, path, found));
      case ARRAY -> names(schema.getElementType(), path, found);
      case RECORD ->
          schema
              .getFields()
              .forEach(
                  field -> {
                    found.add(path + field.name());
                    names(field.schema(), path + field.name() + ".", found);
                  });
      default -> {}
    }
  }

  private static void names(JsonNode root, JsonNode schema, String path, Set<String> found) {
    String reference = schema.path("$ref").asText();
    JsonNode type = reference.isEmpty() ? schema : root.at(reference.substring(1));
    type.path("properties")
        .properties()
        .forEach(
            field -> {
              found.add(path + field.getKey());
              names(root, field.getValue(), path + field.getKey() + ".", found);
              // Groups of numbers are told by the names that are required.
              field
                  .getValue()
                  .path("required")
                  .forEach(name -> found.add(path + field.getKey() + "." + name.asText()));
            });
    if (type.has("items")) {
      names(root, type.get("items"), path, found);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"forecasts", "certificates", "skill"})
  void avroHasTheFieldsOfTheJsonSchemaAndNoOthers(String name) throws Exception {
    Set<String> avro = new TreeSet<>();
    names(AvroOutput.schema(name), "", avro);
    Set<String> json = new TreeSet<>();
    try (InputStream text = AvroOutput.class.getResourceAsStream("/schema/" + name + ".json")) {
      JsonNode root = MAPPER.readTree(text);
      names(root, root, "", json);
    }
    assertThat(avro).isEqualTo(json);
  }
}
