package io.kahkm.bench;

import io.kahkm.broker.BrokerProcess;
import io.kahkm.broker.Folders;
import io.kahkm.config.CertificateConfig;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The broker of a benchmark with the topics of its topology file, one partition each. */
final class BenchBroker implements AutoCloseable {
  /** Where rungs of the ladder forward records to. */
  static final String PASS_TOPIC = "pass";

  private static final int HEAP_MEGABYTES = 768;
  private static final int REJECT_BYTES = 2 * 1024 * 1024;
  private static final int LINGER_MILLIS = 5;
  private static final long COMMIT_GLANCE_MILLIS = 50;
  private static final Duration LONGEST_SHARING = Duration.ofMinutes(2);

  private final BrokerProcess broker;

  private BenchBroker(BrokerProcess broker) {
    this.broker = broker;
  }

  static BenchBroker start(BenchSetup setup) throws IOException {
    return start(setup.directory(), setup.config());
  }

  static BenchBroker start(Path directory, TopologyConfig config) throws IOException {
    BrokerProcess broker =
        BrokerProcess.start(directory.resolve("broker"), HEAP_MEGABYTES, Map.of());
    BenchBroker started = new BenchBroker(broker);
    List<String> topics =
        new ArrayList<>(List.of(config.input().topic(), config.forecasts().topic(), PASS_TOPIC));
    config.certificates().map(CertificateConfig::topic).ifPresent(topics::add);
    broker.createTopics(topics, 1, Map.of());
    broker.createTopics(
        List.of(config.rejectsTopic()),
        1,
        Map.of("max.message.bytes", Integer.toString(REJECT_BYTES)));
    return started;
  }

  /** Makes another input topic. */
  void createTopic(String name) {
    createTopic(name, 1);
  }

  /** The same with several partitions. */
  void createTopic(String name, int partitions) {
    broker.createTopics(List.of(name), partitions, Map.of());
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /**
   * Writes records to the input topic and waits until the broker has them.
   *
   * @param topic the input topic
   * @param records where they come from
   * @param count how many
   */
  void feed(String topic, SimulatedRecords records, long count) throws IOException {
    feed(
        () -> {
          records.advance();
          return new ProducerRecord<>(topic, records.key(), records.value());
        },
        count);
  }

  /** The same of records of any kind. */
  void feed(Supplier<ProducerRecord<byte[], byte[]>> records, long count) throws IOException {
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      for (long i = 0; i < count && failure.get() == null; i++) {
        var unused =
            producer.send(
                records.get(),
                (metadata, exception) -> {
                  if (exception != null) {
                    failure.compareAndSet(null, exception);
                  }
                });
      }
      producer.flush();
    }
    if (failure.get() != null) {
      throw new IOException("cannot write the input records", failure.get());
    }
  }

  /**
   * The same at a steady pace: what is late is sent at once.
   *
   * @param perSecond records per second
   * @param sent told how many were sent, now and then
   */
  void feedAtPace(
      String topic, SimulatedRecords records, long count, double perSecond, LongConsumer sent)
      throws InterruptedException {
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      long start = System.nanoTime();
      long done = 0;
      while (done < count) {
        long due = (long) ((System.nanoTime() - start) / 1e9 * perSecond) + 1;
        for (; done < Math.min(due, count); done++) {
          records.advance();
          var unused = producer.send(new ProducerRecord<>(topic, records.key(), records.value()));
        }
        sent.accept(done);
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
  }

  /** Waits until a run has committed so many records of its input. */
  void awaitCommitted(TopologyConfig run, long records) throws IOException, InterruptedException {
    TopicPartition input = new TopicPartition(run.input().topic(), 0);
    try (Admin admin = admin()) {
      long committed = 0;
      while (committed < records) {
        TimeUnit.MILLISECONDS.sleep(COMMIT_GLANCE_MILLIS);
        OffsetAndMetadata offset =
            admin
                .listConsumerGroupOffsets(run.applicationId())
                .partitionsToOffsetAndMetadata()
                .get()
                .get(input);
        committed = offset == null ? 0 : offset.offset();
      }
    } catch (ExecutionException failure) {
      throw new IOException("cannot look up what " + run.applicationId() + " committed", failure);
    }
  }

  /** Waits until so many stream threads of a run hold so many partitions of its input each. */
  void awaitShared(TopologyConfig run, int threads, int partitions)
      throws IOException, InterruptedException {
    try (Admin admin = admin()) {
      List<Integer> held = List.of();
      long start = System.nanoTime();
      while (!held.equals(Collections.nCopies(threads, partitions))) {
        if (System.nanoTime() - start > LONGEST_SHARING.toNanos()) {
          throw new IOException("partitions are shared as " + held + " after " + LONGEST_SHARING);
        }
        TimeUnit.MILLISECONDS.sleep(COMMIT_GLANCE_MILLIS);
        held =
            admin
                .describeConsumerGroups(List.of(run.applicationId()))
                .all()
                .get()
                .get(run.applicationId())
                .members()
                .stream()
                .map(member -> member.assignment().topicPartitions().size())
                .toList();
      }
    } catch (ExecutionException failure) {
      throw new IOException("cannot look up who runs " + run.applicationId(), failure);
    }
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers(),
            ProducerConfig.LINGER_MS_CONFIG,
            LINGER_MILLIS),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** Removes what one run has left behind: its stores and their topics. */
  void forget(TopologyConfig run) throws IOException, InterruptedException {
    try (Admin admin = admin()) {
      List<String> internal =
          admin.listTopics().names().get().stream()
              .filter(name -> name.startsWith(run.applicationId() + "-"))
              .toList();
      admin.deleteTopics(internal).all().get();
    } catch (ExecutionException failure) {
      throw new IOException("cannot delete the topics of " + run.applicationId(), failure);
    }
    Folders.delete(Path.of(run.kafka().get("state.dir")));
  }

  @Override
  public void close() {
    broker.close();
  }
}
