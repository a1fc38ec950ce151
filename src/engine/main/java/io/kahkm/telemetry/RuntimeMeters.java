package io.kahkm.telemetry;

import io.kahkm.engine.DaemonTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The meters of the JVM, the process and the Kafka Streams client, limited to an allow list: the
 * client alone has some 200 series per partition. Close it before the client.
 */
public final class RuntimeMeters implements AutoCloseable {
  /** Names as the binders give them; the exposition has underscores for dots and hyphens. */
  static final Set<String> ALLOWED =
      Set.of(
          // Throughput, latency and health of the stream threads
          "kafka.stream.alive.stream.threads",
          "kafka.stream.failed.stream.threads",
          "kafka.stream.thread.process.rate",
          "kafka.stream.thread.process.ratio",
          "kafka.stream.thread.process.latency.avg",
          "kafka.stream.thread.poll.ratio",
          "kafka.stream.thread.commit.rate",
          "kafka.stream.thread.commit.latency.avg",
          "kafka.stream.thread.commit.latency.max",
          // Restoring
          "kafka.stream.task.restore.remaining.records.total",
          "kafka.stream.task.dropped.records.total",
          // Memory and room of the stores
          "kafka.stream.state.block.cache.usage",
          "disk.free",
          "disk.total",
          // Lag and group of the consumer, and whether a broker answers
          "kafka.consumer.response.total",
          "kafka.consumer.fetch.manager.records.lag",
          "kafka.consumer.fetch.manager.records.consumed.rate",
          "kafka.consumer.coordinator.rebalance.total",
          "kafka.consumer.coordinator.failed.rebalance.total",
          "kafka.consumer.coordinator.assigned.partitions",
          // Errors of the producer
          "kafka.producer.record.error.total",
          "kafka.producer.record.send.rate",
          // JVM and process
          "jvm.memory.used",
          "jvm.memory.max",
          "jvm.gc.pause",
          "jvm.threads.live",
          "process.cpu.usage",
          "process.uptime",
          "process.start.time",
          "process.files.open",
          "process.files.max",
          "system.cpu.usage");

  /** How soon the meters follow a rebalance. */
  private static final Duration REFRESH = Duration.ofSeconds(10);

  private final MeterRegistry registry;
  private final ScheduledExecutorService refresher = DaemonTimer.named("kafka-meters");
  private final Deque<AutoCloseable> binders = new ArrayDeque<>();

  /**
   * Binds the meters of the JVM and the process.
   *
   * @param registry receives the meters and the allow list, which holds for every meter bound later
   */
  public RuntimeMeters(MeterRegistry registry) {
    this.registry = registry;
    registry.config().meterFilter(MeterFilter.denyUnless(id -> ALLOWED.contains(id.getName())));
    bind(new JvmMemoryMetrics());
    bind(new JvmGcMetrics());
    bind(new JvmThreadMetrics());
    bind(new ProcessorMetrics());
    bind(new FileDescriptorMetrics());
    bind(new UptimeMetrics());
  }

  /**
   * Binds the meters of a Kafka Streams client and of the file system under its stores.
   *
   * @param streams not owned
   * @param stateDirectory where it keeps its stores
   */
  public void bind(KafkaStreams streams, Path stateDirectory) {
    bind(new KafkaStreamsMetrics(streams, Tags.empty(), refresher, REFRESH));
    bind(new DiskSpaceMetrics(stateDirectory.toFile()));
  }

  private void bind(MeterBinder binder) {
    binder.bindTo(registry);
    if (binder instanceof AutoCloseable closeable) {
      binders.push(closeable);
    }
  }

  /** Unbinds what was bound; the registry stays open. */
  @Override
  public void close() {
    refresher.shutdownNow();
    while (!binders.isEmpty()) {
      try {
        binders.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("a meter binder did not close", e);
      }
    }
  }
}
