package io.kahkm.stream;

import io.kahkm.monitor.StreamMonitor;

/**
 * A live monitor beside where its stored form stands. Mutable, owned by one {@link MonitorStore}.
 */
final class HeldMonitor {
  final byte[] key;
  final StreamMonitor monitor;

  /** Observations the monitor has taken. */
  long sequence;

  SnapshotHeader stored;

  HeldMonitor(byte[] key, StreamMonitor monitor, long sequence, SnapshotHeader stored) {
    this.key = key;
    this.monitor = monitor;
    this.sequence = sequence;
    this.stored = stored;
  }

  /** Heap the monitor takes, roughly: its state and as much again for workspace and objects. */
  long bytes() {
    return 2L * stored.length();
  }
}
