package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.engine.EngineListener;
import io.kahkm.engine.QuarantineMark;
import io.kahkm.engine.RecordStage;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.stream.output.RecordOrigin;
import io.kahkm.stream.quarantine.CrashCounts;
import io.kahkm.stream.quarantine.FailureCause;
import io.kahkm.stream.quarantine.Quarantine;
import io.kahkm.stream.quarantine.RecordWatch;
import io.kahkm.stream.quarantine.StopReason;
import io.kahkm.stream.quarantine.WorkFile;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.stream.store.TransactionTime;
import io.kahkm.topology.TopologyConfig;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that stop the engine without throwing while they are done, and what is none of them. */
class QuarantineTest {
  private static final TopicPartition INPUT = new TopicPartition("q.states", 0);
  private static final long SECOND = 1_000_000_000;

  @TempDir Path directory;

  private final MemoryCounts counts = new MemoryCounts();
  private final Burning listener = new Burning();
  private final TopologyConfig config =
      TestTopology.config("q", Map.of("bootstrap.servers", "unused:1"));
  private int drivers;

  /** Burns processor time on one stream. */
  private static final class Burning extends CountingListener {
    final List<QuarantineMark> marks = new ArrayList<>();
    long nanos;
    long sleep;

    @Override
    public void accepted(int partition, String stream, RowAssessment assessment, long timestamp) {
      super.accepted(partition, stream, assessment, timestamp);
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() + nanos;
      while (stream.equals("slow")
          && ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < end) {
        Thread.onSpinWait();
      }
      if (stream.equals("slow") && sleep > 0) {
        LockSupport.parkNanos(sleep);
      }
    }

    @Override
    public void quarantined(int partition, String stream, QuarantineMark mark) {
      marks.add(mark);
    }
  }

  private Quarantine quarantine(long timeout) {
    return new Quarantine(
        List.of(counts), Map::of, Optional.of(new WorkFile(directory.resolve("work"))), timeout);
  }

  /** A driver on state that nobody has seen, as after an aborted transaction. */
  private TopologyTestDriver driver(Quarantine quarantine) {
    return TestTopology.driver(
        config,
        TestTopology.blueprint(config, TestTopology.MODEL),
        listener,
        new HeapBudget(1),
        quarantine,
        directory.resolve("driver-" + ++drivers));
  }

