package io.kahkm.bench;

import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.MonitorTopology;
import io.kahkm.stream.StreamsEngine;
import io.kahkm.stream.client.EngineException;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;

/**
 * How many records of single tags a second the whole engine makes rows of and monitors, against a
 * pass-through that forwards the same records as they are. Four streams of 52 tags, one partition
 * and one stream thread, exactly once; both take turns on one topic.
 */
public final class TagThroughput implements Benchmark {
  private static final int TAGS = 52;
  private static final int STREAMS = 4;
  private static final int CLASSES = 10;
  private static final int FITTED_ROWS = 600;
  private static final double WARM_UP_SHARE = 0.25;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long STEP_MILLIS = 1000;
  private static final int GRACE_STEPS = 5;
  private static final Duration LONGEST_START = Duration.ofMinutes(2);
  private static final String INPUT = "plant.tags";

  private final long records;
  private final int repetitions;

  /**
   * Creates the benchmark.
   *
   * @param records records measured in every run, at least 100
   * @param repetitions runs of both, at least 1; of several the first is not counted
   */
  public TagThroughput(long records, int repetitions) {
    if (repetitions < 1) {
      throw new IllegalArgumentException(
          "repetitions is " + repetitions + ", at least 1 is needed");
    }
    this.records = CostLadder.requireRecords(records);
    this.repetitions = repetitions;
  }

  @Override
  public BenchReport run(BenchSetup setup, Progress progress)
      throws IOException, EngineException, InterruptedException {
    Plant plant = new Plant();
    Model model = fit(plant, progress);
    // The first row of a stream waits for the grace.
    long warmUp = Math.max(Math.round(records * WARM_UP_SHARE), 2L * GRACE_STEPS * TAGS * STREAMS);
    long total = warmUp + records;
    List<Double> passed = new ArrayList<>();
    List<Double> made = new ArrayList<>();
    try (BenchBroker broker =
        BenchBroker.start(setup.directory(), config("bench", setup.directory(), "unused:1"))) {
      progress.update("tag records", 0, 1);
      broker.feed(plant::record, total);
      for (int run = 1; run <= repetitions; run++) {
        progress.update("runs", run, repetitions);
        double pass = seconds(setup, broker, model, "pass-" + run, false, warmUp, total);
        double engine = seconds(setup, broker, model, "tags-" + run, true, warmUp, total);
        if (run > 1 || repetitions == 1) {
          passed.add(records / pass);
          made.add(records / engine);
        }
      }
    }
    return new BenchReport(List.of(table(passed, made)), Map.of());
  }

  private static Model fit(Plant plant, Progress progress) {
    double[][] rows = new double[FITTED_ROWS][];
    Arrays.setAll(rows, k -> plant.next(0));
    return ModelFitter.fit(
            FitSettings.plain(Plant.NAMES, CLASSES, List.of(1, 10)),
            Episodes.of(List.<double[][]>of(rows)),
            progress)
        .model();
  }

