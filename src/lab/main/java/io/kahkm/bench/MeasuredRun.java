package io.kahkm.bench;

import io.kahkm.engine.EngineListener;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.StreamsEngine;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** One engine that reads the input topic from its beginning, measured until enough is read. */
final class MeasuredRun {
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  /** More than the commit interval, within which everything is sent. */
  private static final long COMMIT_MILLIS = 250;

  private static final Duration GLANCE = Duration.ofSeconds(1);

  private MeasuredRun() {}

  /**
   * What one run showed.
   *
   * @param reading what was measured
   * @param heapBytes heap in use at its end, after a collection
   */
  record Outcome(ThreadMeter.Reading reading, long heapBytes) {}

  /**
   * Runs an engine with an application of its own.
   *
   * @param config the run's file
   * @param blueprint the file resolved with its model
   * @param stage how far records are taken
   * @param passes whether every record is forwarded as it came
   * @param listener told of what monitors do
   * @param warmUp records before the measurement
   * @param measured records of the measurement; the topic must hold both together
   * @return what it showed
   * @throws EngineException if the engine stops, or finds no more input
   */
  static Outcome of(
      TopologyConfig config,
      MonitorBlueprint blueprint,
      Stage stage,
      boolean passes,
      EngineListener listener,
      long warmUp,
      long measured)
      throws EngineException, InterruptedException {
    AtomicReference<StreamsEngine> running = new AtomicReference<>();
    ThreadMeter meter =
        new ThreadMeter(
            warmUp, measured, () -> ProducedBytes.by(running.get().kafkaStreams().orElseThrow()));
    try (StreamsEngine engine =
        StreamsEngine.of(
            config,
            blueprint,
            warm ->
                MeasuredTopology.build(
                    config,
                    blueprint,
                    warm,
                    stage,
                    passes ? Optional.of(BenchBroker.PASS_TOPIC) : Optional.empty(),
                    listener,
                    meter))) {
      running.set(engine);
      engine.start();
      engine.awaitRunning(LONGEST_START);
      while (!meter.await(GLANCE)) {
        if (engine.deadThread()) {
          throw new EngineException("the engine stopped: " + engine.detail(), null);
        }
      }
      TimeUnit.MILLISECONDS.sleep(COMMIT_MILLIS);
      return new Outcome(meter.result(), heapInUse());
    }
  }

  private static long heapInUse() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }
}
