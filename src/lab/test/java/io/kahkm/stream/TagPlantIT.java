package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.bench.soak.comparison.Reconciliation;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.engine.EngineListener;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The 52 tags of the Tennessee Eastman plant, shuffled within the grace, through four partitions:
 * the bytes that come out are those of the same rows sent whole.
 */
class TagPlantIT {
  private static final Path DATA = Path.of("src/lab/test/resources/tennessee/normal.csv");
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int PARTITIONS = 4;
  private static final int STREAMS = 5;
  private static final int ROWS = 40;
  private static final long START_MILLIS = 1_700_000_100_000L;

  /** The plant's own sampling. */
  private static final long STEP_MILLIS = 180_000;

  /** Above the time that all rows span: partitions are read one before the other. */
  private static final long GRACE_MILLIS = 12 * 3_600_000L;

  private static double[][] plant;
  private static List<String> tags;
  private static Model model;

  @TempDir Path directory;

  @BeforeAll
  static void fit() throws Exception {
    List<String> lines = Files.readAllLines(DATA);
    List<String> header = Arrays.asList(lines.get(0).split(",", -1));
    tags = header.subList(1, header.size());
    plant =
        lines.stream()
            .skip(1)
            .map(
                line ->
                    Arrays.stream(line.split(",", -1))
                        .skip(1)
                        .mapToDouble(Double::parseDouble)
                        .toArray())
            .toArray(double[][]::new);
    model =
        ModelFitter.fit(
                FitSettings.plain(tags, 3, List.of(1, 5)),
                Episodes.of(List.<double[][]>of(plant)),
                Progress.NONE)
            .model();
  }

  private static TopologyConfig config(String input) throws Exception {
    return TopologyConfig.parse(
            """
            name: plant
            model: {file: unused}
            input: %s
            forecasts: {horizons: [1, 5], every: 1}
            certificates: {sampling: records, window: {units: 8}, tolerance: {r2: 0.5}}
            """
                .formatted(input),
            "plant",
            Map.of())
        .withKafka(Map.of("bootstrap.servers", "unused:1"));
  }

