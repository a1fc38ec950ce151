package io.kahkm.stream;

import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.numeric.StateWriter;

/** A live monitor. Owned by one {@link MonitorStore}. */
public final class HeldMonitor extends HeldStream {
  /** The key as text. */
  final String stream;

  final StreamMonitor monitor;

  /** Event time that is noted of the stream, null if none is or has been read. */
  Long noted;

  public HeldMonitor(byte[] key, StreamMonitor monitor, long sequence, SnapshotHeader stored) {
    super(key, sequence, stored);
    stream = StreamIds.of(key).orElseThrow();
    this.monitor = monitor;
  }

  @Override
  void write(StateWriter writer) {
    monitor.snapshot(writer);
  }
}
