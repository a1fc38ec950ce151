package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.jackson.JsonFormat;
import io.cloudevents.kafka.KafkaMessageFactory;
import io.kahkm.config.InputConfig;
import io.kahkm.decode.InputRecord;
import io.kahkm.decode.SparkplugDecoder;
import io.kahkm.decode.registry.RegistryStandIn;
import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.assembly.RowReceiver;
import io.kahkm.stream.input.InputParser;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.input.RowReader;
import io.kahkm.stream.input.RowReaders;
import io.kahkm.stream.input.TagReading;
import io.kahkm.stream.input.TagSource;
import io.kahkm.stream.input.TagTable;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kinds of payload that plants usually send, each holding the same fourteen values of one
 * moment: what its topology file has to say, and the row that comes of it. The same payloads under
 * a file that expects flat JSON are the control: most are refused there, each with its reason.
 * Where the forms are documented is said in docs/operate/tags.md; events, Sparkplug, Avro and
 * Protobuf come from the encoders of their projects.
 */
class UsualPayloadsTest {
  private static final int SENSORS = 14;
  private static final long TIME = 1_700_000_000_000L;
  private static final String KEY = "line1";

  @TempDir Path directory;

  private RegistryStandIn registry;

  /** A kind of payload; its reason is what a file that expects flat JSON says of it. */
  private record Payload(
      String name, String input, List<InputRecord> records, String reasonIfTakenForFlat) {}