  private static List<TestRecord<byte[], byte[]>> pipe(
      TopologyTestDriver driver, String stream, int steps, String filler) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic("q.states", new ByteArraySerializer(), new ByteArraySerializer());
    for (int i = 0; i < steps; i++) {
      String row = TestTopology.json(i, new double[] {2, 0.1 * i}, "r", false) + filler;
      input.pipeInput(
          new TestRecord<>(stream.getBytes(UTF_8), row.getBytes(UTF_8), new RecordHeaders(), 1L));
    }
    return driver
        .createOutputTopic("q.rejects", new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  @Test
  void aRecordThatTakesLongerThanATransactionMayLiveIsPutAsideTheThirdTime() {
    listener.nanos = SECOND / 4;
    for (int turn = 1; turn <= 3; turn++) {
      try (TopologyTestDriver driver = driver(quarantine(SECOND / 8))) {
        assertThat(pipe(driver, "quick", 3, "")).isEmpty();
        List<TestRecord<byte[], byte[]>> rejects = pipe(driver, "slow", 1, "");
        if (turn < 3) {
          assertThat(rejects).isEmpty();
          assertThat(counts.stops).containsEntry(INPUT, new CrashCounts.Stop(3, turn, true));
        } else {
          assertThat(rejects).hasSize(1);
          assertThat(new String(rejects.get(0).headers().lastHeader("kahkm.reason").value(), UTF_8))
              .isEqualTo("failed");
          assertThat(counts.stops).containsEntry(INPUT, new CrashCounts.Stop(3, 2, true));
          assertThat(listener.marks).hasSize(1);
          assertThat(listener.marks.get(0).error()).contains("the engine stopped 2 times");
        }
      }
    }
    assertThat(listener.rejected).containsExactly(Map.entry("failed", 1));
  }

  /** As on a machine that gives the engine half of the processor: nothing would ever end it. */
  @Test
  void aRecordThatLastsTooLongByTheClockIsPutAsideTheSixthTime() throws Exception {
    listener.sleep = SECOND / 4;
    Quarantine quarantine = quarantine(SECOND / 8);
    for (int turn = 1; turn <= Quarantine.CLOCK_ATTEMPTS + 1; turn++) {
      try (TopologyTestDriver driver = driver(quarantine)) {
        assertThat(pipe(driver, "quick", 3, "")).isEmpty();
        assertThat(pipe(driver, "slow", 1, ""))
            .as("attempt %d", turn)
            .hasSize(turn <= Quarantine.CLOCK_ATTEMPTS ? 0 : 1);
        if (turn < Quarantine.CLOCK_ATTEMPTS) {
          assertThat(counts.stops).isEmpty();
        }
      }
    }
    assertThat(listener.rejected).containsExactly(Map.entry("failed", 1));
  }

  /** Other records that once lasted too long take nothing from it. */
  @Test
  void attemptsByTheClockCountInARowOnly() {
    Quarantine quarantine = quarantine(SECOND / 8);
    for (int turn = 0; turn < 3 * Quarantine.CLOCK_ATTEMPTS; turn++) {
      quarantine.lastedTooLong(
          INPUT, turn / (Quarantine.CLOCK_ATTEMPTS - 1), Duration.ofSeconds(1));
    }
    assertThat(counts.stops).isEmpty();
  }

  @Test
  void aProcessThatEndedTwiceOnALargeRecordPutsItAsideAndNoSmallOne() throws Exception {
    String large = " ".repeat(WorkFile.LARGE_BYTES);
    for (int turn = 1; turn <= 2; turn++) {
      // What a JVM leaves behind that ends without a word.
      new WorkFile(directory.resolve("work")).begins(INPUT, 1);
      try (TopologyTestDriver driver = driver(quarantine(60 * SECOND))) {
        List<TestRecord<byte[], byte[]>> rejects = pipe(driver, "a", 3, large);
        // The step after the one that is missing is irregular.
        assertThat(listener.rejected.getOrDefault("failed", 0)).isEqualTo(turn - 1);
        assertThat(rejects).hasSize(2 * (turn - 1));
        if (turn == 1) {
          assertThat(counts.stops).containsEntry(INPUT, new CrashCounts.Stop(1, 1, true));
        }
      }
    }
    assertThat(counts.stops).containsEntry(INPUT, new CrashCounts.Stop(1, 2, true));
    // Whatever was begun is ended.
    try (var left = Files.list(directory.resolve("work"))) {
      assertThat(left).isEmpty();
    }
  }

  /** What brokers refuse is of any record behind the place that was committed last. */
  @Test
  void aRefusedMessageIsNotedWhereTheTaskGoesOnOrBeganWithoutACommit() {
    for (Map<TopicPartition, Long> committed :
        List.<Map<TopicPartition, Long>>of(Map.of(INPUT, 2L), Map.of())) {
      counts.stops.clear();
      Quarantine quarantine =
          new Quarantine(List.of(counts), () -> committed, Optional.empty(), 60 * SECOND);
      try (TopologyTestDriver driver = driver(quarantine)) {
        pipe(driver, "a", 5, "");
        quarantine.died(new StreamsException(new RecordTooLargeException("large")));
      }
      assertThat(counts.stops)
          .containsExactly(
              Map.entry(INPUT, new CrashCounts.Stop(committed.getOrDefault(INPUT, 0L), 1, true)));
    }
  }

  /** Offsets move on a little between attempts; what is far off, or threw, is another story. */
  @Test
  void refusedMessagesOfOnePlaceCountInARow() {
    Map<CrashCounts.Stop, Integer> expected = new LinkedHashMap<>();
    expected.put(new CrashCounts.Stop(2, 1, true), 2);
    expected.put(new CrashCounts.Stop(1, 1, true), 2);
    expected.put(new CrashCounts.Stop(2 - 9_999, 1, true), 2);
    expected.put(new CrashCounts.Stop(2 - 10_000, 1, true), 1);
    expected.put(new CrashCounts.Stop(3, 1, true), 1);
    expected.put(new CrashCounts.Stop(2, 1, false), 1);
    expected.forEach(
        (before, times) -> {
          counts.stops.clear();
          counts.note(INPUT, before);
          Quarantine quarantine =
              new Quarantine(
                  List.of(counts), () -> Map.of(INPUT, 2L), Optional.empty(), 60 * SECOND);
          try (TopologyTestDriver driver = driver(quarantine)) {
            pipe(driver, "a", 5, "");
            quarantine.died(new StreamsException(new RecordTooLargeException("large")));
          }
          assertThat(counts.stops)
              .as("after %s", before)
              .containsEntry(INPUT, new CrashCounts.Stop(2, times, true));
        });
  }

  @Test
  void messagesOfABatchWithAnInvalidOneAreAsThatOne() {
    String said = "Failed to append record because it was part of a batch which had one more more";
    assertThat(FailureCause.isOfMessage(new StreamsException(new KafkaException(said)))).isTrue();
    assertThat(FailureCause.isOfMessage(new KafkaException("no batch"))).isFalse();
    assertThat(FailureCause.isOfMessage(new StreamsException(said))).isFalse();
    assertThat(FailureCause.isOfMessage(new KafkaException((String) null))).isFalse();
  }

  @Test
  void recordsThatTakeLongTogetherAreLeftToAThreadThatCommitsMoreOften() {
    TransactionTime time = TransactionTime.ofThread();
    time.ends();
    time.begins(0, 10 * SECOND);
    time.begins(4 * SECOND, 10 * SECOND);
    assertThatThrownBy(() -> time.begins(6 * SECOND, 10 * SECOND))
        .isInstanceOf(TransactionTime.FullException.class)
        .hasMessageStartingWith("2 records between two commits took 6000 ms")
        .satisfies(full -> assertThat(StopReason.passes(new StreamsException(full))).isTrue())
        .isInstanceOfSatisfying(
            TransactionTime.FullException.class, full -> assertThat(full.records()).isEqualTo(2));
    // One record alone may take as long as it wants: nothing would be gained.
    time.begins(20 * SECOND, 10 * SECOND);
    time.ends();
    time.begins(60 * SECOND, 10 * SECOND);
    time.ends();
  }

  /** Otherwise it would take as many records in one transaction again, and again. */
  @Test
  void theThreadAfterAFullTransactionCommitsMoreOftenUpToWhereItWasFull() throws Exception {
    Quarantine quarantine = quarantine(SECOND / 10);
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    RecordWatch full = quarantine.watch(context, RecordStage.MONITOR, EngineListener.SILENT);
    assertThat(commits(full, context, 7)).isFalse();
    Thread.sleep(60);
    assertThatThrownBy(() -> commits(full, context, 8))
        .isInstanceOf(TransactionTime.FullException.class);

    RecordWatch next = quarantine.watch(context, RecordStage.MONITOR, EngineListener.SILENT);
    assertThat(commits(next, context, 7)).isTrue();
    TransactionTime.ofThread().ends();
    assertThat(commits(next, context, 8)).isFalse();
    TransactionTime.ofThread().ends();
  }

  /** A group that shares out its partitions commits nothing; a thousand records take no minute. */
  @Test
  void manyRecordsAreDoneAgainInEightTransactionsAndSlowOnesInMore() {
    Quarantine quarantine = quarantine(60 * SECOND);
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    quarantine.full(INPUT, 800, 800);
    assertThat(commitsOf(quarantine, context, 0, 810))
        .containsExactly(99L, 199L, 299L, 399L, 499L, 599L, 699L, 799L);

    // The records from 400 on are slow: twenty-four of them are too many in their turn.
    quarantine.full(INPUT, 424, 24);
    assertThat(commitsOf(quarantine, context, 400, 30))
        .containsExactly(402L, 405L, 408L, 411L, 414L, 417L, 420L, 423L);
    quarantine.full(INPUT, 406, 3);
    assertThat(commitsOf(quarantine, context, 403, 5)).containsExactly(403L, 404L, 405L);
  }

  /** The records after which the next thread commits. */
  private static List<Long> commitsOf(
      Quarantine quarantine, MockProcessorContext<byte[], byte[]> context, long from, int records) {
    RecordWatch next = quarantine.watch(context, RecordStage.MONITOR, EngineListener.SILENT);
    List<Long> commits = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      if (commits(next, context, from + i)) {
        commits.add(from + i);
        TransactionTime.ofThread().ends();
      }
    }
    TransactionTime.ofThread().ends();
    return commits;
  }

