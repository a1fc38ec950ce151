package io.kahkm.bench;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.plot.Plot;
import io.kahkm.report.ResultTable;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * What more instances bring: several engines of one application, each a process pinned to one core,
 * share the partitions of a topic. On a machine with as many cores as instances, broker and feeder
 * have to live on the same cores, so that the figures are less than what a machine for each of them
 * would show.
 */
public final class ScaleOut implements Benchmark {
  /** So that every stream thread of every number of instances has as many. */
  private static final int PARTITIONS = 4;

  private static final int STREAMS = 64;

  /** Measured is from here to there of all records: the feeder has ended, no partition has. */
  private static final double FROM = 0.4;

  private static final double TO = 0.8;

  private static final long GLANCE_MILLIS = 10;
  private static final Path PIN = Path.of("/usr/bin/taskset");

  private final List<Integer> sizes;
  private final long records;

  /**
   * Creates the benchmark.
   *
   * @param sizes numbers of instances, each a divisor of four
   * @param records fed in every run, at least 100; two fifths of them are measured
   */
  public ScaleOut(List<Integer> sizes, long records) {
    this.sizes = List.copyOf(sizes);
    this.records = CostLadder.requireRecords(records);
    for (int size : sizes) {
      if (size < 1 || PARTITIONS % size != 0) {
        throw new IllegalArgumentException("instances has " + size + ", must be 1, 2 or 4");
      }
    }
  }

  /** What one number of instances took. */
  private record Outcome(double perSecond, double engineMicros) {}

  @Override
  public BenchReport run(BenchSetup setup, Progress progress)
      throws IOException, EngineException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    try (BenchBroker broker = BenchBroker.start(setup)) {
      for (int i = 0; i < sizes.size(); i++) {
        progress.update("numbers of instances", i, sizes.size());
        int instances = sizes.get(i);
        Outcome outcome = run(setup, broker, instances);
        x.add((double) instances);
        y.add(outcome.perSecond());
        rows.add(
            List.of(
                Integer.toString(instances),
                Integer.toString(Math.min(instances, cores())),
                Long.toString(Math.round(outcome.perSecond())),
                String.format(Locale.ROOT, "%.2f", outcome.perSecond() / y.get(0)),
                String.format(Locale.ROOT, "%.1f", outcome.engineMicros())));
      }
    }
    progress.update("numbers of instances", sizes.size(), sizes.size());
    ResultTable table =
        new ResultTable(
            "instances",
            "More instances",
            List.of("instances", "cores", "records/s", "of the first", "engines us"),
            rows,
            List.of(note(setup)),
            false,
            true);
    Plot plot = Plot.of("instances", "records/s").line("engines", x, y);
    return new BenchReport(List.of(table), Map.of("instances", plot));
  }

  private Outcome run(BenchSetup setup, BenchBroker broker, int instances)
      throws IOException, InterruptedException {
    String run = "bench-instances-" + instances;
    broker.createTopic(run, PARTITIONS);
    TopologyConfig config = setup.forRun(run, broker.bootstrapServers(), run);
    List<MeasuredEngine> engines = new ArrayList<>();
    try {
      for (int i = 0; i < instances; i++) {
        Path state = setup.directory().resolve("state").resolve(run).resolve("engine-" + i);
        engines.add(
            MeasuredEngine.start(
                setup,
                config.withKafka(Map.of("state.dir", state.toString())),
                0,
                run + "-" + i,
                pinnable() ? OptionalInt.of(i % cores()) : OptionalInt.empty()));
      }
      for (MeasuredEngine engine : engines) {
        engine.awaitReady();
      }
      broker.awaitShared(config, instances, PARTITIONS / instances);
      broker.feed(run, SimulatedRecords.of(setup, STREAMS), records);
      return measure(engines);
    } finally {
      engines.forEach(MeasuredEngine::close);
      broker.forget(config);
    }
  }

  private Outcome measure(List<MeasuredEngine> engines) throws IOException, InterruptedException {
    long before = awaitTaken(engines, FROM);
    long start = System.nanoTime();
    Duration processor = processor(engines);
    long after = awaitTaken(engines, TO);
    double seconds = (System.nanoTime() - start) / 1e9;
    double taken = after - before;
    return new Outcome(
        taken / seconds, processor(engines).minus(processor).toNanos() / 1e3 / taken);
  }

  /** Waits until all have taken a share of the records together; how many they have. */
  private long awaitTaken(List<MeasuredEngine> engines, double share)
      throws IOException, InterruptedException {
    while (true) {
      long taken = 0;
      for (MeasuredEngine engine : engines) {
        taken += engine.taken();
      }
      if (taken >= share * records) {
        return taken;
      }
      TimeUnit.MILLISECONDS.sleep(GLANCE_MILLIS);
    }
  }

  private static Duration processor(List<MeasuredEngine> engines) {
    return engines.stream().map(MeasuredEngine::processor).reduce(Duration.ZERO, Duration::plus);
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static boolean pinnable() {
    return Files.isExecutable(PIN);
  }

  private static String note(BenchSetup setup) {
    return String.format(
        Locale.ROOT,
        "%s, C = %d; %d streams in %d partitions, one stream thread an instance, exactly once, %s;"
            + " broker and this program on the same %d cores. engines: processor time of all"
            + " engines for a record, collector and compiler included.",
        setup.config().name(),
        setup.model().map().classes(),
        STREAMS,
        PARTITIONS,
        pinnable() ? "every instance pinned to one core" : "nothing pinned, taskset is missing",
        cores());
  }
}
