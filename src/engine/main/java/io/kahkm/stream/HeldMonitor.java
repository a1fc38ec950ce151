package io.kahkm.stream;

import io.kahkm.internal.monitor.StreamMonitor;

/**
 * A live monitor beside where its stored form stands. Mutable, owned by one {@link MonitorStore}.
 */
public final class HeldMonitor {
  final byte[] key;

  /** The key as text. */
  final String stream;

  final StreamMonitor monitor;

  /** Observations the monitor has taken. */
  public long sequence;

  SnapshotHeader stored;

  /** Event time that is noted of the stream, null if none is or has been read. */
  Long noted;

  public HeldMonitor(byte[] key, StreamMonitor monitor, long sequence, SnapshotHeader stored) {
    this.key = key;
    stream = StreamIds.of(key).orElseThrow();
    this.monitor = monitor;
    this.sequence = sequence;
    this.stored = stored;
  }
}
