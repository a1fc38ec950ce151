package io.kahkm.bench.soak;

/** Waiting for threads where an interruption cannot be thrown. */
final class Threads {
  private static final long LONGEST_END_MILLIS = 10_000;

  private Threads() {}

  /** Waits until a thread that was told to end has ended; an interruption is kept. */
  static void join(Thread thread) {
    try {
      thread.join(LONGEST_END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