  private static boolean commits(
      RecordWatch watch, MockProcessorContext<byte[], byte[]> context, long offset) {
    context.resetCommit();
    context.setRecordMetadata(INPUT.topic(), INPUT.partition(), offset);
    watch.begins(new Record<>(new byte[0], new byte[0], 1), context.recordMetadata().orElseThrow());
    watch.ends();
    return context.committed();
  }

  @Test
  void aStreamWhoseStoredStateCannotBeReadStopsTheEngineTwiceAndNotForEveryRecord() {
    // Two stops at the first record that meets it.
    counts.note(INPUT, new CrashCounts.Stop(5, 2, false));
    try (TopologyTestDriver driver =
        TestTopology.driver(
            config,
            TestTopology.blueprint(config, TestTopology.MODEL).withJournalLength(2),
            listener,
            new HeapBudget(1),
            quarantine(60 * SECOND),
            directory.resolve("driver"))) {
      assertThat(pipe(driver, "a", 4, "")).isEmpty();
      // Of two streams one leaves the heap.
      assertThat(pipe(driver, "b", 1, "")).isEmpty();
      KeyValueStore<Bytes, byte[]> snapshots = driver.getKeyValueStore(StoreKeys.SNAPSHOT);
      snapshots.put(StoreKeys.chunk("a".getBytes(UTF_8), 0), new byte[] {1, 2, 3});

      assertThat(pipe(driver, "a", 5, "")).hasSize(5);
      assertThat(pipe(driver, "c", 5, "")).isEmpty();
    }
    assertThat(listener.rejected).containsExactly(Map.entry("failed", 5));
    assertThat(counts.stops).containsEntry(INPUT, new CrashCounts.Stop(5, 2, false));
  }

