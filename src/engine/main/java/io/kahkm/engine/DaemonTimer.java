package io.kahkm.engine;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** A thread for what is done again and again, which keeps no process alive. */
public final class DaemonTimer {
  private DaemonTimer() {}

  /**
   * Makes one.
   *
   * @param name of its thread
   * @return to be shut down by the caller
   */
  public static ScheduledExecutorService named(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
