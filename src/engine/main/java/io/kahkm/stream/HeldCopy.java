package io.kahkm.stream;

/**
 * A copy on the heap of something that is stored, counted in the {@link HeapBudget}. Owned by one
 * {@link HeapCache}.
 */
abstract class HeldCopy {
  /** What it is found by. */
  final byte[] key;

  /** Bytes of the heap that it is counted with. */
  long counted;

  HeldCopy(byte[] key) {
    this.key = key;
  }
}
