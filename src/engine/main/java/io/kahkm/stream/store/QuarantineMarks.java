package io.kahkm.stream.store;

import io.kahkm.engine.QuarantineMark;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.input.StreamIds;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Marks the streams of a task of which records were put aside. One owner, the task's thread. */
public final class QuarantineMarks {
  /** What is kept of an exception's text, characters. */
  static final int LONGEST_ERROR = 500;

  private final KeyValueStore<Bytes, byte[]> snapshots;

  /**
   * Creates marks.
   *
   * @param snapshots the store they lie in
   */
  public QuarantineMarks(KeyValueStore<Bytes, byte[]> snapshots) {
    this.snapshots = snapshots;
  }

  /**
   * Adds a record to a stream's mark.
   *
   * @param stream its key
   * @param partition where the record was read
   * @param offset likewise
   * @param timestamp its broker timestamp, milliseconds
   * @param failure what the engine threw on it
   * @return the mark as it is stored now
   */
  public QuarantineMark add(
      byte[] stream, int partition, long offset, long timestamp, Throwable failure) {
    byte[] stored = snapshots.get(StoreKeys.mark(stream));
    long before = stored == null ? 0 : read(stored).records();
    String text = failure.toString();
    QuarantineMark mark =
        new QuarantineMark(
            before + 1,
            partition,
            offset,
            timestamp,
            text.substring(0, Math.min(text.length(), LONGEST_ERROR)));
    StateWriter writer = new StateWriter();
    writer.putLong(mark.records());
    writer.putInt(mark.partition());
    writer.putLong(mark.offset());
    writer.putLong(mark.timestamp());
    writer.putString(mark.error());
    snapshots.put(StoreKeys.mark(stream), writer.toByteArray());
    return mark;
  }

  /**
   * Whether what is stored of a stream cannot be read, and a record of it was put aside for that:
   * every record of it would stop the engine again.
   *
   * @param stream its key
   * @param failure what the engine threw on another record of it
   */
  public boolean isUnreadable(byte[] stream, Throwable failure) {
    if (!(failure instanceof MalformedStateException)) {
      return false;
    }
    byte[] stored = snapshots.get(StoreKeys.mark(stream));
    return stored != null
        && read(stored).error().startsWith(MalformedStateException.class.getName());
  }

  private static QuarantineMark read(byte[] bytes) {
    StateReader reader = new StateReader(bytes);
    QuarantineMark mark =
        new QuarantineMark(
            reader.getLong(),
            reader.getInt(),
            reader.getLong(),
            reader.getLong(),
            Objects.requireNonNull(reader.getString()));
    reader.finish();
    return mark;
  }

  /**
   * Tells all marks.
   *
   * @param seen takes stream ids and marks
   */
  public void each(BiConsumer<String, QuarantineMark> seen) {
    try (KeyValueIterator<Bytes, byte[]> marks =
        snapshots.range(StoreKeys.firstMark(), StoreKeys.firstNote())) {
      while (marks.hasNext()) {
        KeyValue<Bytes, byte[]> mark = marks.next();
        if (StoreKeys.isMark(mark.key)) {
          seen.accept(StreamIds.of(StoreKeys.noted(mark.key)).orElseThrow(), read(mark.value));
        }
      }
    }
  }

  /** Deletes the mark of a stream. */
  public void delete(byte[] stream) {
    snapshots.delete(StoreKeys.mark(stream));
  }
}