  private static TopologyConfig config(String run, Path directory, String bootstrapServers) {
    String yaml =
        """
        name: plant
        application: {id: %s}
        model: {file: unused}
        input:
          {layout: tags, topic: %s, tag: {from: field tag}, sensors: {%s}, time: ts,
           time-unit: ms, step: 1s, grace: %ds, stride: 2, independent: asserted}
        forecasts: {horizons: [1, 10], every: 10}
        certificates: {sampling: records, window: {units: 500}, tolerance: {r2: 0.5}}
        """
            .formatted(
                run,
                INPUT,
                Plant.NAMES.stream()
                    .map(name -> name + ": " + Plant.tag(name))
                    .collect(Collectors.joining(", ")),
                GRACE_STEPS);
    try {
      return TopologyConfig.parse(yaml, "plant", Map.of())
          .withKafka(
              Map.of(
                  "bootstrap.servers",
                  bootstrapServers,
                  "state.dir",
                  directory.resolve("state").resolve(run).toString(),
                  "num.stream.threads",
                  "1"));
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** From the first record after the warm-up to the last one, both committed. */
  private static double seconds(
      BenchSetup setup,
      BenchBroker broker,
      Model model,
      String run,
      boolean rows,
      long warmUp,
      long total)
      throws IOException, EngineException, InterruptedException {
    TopologyConfig config = config(run, setup.directory(), broker.bootstrapServers());
    MonitorBlueprint blueprint;
    try {
      blueprint = MonitorBlueprint.of(config, model);
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
    try (StreamsEngine engine =
        StreamsEngine.of(
            config,
            blueprint,
            warm ->
                rows
                    ? MonitorTopology.build(
                        config,
                        warm,
                        Rung.ENGINE.listener(config, blueprint),
                        HeapBudget.ofThisProcess(),
                        Quarantine.none())
                    : passThrough())) {
      engine.start();
      engine.awaitRunning(LONGEST_START);
      broker.awaitCommitted(config, warmUp);
      long start = System.nanoTime();
      broker.awaitCommitted(config, total);
      return (System.nanoTime() - start) / 1e9;
    } finally {
      broker.forget(config);
    }
  }

  private static Topology passThrough() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(INPUT, MonitorTopology.source())
        .to(BenchBroker.PASS_TOPIC, MonitorTopology.sink(MeasuredTopology.PASS_SINK));
    return builder.build();
  }

  private ResultTable table(List<Double> passed, List<Double> made) {
    double pass = median(passed);
    double engine = median(made);
    return new ResultTable(
        "tags",
        "Rows made of tags, against a pass-through of the same records",
        List.of("what", "tags/s", "slowest", "fastest", "rows/s", "of the pass-through"),
        List.of(
            row("pass-through", passed, pass, ""),
            row("engine", made, engine, String.format(Locale.ROOT, "%.2f", engine / pass))),
        List.of(
            String.format(
                Locale.ROOT,
                "%d tags a row, %d streams, C = %d; one partition, one stream thread, exactly"
                    + " once. Medians of %d runs of %,d records of one tag each. The pass-through"
                    + " forwards a record as it came and does not parse it. The engine parses,"
                    + " journals and assembles tags, and encodes, learns, forecasts every tenth row"
                    + " and certifies.",
                TAGS,
                STREAMS,
                CLASSES,
                passed.size(),
                records)),
        false,
        true);
  }

  private static List<String> row(String what, List<Double> rates, double median, String share) {
    return List.of(
        what,
        whole(median),
        whole(Collections.min(rates)),
        whole(Collections.max(rates)),
        whole(median / TAGS),
        share);
  }

  private static String whole(double value) {
    return Long.toString(Math.round(value));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** Streams whose sensors follow some slow swings, each with noise of its own. */
  private static final class Plant {
    static final List<String> NAMES =
        IntStream.range(0, TAGS).mapToObj(j -> String.format(Locale.ROOT, "s%02d", j)).toList();

    private static final double MEMORY = 0.9;
    private static final int SWINGS = 5;

    private final SplittableRandom random = new SplittableRandom(1);
    private final double[][] swings = new double[STREAMS][SWINGS];
    private final double[][] present = new double[STREAMS][];
    private final List<Integer> order = new ArrayList<>();
    private long row = -1;
    private int next;

    static String tag(String name) {
      return name.toUpperCase(Locale.ROOT);
    }

    double[] next(int stream) {
      double[] values = new double[TAGS];
      for (int i = 0; i < SWINGS; i++) {
        swings[stream][i] = MEMORY * swings[stream][i] + random.nextGaussian();
      }
      for (int j = 0; j < TAGS; j++) {
        values[j] = 50 + swings[stream][j % SWINGS] + 0.2 * random.nextGaussian();
      }
      return values;
    }

    /** The next record: a tag of one of the streams, those of a step in any order. */
    ProducerRecord<byte[], byte[]> record() {
      if (next == order.size()) {
        row++;
        next = 0;
        order.clear();
        IntStream.range(0, STREAMS * TAGS).forEach(order::add);
        Collections.shuffle(order, new Random(row));
        for (int s = 0; s < STREAMS; s++) {
          present[s] = next(s);
        }
      }
      int chosen = order.get(next++);
      int stream = chosen / TAGS;
      int tag = chosen % TAGS;
      String json =
          "{\"tag\":\""
              + tag(NAMES.get(tag))
              + "\",\"value\":"
              + present[stream][tag]
              + ",\"ts\":"
              + (START_MILLIS + row * STEP_MILLIS)
              + "}";
      return new ProducerRecord<>(
          INPUT,
          ("line-" + stream).getBytes(StandardCharsets.UTF_8),
          json.getBytes(StandardCharsets.UTF_8));
    }
  }
}
