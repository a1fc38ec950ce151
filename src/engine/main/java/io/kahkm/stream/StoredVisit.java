package io.kahkm.stream;

import io.kahkm.internal.monitor.status.StreamStatus;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Tells piece by piece what is stored of the streams of a partition that came here: they may be
 * silent by now, and what was said of them last must not vanish with the process that said it.
 *
 * <p>One owner, the task's thread.
 */
final class StoredVisit {
  private final MonitorStore store;

  /** Last of the streams visited. */
  private @Nullable Bytes visited;

  private boolean open = true;

  /**
   * A visit of all streams, not begun.
   *
   * @param store of the partition
   */
  StoredVisit(MonitorStore store) {
    this.store = store;
  }

  /** Whether streams are left. */
  boolean isOpen() {
    return open;
  }

  /**
   * Goes on, where streams are left.
   *
   * @param wanted whether a stream is to be read, by its key
   * @param seen takes each stream and its view
   * @param enough asked after every stream
   */
  void go(
      Predicate<byte[]> wanted,
      BiConsumer<HeldMonitor, StreamStatus> seen,
      BooleanSupplier enough) {
    if (open) {
      visited = store.visit(visited, wanted, seen, enough);
      open = visited != null;
    }
  }
}
