package io.kahkm.stream;

import java.util.concurrent.atomic.AtomicLong;

/** How much heap the live monitors of all tasks of this process may take together. Thread-safe. */
public final class HeapBudget {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /**
   * Creates a budget.
   *
   * @param limit bytes
   */
  public HeapBudget(long limit) {
    this.limit = limit;
  }

  /**
   * Two fifths of the heap: the rest is Kafka's buffers, the model, the API's views and garbage,
   * which a collector needs about as much room for as for what lives.
   */
  public static HeapBudget ofThisProcess() {
    return new HeapBudget(Runtime.getRuntime().maxMemory() / 5 * 2);
  }

  void take(long bytes) {
    used.addAndGet(bytes);
  }

  void give(long bytes) {
    used.addAndGet(-bytes);
  }

  boolean exceeded() {
    return used.get() > limit;
  }

  long limit() {
    return limit;
  }

  long used() {
    return used.get();
  }
}
