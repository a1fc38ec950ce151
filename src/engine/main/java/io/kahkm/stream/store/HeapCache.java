package io.kahkm.stream.store;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What is on the heap of one task's streams, or of its edge nodes: copies of what is stored, which
 * may be dropped at any time. One owner, the task's thread.
 *
 * @param <T> what is held of a stream
 */
public final class HeapCache<T extends HeldCopy> {
  /** One eviction in so many takes the stream used longest ago. */
  private static final int EVICTIONS_PER_OLDEST = 8;

  private final Map<Bytes, T> streams = new LinkedHashMap<>(16, 0.75f, true);
  private final HeapBudget budget;
  private final ToLongFunction<T> bytes;
  private final Consumer<T> leaving;
  private long evictions;

  /** The stream that was read last, null where there is none. */
  private @Nullable T lastRead;

  /**
   * Creates an empty cache.
   *
   * @param budget of all tasks
   * @param bytes of heap that a stream takes, asked again whenever it is used
   * @param leaving takes a stream that has to make room for another
   */
  public HeapCache(HeapBudget budget, ToLongFunction<T> bytes, Consumer<T> leaving) {
    this.budget = budget;
    this.bytes = bytes;
    this.leaving = leaving;
  }

  /** What is held of a stream, null if nothing is; the key is not retained. */
  public @Nullable T get(byte[] key) {
    T held = streams.get(Bytes.wrap(key));
    if (held != null && count(held)) {
      makeRoom(held);
    }
    return held;
  }

  /** Whether a stream is held; it is not used by that. */
  public boolean holds(byte[] key) {
    return streams.containsKey(Bytes.wrap(key));
  }

  /**
   * Holds a stream just read, and makes room for it. Mostly the one that was read before it leaves
   * again, and only now and then the one used longest ago: where the streams of a fleet larger than
   * the heap take turns, evicting the oldest each time would find none on the heap.
   *
   * @param read the stream
   */
  public void put(T read) {
    streams.put(Bytes.wrap(read.key), read);
    count(read);
    if (budget.exceeded()) {
      evictions++;
      T last = lastRead;
      if (last != null
          && evictions % EVICTIONS_PER_OLDEST != 0
          && streams.remove(Bytes.wrap(last.key), last)) {
        leave(last);
      }
    }
    lastRead = read;
    makeRoom(read);
  }

  /** Counts a stream with what it takes now; whether that is more than before. */
  private boolean count(T held) {
    long now = bytes.applyAsLong(held);
    long more = now - held.counted;
    if (more != 0) {
      budget.take(more);
      held.counted = now;
    }
    return more > 0;
  }

  /** Lets the streams used longest ago leave where there is too little room, but not this one. */
  private void makeRoom(T used) {
    Iterator<T> oldestFirst = streams.values().iterator();
    while (budget.exceeded() && streams.size() > 1) {
      T oldest = oldestFirst.next();
      if (oldest == used) {
        return;
      }
      oldestFirst.remove();
      leave(oldest);
    }
  }

  private void leave(T evicted) {
    giveUp(evicted);
    leaving.accept(evicted);
  }

  private void giveUp(T held) {
    budget.give(held.counted);
    held.counted = 0;
  }

  /**
   * Forgets a stream, whose change may be half done.
   *
   * @param held the stream
   */
  public void drop(T held) {
    T removed = streams.remove(Bytes.wrap(held.key));
    if (removed != null) {
      giveUp(removed);
    }
    if (lastRead == held) {
      lastRead = null;
    }
  }

  /** Forgets every stream. */
  public void dropAll() {
    streams.values().forEach(this::giveUp);
    streams.clear();
    lastRead = null;
  }
}
