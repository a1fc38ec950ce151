package io.kahkm.stream.quarantine;

import io.kahkm.engine.EngineListener;
import io.kahkm.engine.RecordStage;
import io.kahkm.stream.client.StreamsSettings;
import io.kahkm.stream.store.TransactionTime;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what becomes of a record on which the engine stops. Twice the engine stops, loudly: it is
 * a programming error, or the machine's, and a restart may go past it. The third time the record is
 * put aside, so that one record does not keep all streams of its partition unwatched.
 *
 * <p>A stop counts in three ways. What throws while a record is done is counted there and then.
 * What brokers say of a message that the record caused comes later, when others have begun: the
 * place that was committed last is noted, from there on a restart commits after every record, and
 * the second stop says which it is. And a record that uses up the memory, or takes longer than a
 * transaction may live, throws nothing: large records are noted while they are done ({@link
 * WorkFile}), and slow ones by the processor time that they took, or after five attempts by the
 * clock. What came late or threw nothing is put aside before it is looked at.
 *
 * <p>Not of a record are brokers that do not answer, refuse a login or a right or have a wrong
 * clock, transactions that others end, disks, a schema registry that does not answer, and state of
 * another map.
 *
 * <p>Thread-safe; one for all stream threads of an instance.
 */
public final class Quarantine {
  /** Stops at a record after which it is put aside. */
  static final int CRASHES = 2;

  /** Attempts at a record that last too long by the clock alone, after which it is put aside. */
  public static final int CLOCK_ATTEMPTS = 5;

  /**
   * A full transaction is done again in so many parts: one by one, thousands of quick records would
   * take minutes, since a commit takes as long as hundreds of them.
   */
  private static final int FULL_PARTS = 8;

  /**
   * Records before and behind a noted place that are committed one by one: what is put aside stays
   * so when the next record stops the engine.
   */
  static final long CAREFUL_RECORDS = 10_000;

  private static final Logger LOGGER = LoggerFactory.getLogger(Quarantine.class);

  /** What was asked is good for so long: partitions come together. */
  private static final Duration NOTES_AGE = Duration.ofSeconds(10);

  private final List<CrashCounts> counts;
  private final Supplier<Map<TopicPartition, Long>> committed;
  private final Optional<WorkFile> work;

  /** How long a transaction may live, nanoseconds. */
  private final long timeout;

  private final WorkClock clock;

  /** Records this instance stops on: a stop counts once however far up it is caught. */
  private final Set<String> stopping = new HashSet<>();

  private final Map<TopicPartition, RecordWatch> watches = new ConcurrentHashMap<>();

  /** Records that lasted too long by the clock alone, and how often in a row. */
  private final Map<TopicPartition, CrashCounts.Stop> lasted = new HashMap<>();

  private final Map<TopicPartition, Full> full = new ConcurrentHashMap<>();

  private Map<TopicPartition, CrashCounts.Stop> notes = Map.of();
  private long asked;
  private boolean everAsked;

  /**
   * Remembers stops in several places; the highest count of a record goes.
   *
   * @param counts where they are remembered, none to put nothing aside
   */
  public Quarantine(List<CrashCounts> counts) {
    this(counts, Map::of, Optional.empty(), Long.MAX_VALUE);
  }

  /**
   * Remembers stops in several places; the highest count of a record goes.
   *
   * @param counts where they are remembered, none to put nothing aside
   * @param committed tells where the application goes on
   * @param work tells at which large record a process ended; empty to ignore those
   * @param timeout how long a transaction may live, nanoseconds
   */
  public Quarantine(
      List<CrashCounts> counts,
      Supplier<Map<TopicPartition, Long>> committed,
      Optional<WorkFile> work,
      long timeout) {
    this(counts, committed, work, timeout, WorkClock.OF_JVM);
  }

  Quarantine(
      List<CrashCounts> counts,
      Supplier<Map<TopicPartition, Long>> committed,
      Optional<WorkFile> work,
      long timeout,
      WorkClock clock) {
    this.counts = List.copyOf(counts);
    this.committed = committed;
    this.work = work;
    this.timeout = timeout;
    this.clock = clock;
  }

  /**
   * Puts nothing aside: what throws is thrown.
   *
   * @return a quarantine that stays empty
   */
  public static Quarantine none() {
    return new Quarantine(List.of());
  }

  /**
   * Counts stops in the state directory, and across instances at the brokers.
   *
   * @param config the topology file
   * @return a quarantine that has asked nobody yet
   */
  public static Quarantine of(TopologyConfig config) {
    Properties settings = StreamsSettings.of(config);
    Path directory =
        Path.of(
            settings.getProperty(StreamsConfig.STATE_DIR_CONFIG),
            settings.getProperty(StreamsConfig.APPLICATION_ID_CONFIG));
    CrashGroup group = new CrashGroup(StreamsSettings.admin(config), config.applicationId());
    return new Quarantine(
        List.of(new CrashFile(directory), group),
        group::committed,
        Optional.of(new WorkFile(directory)),
        StreamsSettings.transactionTimeout(config).toNanos());
  }

