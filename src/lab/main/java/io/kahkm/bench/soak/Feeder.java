package io.kahkm.bench.soak;

import io.kahkm.bench.soak.comparison.Checker;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes the readings of a seeded simulated fleet to the input topic at a steady rate, and now and
 * then a value that is no reading, or some readings far outside the map; shows every record to the
 * checker before it is sent. While no broker answers, records wait in its memory and keep their
 * order. It runs on a thread of its own.
 */
final class Feeder implements AutoCloseable {
  static final int STREAMS = 40;
  static final int EPISODE_LENGTH = 25;

  /** Every record is no reading with this probability. */
  private static final double BROKEN = 0.005;

  /** With every reading a stream leaves the map with this probability, */
  private static final double LEAVES = 0.002;

  /** for so many readings, */
  private static final int EXCURSION = 4;

  /** by so much, many times the map's extent. */
  private static final double FAR = 50;

  private static final int START_SPREAD = 400;
  private static final String LONG_OUTAGE_MILLIS = "1200000";

  private final Checker checker;
  private String topic;
  private SenderClock clock = SenderClock.RIGHT;
  private OptionalLong poison = OptionalLong.empty();
  private final double rate;
  private final List<SimulatedSensor> sensors;
  private final Random random;
  private final Optional<TagSender> tags;

  /** Readings that a stream stays away from the map. */
  private final Map<String, Integer> away = new HashMap<>();

