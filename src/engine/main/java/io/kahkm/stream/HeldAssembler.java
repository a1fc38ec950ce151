package io.kahkm.stream;

import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.numeric.StateWriter;
import org.jspecify.annotations.Nullable;

/** A live assembler. Owned by one {@link AssemblerStore}. */
final class HeldAssembler extends HeldStream {
  final RowAssembler assembler;

  HeldAssembler(
      byte[] key, RowAssembler assembler, long sequence, @Nullable SnapshotHeader stored) {
    super(key, sequence, stored);
    this.assembler = assembler;
  }

  @Override
  long lastTime() {
    return assembler.latestTime();
  }

  @Override
  void write(StateWriter writer) {
    assembler.write(writer);
  }
}
