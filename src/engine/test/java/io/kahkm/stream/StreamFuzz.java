package io.kahkm.stream;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.input.InputParser;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.store.SnapshotHeader;
import io.kahkm.testing.fuzz.FuzzSubject;
import io.kahkm.testing.fuzz.JsonGenerator;
import io.kahkm.testing.fuzz.Mutator;
import io.kahkm.topology.TopologyConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** What records and stores bring: JSON, Kafka Connect's envelope, keys, snapshots, journals. */
public final class StreamFuzz {
  private static final List<String> NUMBERS =
      List.of("0", "-0.0", "2.25", "-1e-3", "1e300", "\"1,5\"", "\"NaN\"", "null", "4.9e-324");

  /** One of them twenty years ahead of the others. */
  private static final List<String> TIMES =
      List.of(
          "1700000000000",
          "1700000000",
          "\"1700000000\"",
          "1.7e9",
          "\"2026-01-01T00:00:00Z\"",
          "2331152000000");

  private static final List<String> RUNS = List.of("\"r1\"", "7", "true", "\"\"");
  private static final List<String> ENDS = List.of("false", "true", "1", "0", "null");
  private static final List<String> ISO = List.of("\"2026-01-01T00:00:00.5Z\"", "\"2026-02-29\"");
  private static final List<String> ARRAYS =
      List.of("[1,2]", "[\"1,5\",null]", "[1e300,-0]", "[1]");

  private static final List<String> RIGHT =
      List.of(
          "{\"t\":1700000000000,\"q\":2.25,\"p\":-1e-3,\"run\":\"r1\",\"done\":false}",
          "{\"t\":\"2026-01-01T00:00:00.5Z\",\"q\":\"1,5\",\"p\":\"1.234,5\",\"run\":7,\"done\":1}",
          "{\"t\":1.7e9,\"q\":null,\"p\":\"NaN\",\"run\":\"r\"}",
          "{\"t\":1700000000,\"q\":[2.25,-1e-3],\"run\":\"r\"}");

  private StreamFuzz() {}

  /** All subjects of this package. */
  public static List<FuzzSubject> subjects() throws Exception {
    return List.of(
        json(
            "json",
            fields("t", TIMES, "q", NUMBERS, "p", NUMBERS, "run", RUNS, "done", ENDS),
            false,
            "{state: [q, p], time: t, time-unit: auto, episode: run, end: done}"),
        json(
            "connect",
            fields("t", TIMES, "q", NUMBERS, "p", NUMBERS, "run", RUNS, "done", ENDS),
            true,
            "{state: [q, p], time: t, time-unit: ms, episode: run, end: done}"),
        json(
            "json-array",
            fields("t", ISO, "q", ARRAYS, "run", RUNS),
            false,
            "{state: [q], time: t, time-unit: iso, episode: run, end: done}"),
        json(
            "json-transitions",
            fields("q", NUMBERS, "p", NUMBERS, "r", NUMBERS, "s", NUMBERS),
            true,
            "{state: [q, p], pairing: transitions, next: [r, s]}"),
        snapshots(),
        stored(),
        records(
            "records",
            "{state: [q, p], time: t, time-unit: auto, episode: run, end: done}",
            Set.of("accepted", "malformed", "missing-key", "too-large", "null-value", "duplicate")),
        records(
            "records-untimed",
            "{state: [q, p], episode: run, end: done, idle: 1h}",
            Set.of("accepted", "malformed", "missing-time", "not-finite")));
  }