  @BeforeEach
  void start() throws Exception {
    registry = new RegistryStandIn(0);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private static double value(int sensor) {
    return sensor + 0.5;
  }

  /** Something for each sensor, joined by commas. */
  private static String each(IntFunction<String> text) {
    return IntStream.range(0, SENSORS).mapToObj(text).collect(Collectors.joining(","));
  }

  private static String flat(String quote) {
    return "{\"ts\":" + TIME + "," + each(j -> "\"s" + j + "\":" + quote + value(j) + quote) + "}";
  }

  private static InputRecord record(String key, byte[] value, Headers headers) {
    return new InputRecord("plant/line1", key.getBytes(UTF_8), value, headers, TIME);
  }

  private static InputRecord json(String text) {
    return record(KEY, text.getBytes(UTF_8), new RecordHeaders());
  }

  private static final String STATE = "state: [" + each(j -> "s" + j) + "]";
  private static final String FLAT = "{" + STATE + ", time: ts}";
  private static final String TAGS =
      "layout: tags, step: 1s, sensors: {" + each(j -> "s" + j + ": T" + j) + "}";

  private List<Payload> payloads() throws Exception {
    String schema = ", schema: {registry: '" + registry.address() + "'}";
    return List.of(
        new Payload("flat JSON", FLAT, List.of(json(flat(""))), null),
        new Payload(
            "Kafka Connect's envelope",
            FLAT,
            List.of(json("{\"schema\":{\"type\":\"struct\"},\"payload\":" + flat("") + "}")),
            null),
        new Payload(
            "Debezium's change of a row, in Connect's envelope",
            "{"
                + STATE.replace("s", "after.s").replace("after.state", "state")
                + ", time: after.ts}",
            List.of(
                json(
                    "{\"schema\":{\"type\":\"struct\"},\"payload\":{\"before\":null,\"after\":"
                        + flat("")
                        + ",\"source\":{\"version\":\"2.7.0.Final\",\"connector\":\"postgresql\","
                        + "\"name\":\"plant\",\"ts_ms\":1700000000100},\"op\":\"c\","
                        + "\"ts_ms\":1700000000200}}")),
            "missing-field"),
        new Payload(
            "Telegraf's metric",
            "{"
                + STATE.replace("s", "fields.s").replace("fields.state", "state")
                + ", time: timestamp, time-unit: s}",
            List.of(
                json(
                    "{\"fields\":{"
                        + each(j -> "\"s" + j + "\":" + value(j))
                        + "},\"name\":\"press\",\"tags\":{\"line\":\"1\"},\"timestamp\":"
                        + TIME / 1000
                        + "}")),
            "missing-field"),
        new Payload(
            "Telegraf's OPC UA nodes",
            "{"
                + TAGS
                + ", time: timestamp, time-unit: s, tag: {from: name},"
                + " fields: {each: fields, quality: fields.Quality, good: [OK (0x0)]}}",
            messages(
                j -> KEY,
                j ->
                    "{\"fields\":{\"Quality\":\"OK (0x0)\",\"T"
                        + j
                        + "\":"
                        + value(j)
                        + "},\"name\":\"opcua\",\"tags\":{\"id\":\"ns=2;s=T"
                        + j
                        + "\"},\"timestamp\":"
                        + TIME / 1000
                        + "}"),
            "missing-field"),
        new Payload("numbers as text", FLAT, List.of(json(flat("\""))), null),
        new Payload(
            "one tag a message",
            "{" + TAGS + ", time: ts, tag: {from: field tag}}",
            messages(
                j -> KEY, j -> "{\"tag\":\"T" + j + "\",\"value\":" + value(j) + ",\"ts\":%d}"),
            "missing-field"),
        new Payload(
            "UMH, one value, its tag in the key",
            "{"
                + TAGS
                + ", time: timestamp_ms, stream: {from: key, pattern: '(line\\d+)\\..*'},"
                + " tag: {from: key, pattern: '.*\\.(.+)'}}",
            messages(
                j -> "line1._historian.T" + j,
                j -> "{\"value\":" + value(j) + ",\"timestamp_ms\":%d}"),
            "missing-field"),
        new Payload(
            "UMH, several values at one time",
            "{" + TAGS + ", time: timestamp_ms, fields: {value: '*'}}",
            List.of(
                json(
                    "{\"timestamp_ms\":"
                        + TIME
                        + ","
                        + each(j -> "\"T" + j + "\":" + value(j))
                        + "}")),
            "missing-field"),
        new Payload(
            "Kepware's list of values",
            "{"
                + TAGS
                + ", time: t, tag: {from: field id, pattern: '.*\\.(.+)'},"
                + " fields: {each: values, value: v, quality: q}}",
            List.of(
                json(
                    "{\"timestamp\":"
                        + TIME
                        + ",\"values\":["
                        + each(
                            j ->
                                "{\"id\":\"Channel1.Device1.T"
                                    + j
                                    + "\",\"v\":"
                                    + value(j)
                                    + ",\"q\":true,\"t\":"
                                    + TIME
                                    + "}")
                        + "]}")),
            "missing-field"),
        new Payload(
            "an array of rows",
            "{" + TAGS.replace("T", "s") + ", time: ts, fields: {each: ., value: '*'}}",
            List.of(json("[" + flat("") + "]")),
            "malformed"),
        new Payload(
            "OPC UA PubSub, tags",
            "{" + TAGS + ", format: opcua-json}",
            List.of(json(opcua("{\"Value\":%s,\"SourceTimestamp\":\"2023-11-14T22:13:20Z\"}"))),
            "missing-field"),
        new Payload(
            "OPC UA PubSub, rows",
            "{"
                + STATE.replace("s", "T").replace("Ttate", "state")
                + ", format: opcua-json, time: Timestamp, time-unit: iso}",
            List.of(json(opcua("%s"))),
            "missing-field"),
        new Payload(
            "Sparkplug B",
            "{" + TAGS + ", format: sparkplug, stream: {from: key, pattern: '.*/(.+)'}}",
            sparkplug(),
            "malformed"),
        new Payload(
            "nested JSON",
            "{"
                + STATE.replace("s", "plant.values.s").replace("plant.values.state", "state")
                + ", time: plant.ts}",
            List.of(
                json(
                    "{\"plant\":{\"ts\":"
                        + TIME
                        + ",\"values\":{"
                        + each(j -> "\"s" + j + "\":" + value(j))
                        + "}}}")),
            "missing-field"),
        new Payload(
            "an array field",
            "{state: [values], time: ts}",
            List.of(json("{\"ts\":" + TIME + ",\"values\":[" + each(j -> "" + value(j)) + "]}")),
            "missing-field"),
        new Payload(
            "an array that is the whole value",
            "{state: ['.']}",
            List.of(json("[" + each(j -> "" + value(j)) + "]")),
            "malformed"),
        new Payload(
            "CloudEvents, structured",
            FLAT,
            List.of(
                event(
                    KafkaMessageFactory.createWriter("plant/line1")
                        .writeStructured(event(), new JsonFormat()))),
            null),
        new Payload(
            "CloudEvents, structured, with its data in base 64",
            FLAT,
            List.of(
                event(
                    KafkaMessageFactory.createWriter("plant/line1")
                        .writeStructured(event(), new JsonFormat().withForceJsonDataToBase64()))),
            null),
        new Payload(
            "CloudEvents, binary",
            FLAT,
            List.of(event(KafkaMessageFactory.createWriter("plant/line1").writeBinary(event()))),
            null),
        new Payload(
            "Avro with a registry",
            "{" + STATE + ", time: ts, format: avro" + schema + "}",
            List.of(record(KEY, framed(7, avro()), new RecordHeaders())),
            "malformed"),
        new Payload(
            "Avro with a file",
            "{"
                + STATE
                + ", time: ts, format: avro, schema: {file: '"
                + Files.writeString(directory.resolve("row.avsc"), avroSchema())
                + "'}}",
            List.of(record(KEY, avro(), new RecordHeaders())),
            "malformed"),
        new Payload(
            "Protobuf with a file",
            "{"
                + STATE
                + ", time: ts, format: protobuf, schema: {message: Row, file: '"
                + Files.write(
                    directory.resolve("row.desc"),
                    FileDescriptorSet.newBuilder().addFile(protobufFile()).build().toByteArray())
                + "'}}",
            List.of(record(KEY, protobuf(), new RecordHeaders())),
            "malformed"),
        new Payload(
            "Protobuf with a registry",
            "{" + STATE + ", time: ts, format: protobuf" + schema + "}",
            List.of(record(KEY, framed(9, indexed(protobuf())), new RecordHeaders())),
            "malformed"),
        new Payload(
            "JSON Schema with a registry",
            "{" + STATE + ", time: ts, format: json-schema" + schema + "}",
            List.of(record(KEY, framed(8, flat("").getBytes(UTF_8)), new RecordHeaders())),
            "malformed"));
  }

  /** A message for each tag, at one time. */
  private static List<InputRecord> messages(IntFunction<String> key, IntFunction<String> text) {
    return IntStream.range(0, SENSORS)
        .mapToObj(
            j ->
                record(
                    key.apply(j),
                    String.format(Locale.ROOT, text.apply(j), TIME).getBytes(UTF_8),
                    new RecordHeaders()))
        .toList();
  }

  private static String opcua(String value) {
    return "{\"MessageId\":\"1\",\"MessageType\":\"ua-data\",\"Messages\":[{\"DataSetWriterId\":62,"
        + "\"Timestamp\":\"2023-11-14T22:13:20Z\",\"Payload\":{"
        + each(j -> "\"T" + j + "\":" + String.format(Locale.ROOT, value, "" + value(j)))
        + "}}]}";
  }

  @SuppressWarnings("JavaUtilDate") // The encoder takes dates.
  private static List<InputRecord> sparkplug() throws Exception {
    List<InputRecord> records = new ArrayList<>();
    for (boolean birth : new boolean[] {true, false}) {
      SparkplugBPayload.SparkplugBPayloadBuilder payload =
          new SparkplugBPayload.SparkplugBPayloadBuilder(birth ? 0L : 1L)
              .setTimestamp(new Date(birth ? TIME - 500 : TIME));
      for (int j = 0; j < SENSORS; j++) {
        double reading = birth ? -1 : value(j);
        payload.addMetric(
            new Metric.MetricBuilder(birth ? "T" + j : null, MetricDataType.Double, reading)
                .alias((long) j)
                .timestamp(new Date(birth ? TIME - 500 : TIME))
                .createMetric());
      }
      records.add(
          record(
              "spBv1.0/plant/" + (birth ? "DBIRTH" : "DDATA") + "/edge/line1",
              new SparkplugBPayloadEncoder().getBytes(payload.createPayload(), false),
              new RecordHeaders()));
    }
    return records;
  }

  private static CloudEvent event() {
    return CloudEventBuilder.v1()
        .withId("17")
        .withSource(URI.create("/plant/line1"))
        .withType("reading")
        .withData("application/json", flat("").getBytes(UTF_8))
        .build();
  }

  private static InputRecord event(ProducerRecord<Void, byte[]> written) {
    return record(KEY, written.value(), written.headers());
  }

  private static String avroSchema() {
    return "{\"type\":\"record\",\"name\":\"Row\",\"fields\":[{\"name\":\"ts\",\"type\":\"long\"},"
        + each(j -> "{\"name\":\"s" + j + "\",\"type\":[\"null\",\"double\"]}")
        + "]}";
  }

  private byte[] avro() throws Exception {
    registry.answers.put(
        "/schemas/ids/7", "{\"schema\":\"" + avroSchema().replace("\"", "\\\"") + "\"}");
    registry.answers.put("/schemas/ids/8", "{\"schema\":\"{}\",\"schemaType\":\"JSON\"}");
    Schema schema = new Schema.Parser().parse(avroSchema());
    GenericRecord row = new GenericData.Record(schema);
    row.put("ts", TIME);
    for (int j = 0; j < SENSORS; j++) {
      row.put("s" + j, value(j));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(row, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static byte[] framed(int id, byte[] value) {
    return ByteBuffer.allocate(5 + value.length).put((byte) 0).putInt(id).put(value).array();
  }

  /** The first message of its file. */
  private static byte[] indexed(byte[] value) {
    return ByteBuffer.allocate(1 + value.length).put((byte) 0).put(value).array();
  }

  private static FileDescriptorProto protobufFile() {
    DescriptorProto.Builder row = DescriptorProto.newBuilder().setName("Row");
    row.addField(protobufField("ts", 1, FieldDescriptorProto.Type.TYPE_INT64));
    for (int j = 0; j < SENSORS; j++) {
      row.addField(protobufField("s" + j, 2 + j, FieldDescriptorProto.Type.TYPE_DOUBLE));
    }
    return FileDescriptorProto.newBuilder()
        .setName("row.proto")
        .setSyntax("proto3")
        .addMessageType(row)
        .build();
  }

  private static FieldDescriptorProto protobufField(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(type)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .build();
  }

  private byte[] protobuf() throws Exception {
    registry.answers.put(
        "/schemas/ids/9?format=serialized",
        "{\"schema\":\""
            + java.util.Base64.getEncoder().encodeToString(protobufFile().toByteArray())
            + "\"}");
    Descriptor type =
        FileDescriptor.buildFrom(protobufFile(), new FileDescriptor[0])
            .findMessageTypeByName("Row");
    DynamicMessage.Builder row = DynamicMessage.newBuilder(type);
    row.setField(type.findFieldByName("ts"), TIME);
    for (int j = 0; j < SENSORS; j++) {
      row.setField(type.findFieldByName("s" + j), value(j));
    }
    return row.build().toByteArray();
  }

  private static InputConfig input(String section) throws TopologyConfigException {
    return TopologyConfig.parse(
            "name: a\nmodel: {file: f}\ninput: " + section + "\n", "a.yaml", Map.of())
        .input();
  }

  /** The rows that records become, each as its time and values, or as the reason for rejection. */
  private static List<String> rows(InputConfig input, List<InputRecord> records) {
    List<String> rows = new ArrayList<>();
    if (input.tags().isEmpty()) {
      RowReader reader = RowReaders.of(input, SENSORS);
      for (InputRecord record : records) {
        rows.add(text(reader.parse(record)));
      }
      return rows;
    }
    TagTable table = new TagTable(input.tags().get(), input.steps());
    RowAssembler assembler = RowAssembler.create(input.assembly().orElseThrow());
    RowReceiver receiver =
        (time, values, held, episode, closing) ->
            rows.add(time / 1_000_000 + " " + Arrays.toString(values));
    TagSource source =
        TagSource.of(input.tags().get(), Optional.empty(), SparkplugDecoder.Nodes.onHeap());
    for (InputRecord record : records) {
      List<TagReading> readings = new ArrayList<>();
      assertThat(
              source.decode(
                  record,
                  raw -> {
                    assertThat(raw.stream()).isEqualTo(KEY);
                    if (table.knows(raw.tag())) {
                      readings.add(table.resolve(raw).reading());
                    }
                  }))
          .isNull();
      readings.forEach(reading -> reading.offer(assembler, receiver));
    }
    assembler.finish(receiver);
    return rows;
  }

  private static String text(ParsedInput parsed) {
    if (parsed instanceof ParsedInput.Rejected rejected) {
      return rejected.reason().label();
    }
    ParsedInput.Accepted accepted = (ParsedInput.Accepted) parsed;
    return accepted.missing().isPresent()
        ? accepted.missing().get().label()
        : accepted.observation().time() / 1_000_000
            + " "
            + Arrays.toString(accepted.observation().state());
  }

  @Test
  void everyOneIsTakenByTheFileThatDescribesIt() throws Exception {
    String expected =
        TIME
            + " "
            + Arrays.toString(
                IntStream.range(0, SENSORS).asDoubleStream().map(j -> j + 0.5).toArray());
    for (Payload payload : payloads()) {
      assertThat(rows(input(payload.input()), payload.records()))
          .as(payload.name())
          .containsExactly(expected);
    }
  }

  @Test
  void underAFileThatExpectsFlatJsonEachHasAReason() throws Exception {
    for (Payload payload : payloads()) {
      List<String> rows = rows(input(FLAT), payload.records());
      if (payload.reasonIfTakenForFlat() == null) {
        assertThat(rows).as(payload.name()).singleElement().asString().startsWith(TIME + " [0.5");
      } else {
        assertThat(rows).as(payload.name()).containsOnly(payload.reasonIfTakenForFlat());
      }
    }
  }

  @Test
  void sparkplugHasNoRowsAndTheFileIsToldSo() {
    assertThatThrownBy(() -> input("{" + STATE + ", format: sparkplug}"))
        .hasMessageContaining("input.format: is sparkplug")
        .hasMessageContaining("layout: tags");
  }

  @Test
  void whatIsNoRowIsRejectedWithItsReason() throws Exception {
    InputConfig opcua =
        input("{state: [a, b], format: opcua-json, time: Timestamp, time-unit: iso}");
    RowReader reader = RowReaders.of(opcua, 2);
    String one =
        "{\"DataSetWriterId\":1,\"Timestamp\":\"2023-11-14T22:13:20Z\",\"Payload\":{\"a\":1,\"b\":%s}}";
    assertThat(text(reader.parse(json("{\"Messages\":[" + one.formatted("2") + "]}"))))
        .isEqualTo(TIME + " [1.0, 2.0]");
    assertThat(text(reader.parse(json("{\"Messages\":" + one.formatted("{\"Value\":2}") + "}"))))
        .isEqualTo(TIME + " [1.0, 2.0]");
    assertThat(
            text(
                reader.parse(
                    json(one.formatted("{\"Value\":2,\"Status\":{\"Code\":2147483648}}")))))
        .isEqualTo("missing-field");
    assertThat(
            text(
                reader.parse(
                    json(
                        one.formatted("2")
                            .replace("\"Payload\"", "\"Status\":2147483648,\"Payload\"")))))
        .isEqualTo("missing-field");
    assertThat(
            text(
                reader.parse(
                    json(
                        "{\"Messages\":[" + one.formatted("2") + "," + one.formatted("3") + "]}"))))
        .isEqualTo("malformed");
    assertThat(text(reader.parse(json("{\"Messages\":[{\"MessageType\":\"ua-keepalive\"}]}"))))
        .isEqualTo("missing-field");
    assertThat(text(reader.parse(json("[]")))).isEqualTo("malformed");
  }

  @Test
  void aDeletedRowOfDebeziumIsMissing() throws Exception {
    RowReader reader = RowReaders.of(input("{state: [after.a], time: after.ts}"), 1);
    String change = "{\"before\":{\"ts\":1,\"a\":2},\"after\":%s,\"op\":\"%s\",\"ts_ms\":3}";
    assertThat(text(reader.parse(json(change.formatted("{\"ts\":" + TIME + ",\"a\":2}", "u")))))
        .isEqualTo(TIME + " [2.0]");
    assertThat(text(reader.parse(json(change.formatted("null", "d"))))).isEqualTo("missing-field");
  }

  @Test
  void aFieldThatOccursByTwoPathsIsMalformed() throws Exception {
    InputParser parser = new InputParser(input("{state: [a.b, c]}"), 2);
    assertThat(text(parser.parse(json("{\"a.b\":1,\"c\":2}")))).endsWith("[1.0, 2.0]");
    assertThat(text(parser.parse(json("{\"a\":{\"b\":1},\"c\":2}")))).endsWith("[1.0, 2.0]");
    assertThat(text(parser.parse(json("{\"a\":{\"b\":1},\"a.b\":1,\"c\":2}"))))
        .isEqualTo("malformed");
  }

  @Test
  void aSchemaThatChangesItsTypeIsReadByTheNewOneAndTextIsMissing() throws Exception {
    registry.answers.put(
        "/schemas/ids/1", "{\"schema\":\"" + twoFields("double").replace("\"", "\\\"") + "\"}");
    registry.answers.put(
        "/schemas/ids/2", "{\"schema\":\"" + twoFields("string").replace("\"", "\\\"") + "\"}");
    RowReader reader =
        RowReaders.of(
            input(
                "{state: [a, b], format: avro, schema: {registry: '" + registry.address() + "'}}"),
            2);
    byte[] doubles =
        ByteBuffer.allocate(16)
            .order(java.nio.ByteOrder.LITTLE_ENDIAN)
            .putDouble(1)
            .putDouble(2)
            .array();
    byte[] number = {2, '1', 2, '2'};
    byte[] text = {2, '1', 4, 'o', 'n'};
    assertThat(text(reader.parse(record(KEY, framed(1, doubles), new RecordHeaders()))))
        .endsWith("[1.0, 2.0]");
    assertThat(text(reader.parse(record(KEY, framed(2, number), new RecordHeaders()))))
        .endsWith("[1.0, 2.0]");
    assertThat(text(reader.parse(record(KEY, framed(2, text), new RecordHeaders()))))
        .isEqualTo("not-numeric");
    assertThat(text(reader.parse(record(KEY, framed(3, text), new RecordHeaders()))))
        .isEqualTo("unknown-schema");
  }

  /**
   * Right payloads with errors and cut ones, each kind under its own file and under the others'.
   * The long form is that of the readers' fuzz.
   */
  @Test
  void noBytesOfAnyKindMakeAnExceptionLeaveAReader() throws Exception {
    List<Payload> kinds = payloads();
    Random random = new Random(18);
    int taken = 0;
    for (Payload payload : kinds) {
      InputConfig input = input(payload.input());
      if (input.tags().isPresent()) {
        // Decoders of tags have a fuzz of their own.
        continue;
      }
      RowReader reader = RowReaders.of(input, SENSORS);
      for (int i = 0; i < 400; i++) {
        Payload other = i % 3 == 0 ? kinds.get(random.nextInt(kinds.size())) : payload;
        InputRecord sample = other.records().get(random.nextInt(other.records().size()));
        byte[] value = sample.value().clone();
        for (int n = random.nextInt(4); n > 0; n--) {
          value[random.nextInt(value.length)] =
              random.nextBoolean() ? (byte) random.nextInt() : value[random.nextInt(value.length)];
        }
        if (random.nextInt(4) == 0) {
          value = Arrays.copyOf(value, random.nextInt(value.length + 1));
        }
        RecordHeaders headers = new RecordHeaders();
        sample
            .header("content-type")
            .ifPresent(type -> headers.add("content-type", type.getBytes(UTF_8)));
        ParsedInput parsed = reader.parse(record(KEY, value, headers));
        if (parsed instanceof ParsedInput.Accepted accepted) {
          taken++;
          for (double number : accepted.observation().state()) {
            assertThat(Double.isInfinite(number)).as(payload.name()).isFalse();
          }
        }
      }
    }
    assertThat(taken).as("values that were read all the same").isGreaterThan(1_300);
  }

  private static String twoFields(String type) {
    return "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\""
        + type
        + "\"},{\"name\":\"b\",\"type\":\""
        + type
        + "\"}]}";
  }
}
