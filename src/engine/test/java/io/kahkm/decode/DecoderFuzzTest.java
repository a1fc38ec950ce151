package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.RegisteredSchema;
import io.kahkm.decode.registry.SchemaSource;
import io.kahkm.text.TimeFormat;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.PropertyDataType;
import org.eclipse.tahu.message.model.PropertySet;
import org.eclipse.tahu.message.model.PropertyValue;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.junit.jupiter.api.Test;

/** No exception leaves a decoder for any bytes: right ones with errors, cut ones, random ones. */
@SuppressWarnings("JavaUtilDate") // The encoder takes dates.
class DecoderFuzzTest {
  private static final int TRIALS = 30_000;

  private static final FieldRules RULES =
      new FieldRules(
          Optional.of("values"),
          "v",
          Optional.of("t"),
          TimeFormat.AUTO,
          Optional.of("q"),
          Set.of(),
          NameRule.KEY,
          new NameRule(NameRule.Origin.FIELD, "id", Optional.empty()));

  private static final String JSON =
      "{\"t\":1700000000000,\"values\":[{\"id\":\"a.b\",\"v\":12.5,\"q\":true,\"t\":1.7e12},"
          + "{\"id\":\"c\",\"v\":\"on\",\"q\":192,\"t\":\"2023-11-14T22:13:20Z\"},{\"v\":null}]}";

  private static int survive(TagDecoder decoder, byte[] sample, String key) {
    Random random = new Random(sample.length);
    int read = 0;
    for (int i = 0; i < TRIALS; i++) {
      byte[] bytes = mutated(sample, random);
      InputRecord record =
          new InputRecord("t", key.getBytes(UTF_8), bytes, new RecordHeaders(), 1_700_000_000_000L);
      int[] readings = new int[1];
      decoder.decode(
          record,
          reading -> {
            assertThat(
                    Double.isFinite(reading.number()) || reading.kind() == RawReading.Kind.INFINITE)
                .isTrue();
            readings[0]++;
          });
      read += readings[0] > 0 ? 1 : 0;
    }
    return read;
  }

