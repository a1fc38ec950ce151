package io.kahkm.bench;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What every part of the engine adds to the cost of a record: a pass-through that parses and
 * forwards, and one thing more on every rung, up to the engine. One partition and one stream
 * thread, exactly once, on a broker in a child process. All rungs read the same records; they take
 * turns, so that a disturbance of the machine hits all alike.
 */
public final class CostLadder implements Benchmark {
  /** Part of the records that is read before the measurement begins: compilers, caches, topics. */
  private static final double WARM_UP_SHARE = 0.25;

  private static final int FEWEST_RECORDS = 100;

  private final long records;
  private final int repetitions;
  private final Function<TopologyConfig, Model> other;

  /**
   * Creates the benchmark.
   *
   * @param records records measured in every run, at least 100
   * @param repetitions runs of every rung, at least 1; of several the first is not counted
   * @param other makes another map of the same size for a file, which is run on trial
   */
  public CostLadder(long records, int repetitions, Function<TopologyConfig, Model> other) {
    if (repetitions < 1) {
      throw new IllegalArgumentException(
          "repetitions is " + repetitions + ", at least 1 is needed");
    }
    this.records = requireRecords(records);
    this.other = other;
    this.repetitions = repetitions;
  }

  static long requireRecords(long records) {
    if (records < FEWEST_RECORDS) {
      throw new IllegalArgumentException(
          "records is " + records + ", at least " + FEWEST_RECORDS + " are needed");
    }
    return records;
  }

  @Override
  public BenchReport run(BenchSetup setup, Progress progress)
      throws IOException, EngineException, InterruptedException {
    long warmUp = Math.max(1, Math.round(records * WARM_UP_SHARE));
    Map<Rung, List<ThreadMeter.Reading>> readings = new EnumMap<>(Rung.class);
    List<Rung> rungs =
        Arrays.stream(Rung.values())
            .filter(rung -> rung.applies(setup.config(), setup.model()))
            .toList();
    Model second = other.apply(setup.config());
    List<PlainLoop.Cost> loops = new ArrayList<>();
    List<PlainLoop.Cost> seconds = new ArrayList<>();
    Map<Rung, List<PlainLoop.Cost>> horizons = new EnumMap<>(Rung.class);
    try (BenchBroker broker = BenchBroker.start(setup)) {
      progress.update("input records", 0, 1);
      broker.feed(setup.config().input().topic(), input(setup), warmUp + records);
      PlainLoop loop =
          new PlainLoop(setup.blueprint(setup.config()), input(setup), warmUp + records);
      int runs = repetitions * rungs.size();
      int done = 0;
      for (int repetition = 1; repetition <= repetitions; repetition++) {
        boolean counted = repetition > 1 || repetitions == 1;
        for (Rung rung : rungs) {
          progress.update("runs", done, runs);
          ThreadMeter.Reading reading = run(setup, broker, rung, "bench-" + done, warmUp, second);
          if (counted) {
            readings.computeIfAbsent(rung, r -> new ArrayList<>()).add(reading);
          }
          done++;
        }
        PlainLoop.Cost cost = loop.run((int) warmUp);
        PlainLoop.Cost ofSecond =
            loop.with(setup.blueprint(setup.config(), Optional.of(second)).shadow().orElseThrow())
                .run((int) warmUp);
        if (counted) {
          loops.add(cost);
          seconds.add(ofSecond);
        }
        for (Rung rung : List.of(Rung.WINDOWS, Rung.ONE_HORIZON, Rung.HORIZONS)) {
          PlainLoop of = loop.with(setup.blueprint(rung.of(setup.config())));
          PlainLoop.Cost horizon = of.run((int) warmUp);
          if (counted) {
            horizons.computeIfAbsent(rung, r -> new ArrayList<>()).add(horizon);
          }
        }
      }
      progress.update("runs", runs, runs);
    }
    return new LadderReport(setup, records, readings, loops, seconds, horizons).report();
  }

  private static SimulatedRecords input(BenchSetup setup) {
    return SimulatedRecords.of(setup, setup.simulate().settings().streams());
  }

  private ThreadMeter.Reading run(
      BenchSetup setup, BenchBroker broker, Rung rung, String name, long warmUp, Model second)
      throws IOException, EngineException, InterruptedException {
    TopologyConfig config =
        rung.of(setup.forRun(name, broker.bootstrapServers(), setup.config().input().topic()));
    MonitorBlueprint blueprint =
        setup
            .withModel(rung.of(setup.model()))
            .blueprint(config, rung == Rung.SHADOW ? Optional.of(second) : Optional.empty());
    MeasuredRun.Outcome outcome =
        MeasuredRun.of(
            config,
            blueprint,
            rung.stage(),
            rung.passes(),
            rung.listener(config, blueprint),
            warmUp,
            records);
    broker.forget(config);
    return outcome.reading();
  }
}