  @Test
  void anotherRecordOfSuchAStreamStopsTheEngineWhereNoneWasPutAside() {
    TopologyTestDriver driver =
        TestTopology.driver(
            config,
            TestTopology.blueprint(config, TestTopology.MODEL).withJournalLength(2),
            listener,
            new HeapBudget(1),
            quarantine(60 * SECOND),
            directory.resolve("driver"));
    pipe(driver, "a", 4, "");
    pipe(driver, "b", 1, "");
    KeyValueStore<Bytes, byte[]> snapshots = driver.getKeyValueStore(StoreKeys.SNAPSHOT);
    snapshots.put(StoreKeys.chunk("a".getBytes(UTF_8), 0), new byte[] {1, 2, 3});

    assertThatThrownBy(() -> pipe(driver, "a", 1, ""))
        .hasStackTraceContaining("MalformedStateException");
    assertThat(counts.stops).containsEntry(INPUT, new CrashCounts.Stop(5, 1, false));
  }

  /** Another record of the partition stopped an instance: this one is healthy. */
  @Test
  void aNoteCountsForItsOwnOffsetAlone() {
    Throwable failure = new IllegalStateException("a reading that cannot be");
    for (long offset : new long[] {40, 42}) {
      counts.note(INPUT, new CrashCounts.Stop(41, 2, false));
      assertThat(quarantine(SECOND).takes(origin(offset), failure)).isFalse();
      assertThat(counts.stops).containsEntry(INPUT, new CrashCounts.Stop(offset, 1, false));
    }
    counts.note(INPUT, new CrashCounts.Stop(41, 2, false));
    assertThat(quarantine(SECOND).takes(origin(41), failure)).isTrue();
  }

