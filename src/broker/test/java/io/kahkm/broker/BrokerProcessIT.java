package io.kahkm.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class BrokerProcessIT {
  private static final int HEAP_MEGABYTES = 256;
  private static final int TRANSACTIONS = 8;
  private static final TopicPartition PARTITION = new TopicPartition("states", 0);

  @TempDir Path directory;

  @Test
  @Timeout(120)
  void comesBackWithItsRecordsOnItsPortAfterKillAndStop() throws Exception {
    try (BrokerProcess broker = BrokerProcess.start(directory, HEAP_MEGABYTES, Map.of())) {
      String address = broker.bootstrapServers();
      broker.createTopics(List.of("states"), 1, Map.of());
      // One producer for all: a client that stays connected finds the broker again.
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", address),
              new ByteArraySerializer(),
              new ByteArraySerializer())) {
        send(producer, "before");
        ProcessHandle first = broker.process().orElseThrow();

        broker.kill();
        assertThat(first.isAlive()).isFalse();
        assertThat(broker.running()).isFalse();
        assertThat(broker.process()).isEmpty();
        broker.start();
        send(producer, "killed");
        ProcessHandle second = broker.process().orElseThrow();
        assertThat(second.pid()).isNotEqualTo(first.pid());
        assertThatThrownBy(broker::start).isInstanceOf(IllegalStateException.class);

        assertThat(broker.bootstrapServers()).isEqualTo(address);
        assertThat(read(address, 2)).containsExactly("before", "killed");
        broker.stop();
        assertThat(second.isAlive()).isFalse();
        broker.stop();
      }
    }
  }

  /**
   * Transactions that were open when the broker was killed are aborted while it starts. A broker
   * that is its partitions' only replica may find them without a leader just then and drop the
   * markers, so that nobody ever reads beyond those transactions.
   */
  @Test
  @Timeout(120)
  void endsTransactionsThatWereOpenWhenItWasKilled() throws Exception {
    Map<String, String> eager =
        Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "100");
    try (BrokerProcess broker = BrokerProcess.start(directory, HEAP_MEGABYTES, eager)) {
      String address = broker.bootstrapServers();
      broker.createTopics(List.of("states"), TRANSACTIONS, Map.of());
      for (int p = 0; p < TRANSACTIONS; p++) {
        leaveOpen(address, p);
      }
      broker.kill();
      // Until the transactions have timed out.
      TimeUnit.SECONDS.sleep(3);
      broker.start();

      try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (open(admin) > 0 && System.nanoTime() < end) {
          TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(open(admin)).as("partitions that cannot be read to their end").isZero();
      }
    }
  }

  private static void leaveOpen(String address, int partition) throws Exception {
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                address,
                "transactional.id",
                "open-" + partition,
                "transaction.timeout.ms",
                "3000"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(new ProducerRecord<>("states", partition, null, new byte[1])).get();
    producer.close(Duration.ZERO);
  }

  private static long open(Admin admin) throws Exception {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (int p = 0; p < TRANSACTIONS; p++) {
      latest.put(new TopicPartition("states", p), OffsetSpec.latest());
    }
    var ends = admin.listOffsets(latest).all().get();
    var stable =
        admin
            .listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
            .all()
            .get();
    return latest.keySet().stream()
        .filter(p -> stable.get(p).offset() < ends.get(p).offset())
        .count();
  }

  private static void send(KafkaProducer<byte[], byte[]> producer, String text) throws Exception {
    producer
        .send(new ProducerRecord<>("states", 0, null, text.getBytes(StandardCharsets.UTF_8)))
        .get();
  }

  private static List<String> read(String address, int count) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", address),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(PARTITION));
      consumer.seekToBeginning(List.of(PARTITION));
      List<String> values = new ArrayList<>();
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (values.size() < count && System.nanoTime() < end) {
        consumer
            .poll(Duration.ofMillis(200))
            .forEach(record -> values.add(new String(record.value(), StandardCharsets.UTF_8)));
      }
      return values;
    }
  }

  @Test
  void saysWhatTheBrokerSaidWhenItDoesNotStart() {
    assertThatThrownBy(
            () ->
                BrokerProcess.start(
                    directory, HEAP_MEGABYTES, Map.of("num.network.threads", "none")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("num.network.threads");
  }

  @Test
  @Timeout(120)
  void endsWhenItsParentIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ProcessHandle broker;
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      broker = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(broker.isAlive()).isTrue();
    } finally {
      parent.destroyForcibly().waitFor();
    }

    broker.onExit().get(60, TimeUnit.SECONDS);
  }

  @Test
  @Timeout(60)
  void childrenAreCompiledAsTheirParentIs() throws Exception {
    try (JavaProcess child =
        JavaProcess.answering(
            List.of("-cp", System.getProperty("java.class.path"), Compiler.class.getName()),
            directory.resolve("child.log"))) {
      assertThat(child.output().readLine()).isEqualTo(Compiler.mode());
    }
  }

  /** Prints by which compilers it runs; the quick one alone is called a client's. */
  static final class Compiler {
    private Compiler() {}

    static String mode() {
      return System.getProperty("java.vm.info").contains("emulated-client") ? "quick" : "both";
    }

    public static void main(String[] arguments) {
      System.out.println(mode());
    }
  }

  /** Starts a broker, prints its process id and waits to be killed. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws Exception {
      BrokerProcess broker = BrokerProcess.start(Path.of(arguments[0]), HEAP_MEGABYTES, Map.of());
      System.out.println(broker.process().orElseThrow().pid());
      TimeUnit.MINUTES.sleep(5);
      broker.close();
    }
  }
}
