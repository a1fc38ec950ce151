package io.kahkm.bench;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether the first records after {@code ready} are as quick as later ones: a fresh process takes
 * records at a steady pace from the moment it is ready. A first process, which is not reported,
 * warms the broker.
 */
public final class ColdStart implements Benchmark {
  private static final int FIRST = 1_000;
  private static final int SETTLING = 19_000;
  private static final int STEADY = 10_000;
  private static final double PER_SECOND = 1_000;
  private static final double LIMIT = 3;

  private final int starts;

  /**
   * Creates the benchmark.
   *
   * @param starts processes that are started, at least 1
   */
  public ColdStart(int starts) {
    if (starts < 1) {
      throw new IllegalArgumentException("repetitions is " + starts + ", at least 1 is needed");
    }
    this.starts = starts;
  }

  @Override
  public BenchReport run(BenchSetup setup, Progress progress)
      throws IOException, EngineException, InterruptedException {
    List<List<String>> rows = new ArrayList<>();
    try (BenchBroker broker = BenchBroker.start(setup)) {
      for (int i = 0; i <= starts; i++) {
        String topic = "bench-states-" + i;
        broker.createTopic(topic);
        TopologyConfig config = setup.forRun("bench-cold-" + i, broker.bootstrapServers(), topic);
        int total = FIRST + SETTLING + STEADY;
        try (MeasuredEngine engine = MeasuredEngine.start(setup, config, total)) {
          double ready = engine.awaitReady();
          SimulatedRecords records =
              SimulatedRecords.of(setup, setup.simulate().settings().streams());
          int start = i;
          broker.feedAtPace(
              topic,
              records,
              total,
              PER_SECOND,
              sent -> progress.update("start " + start + " of " + starts, sent, total));
          engine.awaitTaken(total);
          if (i > 0) {
            rows.add(row(ready, engine, total));
          }
        }
      }
    }
    ResultTable table =
        new ResultTable(
            "cold-start",
            "The first records after ready",
            ResultTable.columns(
                "ready s | first p99 us | steady p99 us | ratio | first p99 elapsed us | "
                    + "steady p99 elapsed us | first delay p99 ms | steady delay p99 ms"),
            rows,
            List.of(note(setup)),
            false,
            true);
    return new BenchReport(List.of(table), Map.of());
  }

  private static List<String> row(double ready, MeasuredEngine engine, int total)
      throws IOException {
    double first = engine.quantile("processor", 0, FIRST) / 1e3;
    double steady = engine.quantile("processor", total - STEADY, total) / 1e3;
    return List.of(
        decimal(ready),
        decimal(first),
        decimal(steady),
        decimal(first / steady),
        decimal(engine.quantile("processing", 0, FIRST) / 1e3),
        decimal(engine.quantile("processing", total - STEADY, total) / 1e3),
        decimal(engine.quantile("delay", 0, FIRST) / 1e6),
        decimal(engine.quantile("delay", total - STEADY, total) / 1e6));
  }

  private static String note(BenchSetup setup) {
    return String.format(
        Locale.ROOT,
        "%s, C = %d; a new process for every row, %.0f records/s from the moment it is ready. p99:"
            + " 99th percentile of the processor time that the stream thread takes for a record,"
            + " over the first %,d records and over %,d after %,d more; a ratio of at most %.0f is"
            + " expected. elapsed: the same by the clock, in which broker and feeder have their"
            + " share where all run on few cores. delay: from a record's timestamp until it is"
            + " done, the broker's and the clients' time included.",
        setup.config().name(),
        setup.model().map().classes(),
        PER_SECOND,
        FIRST,
        STEADY,
        SETTLING,
        LIMIT);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
