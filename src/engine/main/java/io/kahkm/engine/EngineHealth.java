package io.kahkm.engine;

/**
 * What an engine instance says about itself, for probes and the page of an instance. Called from
 * the threads of the HTTP server while the engine runs, so implementations are thread-safe, return
 * at once and never throw.
 */
public interface EngineHealth {
  /**
   * Whether the engine takes part in the work: it is neither starting, nor rebalancing or restoring
   * for the first time, nor stopping. A surplus instance without partitions runs.
   *
   * @return true while it does
   */
  boolean running();

  /**
   * Whether the model is in memory and its fingerprint agrees with the stored state.
   *
   * @return true once it does
   */
  boolean modelLoaded();

  /**
   * Whether the encoder has run often enough to be compiled, so that the first records are not
   * slow.
   *
   * @return true once it has
   */
  boolean warm();

  /**
   * Whether a thread that should process records has died. It never becomes false again: the
   * process has to be started anew.
   *
   * @return true once one has
   */
  boolean deadThread();

  /**
   * Input partitions whose streams this instance holds.
   *
   * @return at least 0 and at most {@link #partitionsTotal()} once that is known
   */
  int partitionsHeld();

  /**
   * Partitions of the input topic.
   *
   * @return at least 1, or 0 before the topic is known
   */
  int partitionsTotal();

  /**
   * The state in words, such as the name of the engine's state and what it waits for.
   *
   * @return one short line without secrets
   */
  String detail();

  /**
   * Whether the instance can serve: running, model loaded, warm, no dead thread. Restoring does not
   * make an instance unhealthy, only unready.
   *
   * @return true when all four hold
   */
  default boolean ready() {
    return running() && modelLoaded() && warm() && !deadThread();
  }
}