  private static byte[] mutated(byte[] sample, Random random) {
    if (random.nextInt(10) == 0) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      return bytes;
    }
    byte[] bytes =
        random.nextInt(3) == 0
            ? Arrays.copyOf(sample, random.nextInt(sample.length + 1))
            : sample.clone();
    for (int n = random.nextInt(4); n > 0 && bytes.length > 0; n--) {
      int at = random.nextInt(bytes.length);
      bytes[at] =
          random.nextBoolean() ? (byte) random.nextInt() : sample[random.nextInt(sample.length)];
    }
    return bytes;
  }

  @Test
  void json() {
    TagDecoder decoder = TagDecoders.of(InputFormat.JSON, RULES, Optional.empty());
    assertThat(survive(decoder, JSON.getBytes(UTF_8), "k")).isGreaterThan(TRIALS / 10);
  }

  @Test
  void cloudEvents() {
    TagDecoder decoder = TagDecoders.of(InputFormat.JSON, RULES, Optional.empty());
    String data = Base64.getEncoder().encodeToString(JSON.getBytes(UTF_8));
    String event =
        "{\"specversion\":\"1.0\",\"type\":\"x\",\"id\":\"1\",\"data_base64\":\"" + data + "\"}";
    assertThat(survive(decoder, event.getBytes(UTF_8), "k")).isGreaterThan(TRIALS / 10);
  }

  @Test
  void opcua() {
    TagDecoder decoder = TagDecoders.of(InputFormat.OPCUA_JSON, RULES, Optional.empty());
    String message =
        "{\"MessageId\":\"1\",\"Messages\":[{\"DataSetWriterId\":1,"
            + "\"Timestamp\":\"2023-11-14T22:13:20Z\",\"Payload\":{\"a\":{\"Value\":{\"Type\":11,"
            + "\"Body\":1.5},\"StatusCode\":{\"Code\":0}},\"b\":3,\"c\":{\"Value\":1}}}]}";
    assertThat(survive(decoder, message.getBytes(UTF_8), "k")).isGreaterThan(TRIALS / 10);
  }

  @Test
  void sparkplug() throws Exception {
    Map<String, SparkplugAliases> nodes = new HashMap<>();
    SparkplugDecoder decoder =
        new SparkplugDecoder(
            NameRule.KEY,
            NameRule.NAME,
            new SparkplugDecoder.Nodes() {
              @Override
              public SparkplugAliases get(String node) {
                return nodes.get(node);
              }

              @Override
              public boolean put(String node, SparkplugAliases aliases) {
                nodes.put(node, SparkplugAliases.read(aliases.toByteArray()));
                return true;
              }
            });
    PropertySet properties = new PropertySet();
    properties.put("Quality", new PropertyValue(PropertyDataType.Int32, 192));
    SparkplugBPayload payload =
        new SparkplugBPayload.SparkplugBPayloadBuilder(7L)
            .setTimestamp(new Date(1_700_000_000_000L))
            .addMetric(
                new Metric.MetricBuilder("a", MetricDataType.Double, 1.5)
                    .alias(1L)
                    .properties(properties)
                    .createMetric())
            .addMetric(
                new Metric.MetricBuilder("b", MetricDataType.Int32, -5).alias(2L).createMetric())
            .addMetric(new Metric.MetricBuilder("c", MetricDataType.String, "on").createMetric())
            .createPayload();
    byte[] bytes = new SparkplugBPayloadEncoder().getBytes(payload, false);
    for (String type : List.of("DBIRTH", "DDATA", "DDEATH")) {
      assertThat(survive(decoder, bytes, "spBv1.0/g/" + type + "/n/d"))
          .as(type)
          .isGreaterThan(TRIALS / 10);
    }
  }

  @Test
  void avro() throws Exception {
    String schema =
        "{\"type\":\"record\",\"name\":\"M\",\"fields\":[{\"name\":\"t\",\"type\":\"long\"},"
            + "{\"name\":\"values\",\"type\":{\"type\":\"array\",\"items\":{\"type\":\"record\","
            + "\"name\":\"V\",\"fields\":[{\"name\":\"id\",\"type\":\"string\"},"
            + "{\"name\":\"v\",\"type\":[\"null\",\"double\",{\"type\":\"map\","
            + "\"values\":\"bytes\"}]}]}}}]}";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    encoder.writeLong(1_700_000_000_000L);
    encoder.writeArrayStart();
    encoder.setItemCount(2);
    encoder.startItem();
    encoder.writeString("a");
    encoder.writeIndex(1);
    encoder.writeDouble(1.5);
    encoder.startItem();
    encoder.writeString("b");
    encoder.writeIndex(0);
    encoder.writeArrayEnd();
    encoder.flush();
    byte[] sample = new byte[bytes.size() + 5];
    System.arraycopy(bytes.toByteArray(), 0, sample, 5, bytes.size());
    SchemaSource source = (kind, id) -> id == 0 ? new RegisteredSchema(schema, List.of()) : null;
    TagDecoder decoder =
        new PayloadDecoder(false, new AvroReader(source, 4), new FieldDecoder(RULES));
    assertThat(survive(decoder, sample, "k")).isGreaterThan(TRIALS / 10);
  }

  @Test
  void protobuf() {
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("m.proto")
            .setSyntax("proto3")
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("M")
                    .addField(field("t", 1, FieldDescriptorProto.Type.TYPE_INT64, false))
                    .addField(
                        field("values", 2, FieldDescriptorProto.Type.TYPE_MESSAGE, true)
                            .setTypeName("V")))
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("V")
                    .addField(field("id", 1, FieldDescriptorProto.Type.TYPE_STRING, false))
                    .addField(field("v", 2, FieldDescriptorProto.Type.TYPE_DOUBLE, false))
                    .addField(
                        field("sub", 3, FieldDescriptorProto.Type.TYPE_MESSAGE, true)
                            .setTypeName("V")))
            .build();
    String text = Base64.getEncoder().encodeToString(file.toByteArray());
    RegisteredSchema schema = new RegisteredSchema(text, List.of());
    TagDecoder decoder =
        new PayloadDecoder(
            false,
            new ProtobufReader((kind, id) -> id == 0 ? schema : null, 4),
            new FieldDecoder(RULES));
    byte[] sample = {
      0,
      0,
      0,
      0,
      0,
      0,
      8,
      (byte) 0x80,
      (byte) 0xe2,
      (byte) 0xcf,
      (byte) 0xaa,
      6,
      18,
      12,
      10,
      1,
      'a',
      17,
      0,
      0,
      0,
      0,
      0,
      0,
      (byte) 0xf8,
      0x3f
    };
    assertThat(survive(decoder, sample, "k")).isGreaterThan(TRIALS / 20);
  }

  private static FieldDescriptorProto.Builder field(
      String name, int number, FieldDescriptorProto.Type type, boolean repeated) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(type)
        .setLabel(
            repeated
                ? FieldDescriptorProto.Label.LABEL_REPEATED
                : FieldDescriptorProto.Label.LABEL_OPTIONAL);
  }

  @Test
  void schemasThatAreRandomBytesAreNone() {
    Random random = new Random(5);
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      String text =
          i % 2 == 0 ? Base64.getEncoder().encodeToString(bytes) : new String(bytes, UTF_8);
      SchemaSource source = (kind, id) -> new RegisteredSchema(text, List.of());
      byte[] value = {0, 0, 0, 0, 1, 0, 8, 9};
      for (PayloadReader reader :
          List.of(new AvroReader(source, 4), new ProtobufReader(source, 4))) {
        InputRecord record = Decoded.record("k", value);
        new PayloadDecoder(false, reader, new FieldDecoder(RULES)).decode(record, r -> {});
      }
    }
  }
}
