package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.stream.output.RecordLimits;
import io.kahkm.stream.output.RejectRecords;
import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.topology.TopologyConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * Records of every size up to what brokers take, in shapes that grow on the way: many readings,
 * many streams, long names, deep trees, large keys and headers. Whatever comes of one fits the
 * topic it goes to, the engine's own included.
 */
public final class SizeFuzz {
  /** What a broker takes by default, less what a record's frame takes. */
  private static final int LARGEST = 1_048_000;

  private static final int SMALLEST = 100;

  /** What one of a binary list takes at most, beside the name of its tag. */
  private static final int BYTES_OF_A_READING = 8;

  /** Records until the stores begin anew. */
  private static final int RECORDS_OF_ONE_STORE = 200;

  private static final String EACH = "layout: tags, fields: {each: values, value: v}, ";
  private static final String SENSORS = "sensors: {q: Q, p: P}, step: 10ms, grace: 200ms";

  private SizeFuzz() {}

  /** All subjects of this class. */
  public static List<FuzzSubject> subjects() throws Exception {
    return List.of(
        subject(
            "sizes-streams",
            EACH + "stream: {from: field s}, tag: {from: field t}, time: ts, " + SENSORS,
            SizeFuzz::json),
        subject("sizes-tags", EACH + "tag: {from: field t}, time: ts, " + SENSORS, SizeFuzz::json),
        subject(
            "sizes-routed",
            "layout: tags, stream: {from: key, pattern: '([^/]+)/.*'}, tag: {from: key, pattern:"
                + " '.*/([^/]+)'}, time: ts, "
                + SENSORS,
            SizeFuzz::json),
        subject("sizes-rows", "state: [v, p], time: ts, time-unit: ms", SizeFuzz::json),
        binary("sizes-avro", ManyReadings.AVRO),
        binary("sizes-protobuf", ManyReadings.PROTOBUF),
        subject(
            "sizes-sparkplug",
            "layout: tags, format: sparkplug, stream: {from: key}, tag: {from: name}, " + SENSORS,
            SizeFuzz::payload));
  }

  /** A value of about so many bytes. */
  private interface Values {
    byte[] of(SplittableRandom random, int bytes);
  }

  private static FuzzSubject binary(String name, ManyReadings format) throws Exception {
    Path folder = Files.createTempDirectory(name);
    String input = format.input(folder);
    folder.resolve(format.name()).toFile().deleteOnExit();
    folder.toFile().deleteOnExit();
    return subject(name, input, (random, bytes) -> readings(format, random, bytes));
  }