  /**
   * Watches the records of a task.
   *
   * @param context of the processor that reads them
   * @param stage what it does with them
   * @param listener told of each
   * @return for its thread
   */
  public RecordWatch watch(
      ProcessorContext<byte[], byte[]> context, RecordStage stage, EngineListener listener) {
    TransactionTime.ofThread().ends();
    return new RecordWatch(this, stage, listener, context, work, timeout, clock);
  }

  /** A watch has its partition: tells what is noted of it, null for nothing. */
  CrashCounts.@Nullable Stop joins(TopicPartition partition, RecordWatch watch) {
    watches.put(partition, watch);
    return noted(partition);
  }

  /**
   * The records of a thread since its last commit took too long together. Whoever does them again
   * commits more often up to there, or would take as many in one transaction again, and again.
   *
   * @param next of the record that was not begun
   * @param records that were too many
   */
  public void full(TopicPartition partition, long next, long records) {
    full.put(partition, new Full(next, Math.max(1, records / FULL_PARTS)));
  }

  /** Where the records since a commit last took too long together. */
  Full full(TopicPartition partition) {
    return full.getOrDefault(partition, Full.NEVER);
  }

  /**
   * A transaction that was full.
   *
   * @param next offset up to which its successors commit more often
   * @param records after which they do, at least 1
   */
  record Full(long next, long records) {
    static final Full NEVER = new Full(-1, 1);
  }

  /**
   * What is noted. A record that is put aside keeps its note until it is committed: the transaction
   * may be aborted, and whoever reads the record next has to put it aside too.
   */
  private synchronized CrashCounts.@Nullable Stop noted(TopicPartition partition) {
    if (!counts.isEmpty()
        && (!everAsked || clock.now().getAsLong() - asked > NOTES_AGE.toNanos())) {
      notes = asked();
      asked = clock.now().getAsLong();
      if (!everAsked) {
        everAsked = true;
        work.map(WorkFile::leftBehind).orElse(Map.of()).forEach(this::endedAt);
      }
    }
    CrashCounts.Stop stop = notes.get(partition);
    if (stop != null
        && stop.times() >= CRASHES
        && committed.get().getOrDefault(partition, stop.offset()) > stop.offset()) {
      clear(partition);
      return null;
    }
    return stop;
  }

  /** The last stop of every partition: the farthest, as another instance may not know of it. */
  private Map<TopicPartition, CrashCounts.Stop> asked() {
    Map<TopicPartition, CrashCounts.Stop> all = new HashMap<>();
    for (CrashCounts count : counts) {
      count.all().forEach((partition, stop) -> all.merge(partition, stop, Quarantine::last));
    }
    return all;
  }

  private static CrashCounts.Stop last(CrashCounts.Stop one, CrashCounts.Stop other) {
    return Comparator.comparingLong(CrashCounts.Stop::offset)
                .thenComparingInt(CrashCounts.Stop::times)
                .compare(one, other)
            >= 0
        ? one
        : other;
  }

  /** How often the engine stopped on a record, whoever remembers it. */
  private int stops(TopicPartition partition, long offset) {
    return counts.stream()
        .map(count -> count.all().get(partition))
        .filter(stop -> stop != null && stop.offset() == offset)
        .mapToInt(CrashCounts.Stop::times)
        .max()
        .orElse(0);
  }

  private void note(TopicPartition partition, CrashCounts.Stop stop) {
    notes = new HashMap<>(notes);
    notes.put(partition, stop);
    counts.forEach(count -> count.note(partition, stop));
  }

  private void clear(TopicPartition partition) {
    notes = new HashMap<>(notes);
    notes.remove(partition);
    counts.forEach(count -> count.clear(partition));
  }

  /** A process ended, or a transaction was ended, while this record was done. */
  private synchronized void endedAt(TopicPartition partition, long offset) {
    CrashCounts.Stop before = notes.get(partition);
    int times = inARow(before, offset);
    LOGGER.error(
        "The process stopped while it worked on the large record at {} offset {}: {} of {}"
            + " attempts failed. After the last one the record is quarantined.",
        partition,
        offset,
        times,
        CRASHES);
    note(partition, new CrashCounts.Stop(offset, times, true));
  }

  /**
   * A record took more processor time than a transaction may live: what came of it can hardly have
   * been committed.
   */
  synchronized void tookTooLong(TopicPartition partition, long offset, Duration time) {
    if (counts.isEmpty()) {
      return;
    }
    CrashCounts.Stop before = notes.get(partition);
    int times = inARow(before, offset);
    LOGGER.error(
        "The record at {} offset {} took {} ms of processor time, longer than a transaction may"
            + " last (kafka.transaction.timeout.ms). If it is processed again and takes as"
            + " long again, it is quarantined. With fewer classes, windows complete faster.",
        partition,
        offset,
        time.toMillis());
    note(partition, new CrashCounts.Stop(offset, times, true));
  }