  private final String bootstrap;
  private KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::feed, "soak-feeder");

  private boolean paused = true;
  private boolean idle;
  private boolean closed;
  private long sent;

  /**
   * Connects; nothing is sent before {@link #resume}.
   *
   * @param bootstrap broker
   * @param topic input topic
   * @param load form of the readings
   * @param rate readings of every stream in a second
   * @param seed of everything random
   * @param checker shown every record
   */
  Feeder(String bootstrap, String topic, Load load, double rate, long seed, Checker checker) {
    this.checker = checker;
    this.bootstrap = bootstrap;
    this.topic = topic;
    this.rate = rate;
    random = new Random(seed);
    tags = load.ofTags() ? Optional.of(new TagSender(load, random)) : Optional.empty();
    sensors =
        SimulatedSensor.fleet(
            DynamicalSystems.named("vanderpol"),
            SimulatedSensor.Mode.EPISODES,
            new SimulationSettings(STREAMS, rate, EPISODE_LENGTH, START_SPREAD, seed, List.of()),
            0,
            load.stepMillis());
    producer = connect();
    thread.setDaemon(true);
    thread.start();
  }

  private KafkaProducer<byte[], byte[]> connect() {
    return new KafkaProducer<>(
        Map.of(
            // So that it is not the sender who waits for a broker that is cut off.
            "request.timeout.ms",
            "5000",
            "bootstrap.servers",
            bootstrap,
            "enable.idempotence",
            "true",
            "acks",
            "all",
            "delivery.timeout.ms",
            LONG_OUTAGE_MILLIS,
            "max.block.ms",
            LONG_OUTAGE_MILLIS,
            "reconnect.backoff.max.ms",
            "200",
            // Otherwise it forgets the topic with the broker, and sending waits for both.
            "metadata.recovery.strategy",
            "none"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private void feed() {
    try {
      long start = System.nanoTime();
      for (long step = 0; turn(); step++) {
        long due = start + Math.round(step * 1e9 / rate);
        long early = due - System.nanoTime();
        if (early > 0) {
          TimeUnit.NANOSECONDS.sleep(early);
        } else {
          // What was missed in a pause is not made up for.
          start -= early;
        }
        for (SimulatedSensor sensor : sensors) {
          if (tags.isEmpty()) {
            send(sensor);
          } else {
            tags.get().take(sensor.stream(), next(sensor), checker::fed, this::produceTag);
          }
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException broken) {
      failure.compareAndSet(null, broken);
    }
  }

  private boolean turn() throws InterruptedException {
    if (tags.isPresent() && pausing()) {
      // So that everything sent makes rows: what is late comes, and whole readings close the rest.
      for (int i = 0; i < TagSender.CLOSING; i++) {
        for (SimulatedSensor sensor : sensors) {
          tags.get().close(sensor.stream(), sensor.next(), checker::fed, this::produceTag);
        }
      }
    }
    return mayGoOn();
  }

  private synchronized boolean pausing() {
    return paused && sent > 0;
  }

  private synchronized boolean mayGoOn() throws InterruptedException {
    while (paused && !closed) {
      idle = true;
      notifyAll();
      wait();
    }
    idle = false;
    return !closed;
  }

  private void send(SimulatedSensor sensor) {
    if (random.nextDouble() < BROKEN) {
      send(sensor.stream(), "{\"t\":no reading " + sent);
      return;
    }
    String value = value(sensor);
    OptionalLong timestamp = takePoison();
    if (timestamp.isPresent()) {
      sendPoison(sensor.stream(), value, timestamp.getAsLong());
    } else {
      send(sensor.stream(), value);
    }
  }

  /** Now and then a stream leaves the map, so that incidents open and end. */
  private SimulatedReading next(SimulatedSensor sensor) {
    SimulatedReading reading = sensor.next();
    int left = away.getOrDefault(sensor.stream(), random.nextDouble() < LEAVES ? EXCURSION : 0);
    if (left == 0) {
      return reading;
    }
    if (left == 1) {
      away.remove(sensor.stream());
    } else {
      away.put(sensor.stream(), left - 1);
    }
    return new SimulatedReading(
        reading.time(),
        List.of(reading.state().get(0) + FAR, reading.state().get(1)),
        reading.next(),
        reading.episode(),
        reading.end(),
        reading.faulty());
  }

  private String value(SimulatedSensor sensor) {
    SimulatedReading reading = next(sensor);
    return "{\"t\":"
        + clock().readingTime(sensor.stream(), reading.time())
        + ",\"q\":"
        + reading.state().get(0)
        + ",\"p\":"
        + reading.state().get(1)
        + ",\"run\":\""
        + reading.episode()
        + (reading.end() ? "\",\"done\":true}" : "\"}");
  }

  private void send(String stream, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    checker.fed(stream, bytes);
    produce(clock().record(topic(), stream.getBytes(StandardCharsets.UTF_8), bytes));
    synchronized (this) {
      sent++;
    }
  }

  private void sendPoison(String stream, String value, long timestamp) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    checker.putAside(stream, bytes);
    produce(
        new ProducerRecord<>(
            topic(), null, timestamp, stream.getBytes(StandardCharsets.UTF_8), bytes));
    synchronized (this) {
      sent++;
    }
  }

  private void produceTag(String key, String value) {
    produce(
        clock()
            .record(
                topic(),
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8)));
    synchronized (this) {
      sent++;
    }
  }

  private void produce(ProducerRecord<byte[], byte[]> record) {
    var unused =
        producer.send(
            record,
            (metadata, exception) -> {
              if (exception != null) {
                failure.compareAndSet(null, exception);
              }
            });
  }

  /** Records handed to the producer so far. */
  synchronized long sent() {
    return sent;
  }

  private synchronized String topic() {
    return topic;
  }

  /** Sends to another topic from now on; to be called while it is paused. */
  synchronized void topic(String other) {
    topic = other;
  }

  /** Learns anew which partitions the topic has; to be called while it is paused. */
  synchronized void reconnect() {
    producer.close();
    producer = connect();
  }

  /** Sends records once more, to another topic, in their order; to be called while it is paused. */
  void copy(List<ConsumerRecord<byte[], byte[]>> records, String to) {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      produce(new ProducerRecord<>(to, null, record.timestamp(), record.key(), record.value()));
    }
    producer.flush();
    requireHealthy();
  }

  private synchronized SenderClock clock() {
    return clock;
  }

  /** The next reading has this timestamp; nothing may come of it but a reject. */
  synchronized void poison(long timestamp) {
    poison = OptionalLong.of(timestamp);
  }

  private synchronized OptionalLong takePoison() {
    OptionalLong taken = poison;
    poison = OptionalLong.empty();
    return taken;
  }

  /** The senders' clocks from now on. */
  synchronized void clock(SenderClock changed) {
    clock = changed;
  }

  /** Sends nothing more until {@link #resume}, and waits until the broker has everything. */
  void pause() throws InterruptedException {
    synchronized (this) {
      paused = true;
      while (!idle && thread.isAlive()) {
        wait(100);
      }
    }
    producer.flush();
    requireHealthy();
  }

  synchronized void resume() {
    paused = false;
    notifyAll();
  }

  /** Throws what stopped the feeder: without all its records nothing can be said. */
  void requireHealthy() {
    if (failure.get() != null) {
      throw new IllegalStateException("the input could not be written", failure.get());
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    thread.interrupt();
    Threads.join(thread);
    producer.close(Duration.ZERO);
  }
}
