package io.kahkm.telemetry.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.telemetry.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryKeeperTest {
  private static final Duration SOON = Duration.ofMillis(5);
  private static final long PATIENCE_SECONDS = 30;

  @TempDir private Path folder;

  private final AtomicInteger failures = new AtomicInteger();

  private HistoryFiles files() {
    return new HistoryFiles(folder.resolve("histories"), "q,p", 2, Scenario.WEEK);
  }

  private HistoryKeeper keeper(IntFunction<Map<String, PastReadings>> present) {
    return new HistoryKeeper(files(), 10, present, failures::incrementAndGet, SOON);
  }

  private static PastReadings readings() {
    PastReadings past = new PastReadings(Scenario.WEEK, 2);
    past.add(Scenario.reading(), Scenario.START);
    return past;
  }

  @Test
  void aMistakeIsCountedAndTheNextMinuteStoresWhatItMissed() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch later = new CountDownLatch(4);
    PastReadings past = readings();
    try (HistoryKeeper keeper =
        keeper(
            partition -> {
              later.countDown();
              if (asked.incrementAndGet() <= 2) {
                throw new IllegalStateException("a mistake of ours");
              }
              return Map.of("pump", past);
            })) {
      keeper.joined(0);
      assertThat(later.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(failures).hasValue(2);
    assertThat(files().restore(0)).containsOnlyKeys("pump");
  }

  @Test
  void whatCouldNotBeWrittenIsWrittenLaterThoughNothingChangedSince() throws Exception {
    Path inTheWay = Files.createFile(folder.resolve("histories"));
    CountDownLatch tried = new CountDownLatch(3);
    CountDownLatch cleared = new CountDownLatch(3);
    PastReadings past = readings();
    try (HistoryKeeper keeper =
        keeper(
            partition -> {
              tried.countDown();
              if (!Files.isRegularFile(inTheWay)) {
                cleared.countDown();
              }
              return Map.of("pump", past);
            })) {
      keeper.joined(0);
      assertThat(tried.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      Files.delete(inTheWay);
      assertThat(cleared.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(failures.get()).isPositive();
    assertThat(files().restore(0)).containsOnlyKeys("pump");
  }

  @Test
  void whatIsUnchangedIsNotWrittenAgain() throws InterruptedException, IOException {
    CountDownLatch several = new CountDownLatch(5);
    PastReadings past = readings();
    past.takeChanged(HistoryPart.RECENT);
    try (HistoryKeeper keeper =
        keeper(
            partition -> {
              several.countDown();
              return Map.of("pump", past);
            })) {
      keeper.joined(0);
      assertThat(several.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(failures).hasValue(0);
    assertThat(folder.resolve("histories")).doesNotExist();
  }

  @Test
  void aPartitionThatLeavesIsStoredAndItsFailureCounted() throws IOException {
    Duration never = Duration.ofHours(1);
    PastReadings past = readings();
    try (HistoryKeeper keeper =
        new HistoryKeeper(
            files(), 10, partition -> Map.of("pump", past), failures::incrementAndGet, never)) {
      keeper.joined(0);
      keeper.left(0);
    }
    assertThat(failures).hasValue(0);
    assertThat(files().restore(0)).containsOnlyKeys("pump");

    Files.createDirectories(folder.resolve("histories/history-1.gz/in-the-way"));
    try (HistoryKeeper keeper =
        new HistoryKeeper(
            files(), 10, partition -> Map.of("pump", past), failures::incrementAndGet, never)) {
      keeper.joined(1);
      keeper.left(1);
    }
    assertThat(failures).hasValueGreaterThan(0);
  }

  @Test
  void ofSeveralThatChangedEachIsWrittenOnce() throws InterruptedException {
    CountDownLatch twice = new CountDownLatch(2);
    Map<String, PastReadings> histories = Map.of("pump", readings(), "mill", readings());
    List<Boolean> changed = new CopyOnWriteArrayList<>();
    try (HistoryKeeper keeper =
        keeper(
            partition -> {
              if (twice.getCount() == 1) {
                histories
                    .values()
                    .forEach(past -> changed.add(past.takeChanged(HistoryPart.RECENT)));
              }
              twice.countDown();
              return histories;
            })) {
      keeper.joined(0);
      assertThat(twice.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(changed).as("since they were stored").containsExactly(false, false);
  }
}
