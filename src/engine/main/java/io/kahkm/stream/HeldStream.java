package io.kahkm.stream;

import io.kahkm.internal.numeric.StateWriter;

/**
 * What is live of a stream, beside where its stored form stands. Mutable, owned by one {@link
 * StreamJournal}.
 */
abstract class HeldStream {
  /** Where its entries are in the stores. */
  final byte[] key;

  /** Journal entries that were taken. */
  public long sequence;

  /** Header of the last snapshot, null before the first. */
  SnapshotHeader stored;

  HeldStream(byte[] key, long sequence, SnapshotHeader stored) {
    this.key = key;
    this.sequence = sequence;
    this.stored = stored;
  }

  /** Writes the whole state. */
  abstract void write(StateWriter writer);
}
