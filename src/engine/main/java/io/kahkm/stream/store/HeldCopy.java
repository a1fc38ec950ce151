package io.kahkm.stream.store;

/**
 * A copy on the heap of something that is stored, counted in the {@link HeapBudget}. Owned by one
 * {@link HeapCache}.
 */
public abstract class HeldCopy {
  /** What it is found by. */
  public final byte[] key;

  /** Bytes of the heap that it is counted with. */
  long counted;

  /**
   * A copy that nothing is counted for yet.
   *
   * @param key what it is found by; retained
   */
  public HeldCopy(byte[] key) {
    this.key = key;
  }

  /** What it is found by; not to be modified. */
  public byte[] key() {
    return key;
  }
}
