package io.kahkm.stream.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.engine.EngineListener;
import io.kahkm.engine.RecordStage;
import io.kahkm.stream.output.RecordOrigin;
import io.kahkm.stream.store.TransactionTime;
import io.kahkm.testing.CapturedLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is noted of records while they are done, by clocks that stand still unless they are set. */
class RecordWatchTest {
  private static final TopicPartition ONE = new TopicPartition("plant", 1);
  private static final TopicPartition TWO = new TopicPartition("plant", 2);
  private static final long TIMEOUT = Duration.ofSeconds(10).toNanos();
  private final RecordTooLargeException refused = new RecordTooLargeException("large");

  @TempDir Path directory;

  private final Counts counts = new Counts();
  private final Map<TopicPartition, Long> committed = new HashMap<>();
  private long now = Duration.ofHours(3).toNanos();
  private long worked = Duration.ofHours(1).toNanos();
  private int looks;

  /** Stops in memory, and how often they were asked for. */
  private static final class Counts implements CrashCounts {
    final Map<TopicPartition, Stop> stops = new HashMap<>();
    int asked;

    @Override
    public Map<TopicPartition, Stop> all() {
      asked++;
      return Map.copyOf(stops);
    }

    @Override
    public void note(TopicPartition partition, Stop stop) {
      stops.put(partition, stop);
    }

    @Override
    public void clear(TopicPartition partition) {
      stops.remove(partition);
    }
  }

  @BeforeEach
  @AfterEach
  void nothingIsOpenInTheTransactionOfThisThread() {
    TransactionTime.ofThread().ends();
  }

  private Quarantine quarantine(CrashCounts... places) {
    return new Quarantine(
        List.of(places),
        () -> committed,
        Optional.of(new WorkFile(directory)),
        TIMEOUT,
        new WorkClock(
            () -> now,
            () -> {
              looks++;
              return worked;
            }));
  }

  private MockProcessorContext<byte[], byte[]> context(int partition) {
    Properties settings = new Properties();
    settings.put("application.id", "pump");
    settings.put("bootstrap.servers", "unused:1");
    return new MockProcessorContext<>(settings, new TaskId(0, partition), directory.toFile());
  }

  private RecordWatch watch(Quarantine quarantine, int partition) {
    return quarantine.watch(context(partition), RecordStage.MONITOR, EngineListener.SILENT);
  }

  private static RecordMetadata at(TopicPartition partition, long offset) {
    return new RecordOrigin(partition.topic(), partition.partition(), offset, small(), false);
  }

  private static Record<byte[], byte[]> small() {
    return new Record<>(new byte[1], new byte[1], 0);
  }

  /** Does a record that lasts so long, so much of it on the processor. */
  private void lasts(RecordWatch watch, long offset, long nanos, long processor) {
    watch.begins(small(), at(ONE, offset));
    now += nanos;
    worked += processor;
    watch.ends();
    TransactionTime.ofThread().ends();
  }

  private RecordWatch.@Nullable StoppedBefore begins(RecordWatch watch, long offset) {
    RecordWatch.StoppedBefore stopped = watch.begins(small(), at(ONE, offset));
    watch.ends();
    TransactionTime.ofThread().ends();
    return stopped;
  }

  @Test
  void listenersAreToldWhatIsBegunAndEnded() {
    List<Object> told = new ArrayList<>();
    EngineListener listener =
        new EngineListener() {
          @Override
          public void begins(
              RecordStage stage,
              Record<byte[], byte[]> record,
              RecordMetadata place,
              RecordMetadata origin) {
            told.add(List.of(stage, record, place, origin));
          }

          @Override
          public void ends() {
            told.add("ends");
          }
        };
    RecordWatch watch = quarantine(counts).watch(context(1), RecordStage.ASSEMBLE, listener);
    Record<byte[], byte[]> record = small();
    RecordMetadata place = at(TWO, 8);
    RecordMetadata origin = at(ONE, 5);
    watch.begins(record, place, origin);
    watch.ends();
    watch.begins(record, origin);

    assertThat(told)
        .containsExactly(
            List.of(RecordStage.ASSEMBLE, record, place, origin),
            "ends",
            List.of(RecordStage.ASSEMBLE, record, origin, origin));
  }

