package io.kahkm.stream.store;

import io.kahkm.internal.numeric.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Journal entries of one task. Those that streams take between two commits wait on the heap and are
 * written when the task commits: one value for each stream, not one for each record.
 *
 * <p>What has to hold, whatever happens to the task:
 *
 * <ul>
 *   <li>An entry that waits belongs to a record whose position is not committed. Kafka Streams asks
 *       every store with a cache for its content before it hands the producer's transaction over
 *       ({@link #flushCache}); what is written then is part of that transaction. {@link #commit},
 *       which follows it, refuses to go on if something still waits.
 *   <li>A task that ends without a commit forgets what waits, with its stores and its transaction
 *       ({@link #close}, {@link #init}). A processor that ends does not: a commit may follow.
 *   <li>To write early is always right: values are read in the order of their slots, not of
 *       commits. So a stream is written before it is read, and before its value gets long.
 *   <li>Entries that a snapshot holds need not be written ({@link #forget}).
 *   <li>The entry of a record that is being processed waits until the record is done, so that it
 *       can be taken back ({@link #withdraw}).
 * </ul>
 *
 * <p>Keys and values are laid out as {@link StoreKeys} says. One owner, the task's thread.
 */
public final class JournalStore implements StateStore, CachedStateStore<Bytes, byte[]> {
  /** A value that is longer takes no further entry; topics take a megabyte. */
  public static final int LONG_VALUE = 16_384;

  /** Workspaces that wait to be used again. */
  private static final int MOST_IDLE = 256;

  private final KeyValueStore<Bytes, byte[]> written;
  private final Map<Bytes, Waiting> waiting = new LinkedHashMap<>();
  private final Deque<StateWriter> idle = new ArrayDeque<>();

  /** The stream whose entry is being made, null before the first. */
  private @Nullable Waiting present;

  /**
   * A journal with nothing waiting.
   *
   * @param written where its values are
   */
  public JournalStore(KeyValueStore<Bytes, byte[]> written) {
    this.written = written;
  }

  /**
   * Builds journals.
   *
   * @param written builds what they write to, logged and without a cache of Kafka Streams
   * @return a builder of the same name
   */
  public static StoreBuilder<JournalStore> builder(
      StoreBuilder<KeyValueStore<Bytes, byte[]>> written) {
    return new Builder(written);
  }

  /** Entries of a stream that follow each other and are not written yet. */
  private static final class Waiting {
    private final Bytes stream;
    private final int slot;
    private final long first;
    private final StateWriter entries;
    private int count;

    /** End of the entries that were taken; behind it may lie one that was only begun. */
    private int end;

    /** Where the last of them begins. */
    private int last;

    private Waiting(Bytes stream, int slot, long first, StateWriter entries) {
      this.stream = stream;
      this.slot = slot;
      this.first = first;
      this.entries = entries;
    }
  }

  /** What is written. To be changed only where nothing of the streams concerned waits. */
  public KeyValueStore<Bytes, byte[]> written() {
    return written;
  }

  /**
   * Begins the entry that a stream is about to take. If it begins another value, that is counted.
   *
   * @param held the stream
   * @return takes the entry, and is handed to no one else before {@link #append}
   */
  StateWriter entry(HeldStream held) {
    long sequence = held.sequence + 1;
    Waiting found = waiting.get(held.place);
    if (found != null && found.end >= LONG_VALUE) {
      write(held.place);
      found = null;
    }
    if (found == null) {
      StateWriter entries = idle.isEmpty() ? new StateWriter() : idle.pop();
      entries.clear();
      found = new Waiting(held.place, held.values++, sequence, entries);
      waiting.put(held.place, found);
    }
    if (sequence != found.first + found.count) {
      throw new IllegalStateException(
          "entry " + sequence + " does not follow " + (found.first + found.count - 1));
    }
    present = found;
    // An entry that was begun and not taken may lie there.
    found.entries.truncate(found.end);
    return found.entries;
  }

  /** Takes the entry that was begun. */
  void append() {
    Waiting begun = Objects.requireNonNull(present, "no entry was begun");
    begun.last = begun.end;
    begun.end = begun.entries.length();
    begun.count++;
  }

  /**
   * Takes back the last entry of a stream if it has this sequence.
   *
   * @param stream its place
   * @param sequence that of the entry that could not be taken
   */
  void withdraw(Bytes stream, long sequence) {
    Waiting found = waiting.get(stream);
    if (found == null || found.first + found.count - 1 != sequence) {
      return;
    }
    found.count--;
    found.end = found.last;
    if (found.count == 0) {
      forget(stream);
    }
  }

  /** Bytes of the entries of a stream that wait. */
  int waiting(Bytes stream) {
    Waiting found = waiting.get(stream);
    return found == null ? 0 : found.end;
  }

  /**
   * Forgets what waits of a stream: a snapshot holds it, or it is deleted.
   *
   * @param stream its place
   */
  void forget(Bytes stream) {
    Waiting found = waiting.remove(stream);
    if (found != null) {
      release(found);
    }
  }

  private void release(Waiting done) {
    if (done == present) {
      present = null;
    }
    if (idle.size() < MOST_IDLE && done.entries.length() < 2 * LONG_VALUE) {
      idle.push(done.entries);
    }
  }

  /**
   * Writes what waits of a stream.
   *
   * @param stream its place
   */
  void write(Bytes stream) {
    Waiting found = waiting.remove(stream);
    if (found != null) {
      write(found);
    }
  }

  /** One entry is written as it always was, several behind the negative number of the first. */
  private void write(Waiting found) {
    if (found.count > 0) {
      int head = found.count == 1 ? Long.BYTES : Long.BYTES + Integer.BYTES;
      ByteBuffer value =
          ByteBuffer.allocate(head + found.end)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putLong(found.count == 1 ? found.first : -found.first);
      if (found.count > 1) {
        value.putInt(found.count);
      }
      found.entries.copyTo(value, found.end);
      written.put(StoreKeys.journal(found.stream.get(), found.slot), value.array());
    }
    release(found);
  }

  @Override
  public void flushCache() {
    TransactionTime.ofThread().ends();
    waiting.values().forEach(this::write);
    waiting.clear();
  }

  @Override
  public void clearCache() {
    waiting.values().forEach(this::release);
    waiting.clear();
  }

  /** Nobody is told of what is written. */
  @Override
  public boolean setFlushListener(
      CacheFlushListener<Bytes, byte[]> listener, boolean sendOldValues) {
    return false;
  }

  @Override
  public String name() {
    return written.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    clearCache();
    written.init(context, root);
  }

  @Override
  public void commit(Map<TopicPartition, Long> offsets) {
    if (!waiting.isEmpty()) {
      throw new IllegalStateException(
          waiting.size() + " streams have journal entries that were not written before the commit");
    }
    written.commit(offsets);
  }

  @Override
  public Long committedOffset(TopicPartition partition) {
    return written.committedOffset(partition);
  }

  /** Deprecated, and asked by Kafka Streams all the same. */
  @Override
  @SuppressWarnings("deprecation")
  public boolean managesOffsets() {
    return written.managesOffsets();
  }

  @Override
  public void close() {
    clearCache();
    written.close();
  }

  @Override
  public boolean persistent() {
    return written.persistent();
  }

  @Override
  public boolean isOpen() {
    return written.isOpen();
  }

  @Override
  public Position getPosition() {
    return written.getPosition();
  }

  /** Builds the journal around what another builder builds; settings are that one's. */
  private static final class Builder implements StoreBuilder<JournalStore> {
    private final StoreBuilder<KeyValueStore<Bytes, byte[]>> written;

    private Builder(StoreBuilder<KeyValueStore<Bytes, byte[]>> written) {
      this.written = written;
    }

    /** What waits is kept here: a second cache would keep it twice. */
    @Override
    public StoreBuilder<JournalStore> withCachingEnabled() {
      throw new UnsupportedOperationException("a journal keeps what waits by itself");
    }

    @Override
    public StoreBuilder<JournalStore> withCachingDisabled() {
      return this;
    }

    @Override
    public StoreBuilder<JournalStore> withLoggingEnabled(Map<String, String> settings) {
      written.withLoggingEnabled(settings);
      return this;
    }

    @Override
    public StoreBuilder<JournalStore> withLoggingDisabled() {
      written.withLoggingDisabled();
      return this;
    }

    @Override
    public JournalStore build() {
      return new JournalStore(written.build());
    }

    @Override
    public Map<String, String> logConfig() {
      return written.logConfig();
    }

    @Override
    public boolean loggingEnabled() {
      return written.loggingEnabled();
    }

    @Override
    public String name() {
      return written.name();
    }
  }
}
