package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.internal.monitor.status.ReadingStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.telemetry.history.StreamHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What stream threads and the threads of the HTTP server share: tables, views and histories, while
 * partitions come and go, streams are forgotten, and a foreign partitioner puts ids on several
 * partitions. Every reading has one number in all its places, so that a mixture of two shows.
 */
class SharedTelemetryTest {
  private static final int PARTITIONS = 4;
  private static final int STREAMS = 24;
  private static final int HISTORIES = 8;
  private static final int WRITERS = 3;
  private static final int READERS = 2;
  private static final int BURST = 60;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Histories that are looked at however slow the machine is. */
  private static final int FEWEST_LOOKS = 300;

  private final EngineTelemetry telemetry =
      Scenario.telemetry(HISTORIES, 2, new Scenario.StandingClock());
  private final List<ReentrantLock> partitions = new ArrayList<>();
  private final AtomicLong number = new AtomicLong();
  private final AtomicLong looks = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();

  @Test
  void nobodySeesHalfAReadingAndNoPlaceIsLost() throws Exception {
    stress(Duration.ofSeconds(2));
  }

  @Test
  @Tag("full")
  void nobodySeesHalfAReadingAndNoPlaceIsLostForLong() throws Exception {
    stress(Duration.ofMinutes(5));
  }

  private void stress(Duration time) throws Exception {
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.add(new ReentrantLock());
    }
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS);
    try {
      List<Future<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        SplittableRandom random = new SplittableRandom(i);
        all.add(threads.submit(until(() -> write(random))));
      }
      for (int i = 0; i < READERS; i++) {
        SplittableRandom random = new SplittableRandom(100 + i);
        all.add(threads.submit(until(() -> read(random))));
      }
      long start = System.nanoTime();
      while ((System.nanoTime() - start < time.toNanos() || looks.get() < FEWEST_LOOKS)
          && System.nanoTime() - start < time.plus(PATIENCE).toNanos()
          && all.stream().noneMatch(Future::isDone)) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      over.set(true);
      for (Future<Boolean> one : all) {
        assertThat(one.get(1, TimeUnit.MINUTES)).isTrue();
      }
    } finally {
      over.set(true);
      threads.shutdown();
    }
    assertThat(looks.get()).as("no place was lost").isGreaterThanOrEqualTo(FEWEST_LOOKS);
    assertThat(telemetry.historiesGiven()).isEqualTo(held()).isLessThanOrEqualTo(HISTORIES);
    for (int i = 0; i < STREAMS; i++) {
      reading(0, stream(i));
    }
    assertThat(telemetry.historiesGiven()).isEqualTo(held()).isEqualTo(HISTORIES);
    for (int i = 0; i < PARTITIONS; i++) {
      telemetry.left(i);
    }
    assertThat(telemetry.streams().all()).isEmpty();
    assertThat(telemetry.historiesGiven()).isZero();
  }

  private Callable<Boolean> until(Runnable work) {
    return () -> {
      while (!over.get()) {
        work.run();
      }
      return true;
    };
  }

  private long held() {
    return telemetry.streams().all().stream()
        .filter(stream -> stream.history().isPresent())
        .count();
  }

  /** A partition belongs to one thread at a time, as Kafka assigns them. */
  private void write(SplittableRandom random) {
    int partition = random.nextInt(PARTITIONS);
    ReentrantLock mine = partitions.get(partition);
    if (!mine.tryLock()) {
      return;
    }
    try {
      telemetry.joined(partition);
      for (int i = 0; i < BURST; i++) {
        String stream = stream(random);
        reading(partition, stream);
        if (random.nextInt(20) == 0) {
          telemetry.forgotten(partition, stream);
        }
      }
      if (random.nextInt(3) == 0) {
        telemetry.left(partition);
      }
    } finally {
      mine.unlock();
    }
  }

  private void reading(int partition, String stream) {
    long n = number.incrementAndGet() % (1 << 20);
    telemetry.accepted(partition, stream, AssessmentFixture.reading(n, (double) n, (double) -n), n);
    telemetry.status(partition, stream, at(n));
  }

  private static String stream(SplittableRandom random) {
    return stream(random.nextInt(STREAMS));
  }

  /** Two ids each have one hash: one that comes back stands behind the other. */
  private static String stream(int number) {
    return "stream-" + number / 2 + (number % 2 == 0 ? "Aa" : "BB");
  }

  private static StreamStatus at(long n) {
    StreamStatus any = Scenario.healthy();
    return new StreamStatus(
        new ReadingStatus(n, any.reading().readiness(), List.of((double) n, (double) -n)),
        any.counts(),
        any.map(),
        any.channels(),
        any.incidents(),
        any.closure(),
        any.forecasts(),
        any.certificates(),
        any.operation());
  }

  private void read(SplittableRandom random) {
    telemetry.streams().find(stream(random)).flatMap(TrackedStream::history).ifPresent(this::look);
    for (Map.Entry<String, StreamStatus> one : telemetry.statuses().entrySet()) {
      StreamStatus status = one.getValue();
      if (!status
          .reading()
          .values()
          .equals(List.of((double) status.reading().time(), (double) -status.reading().time()))) {
        throw new AssertionError(
            one.getKey() + " at " + status.reading().time() + ": " + status.reading().values());
      }
    }
    List<TrackedStream> page =
        telemetry
            .streams()
            .page(
                StreamOrder.ATTENTION,
                new StreamChoice("", "", EnumSet.allOf(StreamState.class)),
                telemetry.moment(),
                STREAMS + 1);
    assertThat(page).extracting(TrackedStream::id).doesNotHaveDuplicates();
    if (random.nextInt(50) == 0) {
      assertThat(Scenario.scrape(telemetry)).endsWith("\n");
    }
  }

  private void look(StreamHistory history) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    history.write(json, StreamState.NORMAL);
    JsonNode readings = json.path("readings");
    int length = readings.path("time").size();
    assertThat(length).isLessThanOrEqualTo(StreamHistory.READINGS);
    assertThat(readings.path("novelty")).hasSize(length);
    JsonNode state = readings.path("state");
    for (int i = 0; i < length; i++) {
      double first = state.path(0).path(i).asDouble();
      if (state.path(1).path(i).asDouble() != -first
          || readings.path("time").path(i).asDouble() != first / 1e6) {
        throw new AssertionError("half of reading " + first + " in " + readings);
      }
    }
    int views = json.path("views").path("time").size();
    assertThat(json.path("views").path("novelty")).hasSize(views);
    looks.incrementAndGet();
  }
}
