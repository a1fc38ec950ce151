package io.kahkm.telemetry;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives histories to the first streams that are met, up to a limit, and to others as places become
 * free. All of them together take at most the limit times {@link StreamHistory#largestBytes}: 16 MB
 * for 200 streams of eight sensors and 25 classes. Thread-safe.
 */
final class HistoryShare {
  private final int limit;
  private final int components;
  private final int classes;
  private final AtomicInteger given = new AtomicInteger();

  HistoryShare(int limit, int components, int classes) {
    this.limit = limit;
    this.components = components;
    this.classes = classes;
  }

  /** The history of a stream; a new one if it has none and a place is free. */
  Optional<StreamHistory> of(TrackedStream stream) {
    if (stream.history().isEmpty() && given.get() < limit) {
      if (given.incrementAndGet() <= limit) {
        stream.history(new StreamHistory(components, classes));
      } else {
        given.decrementAndGet();
      }
    }
    return stream.history();
  }

  /** Takes back the places of streams that left. */
  void release(int histories) {
    given.addAndGet(-histories);
  }

  int limit() {
    return limit;
  }
}