  @Test
  void aRecordMayTakeAsLongAsATransactionLives() {
    Quarantine quarantine = quarantine(counts);
    RecordWatch watch = watch(quarantine, 1);
    for (int n = 0; n < 2 * Quarantine.CLOCK_ATTEMPTS; n++) {
      lasts(watch, 7, TIMEOUT, TIMEOUT);
    }
    assertThat(counts.stops).isEmpty();
    lasts(watch, 7, TIMEOUT + 1, TIMEOUT + 1);
    assertThat(counts.stops).containsOnly(Map.entry(ONE, new CrashCounts.Stop(7, 1, true)));
  }

  /** The processor's time of what the thread did before is not the record's. */
  @ParameterizedTest
  @ValueSource(longs = {10_800_000_000_000L, 0, -5_000_000_000L, 50_000_000})
  void aRecordThatWaitsIsPutAsideAfterFiveAttemptsByTheClock(long start) {
    now = start;
    RecordWatch watch = watch(quarantine(counts), 1);
    try (CapturedLog log = new CapturedLog(Quarantine.class.getName())) {
      for (int attempt = 1; attempt <= 5; attempt++) {
        assertThat(counts.stops).isEmpty();
        lasts(watch, 7, TIMEOUT + 1, TIMEOUT);
        assertThat(log.lines())
            .hasSize(attempt)
            .last()
            .asString()
            .startsWith("The record at plant-1 offset 7 lasted 10000 ms, longer")
            .contains("attempt " + attempt + " of 5, after which");
        worked += Duration.ofHours(1).toNanos();
        now += Duration.ofHours(2).toNanos();
      }
    }
    assertThat(counts.stops).containsOnly(Map.entry(ONE, new CrashCounts.Stop(7, 2, true)));
  }

  @Test
  void aRecordOfMuchProcessorTimeIsReportedWithIt() {
    RecordWatch watch = watch(quarantine(counts), 1);
    try (CapturedLog log = new CapturedLog(Quarantine.class.getName())) {
      lasts(watch, 7, 3 * TIMEOUT, 2 * TIMEOUT);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith(
              "The record at plant-1 offset 7 took 20000 ms of processor time, longer than a"
                  + " transaction may last (kafka.transaction.timeout.ms).");
    }
    assertThat(counts.stops).containsOnly(Map.entry(ONE, new CrashCounts.Stop(7, 1, true)));
    lasts(watch, 7, 3 * TIMEOUT, 2 * TIMEOUT);
    assertThat(counts.stops).containsOnly(Map.entry(ONE, new CrashCounts.Stop(7, 2, true)));
    lasts(watch, 8, 3 * TIMEOUT, 2 * TIMEOUT);
    assertThat(counts.stops).containsOnly(Map.entry(ONE, new CrashCounts.Stop(8, 1, true)));
  }

  /** It costs more than a quick record does. */
  @Test
  void theProcessorsTimeIsAskedForTenTimesASecond() {
    RecordWatch watch = watch(quarantine(counts), 1);
    for (int n = 0; n <= 1_000; n++) {
      lasts(watch, n, Duration.ofMillis(1).toNanos(), 0);
    }
    assertThat(looks).isEqualTo(10);
  }

