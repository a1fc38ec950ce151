package io.kahkm.decode;

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
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.RegisteredSchema;
import io.kahkm.decode.registry.SchemaSource;
import io.kahkm.text.TimeFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values that the projects' own encoders write, Apache Avro's {@code BinaryEncoder} and protobuf's
 * {@code DynamicMessage}, behind the wire formats that Confluent's documentation of its serializers
 * (wire format: 0, id of 4 bytes, for Protobuf the message's indexes) and Apicurio's of its Kafka
 * serializers (id of 8 bytes, or in a header) describe.
 */
class SchemaSamplesTest {
  private static final String TAG_SCHEMA =
      "{\"type\":\"record\",\"name\":\"Tag\",\"fields\":["
          + "{\"name\":\"tag\",\"type\":\"string\"},"
          + "{\"name\":\"value\",\"type\":[\"null\",\"double\",\"boolean\",\"string\"]},"
          + "{\"name\":\"ts\",\"type\":{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}}]}";
  private static final String CHANGED_SCHEMA =
      TAG_SCHEMA.replace("[\"null\",\"double\",\"boolean\",\"string\"]", "\"string\"");

  private static final FieldRules RULES =
      new FieldRules(
          Optional.empty(),
          "value",
          Optional.of("ts"),
          TimeFormat.AUTO,
          Optional.empty(),
          Set.of(),
          NameRule.KEY,
          new NameRule(NameRule.Origin.FIELD, "tag", Optional.empty()));

  private final Map<Long, RegisteredSchema> registered = new HashMap<>();
  private final SchemaSource source = (kind, id) -> registered.get(id);

  private static byte[] avro(String schemaText, Object value, long time) throws Exception {
    Schema schema = AvroReader.schema(schemaText);
    GenericRecord record = new GenericData.Record(schema);
    record.put("tag", "PT-101");
    record.put("value", value);
    record.put("ts", time);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static byte[] framed(int id, byte[] value) {
    return ByteBuffer.allocate(5 + value.length).put((byte) 0).putInt(id).put(value).array();
  }

  private TagDecoder registryAvro(int idBytes) {
    return new PayloadDecoder(false, new AvroReader(source, idBytes), new FieldDecoder(RULES));
  }

  private static Decoded decode(TagDecoder decoder, byte[] value) {
    return Decoded.of(decoder, Decoded.record("line1", value));
  }

  @Test
  void avroInTheWireFormatOfARegistry() throws Exception {
    registered.put(7L, new RegisteredSchema(TAG_SCHEMA, List.of()));
    TagDecoder decoder = registryAvro(4);
    assertThat(decode(decoder, framed(7, avro(TAG_SCHEMA, 3.25, 1_700_000_000_250L))))
        .isEqualTo(new Decoded(List.of("line1 PT-101 1700000000250 3.25"), null, null));
    assertThat(decode(decoder, framed(7, avro(TAG_SCHEMA, true, 1_700_000_000_250L))).readings())
        .containsExactly("line1 PT-101 1700000000250 1.0");
    assertThat(decode(decoder, framed(7, avro(TAG_SCHEMA, null, 1_700_000_000_250L))).readings())
        .containsExactly("line1 PT-101 1700000000250 BAD");
  }

  @Test
  void schemaThatIsMissingOrDoesNotFitIsARejectAndOneThatChangedIsRead() throws Exception {
    registered.put(7L, new RegisteredSchema(TAG_SCHEMA, List.of()));
    registered.put(8L, new RegisteredSchema(CHANGED_SCHEMA, List.of()));
    registered.put(9L, new RegisteredSchema("no schema", List.of()));
    TagDecoder decoder = registryAvro(4);
    byte[] value = avro(TAG_SCHEMA, 3.25, 1_700_000_000_250L);
    assertThat(decode(decoder, framed(6, value)).problem()).isEqualTo(RejectReason.UNKNOWN_SCHEMA);
    assertThat(decode(decoder, framed(9, value)).problem()).isEqualTo(RejectReason.UNKNOWN_SCHEMA);
    assertThat(decode(decoder, framed(8, value)).problem()).isEqualTo(RejectReason.UNKNOWN_SCHEMA);
    assertThat(decode(decoder, value).problem()).isEqualTo(RejectReason.MALFORMED);
    assertThat(decode(decoder, new byte[] {0, 0}).problem()).isEqualTo(RejectReason.MALFORMED);
    assertThat(
            decode(decoder, framed(8, avro(CHANGED_SCHEMA, "open", 1_700_000_000_250L))).readings())
        .containsExactly("line1 PT-101 1700000000250 \"open\"");
  }

  @Test
  void idsOfEightBytesAndIdsInHeaders() throws Exception {
    registered.put(1L << 40, new RegisteredSchema(TAG_SCHEMA, List.of()));
    byte[] value = avro(TAG_SCHEMA, 3.25, 1_700_000_000_250L);
    byte[] framed =
        ByteBuffer.allocate(9 + value.length).put((byte) 0).putLong(1L << 40).put(value).array();
    assertThat(decode(registryAvro(8), framed).readings()).hasSize(1);

    RecordHeaders headers = new RecordHeaders();
    headers.add("apicurio.value.globalId", ByteBuffer.allocate(8).putLong(1L << 40).array());
    InputRecord record = new InputRecord("t", "line1".getBytes(UTF_8), value, headers, 0);
    assertThat(Decoded.of(registryAvro(4), record).readings()).hasSize(1);
  }

  @Test
  void avroReferencesOtherSchemas() throws Exception {
    String outer =
        "{\"type\":\"record\",\"name\":\"Batch\",\"fields\":[{\"name\":\"items\","
            + "\"type\":{\"type\":\"array\",\"items\":\"Tag\"}}]}";
    RegisteredSchema inner = new RegisteredSchema(TAG_SCHEMA, List.of());
    registered.put(
        1L, new RegisteredSchema(outer, List.of(new RegisteredSchema.Reference("Tag", inner))));
    byte[] element = avro(TAG_SCHEMA, 1.5, 1_700_000_000_000L);
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(4);
    value.write(element);
    value.write(element);
    value.write(0);
    FieldRules each =
        new FieldRules(
            Optional.of("items"),
            "value",
            Optional.of("ts"),
            TimeFormat.MS,
            Optional.empty(),
            Set.of(),
            RULES.stream(),
            RULES.tag());
    TagDecoder decoder =
        new PayloadDecoder(false, new AvroReader(source, 4), new FieldDecoder(each));
    assertThat(decode(decoder, framed(1, value.toByteArray())).readings())
        .hasSize(2)
        .allMatch("line1 PT-101 1700000000000 1.5"::equals);
  }

  @Test
  void avroThatClaimsToBeEndlessIsRejected() throws Exception {
    String nulls = "{\"type\":\"array\",\"items\":\"null\"}";
    registered.put(1L, new RegisteredSchema(nulls, List.of()));
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(value, null);
    encoder.writeLong(1L << 40);
    encoder.flush();
    assertThat(decode(registryAvro(4), framed(1, value.toByteArray())).problem())
        .isIn(RejectReason.TOO_LARGE, RejectReason.UNKNOWN_SCHEMA);
  }

  @Test
  void decimalsOfTheSizeOfTheRecordAreRejectedWithoutBeingComputed() throws Exception {
    registered.put(
        5L,
        new RegisteredSchema(
            "{\"type\":\"record\",\"name\":\"D\",\"fields\":[{\"name\":\"value\",\"type\":"
                + "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":400,\"scale\":2}},"
                + "{\"name\":\"ts\",\"type\":\"long\"}]}",
            List.of()));
    byte[] digits = new byte[400_000];
    digits[0] = 1;
    assertThat(decode(registryAvro(4), framed(5, decimal(digits))).problem())
        .isEqualTo(RejectReason.TOO_LARGE);
    // Shorter ones are read, beyond what a long holds.
    Decoded usual =
        decode(registryAvro(4), framed(5, decimal(BigInteger.TEN.pow(302).toByteArray())));
    assertThat(usual.problem()).isNull();
    assertThat(usual.readings()).singleElement().asString().contains("1.0E300");
  }

  /**
   * A value is as deep as its schema lets it be; 64 levels of it are read, two for each of these.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"null\",\"Nest\"]",
        "{\"type\":\"array\",\"items\":\"Nest\"}",
        "{\"type\":\"map\",\"values\":\"Nest\"}"
      })
  void avroThatIsTooDeepIsRejected(String within) throws Exception {
    String text =
        "{\"type\":\"record\",\"name\":\"Tag\",\"fields\":["
            + "{\"name\":\"value\",\"type\":\"double\"},"
            + "{\"name\":\"ts\",\"type\":\"long\"},"
            + "{\"name\":\"tag\",\"type\":\"string\"},"
            + "{\"name\":\"nest\",\"type\":{\"type\":\"record\",\"name\":\"Nest\",\"fields\":["
            + "{\"name\":\"next\",\"type\":"
            + within
            + "}]}}]}";
    registered.put(5L, new RegisteredSchema(text, List.of()));

    assertThat(decode(registryAvro(4), framed(5, nested(text, 31))).readings()).hasSize(1);
    assertThat(decode(registryAvro(4), framed(5, nested(text, 32))).problem())
        .isEqualTo(RejectReason.TOO_LARGE);
  }

  private static byte[] nested(String text, int levels) throws IOException {
    Schema schema = AvroReader.schema(text);
    Schema nest = schema.getField("nest").schema();
    Schema.Type kind = nest.getField("next").schema().getType();
    GenericRecord inner = null;
    for (int level = 0; level < levels; level++) {
      GenericRecord outer = new GenericData.Record(nest);
      outer.put(
          "next",
          switch (kind) {
            case ARRAY -> inner == null ? List.of() : List.of(inner);
            case MAP -> inner == null ? Map.of() : Map.of("k", inner);
            default -> inner;
          });
      inner = outer;
    }
    GenericRecord record = new GenericData.Record(schema);
    record.put("tag", "PT-101");
    record.put("value", 3.25);
    record.put("ts", 1_700_000_000_250L);
    record.put("nest", inner);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  /** A schema names one, and that another. */
  @Test
  void schemasMayNameSchemasThatNameSchemas() throws Exception {
    String number =
        "{\"type\":\"record\",\"name\":\"Number\",\"fields\":[{\"name\":\"v\",\"type\":\"double\"}]}";
    String point =
        "{\"type\":\"record\",\"name\":\"Point\",\"fields\":[{\"name\":\"number\",\"type\":\"Number\"}]}";
    String tag = TAG_SCHEMA.replace("]}", ",{\"name\":\"point\",\"type\":\"Point\"}]}");
    assertThat(tag).isNotEqualTo(TAG_SCHEMA);
    RegisteredSchema numbers = new RegisteredSchema(number, List.of());
    RegisteredSchema points =
        new RegisteredSchema(point, List.of(new RegisteredSchema.Reference("Number", numbers)));
    registered.put(
        5L, new RegisteredSchema(tag, List.of(new RegisteredSchema.Reference("Point", points))));
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(avro(TAG_SCHEMA, 3.25, 1_700_000_000_250L));
    value.write(new byte[Double.BYTES]);

    assertThat(decode(registryAvro(4), framed(5, value.toByteArray())).readings())
        .containsExactly("line1 PT-101 1700000000250 3.25");
  }

  private static byte[] decimal(byte[] unscaled) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    encoder.writeBytes(unscaled);
    encoder.writeLong(1_700_000_000_000L);
    encoder.flush();
    return bytes.toByteArray();
  }

  @Test
  void protobufThatBecomesTooManyFieldsIsRejected() throws Exception {
    // Two bytes of each message make an object of a hundred fields.
    DescriptorProto.Builder item = DescriptorProto.newBuilder().setName("Item");
    for (int i = 1; i <= 100; i++) {
      item.addField(
          FieldDescriptorProto.newBuilder()
              .setName("f" + i)
              .setNumber(i)
              .setType(FieldDescriptorProto.Type.TYPE_DOUBLE)
              .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL));
    }
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("list.proto")
            .setSyntax("proto3")
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("List")
                    .addField(
                        FieldDescriptorProto.newBuilder()
                            .setName("items")
                            .setNumber(1)
                            .setTypeName("Item")
                            .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                            .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)))
            .addMessageType(item)
            .build();
    registered.put(
        6L,
        new RegisteredSchema(Base64.getEncoder().encodeToString(file.toByteArray()), List.of()));
    byte[] items = new byte[1 + 2 * 100_000];
    for (int i = 1; i < items.length; i += 2) {
      items[i] = 1 << 3 | 2;
    }
    TagDecoder decoder =
        new PayloadDecoder(false, new ProtobufReader(source, 4), new FieldDecoder(RULES));
    assertThat(decode(decoder, framed(6, items)).problem()).isEqualTo(RejectReason.TOO_LARGE);
  }

  private static FileDescriptorProto tagFile() {
    return FileDescriptorProto.newBuilder()
        .setName("tag.proto")
        .setPackage("plant")
        .setSyntax("proto3")
        .addDependency("google/protobuf/timestamp.proto")
        .addMessageType(DescriptorProto.newBuilder().setName("Unused"))
        .addMessageType(
            DescriptorProto.newBuilder()
                .setName("Tag")
                .addField(FuzzSamples.field("tag", 1, FieldDescriptorProto.Type.TYPE_STRING))
                .addField(FuzzSamples.field("value", 2, FieldDescriptorProto.Type.TYPE_DOUBLE))
                .addField(
                    FuzzSamples.field("ts", 3, FieldDescriptorProto.Type.TYPE_MESSAGE)
                        .setTypeName(".google.protobuf.Timestamp")))
        .build();
  }

  private static byte[] message(double value) throws Exception {
    FileDescriptor file =
        FileDescriptor.buildFrom(tagFile(), new FileDescriptor[] {TimestampProto.getDescriptor()});
    Descriptor type = file.findMessageTypeByName("Tag");
    return DynamicMessage.newBuilder(type)
        .setField(type.findFieldByName("tag"), "PT-101")
        .setField(type.findFieldByName("value"), value)
        .setField(
            type.findFieldByName("ts"),
            Timestamp.newBuilder().setSeconds(1_700_000_000).setNanos(250_000_000).build())
        .build()
        .toByteArray();
  }

  @Test
  void protobufInTheWireFormatOfARegistry() throws Exception {
    registered.put(
        3L,
        new RegisteredSchema(
            Base64.getEncoder().encodeToString(tagFile().toByteArray()), List.of()));
    TagDecoder decoder =
        new PayloadDecoder(false, new ProtobufReader(source, 4), new FieldDecoder(RULES));
    // One index, the second message of the file; both numbers in zigzag encoding.
    byte[] body = message(4.5);
    byte[] indexed =
        ByteBuffer.allocate(2 + body.length).put((byte) 2).put((byte) 2).put(body).array();

    assertThat(decode(decoder, framed(3, indexed)))
        .isEqualTo(new Decoded(List.of("line1 PT-101 1700000000250 4.5"), null, null));
    // The default value is not written, and is a value all the same.
    byte[] zero = message(0);
    byte[] zeroIndexed =
        ByteBuffer.allocate(2 + zero.length).put((byte) 2).put((byte) 2).put(zero).array();
    assertThat(decode(decoder, framed(3, zeroIndexed)).readings())
        .containsExactly("line1 PT-101 1700000000250 0.0");
    assertThat(decode(decoder, framed(4, indexed)).problem())
        .isEqualTo(RejectReason.UNKNOWN_SCHEMA);
  }

  @Test
  void protobufAndAvroWithAFileInsteadOfARegistry(@TempDir Path directory) throws Exception {
    Path set = directory.resolve("tag.desc");
    Files.write(set, FileDescriptorSet.newBuilder().addFile(tagFile()).build().toByteArray());
    Path schema = Files.writeString(directory.resolve("tag.avsc"), TAG_SCHEMA);

    TagDecoder protobuf =
        TagDecoders.of(InputFormat.PROTOBUF, RULES, Optional.of(file(set, "plant.Tag")));
    TagDecoder avro = TagDecoders.of(InputFormat.AVRO, RULES, Optional.of(file(schema, null)));

    assertThat(decode(protobuf, message(4.5)).readings())
        .containsExactly("line1 PT-101 1700000000250 4.5");
    assertThat(decode(avro, avro(TAG_SCHEMA, 1.0, 1_700_000_000_250L)).readings())
        .containsExactly("line1 PT-101 1700000000250 1.0");
    assertThatThrownBy(
            () -> TagDecoders.of(InputFormat.PROTOBUF, RULES, Optional.of(file(set, "plant.X"))))
        .hasMessageContaining("has no message \"plant.X\"");
    assertThatThrownBy(() -> TagDecoders.of(InputFormat.AVRO, RULES, Optional.of(file(set, null))))
        .hasMessageContaining("is no Avro schema");
  }

  private static SchemaRules file(Path path, String message) {
    return new SchemaRules(
        Optional.empty(), Optional.empty(), 4, Optional.of(path), Optional.ofNullable(message));
  }

  @Test
  void jsonWithASchemaNeedsItsIdToBeKnown() {
    registered.put(5L, new RegisteredSchema("{}", List.of()));
    TagDecoder decoder =
        new PayloadDecoder(false, new JsonSchemaReader(source, 4), new FieldDecoder(RULES));
    byte[] json = "{\"tag\":\"a\",\"value\":1,\"ts\":1700000000000}".getBytes(UTF_8);
    assertThat(decode(decoder, framed(5, json)).readings())
        .containsExactly("line1 a 1700000000000 1.0");
    assertThat(decode(decoder, framed(6, json)).problem()).isEqualTo(RejectReason.UNKNOWN_SCHEMA);
  }

  @Test
  void avroTypesBecomeFields() throws Exception {
    String text =
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":["
            + "{\"name\":\"i\",\"type\":\"int\"},{\"name\":\"f\",\"type\":\"float\"},"
            + "{\"name\":\"e\",\"type\":{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}},"
            + "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"values\":\"long\"}},"
            + "{\"name\":\"d\",\"type\":{\"type\":\"bytes\",\"logicalType\":\"decimal\","
            + "\"precision\":5,\"scale\":2}},"
            + "{\"name\":\"x\",\"type\":{\"type\":\"fixed\",\"name\":\"F\",\"size\":2}}]}";
    Schema schema = AvroReader.schema(text);
    GenericRecord record = new GenericData.Record(schema);
    record.put("i", -3);
    record.put("f", 0.5f);
    record.put("e", new GenericData.EnumSymbol(schema.getField("e").schema(), "B"));
    record.put("m", Map.of("k", 9L));
    record.put("d", ByteBuffer.wrap(new byte[] {4, (byte) 0xd2}));
    record.put("x", new GenericData.Fixed(schema.getField("x").schema(), new byte[] {1, 2}));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
    encoder.flush();

    FlatTree tree = new FlatTree();
    new AvroReader(schema).read(Decoded.record("k", new byte[1]), bytes.toByteArray(), tree);

    assertThat(tree.tree(0).toString())
        .isEqualTo("{\"i\":-3,\"f\":0.5,\"e\":\"B\",\"m\":{\"k\":9},\"d\":12.34,\"x\":\"AQI=\"}");
  }

  /** Avro would take memory for as many bytes before it looks how many there are. */
  @ParameterizedTest
  @ValueSource(strings = {"bytes", "string", "map"})
  void aLengthThatIsNotThereTakesNoMemory(String type) throws Exception {
    String quoted =
        type.equals("map") ? "{\"type\":\"map\",\"values\":\"long\"}" : '"' + type + '"';
    Schema schema =
        AvroReader.schema(
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"v\",\"type\":"
                + quoted
                + "}]}");
    for (int length : new int[] {12, 1_000, 2_000_000_000, Integer.MAX_VALUE, -1}) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
      if (type.equals("map")) {
        encoder.writeLong(1);
      }
      encoder.writeLong(length);
      encoder.writeFixed(new byte[] {1, 2, 3});
      encoder.flush();
      assertThatThrownBy(
              () ->
                  new AvroReader(schema)
                      .read(Decoded.record("k", new byte[1]), bytes.toByteArray(), new FlatTree()))
          .as("%d", length)
          .isInstanceOfSatisfying(
              Unreadable.class,
              refused ->
                  assertThat(refused.problem().reason()).isEqualTo(RejectReason.UNKNOWN_SCHEMA));
    }
  }

  @Test
  void listsOfSchemasAreUnmodifiable() {
    List<RegisteredSchema.Reference> references = new ArrayList<>();
    RegisteredSchema schema = new RegisteredSchema("{}", references);
    references.add(new RegisteredSchema.Reference("a", schema));
    assertThat(schema.references()).isEmpty();
  }

  /** What is counted of one record is not counted of the next. */
  @Test
  void aLongRecordIsReadAsOftenAsItComes() throws Exception {
    Schema schema =
        AvroReader.schema(
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"v\",\"type\":"
                + "{\"type\":\"array\",\"items\":\"int\"}}]}");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    encoder.writeLong(150_000);
    encoder.writeFixed(new byte[150_000]);
    encoder.writeLong(0);
    encoder.flush();
    AvroReader reader = new AvroReader(schema);
    for (int i = 0; i < 3; i++) {
      FlatTree tree = new FlatTree();
      reader.read(Decoded.record("k", new byte[1]), bytes.toByteArray(), tree);
      assertThat(tree.size(tree.get(0, "v"))).isEqualTo(150_000);
    }
  }
}