  /**
   * A record lasted longer than a transaction may live without taking as much processor time. The
   * machine, a disk or the brokers may be to blame, so that two attempts prove nothing; but a
   * machine that is always so slow would begin the record again for ever. The attempts of this
   * process count: it lives on.
   */
  public synchronized void lastedTooLong(TopicPartition partition, long offset, Duration time) {
    if (counts.isEmpty()) {
      return;
    }
    CrashCounts.Stop before = lasted.get(partition);
    int times = inARow(before, offset);
    lasted.put(partition, new CrashCounts.Stop(offset, times, true));
    LOGGER.warn(
        "The record at {} offset {} lasted {} ms, longer than a transaction may last"
            + " (kafka.transaction.timeout.ms), most of it without the processor: attempt {} of {},"
            + " after which it is quarantined. Look at the load of the machine, its disk and the"
            + " brokers.",
        partition,
        offset,
        time.toMillis(),
        times,
        CLOCK_ATTEMPTS);
    if (times >= CLOCK_ATTEMPTS) {
      note(partition, new CrashCounts.Stop(offset, CRASHES, true));
    }
  }

  /** How often in a row with this time. */
  private static int inARow(CrashCounts.@Nullable Stop before, long offset) {
    return before != null && before.offset() == offset ? before.times() + 1 : 1;
  }

  /** A record is put aside before it is looked at. */
  static void sayPutAside(TopicPartition partition, long offset) {
    LOGGER.error(
        "The record at {} offset {} stopped the engine twice and is quarantined: it goes to the"
            + " dead-letter topic as failed, and all other records continue. See"
            + " KahkmRecordQuarantined in the runbook.",
        partition,
        offset);
  }

  /**
   * Says what to do with a record on which the engine threw; counts the stop unless the record is
   * put aside.
   *
   * @param origin where the record was read
   * @param failure what was thrown
   * @return true to put the record aside, false to throw on
   */
  public synchronized boolean takes(RecordMetadata origin, Throwable failure) {
    TopicPartition partition = new TopicPartition(origin.topic(), origin.partition());
    if (counts.isEmpty()
        || !(FailureCause.isOfRecord(failure) || isOfMemory(partition, failure))
        || stopping.contains(partition + "@" + origin.offset())) {
      return false;
    }
    int before = stops(partition, origin.offset());
    if (before >= CRASHES) {
      LOGGER.error(
          "The engine failed again on the record at {} offset {}, which is quarantined: it goes to"
              + " the dead-letter topic as failed, and all other records continue. Keep this log"
              + " for the developers; see KahkmRecordQuarantined in the runbook.",
          partition,
          origin.offset(),
          failure);
      return true;
    }
    stopping.add(partition + "@" + origin.offset());
    note(
        partition,
        new CrashCounts.Stop(origin.offset(), before + 1, failure instanceof OutOfMemoryError));
    LOGGER.error(
        "The engine stops on the record at {} offset {}: {} of {} attempts failed. After the"
            + " last one the record is quarantined. Keep this log for the developers.",
        partition,
        origin.offset(),
        before + 1,
        CRASHES,
        failure);
    return false;
  }

  /**
   * A stream thread dies. Where brokers refused a message, and no record has been blamed for it,
   * the place that the thread's tasks had committed is.
   *
   * @param thrown what it dies of; called on the thread
   */
  public void died(Throwable thrown) {
    if (counts.isEmpty() || !FailureCause.isOfMessage(thrown)) {
      return;
    }
    Map<TopicPartition, Long> goesOn = committed.get();
    Optional<TaskId> task = task(thrown);
    watches.forEach(
        (partition, watch) -> {
          long offset = goesOn.getOrDefault(partition, watch.first());
          if (watch.isOf(Thread.currentThread(), task) && offset <= watch.offset()) {
            stopsBehind(partition, offset, thrown);
          }
        });
  }

  private synchronized void stopsBehind(TopicPartition partition, long offset, Throwable thrown) {
    if (stopping.stream().anyMatch(place -> place.startsWith(partition + "@"))) {
      return;
    }
    CrashCounts.Stop before = asked().get(partition);
    boolean near =
        before != null
            && before.late()
            && offset >= before.offset()
            && offset < before.offset() + CAREFUL_RECORDS;
    int times = before != null && near ? before.times() + 1 : 1;
    note(partition, new CrashCounts.Stop(offset, times, true));
    LOGGER.error(
        "The engine stops on a message caused by a record of {} at or after offset {}: {} of {}"
            + " attempts failed. After the last one the record is quarantined. Keep this log for"
            + " the developers.",
        partition,
        offset,
        times,
        CRASHES,
        thrown);
  }

  private static Optional<TaskId> task(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof StreamsException streams && streams.taskId().isPresent()) {
        return streams.taskId();
      }
    }
    return Optional.empty();
  }

  /** Whether memory ran out on a record that may have used it up. */
  private boolean isOfMemory(TopicPartition partition, Throwable failure) {
    RecordWatch watch = watches.get(partition);
    return failure instanceof OutOfMemoryError && watch != null && watch.isLarge();
  }
}
