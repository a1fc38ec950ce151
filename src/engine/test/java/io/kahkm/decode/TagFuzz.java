package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.kahkm.decode.registry.InputFormat;
import io.kahkm.decode.registry.RegisteredSchema;
import io.kahkm.decode.registry.SchemaSource;
import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.text.TimeFormat;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The decoders of tags: lists of values, messages of OPC UA, values in a registry's wire format.
 */
public final class TagFuzz {
  private static final List<String> WORDS =
      List.of("{", "[", "\"", "null", "\"Value\":", "\"Status\":", "\"Messages\":", "\"data\":");

  private TagFuzz() {}

  /** All subjects of this package. */
  public static List<FuzzSubject> subjects() throws Exception {
    String file = Base64.getEncoder().encodeToString(FuzzSamples.protobufFile().toByteArray());
    FieldRules all = rules(Optional.empty(), FieldRules.ALL, "ts", NameRule.NAME);
    return List.of(
        subject(
            "tags-list",
            TagDecoders.of(
                InputFormat.JSON,
                rules(
                    Optional.of("values"),
                    "v",
                    "t",
                    new NameRule(NameRule.Origin.FIELD, "id", Optional.empty())),
                Optional.empty()),
            Set.of("readings", "malformed", "missing-field"),
            ("{\"timestamp\":1700000000000,\"values\":[{\"id\":\"a.b\",\"v\":3.2,\"q\":true,"
                    + "\"t\":1700000000000},{\"id\":\"c\",\"v\":\"on\",\"q\":192,\"t\":1.7e12}]}")
                .getBytes(UTF_8)),
        subject(
            "tags-opcua",
            TagDecoders.of(InputFormat.OPCUA_JSON, all, Optional.empty()),
            Set.of("readings", "malformed"),
            ("{\"MessageId\":\"1\",\"Messages\":[{\"DataSetWriterId\":1,"
                    + "\"Timestamp\":\"2023-11-14T22:13:20Z\",\"Payload\":{\"a\":{\"UaType\":11,"
                    + "\"Value\":1.5,\"Status\":{\"Code\":0}},\"b\":3,\"c\":{\"Value\":1}}}]}")
                .getBytes(UTF_8)),
        subject(
            "tags-avro",
            new PayloadDecoder(
                false,
                new AvroReader(known(FuzzSamples.AVRO_SCHEMA), Integer.BYTES),
                new FieldDecoder(all)),
            Set.of("readings", "malformed", "unknown-schema"),
            FuzzSamples.framed(FuzzSamples.avro())),
        subject(
            "tags-protobuf",
            new PayloadDecoder(
                false, new ProtobufReader(known(file), Integer.BYTES), new FieldDecoder(all)),
            Set.of("readings", "malformed", "unknown-schema"),
            FuzzSamples.framed(FuzzSamples.protobuf(), 0)),
        subject(
            "tags-json-schema",
            new PayloadDecoder(
                false, new JsonSchemaReader(known("{}"), Integer.BYTES), new FieldDecoder(all)),
            Set.of("readings", "malformed", "unknown-schema"),
            FuzzSamples.framed(FuzzSamples.json())));
  }

  /** A source that knows one schema, the number 0. */
  private static SchemaSource known(String text) {
    RegisteredSchema schema = new RegisteredSchema(text, List.of());
    return (kind, id) -> id == 0 ? schema : null;
  }

  private static FieldRules rules(Optional<String> each, String value, String time, NameRule tag) {
    return new FieldRules(
        each,
        value,
        Optional.of(time),
        TimeFormat.AUTO,
        Optional.of("q"),
        Set.of(),
        NameRule.KEY,
        tag);
  }

  private static FuzzSubject subject(
      String name, TagDecoder decoder, Set<String> expected, byte[] sample) {
    return FuzzSubject.ofPayload(name, sample, WORDS, bytes -> outcome(decoder, bytes), expected);
  }

  private static String outcome(TagDecoder decoder, byte[] bytes) {
    int[] readings = new int[1];
    RejectCause problem =
        decoder.decode(
            new InputRecord(
                "t", "k".getBytes(UTF_8), bytes, new RecordHeaders(), 1_700_000_000_000L),
            reading -> {
              readings[0]++;
              if (!Double.isFinite(reading.number())
                  && reading.kind() != RawReading.Kind.INFINITE) {
                throw new AssertionError("a number that is not finite and does not say so");
              }
            });
    return problem != null ? problem.label() : readings[0] > 0 ? "readings" : "nothing";
  }
}
