package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.RegisteredSchema;
import io.kahkm.decode.registry.SchemaSource;
import io.kahkm.text.TimeFormat;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A decoder keeps a workspace from record to record. Whatever was read before, in whichever order,
 * a record gives what it gives alone.
 */
class DecoderPairsTest {
  /** A kind of decoder and records that differ in all that they may leave out. */
  private record Kind(String name, Supplier<TagDecoder> fresh, List<InputRecord> records) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static FieldRules rules(
      Optional<String> each, String value, Optional<String> quality, NameRule tag) {
    return new FieldRules(
        each, value, Optional.of("ts"), TimeFormat.AUTO, quality, Set.of(), NameRule.KEY, tag);
  }

  private static InputRecord json(String key, String text, String... headers) {
    return Decoded.record(key, text.getBytes(UTF_8), headers);
  }

  private static TagDecoder of(InputFormat format, FieldRules rules) {
    return TagDecoders.of(format, rules, Optional.empty());
  }

  private static SchemaSource known(String text) {
    return (kind, id) -> id == 0 ? new RegisteredSchema(text, List.of()) : null;
  }

  private static byte[] avro(Object first) throws Exception {
    Schema schema = new Schema.Parser().parse(FuzzSamples.AVRO_SCHEMA);
    GenericRecord row = new GenericData.Record(schema);
    row.put("ts", 1_700_000_000_500L);
    row.put("q", first);
    row.put("p", 4.5);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(row, encoder);
    encoder.flush();
    return FuzzSamples.framed(bytes.toByteArray());
  }

  private static byte[] protobuf(double p) throws Exception {
    Descriptor type =
        FileDescriptor.buildFrom(FuzzSamples.protobufFile(), new FileDescriptor[0])
            .findMessageTypeByName("Row");
    return FuzzSamples.framed(
        DynamicMessage.newBuilder(type)
            .setField(type.findFieldByName("ts"), 1_700_000_000_700L)
            .setField(type.findFieldByName("p"), p)
            .build()
            .toByteArray(),
        0);
  }

  static Stream<Kind> kinds() throws Exception {
    NameRule byField = new NameRule(NameRule.Origin.FIELD, "id", Optional.empty());
    FieldRules list = rules(Optional.of("values"), "v", Optional.of("q"), byField);
    FieldRules all = rules(Optional.empty(), FieldRules.ALL, Optional.empty(), NameRule.NAME);
    FieldRules single = rules(Optional.empty(), "v", Optional.of("q"), byField);
    String file = Base64.getEncoder().encodeToString(FuzzSamples.protobufFile().toByteArray());
    InputRecord broken = json("k", "{\"id\":\"a\",\"v\":");
    return Stream.of(
        new Kind(
            "one value",
            () -> of(InputFormat.JSON, single),
            List.of(
                json("k", "{\"id\":\"a\",\"v\":1.5,\"ts\":1700000000000,\"q\":0}"),
                json("k2", "{\"id\":\"b\",\"v\":\"on\",\"ts\":1700000000002}"),
                json(null, "{\"id\":\"c\",\"v\":3,\"q\":192,\"ts\":1700000000003}"),
                json("k", "{\"v\":4,\"ts\":1700000000001}"),
                json("k", "{\"id\":\"d\",\"ts\":5}"),
                json(
                    "k", "{\"schema\":{},\"payload\":{\"id\":\"e\",\"v\":6,\"ts\":1700000000004}}"),
                json("k", "{\"schema\":{},\"payload\":null}"),
                broken,
                Decoded.record("k", null))),
        new Kind(
            "a list of values",
            () -> of(InputFormat.JSON, list),
            List.of(
                json(
                    "k",
                    "{\"ts\":1700000000000,\"values\":[{\"id\":\"a\",\"v\":1,\"q\":0},"
                        + "{\"id\":\"b\",\"v\":2}]}"),
                json(
                    "k",
                    "{\"ts\":1700000000005,\"values\":[{\"id\":\"c\",\"v\":3},{\"v\":4},{\"id\":\"d\"}]}"),
                json("k", "{\"values\":[]}"),
                json("k", "{}"),
                broken)),
        new Kind(
            "opcua-json",
            () -> of(InputFormat.OPCUA_JSON, all),
            List.of(
                json(
                    "k",
                    "{\"MessageId\":\"1\",\"Messages\":[{\"DataSetWriterId\":1,"
                        + "\"Timestamp\":\"2023-11-14T22:13:20Z\",\"Status\":2147483648,"
                        + "\"Payload\":{\"a\":{\"Value\":1.5},\"b\":3}}]}"),
                json(
                    "k2",
                    "{\"Messages\":[{\"DataSetWriterId\":1,\"Payload\":{\"a\":{\"Value\":2,"
                        + "\"SourceTimestamp\":\"2023-11-14T22:13:21Z\"},\"b\":4}}]}"),
                json("k", "{\"Messages\":[{\"DataSetWriterId\":1}]}"),
                json("k", "{\"a\":5}"),
                json("k", "[1]"),
                broken)),
        new Kind(
            "avro",
            () ->
                new PayloadDecoder(
                    false,
                    new AvroReader(known(FuzzSamples.AVRO_SCHEMA), Integer.BYTES),
                    new FieldDecoder(all)),
            List.of(
                Decoded.record("k", avro(2.25)),
                Decoded.record("k", avro("text")),
                Decoded.record("k", avro(null)),
                Decoded.record("k", new byte[] {0, 0, 0, 0, 9, 1}),
                Decoded.record("k", new byte[] {0, 0, 0, 0, 0, 1}))),
        new Kind(
            "protobuf",
            () ->
                new PayloadDecoder(
                    false, new ProtobufReader(known(file), Integer.BYTES), new FieldDecoder(all)),
            List.of(
                Decoded.record("k", FuzzSamples.framed(FuzzSamples.protobuf(), 0)),
                Decoded.record("k", protobuf(7)),
                Decoded.record("k", new byte[] {0, 0, 0, 0, 0, 0, 9}),
                Decoded.record("k", new byte[] {0}))),
        new Kind(
            "json-schema",
            () ->
                new PayloadDecoder(
                    false, new JsonSchemaReader(known("{}"), Integer.BYTES), new FieldDecoder(all)),
            List.of(
                Decoded.record("k", FuzzSamples.framed(FuzzSamples.json())),
                Decoded.record("k", FuzzSamples.framed("{\"x\":1}".getBytes(UTF_8))),
                Decoded.record("k", FuzzSamples.framed("{\"x\":".getBytes(UTF_8))))));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRecordGivesWhatItGivesAlone(Kind kind) {
    List<Decoded> alone =
        kind.records().stream().map(record -> Decoded.of(kind.fresh().get(), record)).toList();
    for (int i = 0; i < alone.size(); i++) {
      for (int j = 0; j < alone.size(); j++) {
        TagDecoder decoder = kind.fresh().get();
        Decoded first = Decoded.of(decoder, kind.records().get(i));
        Decoded second = Decoded.of(decoder, kind.records().get(j));
        assertThat(first).isEqualTo(alone.get(i));
        assertThat(second).as("record %d after %d", j, i).isEqualTo(alone.get(j));
      }
    }

    assertThat(alone.stream().distinct().count()).as("they differ").isGreaterThan(2);
  }
}
