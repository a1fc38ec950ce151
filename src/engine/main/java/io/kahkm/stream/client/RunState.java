package io.kahkm.stream.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Whether an engine has come to run, what it died of, and whether it has stopped. Thread-safe. */
public final class RunState {
  /** Until it is known whether the engine runs. */
  private final CountDownLatch known = new CountDownLatch(1);

  private final StopPatience patience = new StopPatience(System::nanoTime);
  private volatile @Nullable Throwable cause;

  /** The engine runs. */
  public void runs() {
    known.countDown();
  }

  /** All threads of the engine have ended. */
  public void stopped() {
    known.countDown();
    patience.stopped();
  }

  /**
   * A thread died, and the engine with it.
   *
   * @param thrown what it died of
   */
  public void died(Throwable thrown) {
    cause = thrown;
    patience.died();
    known.countDown();
  }

  /**
   * What the engine died of.
   *
   * @return as it was thrown, empty while no thread died
   */
  public Optional<Throwable> cause() {
    return Optional.ofNullable(cause);
  }

  /**
   * Waits until the engine runs, or never will.
   *
   * @param timeout longest wait
   * @return false if that is not known yet
   * @throws InterruptedException if interrupted
   */
  public boolean awaitKnown(Duration timeout) throws InterruptedException {
    return known.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Waits until the engine has stopped, or has been waited for long enough after a thread died.
   *
   * @param timeout longest wait
   * @return true if one of both is so
   * @throws InterruptedException if interrupted
   */
  public boolean awaitStop(Duration timeout) throws InterruptedException {
    return patience.await(timeout);
  }
}
