package io.kahkm.cli.topic;

import java.util.concurrent.TimeUnit;

/** Holds a loop to a steady rate by the system's monotonic clock. For one thread. */
public final class Pace {
  private final double nanosPerStep;
  private final long start = System.nanoTime();
  private long steps;

  /**
   * Starts now.
   *
   * @param perSecond steps per second; 0 means as fast as possible
   */
  public Pace(double perSecond) {
    nanosPerStep = perSecond == 0 ? 0 : 1e9 / perSecond;
  }

  /** Waits until the next step is due; the first one is due at once. */
  public void await() throws InterruptedException {
    long due = Math.round(steps++ * nanosPerStep);
    long early = due - (System.nanoTime() - start);
    if (early > 0) {
      TimeUnit.NANOSECONDS.sleep(early);
    }
  }
}
