package io.kahkm.bench.soak;

import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes the readings of a seeded simulated fleet to the input topic at a steady rate, and now and
 * then a value that is no reading; shows every record to the checker before it is sent. While no
 * broker answers, records wait in its memory and keep their order. It runs on a thread of its own.
 */
final class Feeder implements AutoCloseable {
  static final int STREAMS = 40;
  static final int EPISODE_LENGTH = 25;

  /** Event time between two readings of a stream. */
  static final long STEP_MILLIS = 20;

  /** Every record is no reading with this probability. */
  private static final double BROKEN = 0.005;

  private static final int START_SPREAD = 400;
  private static final String LONG_OUTAGE_MILLIS = "1200000";

  private final Checker checker;
  private final String topic;
  private final double rate;
  private final List<SimulatedSensor> sensors;
  private final Random random;
  private final KafkaProducer<byte[], byte[]> producer;
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
   * @param rate readings of every stream in a second
   * @param seed of everything random
   * @param checker shown every record
   */
  Feeder(String bootstrap, String topic, double rate, long seed, Checker checker) {
    this.checker = checker;
    this.topic = topic;
    this.rate = rate;
    random = new Random(seed);
    sensors =
        SimulatedSensor.fleet(
            DynamicalSystems.named("vanderpol"),
            SimulatedSensor.Mode.EPISODES,
            new SimulationSettings(STREAMS, rate, EPISODE_LENGTH, START_SPREAD, seed, List.of()),
            0,
            STEP_MILLIS);
    producer =
        new KafkaProducer<>(
            Map.of(
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
    thread.setDaemon(true);
    thread.start();
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
          send(sensor.stream(), value(sensor));
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException broken) {
      failure.compareAndSet(null, broken);
    }
  }

  private synchronized boolean turn() throws InterruptedException {
    while (paused && !closed) {
      idle = true;
      notifyAll();
      wait();
    }
    idle = false;
    return !closed;
  }

  private String value(SimulatedSensor sensor) {
    if (random.nextDouble() < BROKEN) {
      return "{\"t\":no reading " + sent;
    }
    SimulatedReading reading = sensor.next();
    return "{\"t\":"
        + reading.time()
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
    var unused =
        producer.send(
            new ProducerRecord<>(topic, stream.getBytes(StandardCharsets.UTF_8), bytes),
            (metadata, exception) -> {
              if (exception != null) {
                failure.compareAndSet(null, exception);
              }
            });
    synchronized (this) {
      sent++;
    }
  }

  /** Records handed to the producer so far. */
  synchronized long sent() {
    return sent;
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
