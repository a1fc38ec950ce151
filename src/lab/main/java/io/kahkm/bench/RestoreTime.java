package io.kahkm.bench;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long an engine takes to come back after SIGKILL: until it is ready, and until every stream
 * was rebuilt from its journal and has taken one more record. The process keeps its state directory
 * and its place in the group, as on a machine that restarts it.
 */
public final class RestoreTime implements Benchmark {
  private static final double LIMIT_SECONDS = 10;

  private final long journaled;

  /**
   * Creates the benchmark.
   *
   * @param journaled records in the journal at the time of the kill, about; at least 100
   */
  public RestoreTime(long journaled) {
    this.journaled = CostLadder.requireRecords(journaled);
  }

  @Override
  public BenchReport run(BenchSetup setup, Progress progress)
      throws IOException, EngineException, InterruptedException {
    try (BenchBroker broker = BenchBroker.start(setup)) {
      String topic = setup.config().input().topic();
      TopologyConfig config =
          setup
              .forRun("bench-restore", broker.bootstrapServers(), topic)
              .withKafka(Map.of("group.instance.id", "bench"));
      MonitorBlueprint blueprint = setup.blueprint(config);
      // Every stream stays below the journal length, so that none of it is in a snapshot.
      long perStream = Math.min(journaled, blueprint.journalLength() - 1);
      int streams = Math.toIntExact((journaled + perStream - 1) / perStream);
      long before = streams * perStream;
      SimulatedRecords records = SimulatedRecords.of(setup, streams);
      progress.update("input records", 0, 1);
      broker.feed(topic, records, before);
      progress.update("journaled until the kill", 0, before);
      try (MeasuredEngine first = MeasuredEngine.start(setup, config, 0)) {
        first.awaitReady();
        first.awaitTaken(before);
        broker.awaitCommitted(config, before);
        first.kill();
      }
      broker.feed(topic, records, streams);
      progress.update("restored", 0, 1);
      try (MeasuredEngine second = MeasuredEngine.start(setup, config, 0)) {
        double ready = second.awaitReady();
        double restored = second.awaitTaken(streams);
        progress.update("restored", 1, 1);
        return report(setup, before, streams, ready, restored);
      }
    }
  }

  private static BenchReport report(
      BenchSetup setup, long before, int streams, double ready, double restored) {
    ResultTable table =
        new ResultTable(
            "restore",
            "Coming back after SIGKILL",
            List.of("journal records", "streams", "ready s", "all streams s"),
            List.of(
                List.of(
                    Long.toString(before),
                    Integer.toString(streams),
                    String.format(Locale.ROOT, "%.1f", ready),
                    String.format(Locale.ROOT, "%.1f", restored))),
            List.of(
                String.format(
                    Locale.ROOT,
                    "%s, C = %d; seconds since the new process was started: until it was ready"
                        + " (JVM, warm-up, fencing of the killed one, stores from their"
                        + " changelogs), and until every stream was replayed and had taken one"
                        + " record. At most %.0f s are expected.",
                    setup.config().name(),
                    setup.model().map().classes(),
                    LIMIT_SECONDS)),
            false,
            true);
    return new BenchReport(List.of(table), Map.of());
  }
}
