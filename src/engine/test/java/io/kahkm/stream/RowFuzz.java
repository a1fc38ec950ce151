package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import io.kahkm.decode.FuzzSamples;
import io.kahkm.decode.InputRecord;
import io.kahkm.stream.input.RowReader;
import io.kahkm.stream.input.RowReaders;
import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The readers of rows in every format, as a topology file sets them up. */
public final class RowFuzz {
  private static final List<String> WORDS =
      List.of("{", "[", "\"", "null", "NaN", "\"data\":", "\"data_base64\":", "\"Payload\":");

  private static final String STATE = "state: [q, p], time: ts, time-unit: auto";

  private RowFuzz() {}

  /** All subjects of this class. */
  public static List<FuzzSubject> subjects() throws Exception {
    Path directory = Files.createTempDirectory("rows");
    Path avro = Files.writeString(directory.resolve("row.avsc"), FuzzSamples.AVRO_SCHEMA);
    Path protobuf =
        Files.write(
            directory.resolve("row.desc"),
            FileDescriptorSet.newBuilder()
                .addFile(FuzzSamples.protobufFile())
                .build()
                .toByteArray());
    String event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"x\",";
    String data = Base64.getEncoder().encodeToString(FuzzSamples.JSON.getBytes(UTF_8));
    List<FuzzSubject> all = new ArrayList<>();
    all.add(
        json(
            "rows-nested",
            "state: [plant.v.q, plant.v.p], time: plant.ts, time-unit: auto",
            "{\"plant\":{\"ts\":1700000000000,\"v\":{\"q\":2.25,\"p\":-1e-3}}}"));
    all.add(json("rows-array", "state: ['.']", "[2.25,-1e-3]"));
    all.add(json("rows-event", STATE, event + "\"data\":" + FuzzSamples.JSON + "}"));
    all.add(json("rows-event-base64", STATE, event + "\"data_base64\":\"" + data + "\"}"));
    all.add(
        subject(
            "rows-event-binary",
            STATE,
            Set.of("accepted", "malformed"),
            FuzzSamples.JSON.getBytes(UTF_8),
            "content-type",
            "application/json",
            "ce_specversion",
            "1.0"));
    all.add(
        json(
            "rows-opcua",
            "state: [q, p], time: Timestamp, time-unit: iso, format: opcua-json",
            "{\"MessageId\":\"1\",\"Messages\":[{\"DataSetWriterId\":1,"
                + "\"Timestamp\":\"2023-11-14T22:13:20Z\",\"Payload\":{\"q\":{\"Value\":2.25,"
                + "\"Status\":{\"Code\":1073741824}},\"p\":-1e-3}}]}"));
    all.add(
        subject(
            "rows-avro",
            STATE + ", format: avro, schema: {file: '" + avro + "'}",
            Set.of("accepted", "unknown-schema"),
            FuzzSamples.avro()));
    all.add(
        subject(
            "rows-protobuf",
            STATE + ", format: protobuf, schema: {message: Row, file: '" + protobuf + "'}",
            Set.of("accepted", "unknown-schema"),
            FuzzSamples.protobuf()));
    // The readers have read them.
    Files.delete(avro);
    Files.delete(protobuf);
    Files.delete(directory);
    return all;
  }

  private static FuzzSubject json(String name, String input, String sample) throws Exception {
    return subject(name, input, Set.of("accepted", "malformed"), sample.getBytes(UTF_8));
  }

  private static FuzzSubject subject(
      String name, String input, Set<String> expected, byte[] sample, String... headers)
      throws Exception {
    RowReader reader =
        RowReaders.of(
            TopologyConfig.parse(
                    "name: fuzz\nmodel: {file: m}\ninput: {" + input + "}\n", "fuzz", Map.of())
                .input(),
            2);
    RecordHeaders all = new RecordHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1].getBytes(UTF_8));
    }
    return FuzzSubject.ofPayload(
        name,
        sample,
        WORDS,
        bytes ->
            StreamFuzz.outcome(
                reader.parse(
                    new InputRecord("t", "k".getBytes(UTF_8), bytes, all, 1_700_000_000_000L))),
        expected);
  }
}
