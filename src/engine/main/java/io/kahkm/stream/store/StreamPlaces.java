package io.kahkm.stream.store;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * How many streams a task may have: as many as the topology file says, or as the heap has room for
 * with those of all other tasks. One owner, the task's thread.
 */
public final class StreamPlaces {
  /** Where the streams of a task are stored. */
  public interface Store {
    /** Streams of which there is state. */
    long streams();

    /** Whether nothing is stored of a stream. */
    boolean isNew(byte[] key);
  }

  private final OptionalInt most;
  private final LongConsumer others;
  private final BooleanSupplier room;
  private long counted;

  /**
   * Has no stream yet.
   *
   * @param most streams that a task may have; empty for as many as there is room for
   * @param others are told how many streams there are more, or fewer
   * @param room whether there is room for another one
   */
  public StreamPlaces(OptionalInt most, LongConsumer others, BooleanSupplier room) {
    this.most = most;
    this.others = others;
    this.room = room;
  }

  /**
   * Whether this stream would be one more than there may be.
   *
   * @param store of the task's streams
   * @param key of the stream
   */
  public boolean isOneTooMany(Store store, byte[] key) {
    count(store);
    boolean full = most.isPresent() ? counted >= most.getAsInt() : !room.getAsBoolean();
    return full && store.isNew(key);
  }

  /** Tells all tasks how many streams this one has. */
  public void count(Store store) {
    count(store.streams());
  }

  private void count(long streams) {
    if (streams != counted) {
      others.accept(streams - counted);
      counted = streams;
    }
  }

  /** The task is gone, and its places are free. */
  public void leave() {
    count(0);
  }
}
