package io.kahkm.bench;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.plot.Plot;
import io.kahkm.report.ResultTable;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How the cost of a record grows with the number of streams: the whole engine on fleets of several
 * sizes. The streams take turns record by record, so that a fleet larger than the cache of monitors
 * on the heap finds none of them there.
 */
public final class FleetGrowth implements Benchmark {
  private static final double BYTES_PER_MEGABYTE = 1L << 20;

  /** Rounds of every stream that are measured at least. */
  private static final int FEWEST_ROUNDS = 2;

  private static final double WARM_UP_SHARE = 0.25;

  private final List<Integer> sizes;
  private final long records;

  /**
   * Creates the benchmark.
   *
   * @param sizes numbers of streams, each at least 1
   * @param records records measured at every size, at least 100; more where streams would not have
   *     two each
   */
  public FleetGrowth(List<Integer> sizes, long records) {
    this.sizes = List.copyOf(sizes);
    this.records = CostLadder.requireRecords(records);
    for (int size : sizes) {
      if (size < 1) {
        throw new IllegalArgumentException("streams has " + size + ", at least 1 is needed");
      }
    }
  }

  @Override
  public BenchReport run(BenchSetup setup, Progress progress)
      throws IOException, EngineException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    try (BenchBroker broker = BenchBroker.start(setup)) {
      for (int i = 0; i < sizes.size(); i++) {
        int streams = sizes.get(i);
        long measured = Math.max(records, (long) FEWEST_ROUNDS * streams);
        // The first record of a stream is another matter: it begins a monitor.
        long warmUp = Math.max(streams, Math.round(records * WARM_UP_SHARE));
        progress.update("fleets", i, sizes.size());
        LoadCounter loads = new LoadCounter();
        MeasuredRun.Outcome outcome = run(setup, broker, streams, warmUp, measured, loads);
        // Every stream has to be begun once, in the warm-up.
        double missed = (double) (loads.count() - streams) / (warmUp + measured - streams);
        rows.add(row(streams, outcome, Math.max(0, missed)));
        x.add((double) streams);
        y.add(outcome.reading().perSecond());
      }
    }
    progress.update("fleets", sizes.size(), sizes.size());
    ResultTable table =
        new ResultTable(
            "streams",
            "Growth with the number of streams",
            ResultTable.columns(
                "streams | records | records/s | thread us | process us | allocated B | "
                    + "heap MB | on heap | journal B | snapshot B"),
            rows,
            List.of(note(setup)),
            false,
            true);
    Plot plot = Plot.of("streams", "records/s").logarithmicX().line("engine", x, y);
    return new BenchReport(List.of(table), Map.of("streams", plot));
  }

  private static MeasuredRun.Outcome run(
      BenchSetup setup,
      BenchBroker broker,
      int streams,
      long warmUp,
      long measured,
      LoadCounter loads)
      throws IOException, EngineException, InterruptedException {
    String topic = "bench-states-" + streams;
    broker.createTopic(topic);
    broker.feed(topic, SimulatedRecords.of(setup, streams), warmUp + measured);
    TopologyConfig config =
        setup.forRun("bench-streams-" + streams, broker.bootstrapServers(), topic);
    MonitorBlueprint blueprint = setup.blueprint(config);
    MeasuredRun.Outcome outcome =
        MeasuredRun.of(config, blueprint, Stage.MONITOR, false, loads, warmUp, measured);
    broker.forget(config);
    return outcome;
  }

  private static List<String> row(int streams, MeasuredRun.Outcome outcome, double missed) {
    ThreadMeter.Reading reading = outcome.reading();
    return List.of(
        Integer.toString(streams),
        Long.toString(reading.records()),
        whole(reading.perSecond()),
        decimal(reading.threadMicros()),
        decimal(reading.processMicros()),
        whole(reading.allocatedBytes()),
        whole(outcome.heapBytes() / BYTES_PER_MEGABYTE),
        decimal(1 - missed),
        whole((double) reading.written().journal() / reading.records()),
        whole((double) reading.written().snapshots() / reading.records()));
  }

  private static String note(BenchSetup setup) {
    return String.format(
        Locale.ROOT,
        "%s, C = %d; the whole engine without telemetry, one partition, one stream thread, exactly "
            + "once; the streams in turn, one record each, which suits no cache. thread: CPU time "
            + "of the stream thread per record. process: of all threads. heap: in use at the end. "
            + "on heap: share of records whose monitor was there, the first of each stream left "
            + "out. journal, snapshot: bytes per record sent to these changelogs.",
        setup.config().name(),
        setup.model().map().classes());
  }

  private static String whole(double value) {
    return Long.toString(Math.round(value));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
