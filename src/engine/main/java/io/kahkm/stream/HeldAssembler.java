package io.kahkm.stream;

import io.kahkm.internal.assembly.RowAssembler;

/**
 * A live assembler beside where its stored form stands. Mutable, owned by one {@link
 * AssemblerStore}.
 */
final class HeldAssembler {
  final byte[] key;

  final RowAssembler assembler;

  /** Journal entries the assembler has taken. */
  long sequence;

  SnapshotHeader stored;

  HeldAssembler(byte[] key, RowAssembler assembler, long sequence, SnapshotHeader stored) {
    this.key = key;
    this.assembler = assembler;
    this.sequence = sequence;
    this.stored = stored;
  }
}