  /** The transaction that put it aside is aborted: another instance reads it again. */
  @Test
  void aRecordThatIsPutAsideKeepsItsNoteUntilItIsCommitted() {
    Throwable failure = new IllegalStateException("a reading that cannot be");
    counts.note(INPUT, new CrashCounts.Stop(1, 2, false));
    for (int instance = 0; instance < 2; instance++) {
      assertThat(quarantine(SECOND).takes(origin(1), failure)).isTrue();
    }
    for (long committed : new long[] {1, 2}) {
      Quarantine next =
          new Quarantine(
              List.of(counts), () -> Map.of(INPUT, committed), Optional.empty(), 60 * SECOND);
      try (TopologyTestDriver driver = driver(next)) {
        pipe(driver, "a", 1, "");
      }
      assertThat(counts.stops.containsKey(INPUT)).isEqualTo(committed == 1);
    }
  }

  private static RecordOrigin origin(long offset) {
    return new RecordOrigin(
        INPUT.topic(), INPUT.partition(), offset, new Record<>(new byte[0], new byte[0], 0), false);
  }

  @Test
  void brokersAndMemoryAreNotOfARecordAndMessagesAre() {
    for (Throwable brokers :
        List.of(
            new TimeoutException("no answer"),
            new TopicAuthorizationException("no right"),
            new ProducerFencedException("fenced"),
            new IncompatibleStateException("another map", "the way out"))) {
      assertThat(FailureCause.isOfRecord(brokers)).isFalse();
      assertThat(FailureCause.isOfMessage(new StreamsException(brokers))).isFalse();
    }
    for (Throwable message :
        List.of(new RecordTooLargeException("large"), new InvalidTimestampException("old"))) {
      // It may be of an earlier record: the place that was committed is noted, not this record.
      assertThat(FailureCause.isOfRecord(message)).isFalse();
      assertThat(FailureCause.isOfMessage(new StreamsException(message))).isTrue();
    }
    assertThat(FailureCause.isOfRecord(new MalformedStateException("stored"))).isTrue();
    assertThat(FailureCause.isOfRecord(new OutOfMemoryError())).isFalse();
  }

  /** A broker whose clock is behind refuses what is no more ahead of this machine's than usual. */
  @Test
  void aBrokersWrongClockIsNotOfARecordAndATimestampOfTheFutureIs() {
    long now = System.currentTimeMillis();
    long hour = Duration.ofHours(1).toMillis();

    assertThat(FailureCause.isOfMessage(refused(now - hour / 4, now - hour))).isFalse();
    assertThat(FailureCause.isOfMessage(refused(now + 30 * hour, now + hour))).isTrue();
    assertThat(FailureCause.isOfMessage(refused(now - 30 * hour, now + hour))).isTrue();
  }

  private static Throwable refused(long timestamp, long latest) {
    return new StreamsException(
        new InvalidRecordException(
            "Timestamp "
                + timestamp
                + " of message with offset 0 is out of range. The timestamp should be within ["
                + (latest - Duration.ofHours(8).toMillis())
                + ", "
                + latest
                + "]"));
  }
}
