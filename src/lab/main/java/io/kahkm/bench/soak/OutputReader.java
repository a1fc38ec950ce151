package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.Checker;
import io.kahkm.bench.soak.comparison.Published;
import io.kahkm.stream.SequentialRun.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads what the engines publish and commit, from the beginning, shows it to the checker, and
 * remembers when forecasts of each partition came. It runs on a thread of its own.
 */
final class OutputReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final Checker checker;
  private final Map<String, Output> topics;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<Integer, List<Arrival>> arrivals = new TreeMap<>();
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::read, "soak-reader");
  private volatile boolean closed;

  private record Arrival(long offset, long nanos) {}

  /**
   * Starts.
   *
   * @param bootstrap broker
   * @param topics output topics, which must exist, by name
   * @param partitions partitions of each
   * @param checker shown every record
   */
  OutputReader(String bootstrap, Map<String, Output> topics, int partitions, Checker checker) {
    this.checker = checker;
    this.topics = Map.copyOf(topics);
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "isolation.level", "read_committed",
                "reconnect.backoff.max.ms", "200",
                // So that it is not the reader who waits for a broker that is cut off.
                "request.timeout.ms", "5000",
                "max.partition.fetch.bytes", "4194304"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all = new ArrayList<>();
    for (String topic : topics.keySet()) {
      for (int p = 0; p < partitions; p++) {
        all.add(new TopicPartition(topic, p));
      }
    }
    consumer.assign(all);
    consumer.seekToBeginning(all);
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    try {
      while (!closed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          Output output = topics.get(record.topic());
          Published.of(output, record).ifPresent(checker::published);
          if (output == Output.FORECASTS) {
            arrived(record.partition(), record.offset());
          }
        }
      }
    } catch (WakeupException ended) {
      // Closed.
    } catch (RuntimeException broken) {
      failure.set(broken);
    } finally {
      consumer.close();
    }
  }

  private synchronized void arrived(int partition, long offset) {
    arrivals
        .computeIfAbsent(partition, p -> new ArrayList<>())
        .add(new Arrival(offset, System.nanoTime()));
    notifyAll();
  }

  /** Forgets arrivals so far. */
  synchronized void forgetArrivals() {
    arrivals.clear();
  }

  /** When the first forecast at or after an offset of a partition came, if one has. */
  private synchronized OptionalLong firstAt(int partition, long offset) {
    return arrivals.getOrDefault(partition, List.of()).stream()
        .filter(arrival -> arrival.offset() >= offset)
        .mapToLong(Arrival::nanos)
        .findFirst();
  }

  /**
   * Waits until every partition has given a forecast at or after its offset.
   *
   * @param marks offset by partition of the forecasts topic
   * @param longest longest wait
   * @return when the last partition gave its first one, in nanoseconds of the monotonic clock;
   *     empty if the time was too short
   */
  OptionalLong awaitBeyond(Map<Integer, Long> marks, Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    long last = Long.MIN_VALUE;
    for (Map.Entry<Integer, Long> mark : marks.entrySet()) {
      OptionalLong first = firstAt(mark.getKey(), mark.getValue());
      while (first.isEmpty()) {
        requireHealthy();
        if (System.nanoTime() > end) {
          return OptionalLong.empty();
        }
        synchronized (this) {
          wait(50);
        }
        first = firstAt(mark.getKey(), mark.getValue());
      }
      last = Math.max(last, first.getAsLong());
    }
    return last == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(last);
  }

  /** Partitions that have given no forecast at or after their offset. */
  Set<Integer> lacking(Map<Integer, Long> marks) {
    Set<Integer> lacking = new TreeSet<>(marks.keySet());
    lacking.removeIf(partition -> firstAt(partition, marks.get(partition)).isPresent());
    return lacking;
  }

  /** Longest time in which some partition that gave forecasts before and after gave none. */
  synchronized Duration longestSilence() {
    long longest = 0;
    for (List<Arrival> partition : arrivals.values()) {
      for (int i = 1; i < partition.size(); i++) {
        longest = Math.max(longest, partition.get(i).nanos() - partition.get(i - 1).nanos());
      }
    }
    return Duration.ofNanos(longest);
  }

  /** Throws what stopped the reader, if anything did. */
  void requireHealthy() {
    if (failure.get() != null) {
      throw new IllegalStateException("the output could not be read", failure.get());
    }
  }

  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    Threads.join(thread);
  }
}