  private static FuzzSubject subject(String name, String input, Values values) throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
                """
                name: sizes
                model: {file: unused}
                input: {topic: sizes.in, %s}
                forecasts: {horizons: [1, 5], every: 1}
                headers: {pass: ['*']}
                """
                    .formatted(input),
                name,
                Map.of())
            .withKafka(Map.of("bootstrap.servers", "unused:1"));
    Run run = new Run(config);
    return new FuzzSubject(
        name,
        random -> input(random, values),
        run::take,
        List.of(),
        Set.of("taken", "too-large"),
        64_000_000,
        // A list names a new stream in 33 bytes, and its monitors and assembler take some 55 KB.
        2_000,
        40,
        3_000);
  }

  /** Length of the key's middle, bytes of a header, value. */
  private static byte[] input(SplittableRandom random, Values values) {
    int bytes = size(random);
    int key = random.nextInt(8) == 0 ? size(random) : 4;
    int header = random.nextInt(8) == 0 ? size(random) : 0;
    byte[] value = values.of(random, bytes);
    // Together no more than a broker takes.
    key = Math.min(key, Math.max(4, LARGEST - value.length));
    header = Math.min(header, Math.max(0, LARGEST - value.length - key));
    return ByteBuffer.allocate(2 * Integer.BYTES + value.length)
        .putInt(key)
        .putInt(header)
        .put(value)
        .array();
  }

  /** Every order of magnitude as often as every other. */
  private static int size(SplittableRandom random) {
    double share = random.nextDouble();
    return (int) Math.round(SMALLEST * Math.pow(LARGEST / (double) SMALLEST, share));
  }

  private static byte[] json(SplittableRandom random, int bytes) {
    long now = 1_700_000_000_000L + random.nextInt(1_000_000);
    String long1 = "x".repeat(Math.max(1, bytes - 200));
    return switch (random.nextInt(9)) {
      case 0 -> list(bytes, now, i -> "{\"s\":\"m" + i + "\",\"t\":\"Q\",\"v\":1}");
      case 1 -> list(bytes, now, i -> "{\"s\":\"m\",\"t\":\"t" + i + "\",\"v\":1}");
      case 2 ->
          list(
              bytes,
              now,
              i -> "{\"s\":\"m\",\"t\":\"Q\",\"v\":" + i + ",\"ts\":" + (now + 10L * i) + "}");
      case 3 -> list(200, now, i -> "{\"s\":\"" + long1 + "\",\"t\":\"Q\",\"v\":1}");
      case 4 -> list(200, now, i -> "{\"s\":\"m\",\"t\":\"" + long1 + "\",\"v\":1}");
      case 5 -> row(now, "1" + "0".repeat(Math.max(1, bytes - 100)));
      case 6 -> row(now, "[".repeat(Math.max(1, bytes - 100)));
      case 7 -> row(now, "1." + "3".repeat(Math.max(1, bytes - 100)));
      default -> row(now, "0.5" + " ".repeat(Math.max(1, bytes - 100)));
    };
  }

  private static byte[] row(long time, String value) {
    return ("{\"ts\":" + time + ",\"p\":0.5,\"value\":" + value + ",\"v\":" + value + "}")
        .getBytes(UTF_8);
  }

  private interface Reading {
    String of(int number);
  }

  private static byte[] list(int bytes, long time, Reading reading) {
    StringBuilder json = new StringBuilder("{\"ts\":" + time + ",\"values\":[");
    for (int i = 0; i == 0 || json.length() < bytes - 100; i++) {
      json.append(i > 0 ? "," : "").append(reading.of(i));
    }
    byte[] whole = json.append("]}").toString().getBytes(UTF_8);
    return whole.length <= LARGEST ? whole : row(time, "1");
  }

  /** Readings of one tag, of a tag each, or of one with a long name. */
  private static byte[] readings(ManyReadings format, SplittableRandom random, int bytes) {
    long now = 1_700_000_000_000L + random.nextInt(1_000_000);
    List<String> tags =
        switch (random.nextInt(3)) {
          case 0 -> Collections.nCopies(1 + bytes / (BYTES_OF_A_READING + 1), "Q");
          case 1 ->
              IntStream.rangeClosed(0, bytes / (BYTES_OF_A_READING + 6))
                  .mapToObj(i -> "t" + i)
                  .toList();
          default -> List.of("Q", "t".repeat(bytes), "P");
        };
    try {
      byte[] value = format.value(now, tags);
      return value.length <= LARGEST ? value : format.value(now, List.of("Q"));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Births of many aliases, data of many values, long names. */
  private static byte[] payload(SplittableRandom random, int bytes) {
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(buffer);
    try {
      long time = 1_700_000_000_000L + random.nextInt(1_000_000);
      out.writeUInt64(1, time);
      boolean birth = random.nextBoolean();
      int name = random.nextInt(4) == 0 ? bytes / 2 : 6;
      for (int i = 0; i == 0 || out.getTotalBytesWritten() < bytes - name - 40; i++) {
        out.writeByteArray(2, metric(birth, name, i, time));
      }
      out.flush();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return buffer.size() <= LARGEST ? buffer.toByteArray() : new byte[0];
  }

  private static byte[] metric(boolean named, int name, int number, long time) throws IOException {
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(buffer);
    if (named || number % 2 == 0) {
      out.writeString(1, number == 0 ? "q" : number == 1 ? "p" : "n".repeat(name) + number);
    }
    out.writeUInt64(2, number);
    out.writeUInt64(3, time + number);
    out.writeUInt32(4, 9);
    out.writeFloat(12, number);
    out.flush();
    return buffer.toByteArray();
  }

  /** One engine without brokers. */
  private static final class Run {
    private final TopologyConfig config;
    private final boolean sparkplug;
    private final Map<String, Long> sizes = new HashMap<>();
    private final RenewedDriver driver;

    Run(TopologyConfig config) {
      this.config = config;
      sparkplug =
          config.input().tags().filter(tags -> tags.format() == InputFormat.SPARKPLUG).isPresent();
      sizes.putAll(MessageSizes.internal(config));
      sizes.putAll(MessageSizes.largest(config, TestTopology.MODEL));
      driver =
          new RenewedDriver(
              RECORDS_OF_ONE_STORE,
              directory -> TestTopology.driver(config, new CountingListener(), directory));
    }

    synchronized String take(byte[] input) throws IOException {
      TopologyTestDriver running = driver.next();
      ByteBuffer bytes = ByteBuffer.wrap(input);
      int middle = bytes.getInt();
      byte[] trace = new byte[bytes.getInt()];
      byte[] value = new byte[bytes.remaining()];
      bytes.get(value);
      String key = sparkplug ? key(middle, value) : "line" + "x".repeat(middle - 4) + "/Q";
      RecordHeaders headers = new RecordHeaders();
      headers.add("trace", trace);
      running
          .createInputTopic("sizes.in", new ByteArraySerializer(), new ByteArraySerializer())
          .pipeInput(
              new TestRecord<>(
                  key.getBytes(UTF_8), value, headers, 1_700_000_000_000L + driver.taken()));
      String outcome = "taken";
      for (String topic : running.producedTopicNames()) {
        for (TestRecord<byte[], byte[]> record : read(running, topic)) {
          long size =
              length(record.key()) + length(record.value()) + RecordLimits.bytes(record.headers());
          if (size > sizes.getOrDefault(topic, (long) LARGEST)) {
            throw new AssertionError(size + " bytes for " + topic);
          }
          if (topic.equals(config.rejectsTopic())) {
            outcome = new String(record.headers().lastHeader(RejectRecords.REASON).value(), UTF_8);
          }
        }
      }
      return outcome;
    }

    /** Half of the records are births, half of them devices' with a name as long as the node's. */
    private String key(int middle, byte[] value) {
      String name = "n" + "x".repeat(middle - 4);
      return switch (value.length % 4) {
        case 0 -> "spBv1.0/g/NBIRTH/" + name;
        case 1 -> "spBv1.0/g/NDATA/" + name;
        case 2 -> "spBv1.0/g/DBIRTH/n/" + name;
        default -> "spBv1.0/g/DDATA/n/" + name;
      };
    }

    private static long length(byte[] bytes) {
      return bytes == null ? 0 : bytes.length;
    }

    private static List<TestRecord<byte[], byte[]>> read(TopologyTestDriver driver, String topic) {
      return driver
          .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
          .readRecordsToList();
    }
  }
}
