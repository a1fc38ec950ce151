package io.kahkm.stream;

import io.kahkm.topology.TopologyConfig;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Warms the code of an engine up while the engine starts, and keeps its processors from their first
 * record until that is over. They ask for their blueprint when they begin, which is after they have
 * joined their group and restored their stores, and get it when the code is warm.
 *
 * <p>Thread-safe; {@link #begin} and {@link #finish} are called once each, in this order.
 */
final class WarmStart {
  private final WarmUp warmUp;
  private final MonitorBlueprint blueprint;
  private final CompletableFuture<MonitorBlueprint> warmed = new CompletableFuture<>();

  /**
   * Prepares it; nothing is done yet.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model
   */
  WarmStart(TopologyConfig config, MonitorBlueprint blueprint) {
    this.blueprint = blueprint;
    warmUp = new WarmUp(config, blueprint);
  }

  /** Waits until the code is warm, then gives the blueprint. */
  Supplier<MonitorBlueprint> blueprint() {
    return warmed::join;
  }

  boolean warm() {
    return warmed.isDone() && !warmed.isCompletedExceptionally();
  }

  /** The first half, on another thread; whoever waits for it may join the group then. */
  CompletableFuture<Integer> begin() {
    return CompletableFuture.supplyAsync(warmUp::records);
  }

  /** The second half, on this thread; processors go on at its end. */
  void finish() {
    try {
      warmUp.windows();
    } catch (RuntimeException | Error broken) {
      warmed.completeExceptionally(broken);
      throw broken;
    }
    warmed.complete(blueprint);
  }
}
