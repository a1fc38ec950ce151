package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.kahkm.broker.EmbeddedBroker;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A schema registry that goes away under a running engine: the partition whose next record needs it
 * waits, the others continue, no thread is lost, and soon after it is back everything is taken.
 */
class RegistryOutageIT {
  private static final int KNOWN = 1;
  private static final int ASKED_IN_THE_OUTAGE = 2;
  private static final int FORBIDDEN = 3;
  private static final Duration OUTAGE = Duration.ofSeconds(4);
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** A thread that is lost and replaced takes the session's 45 s; a partition that waits, one. */
  private static final Duration BACK = Duration.ofSeconds(20);

  @TempDir Path directory;

  private final Telling listener = new Telling();
  private final AtomicLong time = new AtomicLong(System.currentTimeMillis());

  private static final class Telling extends CountingListener {
    final Map<String, Long> byStream = new ConcurrentHashMap<>();
    final AtomicLong answers = new AtomicLong();
    final AtomicLong failures = new AtomicLong();

    @Override
    public void accepted(
        int partition, String stream, RowAssessment assessment, long recordTimestamp) {
      super.accepted(partition, stream, assessment, recordTimestamp);
      byStream.merge(stream, 1L, Long::sum);
    }

    @Override
    public void registryAnswered(boolean answered) {
      (answered ? answers : failures).incrementAndGet();
    }

    long taken(String stream) {
      return byStream.getOrDefault(stream, 0L);
    }
  }

  /** Knows every schema but one that it refuses. */
  private static HttpServer registry(int port) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean refused = exchange.getRequestURI().getPath().endsWith("/" + FORBIDDEN);
          byte[] answer = "{\"schema\":\"{}\",\"schemaType\":\"JSON\"}".getBytes(UTF_8);
          exchange.sendResponseHeaders(refused ? 403 : 200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    return server;
  }

  private TopologyConfig config(EmbeddedBroker broker, int port) throws Exception {
    return TopologyConfig.parse(
        """
        name: outage
        model: {file: unused}
        input: {topic: outage.states, format: json-schema, schema: {registry: "http://127.0.0.1:%d"},
          state: [q, p], time: t, time-unit: ms}
        forecasts: {horizons: [1], every: 1}
        kafka: {bootstrap.servers: "%s", state.dir: "%s", num.stream.threads: "2"}
        """
            .formatted(port, broker.bootstrapServers(), directory.resolve("state")),
        "outage",
        Map.of());
  }

  private void send(
      KafkaProducer<byte[], byte[]> producer, int partition, String stream, int schema) {
    byte[] row = "{\"t\":%d,\"q\":0.5,\"p\":0.25}".formatted(time.getAndAdd(20)).getBytes(UTF_8);
    byte[] framed =
        ByteBuffer.allocate(5 + row.length).put((byte) 0).putInt(schema).put(row).array();
    var unused =
        producer.send(
            new ProducerRecord<>("outage.states", partition, stream.getBytes(UTF_8), framed));
    producer.flush();
  }

  private static void await(Duration longest, String what, BooleanSupplier reached)
      throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (!reached.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      Thread.sleep(50);
    }
  }

  @Test
  void costsOnlyThePartitionThatNeedsItAndNoThread() throws Exception {
    HttpServer registry = registry(0);
    int port = registry.getAddress().getPort();
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"), Map.of())) {
      TopologyConfig config = config(broker, port);
      MonitorBlueprint blueprint = TestTopology.blueprint(config, TestTopology.MODEL);
      try (StreamsEngine engine = StreamsEngine.create(config, blueprint, listener);
          KafkaProducer<byte[], byte[]> producer =
              new Cluster(broker.bootstrapServers()).producer()) {
        engine.createMissingTopics(2);
        engine.start();
        send(producer, 0, "a", KNOWN);
        send(producer, 1, "b", KNOWN);
        await(LONGEST, "both streams", () -> listener.taken("a") == 1 && listener.taken("b") == 1);

        registry.stop(0);
        long gone = System.nanoTime();
        for (int i = 0; i < 10; i++) {
          send(producer, 0, "a", i == 0 ? ASKED_IN_THE_OUTAGE : KNOWN);
          send(producer, 1, "b", KNOWN);
        }
        await(LONGEST, "the other partition", () -> listener.taken("b") == 11);
        await(LONGEST, "the outage is told", () -> listener.failures.get() > 0);
        while (System.nanoTime() - gone < OUTAGE.toNanos()) {
          send(producer, 1, "b", KNOWN);
          Thread.sleep(100);
        }
        assertThat(listener.taken("a")).as("in the order of its records").isEqualTo(1);

        registry = registry(port);
        await(BACK, "what waited", () -> listener.taken("a") == 11);
        assertThat(engine.deadThread()).isFalse();
        assertThat(engine.failure()).isEmpty();
        assertThat(engine.ready()).isTrue();
        assertThat(listener.rejected).isEmpty();

        // One id that the registry refuses is a reject, and those behind it are read.
        send(producer, 0, "a", FORBIDDEN);
        send(producer, 0, "a", KNOWN);
        await(LONGEST, "behind a refused id", () -> listener.taken("a") == 12);
        assertThat(listener.rejected).containsExactly(Map.entry("unknown-schema", 1));
      }
    } finally {
      registry.stop(0);
    }
  }
}