  @Test
  void withoutAPlaceToRememberStopsNothingIsPutAside() {
    Quarantine none = quarantine();
    RecordWatch watch = watch(none, 1);
    try (CapturedLog log = new CapturedLog(Quarantine.class.getName())) {
      lasts(watch, 7, 2 * TIMEOUT, 2 * TIMEOUT);
      lasts(watch, 7, 2 * TIMEOUT, 0);
      none.died(new StreamsException(refused));
      assertThat(none.takes(at(ONE, 7), new IllegalStateException("wrong"))).isFalse();
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void recordsNearAStopAreCommittedOneByOne() {
    counts.note(ONE, new CrashCounts.Stop(20_000, 1, true));
    MockProcessorContext<byte[], byte[]> context = context(1);
    RecordWatch watch =
        quarantine(counts).watch(context, RecordStage.MONITOR, EngineListener.SILENT);
    Map<Long, Boolean> commits = new HashMap<>();
    for (long offset : new long[] {0, 10_000, 10_001, 19_999, 20_000, 20_001, 29_999, 30_000}) {
      context.resetCommit();
      assertThat(begins(watch, offset)).isNull();
      commits.put(offset, context.committed());
    }
    assertThat(commits)
        .isEqualTo(
            Map.of(
                0L, false, 10_000L, false, 10_001L, true, 19_999L, true, 20_000L, true, 20_001L,
                true, 29_999L, true, 30_000L, false));
  }

  @Test
  void aRecordThatStoppedTheEngineTwiceIsPutAsideAndTheLogSaysSo() {
    counts.note(ONE, new CrashCounts.Stop(8, 2, true));
    RecordWatch watch = watch(quarantine(counts), 1);
    try (CapturedLog log = new CapturedLog(Quarantine.class.getName())) {
      assertThat(begins(watch, 7)).isNull();
      assertThat(log.lines()).isEmpty();
      assertThat(begins(watch, 8))
          .hasMessage("the engine stopped 2 times while it worked on this record; see its log");
      assertThat(log.errors())
          .singleElement()
          .asString()
          .startsWith("The record at plant-1 offset 8 stopped the engine twice and is quarantined");
      assertThat(begins(watch, 9)).isNull();
    }
  }

  private static byte[] bytes(int length) {
    return new byte[length];
  }

  /** Key, value and headers count, each of which may be missing. */
  @Test
  void aLargeRecordIsNamedWhileItIsDone() {
    int large = WorkFile.LARGE_BYTES;
    RecordHeaders headers = new RecordHeaders();
    headers.add("site", bytes(large / 4)).add("none", null).add("line", bytes(large / 4));
    Map<String, Record<byte[], byte[]>> records =
        Map.of(
            "large value", new Record<>(null, bytes(large), 0),
            "large key", new Record<>(bytes(large), null, 0),
            "large together", new Record<>(bytes(large / 4), bytes(large / 4), 0, headers),
            "small value", new Record<>(null, bytes(large - 1), 0),
            "small key", new Record<>(bytes(large - 1), null, 0),
            "small together", new Record<>(bytes(large / 4), bytes(large / 4 - 1), 0, headers));
    RecordWatch watch = watch(quarantine(counts), 1);
    records.forEach(
        (size, record) -> {
          watch.begins(record, at(ONE, 7));
          assertThat(watch.isLarge()).as(size).isEqualTo(size.startsWith("large"));
          if (size.startsWith("large")) {
            assertThat(directory.resolve("working-" + Thread.currentThread().getId() + ".txt"))
                .as(size)
                .hasContent("plant 1 7\n");
          } else {
            assertThat(directory).as(size).isEmptyDirectory();
          }
          watch.ends();
          assertThat(watch.isLarge()).as(size).isFalse();
          assertThat(directory).as(size).isEmptyDirectory();
        });
  }

  @Test
  void memoryThatRunsOutIsOfALargeRecordAndOfNoSmallOne() {
    Quarantine quarantine = quarantine(counts);
    assertThat(quarantine.takes(at(ONE, 7), new OutOfMemoryError())).isFalse();
    RecordWatch watch = watch(quarantine, 1);
    watch.begins(small(), at(ONE, 7));
    assertThat(quarantine.takes(at(ONE, 7), new OutOfMemoryError())).isFalse();
    watch.ends();
    assertThat(counts.stops).isEmpty();

    watch.begins(new Record<>(null, bytes(WorkFile.LARGE_BYTES), 0), at(ONE, 8));
    assertThat(quarantine.takes(at(ONE, 8), new KafkaException("no broker"))).isFalse();
    assertThat(counts.stops).isEmpty();
    assertThat(quarantine.takes(at(ONE, 8), new OutOfMemoryError())).isFalse();
    assertThat(counts.stops).containsOnly(Map.entry(ONE, new CrashCounts.Stop(8, 1, true)));
  }

  @Test
  void theLogCountsTheAttemptsAtARecord() {
    IllegalStateException failure = new IllegalStateException("wrong");
    try (CapturedLog log = new CapturedLog(Quarantine.class.getName())) {
      for (int instance = 0; instance < 3; instance++) {
        assertThat(quarantine(counts).takes(at(ONE, 7), failure)).isEqualTo(instance == 2);
      }
      assertThat(log.errors())
          .satisfiesExactly(
              first ->
                  assertThat(first)
                      .startsWith(
                          "The engine stops on the record at plant-1 offset 7: 1 of 2 attempts"
                              + " failed."),
              second -> assertThat(second).contains("offset 7: 2 of 2 attempts failed."),
              third ->
                  assertThat(third)
                      .startsWith(
                          "The engine failed again on the record at plant-1 offset 7, which is"
                              + " quarantined"));
    }
  }

  /** What was not committed of the records before is done again by the new task. */
  @Test
  void aNewTaskBeginsANewTransaction() {
    Quarantine quarantine = quarantine(counts);
    watch(quarantine, 1).begins(small(), at(ONE, 7));
    now += TIMEOUT;
    assertThat(watch(quarantine, 1).begins(small(), at(ONE, 7))).isNull();
  }

  @Test
  void whatIsNotedIsAskedForOnceForAllPartitionsThatComeTogether() {
    Quarantine quarantine = quarantine(counts);
    begins(watch(quarantine, 1), 7);
    counts.note(ONE, new CrashCounts.Stop(8, 2, true));
    now += Duration.ofSeconds(10).toNanos();
    assertThat(begins(watch(quarantine, 1), 8)).as("ten seconds later").isNull();
    assertThat(counts.asked).isEqualTo(1);
    now += 1;
    assertThat(begins(watch(quarantine, 1), 8)).as("after more than ten seconds").isNotNull();
    assertThat(counts.asked).isEqualTo(2);
  }

  /** Another instance may not know of a stop, or of the last one only. */
  @Test
  void theFarthestStopCountsWhoeverRemembersIt() {
    CrashCounts.Stop near = new CrashCounts.Stop(7, 2, true);
    CrashCounts.Stop far = new CrashCounts.Stop(9, 2, true);
    CrashCounts.Stop once = new CrashCounts.Stop(9, 1, true);
    for (List<CrashCounts.Stop> both :
        List.of(List.of(near, far), List.of(far, near), List.of(once, far), List.of(far, once))) {
      Counts elsewhere = new Counts();
      counts.note(ONE, both.get(0));
      elsewhere.note(ONE, both.get(1));
      RecordWatch watch = watch(quarantine(counts, elsewhere), 1);
      assertThat(begins(watch, 7)).as("%s", both).isNull();
      assertThat(begins(watch, 9)).as("%s", both).isNotNull();
    }
  }

  /** A record that was put aside and committed is done with. */
  @Test
  void aNoteIsForgottenOnceTheApplicationIsPastIt() {
    counts.note(ONE, new CrashCounts.Stop(7, 2, true));
    committed.put(ONE, 7L);
    assertThat(begins(watch(quarantine(counts), 1), 7)).isNotNull();
    assertThat(counts.stops).isNotEmpty();
    committed.put(ONE, 8L);
    assertThat(begins(watch(quarantine(counts), 1), 7)).isNull();
    assertThat(counts.stops).isEmpty();
  }

  @Test
  void aRefusedMessageIsOfTheRecordsThatAreNotCommitted() {
    Map<Long, Optional<Long>> blamed = new HashMap<>();
    for (long goesOn : new long[] {0, 7, 9, 10}) {
      committed.clear();
      counts.stops.clear();
      if (goesOn > 0) {
        committed.put(ONE, goesOn);
      }
      Quarantine quarantine = quarantine(counts);
      RecordWatch watch = watch(quarantine, 1);
      begins(watch, 8);
      begins(watch, 9);
      quarantine.died(new StreamsException(refused));
      blamed.put(goesOn, Optional.ofNullable(counts.stops.get(ONE)).map(CrashCounts.Stop::offset));
    }
    assertThat(blamed)
        .isEqualTo(
            Map.of(
                0L,
                Optional.of(8L),
                7L,
                Optional.of(7L),
                9L,
                Optional.of(9L),
                10L,
                Optional.empty()));
  }

  @Test
  void aRefusedMessageIsOfTheTaskThatKafkaStreamsNames() {
    for (Throwable named :
        List.of(
            new StreamsException("refused", refused, new TaskId(0, 2)),
            new StreamsException(new StreamsException("refused", refused, new TaskId(0, 2))))) {
      counts.stops.clear();
      Quarantine quarantine = quarantine(counts);
      watch(quarantine, 1).begins(small(), at(ONE, 7));
      watch(quarantine, 2).begins(small(), at(TWO, 9));
      quarantine.died(named);
      assertThat(counts.stops).containsOnly(Map.entry(TWO, new CrashCounts.Stop(9, 1, true)));
    }
  }

  @Test
  void aRefusedMessageOfNoNamedTaskIsOfAllTasksOfItsThread() throws Exception {
    Quarantine quarantine = quarantine(counts);
    watch(quarantine, 1).begins(small(), at(ONE, 7));
    watch(quarantine, 2).begins(small(), at(TWO, 9));
    Thread other =
        new Thread(
            () -> watch(quarantine, 3).begins(small(), at(new TopicPartition("plant", 3), 11)));
    other.start();
    other.join();
    quarantine.died(new StreamsException(refused));

    assertThat(counts.stops)
        .containsOnly(
            Map.entry(ONE, new CrashCounts.Stop(7, 1, true)),
            Map.entry(TWO, new CrashCounts.Stop(9, 1, true)));
  }

  /** The record that threw is known: nothing else is to blame for what the brokers say then. */
  @Test
  void aRefusedMessageCountsWhereNoRecordOfItsPartitionWasBlamed() {
    Quarantine quarantine = quarantine(counts);
    TopicPartition ten = new TopicPartition("plant", 10);
    watch(quarantine, 1).begins(small(), at(ONE, 7));
    watch(quarantine, 10).begins(small(), at(ten, 9));
    quarantine.takes(at(ten, 12), new IllegalStateException("wrong"));
    quarantine.died(new StreamsException(refused));

    assertThat(counts.stops)
        .containsOnly(
            Map.entry(ONE, new CrashCounts.Stop(7, 1, true)),
            Map.entry(ten, new CrashCounts.Stop(12, 1, false)));
  }

  @Test
  void whatBrokersSayOfTheSenderIsOfNoRecord() {
    Quarantine quarantine = quarantine(counts);
    watch(quarantine, 1).begins(small(), at(ONE, 7));
    quarantine.died(new StreamsException(new KafkaException("no broker")));
    assertThat(counts.stops).isEmpty();
  }

  /** Half a minute is what clocks that are looked after may differ by. */
  @Test
  void aTimestampAMinuteAheadIsABrokersClockAndNoRecords() {
    long present = System.currentTimeMillis();
    assertThat(FailureCause.isOfMessage(refused(present + 30_000, present - 3_600_000))).isFalse();
    assertThat(FailureCause.isOfMessage(refused(present + 120_000, present - 3_600_000))).isTrue();
  }

  private static Throwable refused(long timestamp, long latest) {
    String said =
        "Timestamp %d of message with offset 0 is out of range."
            + " The timestamp should be within [%d, %d]";
    return new StreamsException(
        new InvalidRecordException(said.formatted(timestamp, latest - 28_800_000, latest)));
  }
}