  private static TopologyConfig ofTags(String names) throws Exception {
    StringBuilder sensors = new StringBuilder();
    tags.forEach(
        tag -> sensors.append(sensors.isEmpty() ? "" : ", ").append(tag).append(": ").append(tag));
    return config(
        "{layout: tags, topic: plant.tags, %s, sensors: {%s}, time: ts, time-unit: ms, step: 3m, grace: 12h, stride: 2, independent: asserted}"
            .formatted(names, sensors));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tagsOfAPlantGiveTheBytesOfItsRows(boolean oneKeyPerStream) throws Exception {
    TopologyConfig rows =
        config(
            "{state: ["
                + String.join(", ", tags)
                + "], time: t, time-unit: ms, step: 3m, step-tolerance: 0, stride: 2, independent: asserted}");
    ExpectedOutput expected = new ExpectedOutput(rows, MonitorBlueprint.of(rows, model));
    List<Reading> readings = readings(expected);
    String names =
        oneKeyPerStream
            ? "tag: {from: field id}"
            : "stream: {from: key, pattern: '(.+)/.+'}, tag: {from: key, pattern: '.+/(.+)'}";
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), Map.of())) {
      Cluster cluster = new Cluster(broker.bootstrapServers());
      TopologyConfig config =
          ofTags(names)
              .withKafka(
                  Map.of(
                      "bootstrap.servers", cluster.bootstrapServers(),
                      "state.dir", directory.resolve("state").toString(),
                      "num.stream.threads", "2"));
      AtomicInteger early = new AtomicInteger();
      AtomicInteger byGrace = new AtomicInteger();
      EngineListener counting =
          new EngineListener() {
            @Override
            public void cellClosed(boolean complete) {
              (complete ? early : byGrace).incrementAndGet();
            }
          };
      try (StreamsEngine engine =
          StreamsEngine.create(config, MonitorBlueprint.of(config, model), counting)) {
        engine.createMissingTopics(PARTITIONS);
        engine.start();
        assertThat(engine.awaitRunning(LONGEST)).isTrue();
        send(cluster, readings, oneKeyPerStream);
        // Nothing is closed before the last tag is read: the first row of each stream waits for
        // the grace. What closes it must not be read before what another partition still holds.
        awaitRead(engine, STREAMS * ROWS * tags.size(), oneKeyPerStream);
        send(cluster, closing(), oneKeyPerStream);

        int total = Cluster.count(expected.forecasts);
        assertThat(total).isEqualTo(STREAMS * ROWS);
        Map<String, List<byte[]>> forecasts =
            Cluster.byStream(cluster.read("plant.forecasts", total, LONGEST));
        Map<String, List<byte[]>> certificates =
            Cluster.byStream(
                cluster.read("plant.certificates", Cluster.count(expected.certificates), LONGEST));
        assertThat(Reconciliation.compare(forecasts, expected.forecasts).problems()).isEmpty();
        assertThat(Reconciliation.compare(certificates, expected.certificates).problems())
            .isEmpty();
        assertThat(Cluster.count(certificates)).isPositive();
        assertThat(early.get() + byGrace.get()).isEqualTo(STREAMS * ROWS);
        // Negative control on the very data of this test.
        forecasts.get("p0").remove(3);
        assertThat(Reconciliation.compare(forecasts, expected.forecasts).problems()).isNotEmpty();
      }
    }
  }

  private record Reading(String stream, String tag, long millis, double value) {}

  /** Readings of all streams in the order of their arrival: every tag late by up to the grace. */
  private static List<Reading> readings(ExpectedOutput expected) {
    record Arriving(Reading reading, double arrival) {}
    Random random = new Random(3);
    List<Arriving> arriving = new ArrayList<>();
    for (int k = 0; k < ROWS; k++) {
      for (int s = 0; s < STREAMS; s++) {
        long millis = START_MILLIS + k * STEP_MILLIS;
        double[] row = plant[(s * ROWS + k) % plant.length];
        StringBuilder json = new StringBuilder("{\"t\":" + millis);
        for (int j = 0; j < row.length; j++) {
          json.append(",\"").append(tags.get(j)).append("\":").append(row[j]);
          double late = random.nextDouble() * (GRACE_MILLIS - STEP_MILLIS);
          arriving.add(
              new Arriving(new Reading("p" + s, tags.get(j), millis, row[j]), millis + late));
        }
        expected.take("p" + s, json.append('}').toString().getBytes(UTF_8));
      }
    }
    return arriving.stream()
        .sorted(Comparator.comparingDouble(Arriving::arrival))
        .map(Arriving::reading)
        .toList();
  }

  /** Two tags of each stream, so much later that everything before them closes. */
  private static List<Reading> closing() {
    List<Reading> closing = new ArrayList<>();
    long millis = START_MILLIS + ROWS * STEP_MILLIS + 2 * GRACE_MILLIS;
    for (int s = 0; s < STREAMS; s++) {
      closing.add(new Reading("p" + s, tags.get(0), millis, 0));
      closing.add(new Reading("p" + s, tags.get(1), millis, 0));
    }
    return closing;
  }

  private static void send(Cluster cluster, List<Reading> readings, boolean oneKeyPerStream) {
    try (KafkaProducer<byte[], byte[]> producer = cluster.producer()) {
      for (Reading reading : readings) {
        String key = oneKeyPerStream ? reading.stream() : reading.stream() + "/" + reading.tag();
        String json =
            String.format(
                Locale.ROOT,
                "{\"id\":\"%s\",\"value\":%s,\"ts\":%d}",
                reading.tag(),
                reading.value(),
                reading.millis());
        var unused =
            producer.send(
                new ProducerRecord<>("plant.tags", key.getBytes(UTF_8), json.getBytes(UTF_8)));
      }
    }
  }

  /** Waits until the engine's processors have taken so many tags, twice where they are routed. */
  private static void awaitRead(StreamsEngine engine, int count, boolean oneKeyPerStream)
      throws InterruptedException {
    double wanted = oneKeyPerStream ? count : 2.0 * count;
    long end = System.nanoTime() + LONGEST.toNanos();
    while (processed(engine) < wanted) {
      assertThat(System.nanoTime()).as("tags read: " + processed(engine)).isLessThan(end);
      Thread.sleep(100);
    }
  }

  /** Records that all threads have taken, rows of the assembly not counted. */
  private static double processed(StreamsEngine engine) {
    return engine.kafkaStreams().orElseThrow().metrics().entrySet().stream()
        .filter(
            entry ->
                entry.getKey().name().equals("process-total")
                    && entry.getKey().group().equals("stream-thread-metrics"))
        .mapToDouble(entry -> ((Number) entry.getValue().metricValue()).doubleValue())
        .sum();
  }
}