  private static Map<String, List<String>> fields(Object... namesAndValues) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      List<String> values = new ArrayList<>();
      ((List<?>) namesAndValues[i + 1]).forEach(value -> values.add((String) value));
      fields.put((String) namesAndValues[i], values);
    }
    return fields;
  }

  private static FuzzSubject json(
      String name, Map<String, List<String>> fields, boolean envelope, String input)
      throws Exception {
    TopologyConfig config =
        TopologyConfig.parse("name: fuzz\nmodel: {file: m}\ninput: " + input, "fuzz", Map.of());
    InputParser parser = new InputParser(config.input(), 2);
    List<String> samples =
        envelope
            ? RIGHT.stream()
                .map(s -> "{\"schema\":{\"type\":\"struct\"},\"payload\":" + s + "}")
                .toList()
            : RIGHT;
    return new FuzzSubject(
        name,
        new JsonGenerator(fields, envelope, samples)::input,
        bytes -> outcome(parser.parse(bytes, 1_700_000_000_000L)),
        List.of(),
        Set.of("accepted", "incomplete", "malformed", "not-finite", "wrong-dimension"),
        1_000_000,
        40,
        4_000,
        200_000);
  }

  private static final List<String> KEYS = List.of("a", "b", "é", "\u0000", "stream ❄");

  private static final long[] TIMESTAMPS = {
    -1,
    -2,
    0,
    1,
    1_700_000_000_000L,
    2_331_152_000_000L,
    4_102_444_800_000L,
    Long.MAX_VALUE / 1_000_000,
    Long.MAX_VALUE / 1_000_000 + 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  /**
   * Records with keys, timestamps and headers through the topology. The input's first bytes choose
   * those, the others are the value.
   */
  private static FuzzSubject records(String name, String input, Set<String> expected)
      throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: fuzz
            model: {file: m}
            input: %s
            forecasts: {horizons: [1, 5], every: 1}
            certificates: {sampling: episodes, window: {units: 2}, tolerance: {r2: 0.5}}
            kafka: {bootstrap.servers: "unused:1"}
            """
                .formatted(input),
            "fuzz",
            Map.of());
    TopologyFuzzDriver driver = new TopologyFuzzDriver(config);
    JsonGenerator values =
        new JsonGenerator(
            fields("t", TIMES, "q", NUMBERS, "p", NUMBERS, "run", RUNS, "done", ENDS),
            false,
            RIGHT);
    return new FuzzSubject(
        name,
        random -> {
          byte[] value = values.input(random);
          byte[] bytes = new byte[3 + value.length];
          for (int i = 0; i < 3; i++) {
            bytes[i] = (byte) random.nextInt(256);
          }
          System.arraycopy(value, 0, bytes, 3, value.length);
          return bytes;
        },
        bytes -> {
          byte[] value = Arrays.copyOfRange(bytes, 3, bytes.length);
          return driver.take(
              key(bytes[0]),
              bytes[1] == 0 ? null : bytes[1] == 1 ? new byte[600_000] : value,
              TIMESTAMPS[(bytes[2] & 0xff) % TIMESTAMPS.length],
              Arrays.copyOf(value, Math.min(value.length, 20)));
        },
        List.of(),
        expected,
        // A driver of the topology is made now and then, with stores of its own.
        64_000_000,
        4_000,
        3_000,
        30_000);
  }

  private static byte[] key(byte choice) {
    return switch (choice) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2 -> new byte[StreamIds.LONGEST_KEY + 1];
      case 3 -> new byte[] {(byte) 0xff};
      case 4 -> new byte[200_000];
      default -> KEYS.get((choice & 0xff) % KEYS.size()).getBytes(StandardCharsets.UTF_8);
    };
  }

  static String outcome(ParsedInput parsed) {
    if (parsed instanceof ParsedInput.Rejected rejected) {
      return rejected.reason().label();
    }
    ParsedInput.Accepted accepted = (ParsedInput.Accepted) parsed;
    Observation observation = accepted.observation();
    boolean whole = finite(observation.state());
    if (observation.next() != null) {
      whole &= finite(observation.next());
    }
    if (whole == accepted.missing().isPresent()) {
      throw new AssertionError("a missing value without its reason, or a reason without one");
    }
    return whole ? "accepted" : "incomplete";
  }

  private static boolean finite(double[] values) {
    boolean whole = true;
    for (double value : values) {
      if (Double.isInfinite(value)) {
        throw new AssertionError("an infinite value was accepted");
      }
      whole &= !Double.isNaN(value);
    }
    return whole;
  }

  /** Snapshots of monitors in several moods, restored; what is accepted goes on for some steps. */
  private static FuzzSubject snapshots() {
    TopologyConfig config = TestTopology.config("fuzz");
    Model model = TestTopology.MODEL;
    MonitorBlueprint blueprint = TestTopology.blueprint(config, model);
    List<byte[]> seeds = new ArrayList<>();
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), model);
    seeds.add(monitor.snapshot());
    InputParser parser = new InputParser(config.input(), 2);
    int taken = 0;
    for (SimulatedInput.Message message : SimulatedInput.messages(1, 6, 30)) {
      ParsedInput parsed = parser.parse(message.value(), 0);
      monitor.advance(((ParsedInput.Accepted) parsed).observation());
      if (++taken % 37 == 0) {
        seeds.add(monitor.snapshot());
      }
    }
    Mutator mutator = new Mutator(seeds, List.of());
    return new FuzzSubject(
        "snapshot",
        random -> doubles(mutator.input(random), random),
        bytes -> {
          StreamMonitor restored = StreamMonitor.restore(blueprint.settings(), model, bytes);
          restored.status();
          restored.snapshot();
          return "restored";
        },
        List.of(MalformedStateException.class, IncompatibleStateException.class),
        Set.of("restored", "MalformedStateException", "IncompatibleStateException"),
        1_000_000,
        200,
        1_000,
        100_000);
  }

  /** Now and then an integer or a double at the edge of its type, aligned anywhere. */
  private static byte[] doubles(byte[] bytes, SplittableRandom random) {
    if (bytes.length < 16 || random.nextBoolean()) {
      return bytes;
    }
    long[] edges = {
      0,
      -1,
      1,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      Integer.MAX_VALUE,
      Double.doubleToLongBits(Double.NaN),
      Double.doubleToLongBits(Double.POSITIVE_INFINITY),
      Double.doubleToLongBits(Double.MIN_VALUE),
      Double.doubleToLongBits(-0.0),
      Double.doubleToLongBits(1e308),
      random.nextLong()
    };
    byte[] changed = bytes.clone();
    int at = random.nextInt(bytes.length - 8);
    ByteBuffer.wrap(changed)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(at, edges[random.nextInt(edges.length)]);
    return changed;
  }

  /** The small things in the stores, and keys. */
  private static FuzzSubject stored() {
    StateWriter journal = new StateWriter();
    journal.putLong(3);
    Observation.state(5, new double[] {1, Double.NaN}, "run", true).write(journal);
    byte[] chunk = new byte[44];
    chunk[0] = 1;
    Mutator mutator =
        new Mutator(
            List.of(
                new SnapshotHeader(7, 64, 1234, "0123456789abcdef").toBytes(),
                journal.toByteArray(),
                chunk,
                "sensor-01 ü❄".getBytes(StandardCharsets.UTF_8)),
            List.of("\u0000", "\ud83d\ude00"));
    return new FuzzSubject(
        "stored",
        random -> doubles(mutator.input(random), random),
        bytes -> {
          int read = 0;
          read += reads(() -> SnapshotHeader.of(bytes).chunks());
          read += reads(() -> entry(bytes));
          read += reads(() -> FleetChunk.read(bytes).content());
          read += StreamIds.of(bytes).isPresent() ? 1 : 0;
          return "readings " + read;
        },
        List.of(),
        Set.of("readings 0", "readings 1"),
        500_000,
        100,
        4_000,
        100_000);
  }

  private interface Reading {
    Object read();
  }

  private static int reads(Reading reading) {
    try {
      reading.read();
      return 1;
    } catch (MalformedStateException refused) {
      return 0;
    }
  }

  private static Observation entry(byte[] bytes) {
    StateReader reader = new StateReader(bytes);
    reader.getLong();
    Observation observation = Observation.read(reader);
    reader.finish();
    return observation;
  }
}
