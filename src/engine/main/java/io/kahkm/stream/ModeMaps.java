package io.kahkm.stream;

import io.kahkm.stream.store.Promotions;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one or two maps of a task for one mode of its machines. For each stream one of them publishes
 * and the other one is on trial: by the topology file, and where it says {@code model.promote:
 * evidence} by {@link Promotions} too.
 *
 * <p>One owner, the task's thread.
 *
 * @param mode its name; {@link Models#ONE_MODE} for a machine with one mode
 * @param main the map of {@code model.file}
 * @param second the map of {@code model.shadow}, null without one
 * @param promotions say which one publishes
 */
record ModeMaps(String mode, TaskMap main, @Nullable TaskMap second, Promotions promotions) {
  /** Whether these are the maps of the same mode. */
  boolean isOf(ModeMaps other) {
    return mode.equals(other.mode);
  }

  /** Whether the map of {@code model.shadow} publishes for a stream. */
  boolean isPromoted(byte[] key) {
    return second != null && promotions.isPromoted(key, main.fingerprint());
  }

  /** The map that publishes for a stream. */
  TaskMap leading(byte[] key) {
    return second != null && isPromoted(key) ? second : main;
  }

  /** The map on trial for a stream; null without a second one. */
  @Nullable TaskMap trying(byte[] key) {
    return second != null && isPromoted(key) ? main : second;
  }

  /** Monitors of the map that publishes for a stream. */
  MonitorStore store(byte[] key) {
    return leading(key).store();
  }

  /** Makes the records of the map that publishes for a stream. */
  PublishedRecords published(byte[] key) {
    return leading(key).published();
  }

  /** Treats the monitor on trial of a stream; null without a second map. */
  @Nullable ShadowMonitors trial(byte[] key) {
    TaskMap map = trying(key);
    return map == null ? null : map.trial();
  }

  /** Does something with each map. */
  void each(Consumer<TaskMap> action) {
    action.accept(main);
    if (second != null) {
      action.accept(second);
    }
  }
}
