package io.kahkm.stream.quarantine;

import io.kahkm.engine.EngineListener;
import io.kahkm.engine.RecordStage;
import io.kahkm.stream.store.TransactionTime;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Watches the records of one task while they are done: which they are, how large, how long they
 * take, and whether one of them has stopped the engine before. One owner, the task's thread; what
 * {@link Quarantine} asks may be asked by others.
 */
public final class RecordWatch {
  /** How long a look at the thread's processor time is good for. */
  private static final long SAMPLE_NANOS = 100_000_000;

  /** What is told of a record that is put aside before it is looked at. */
  static final class StoppedBefore extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StoppedBefore(int times) {
      super("the engine stopped " + times + " times while it worked on this record; see its log");
    }
  }

  private final Quarantine quarantine;
  private final RecordStage stage;
  private final EngineListener listener;
  private final ProcessorContext<byte[], byte[]> context;
  private final Optional<WorkFile> work;
  private final long timeout;
  private final WorkClock clock;
  private final TaskId task;
  private final Thread thread = Thread.currentThread();

  /** Null before the first record. */
  private @Nullable TopicPartition partition;

  private CrashCounts.@Nullable Stop noted;

  /** A full transaction for which the task began again. */
  private Quarantine.Full full = Quarantine.Full.NEVER;

  /** Of the record that was begun first: a task that has committed nothing begins there again. */
  private volatile long first = -1;

  private volatile long offset = -1;
  private volatile boolean large;
  private long begun;
  private long sampled;
  private long processorTime;

  RecordWatch(
      Quarantine quarantine,
      RecordStage stage,
      EngineListener listener,
      ProcessorContext<byte[], byte[]> context,
      Optional<WorkFile> work,
      long timeout,
      WorkClock clock) {
    this.quarantine = quarantine;
    this.stage = stage;
    this.listener = listener;
    this.context = context;
    this.work = work;
    this.timeout = timeout;
    this.clock = clock;
    task = context.taskId();
  }

  /**
   * Begins a record that was read from the input.
   *
   * @param record what was read
   * @param origin where
   * @return as {@link #begins(Record, RecordMetadata, RecordMetadata)}
   */
  public @Nullable StoppedBefore begins(Record<byte[], byte[]> record, RecordMetadata origin) {
    return begins(record, origin, origin);
  }

  /**
   * Begins a record.
   *
   * @param record what was read
   * @param place where
   * @param origin the record of the input that it comes from
   * @return why it has to be put aside without being looked at; null to go on
   * @throws TransactionTime.FullException if those before it have to be committed first, and cannot
   *     be
   */
  public @Nullable StoppedBefore begins(
      Record<byte[], byte[]> record, RecordMetadata place, RecordMetadata origin) {
    listener.begins(stage, record, place, origin);
    begun = clock.now().getAsLong();
    if (begun - sampled > SAMPLE_NANOS || sampled == 0) {
      sampled = begun;
      processorTime = clock.worked().getAsLong();
    }
    TopicPartition at = partition;
    if (at == null) {
      at = new TopicPartition(place.topic(), place.partition());
      partition = at;
      noted = quarantine.joins(at, this);
      full = quarantine.full(at);
      first = place.offset();
    }
    begin(at, place.offset());
    offset = place.offset();
    if (offset < full.next() && TransactionTime.ofThread().records() >= full.records()) {
      context.commit();
    }
    if (noted != null && isCareful(noted)) {
      context.commit();
      if (noted.late() && noted.times() >= Quarantine.CRASHES && noted.offset() == offset) {
        Quarantine.sayPutAside(at, offset);
        return new StoppedBefore(noted.times());
      }
    }
    if (work.isPresent() && bytes(record) >= WorkFile.LARGE_BYTES) {
      large = true;
      work.get().begins(at, offset);
    }
    return null;
  }

  private void begin(TopicPartition at, long next) {
    try {
      TransactionTime.ofThread().begins(begun, timeout);
    } catch (TransactionTime.FullException thrown) {
      quarantine.full(at, next, thrown.records());
      throw thrown;
    }
  }

  private boolean isCareful(CrashCounts.Stop stop) {
    return Math.abs(offset - stop.offset()) < Quarantine.CAREFUL_RECORDS;
  }

  private static int bytes(Record<byte[], byte[]> record) {
    int bytes = record.value() == null ? 0 : record.value().length;
    bytes += record.key() == null ? 0 : record.key().length;
    for (Header header : record.headers()) {
      bytes += header.value() == null ? 0 : header.value().length;
    }
    return bytes;
  }

  /** Ends the record that was begun, however it went. */
  public void ends() {
    listener.ends();
    if (large) {
      large = false;
      work.ifPresent(WorkFile::ends);
    }
    long lasted = clock.now().getAsLong() - begun;
    if (lasted > timeout && partition != null) {
      long taken = clock.worked().getAsLong() - processorTime;
      if (taken > timeout) {
        quarantine.tookTooLong(partition, offset, Duration.ofNanos(taken));
      } else {
        quarantine.lastedTooLong(partition, offset, Duration.ofNanos(lasted));
      }
    }
  }

  /** Offset of the record that was begun first, -1 before one. */
  long first() {
    return first;
  }

  /** Offset of the record that was begun last. */
  long offset() {
    return offset;
  }

  /** Whether the record that is being done is a large one. */
  boolean isLarge() {
    return large;
  }

  /** Whether these are records of a thread, and of a task where one is told. */
  boolean isOf(Thread owner, Optional<TaskId> wanted) {
    return thread == owner && wanted.map(task::equals).orElse(true);
  }
}
