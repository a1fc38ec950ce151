package io.kahkm.telemetry.history;

import java.util.function.IntConsumer;

/** Hands out the slots of arrays that keep the last so many entries. Not thread-safe. */
final class Ring {
  private final int capacity;
  private int first;
  private int size;

  Ring(int capacity) {
    this.capacity = capacity;
  }

  /** The slot of a new entry; once all are in use, that of the oldest. */
  int next() {
    if (size < capacity) {
      return size++;
    }
    int slot = first;
    first = (first + 1) % capacity;
    return slot;
  }

  int size() {
    return size;
  }

  /** Visits the slots in use, oldest entry first. */
  void forEach(IntConsumer visitor) {
    for (int i = 0; i < size; i++) {
      visitor.accept((first + i) % capacity);
    }
  }
}
