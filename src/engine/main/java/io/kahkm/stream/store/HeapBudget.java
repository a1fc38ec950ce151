package io.kahkm.stream.store;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much heap what records can grow may take, of all tasks of this process together: copies of
 * what is stored, which leave where there is no room, and streams, of which the API keeps a view
 * each, so that there may be only so many. Thread-safe.
 */
public final class HeapBudget {
  /** Heap that belongs to a stream: its view, and what else the process needs to go with it. */
  static final long BYTES_PER_STREAM = 5_000;

  /** What the view alone takes. */
  static final long BYTES_PER_VIEW = 2_500;

  private final long limit;
  private final long least;
  private final long withViews;
  private final long mostStreams;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong streams = new AtomicLong();
  private final AtomicLong assembled = new AtomicLong();

  /**
   * Creates a budget without a limit of streams.
   *
   * @param limit bytes of copies
   */
  public HeapBudget(long limit) {
    this(limit, Integer.MAX_VALUE);
  }

  /**
   * Creates a budget.
   *
   * @param limit bytes of copies
   * @param mostStreams streams of all tasks together, at least 1
   */
  public HeapBudget(long limit, long mostStreams) {
    this(limit, limit, Long.MAX_VALUE, mostStreams);
  }

  /**
   * Creates a budget in which copies leave room for the views of many streams.
   *
   * @param limit bytes of copies
   * @param least bytes of copies however many streams there are
   * @param withViews bytes of copies and views together
   * @param mostStreams streams of all tasks together, at least 1
   */
  HeapBudget(long limit, long least, long withViews, long mostStreams) {
    this.limit = limit;
    this.least = least;
    this.withViews = withViews;
    this.mostStreams = mostStreams;
  }

  /**
   * Half of the heap for copies, which are counted a bit too high, and three fifths for copies and
   * views: the rest is Kafka's buffers, the model, and garbage, which a collector needs about as
   * much room for as for what lives.
   */
  public static HeapBudget ofThisProcess() {
    return ofThisProcess(0);
  }

  /**
   * The same where something else on the heap is larger than usual: copies leave room for it, up to
   * three fifths of theirs.
   *
   * @param more bytes that it needs, at least 0
   */
  public static HeapBudget ofThisProcess(long more) {
    long heap = Runtime.getRuntime().maxMemory();
    long least = heap / 5;
    return new HeapBudget(
        Math.max(least, heap / 2 - more),
        least,
        heap / 5 * 3 - more,
        Math.max(1, heap / BYTES_PER_STREAM));
  }

  /** Takes note that a task has more streams, or fewer. */
  public void streams(long more) {
    streams.addAndGet(more);
  }

  /** Streams that all tasks may have together where the topology file sets no number. */
  public int mostStreams() {
    return (int) Math.min(Integer.MAX_VALUE, mostStreams);
  }

  /** Whether another stream has room. */
  public boolean takesStream() {
    return streams.get() < mostStreams;
  }

  /** Takes note that a task has open cells of more streams of tags, or of fewer. */
  public void assembled(long more) {
    assembled.addAndGet(more);
  }

  /** Whether the open cells of another stream have room. */
  public boolean takesAssembled() {
    return assembled.get() < mostStreams;
  }

  /** Counts bytes that a copy takes; any thread. */
  public void take(long bytes) {
    used.addAndGet(bytes);
  }

  /** Counts bytes that are free again; any thread. */
  public void give(long bytes) {
    used.addAndGet(-bytes);
  }

  boolean exceeded() {
    long besideViews = Math.min(limit, withViews - streams.get() * BYTES_PER_VIEW);
    return used.get() > Math.max(least, besideViews);
  }

  /** Bytes that copies may take together. */
  public long limit() {
    return limit;
  }

  /** Bytes that copies take now. */
  public long used() {
    return used.get();
  }
}
