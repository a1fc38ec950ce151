package io.kahkm.stream;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.numeric.StateWriter;

/** A live monitor. Owned by one {@link MonitorStore}. */
public final class HeldMonitor extends HeldStream {
  /** Key of the stream, in whatever space it is stored. */
  final byte[] id;

  /** The same as text. */
  final String stream;

  final StreamMonitor monitor;

  HeldMonitor(
      MapSpace space, byte[] id, StreamMonitor monitor, long sequence, SnapshotHeader stored) {
    super(space.place(id), sequence, stored);
    this.id = id;
    stream = StreamIds.of(id).orElseThrow();
    this.monitor = monitor;
  }

  @Override
  long lastTime() {
    return monitor.lastTime();
  }

  @Override
  void write(StateWriter writer) {
    monitor.snapshot(writer);
  }
}
