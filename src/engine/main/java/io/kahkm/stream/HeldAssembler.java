package io.kahkm.stream;

import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.store.HeldStream;
import io.kahkm.stream.store.SnapshotHeader;
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
  protected long lastTime() {
    return assembler.latestTime();
  }

  @Override
  protected void write(StateWriter writer) {
    assembler.write(writer);
  }
}
