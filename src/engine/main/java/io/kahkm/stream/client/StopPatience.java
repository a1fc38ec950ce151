package io.kahkm.stream.client;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long an engine that stops because a thread died waits for its other threads. A producer whose
 * transaction the brokers do not end flushes for ever; the process would look like one that stops
 * and never be started again. What such a thread had not committed is done again after a start.
 *
 * <p>Thread-safe.
 */
public final class StopPatience {
  /** Producers wait as long for brokers themselves ({@code max.block.ms}). */
  static final Duration LONGEST = Duration.ofSeconds(70);

  private static final Logger LOGGER = LoggerFactory.getLogger(StopPatience.class);

  private final LongSupplier nanoTime;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private OptionalLong died = OptionalLong.empty();
  private boolean told;

  /**
   * Waits for nothing yet.
   *
   * @param nanoTime the clock of this JVM
   */
  public StopPatience(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A thread died: the others have {@link #LONGEST} from now, or from the first that died. */
  public synchronized void died() {
    if (died.isEmpty()) {
      died = OptionalLong.of(nanoTime.getAsLong());
    }
  }

  /** All threads have ended. */
  public void stopped() {
    stopped.countDown();
  }

  /**
   * Waits until all threads have ended, or have been waited for long enough.
   *
   * @param timeout longest wait
   * @return true if one of both is so
   * @throws InterruptedException if interrupted
   */
  public boolean await(Duration timeout) throws InterruptedException {
    long wait = Math.min(timeout.toNanos(), left());
    return stopped.await(wait, TimeUnit.NANOSECONDS) || isOver();
  }

  private synchronized long left() {
    return died.isEmpty()
        ? Long.MAX_VALUE
        : LONGEST.toNanos() - (nanoTime.getAsLong() - died.getAsLong());
  }

  private synchronized boolean isOver() {
    boolean over = died.isPresent() && left() <= 0;
    if (over && !told) {
      told = true;
      LOGGER.warn(
          "A stream thread still waits for the brokers {} s after another one died; the process"
              + " stops without it. Nothing is lost; the next start restores its stores from the"
              + " changelogs.",
          LONGEST.toSeconds());
    }
    return over;
  }
}
