package io.kahkm.broker;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/**
 * The clock that a broker is given: the machine's, ahead of it or behind by a step that can be
 * changed while the broker runs. What measures elapsed time is not stepped, as with a machine's
 * clock that is set. Thread-safe.
 */
final class BrokerClock implements Time {
  private volatile long aheadMillis;

  /** Sets the clock; what was set before counts no more. */
  void ahead(Duration step) {
    aheadMillis = step.toMillis();
  }

  @Override
  public long milliseconds() {
    return Time.SYSTEM.milliseconds() + aheadMillis;
  }

  @Override
  public long nanoseconds() {
    return Time.SYSTEM.nanoseconds();
  }

  @Override
  public void sleep(long milliseconds) {
    Time.SYSTEM.sleep(milliseconds);
  }

  /**
   * Waits as the machine's clock does, whose reading the deadline is converted to.
   *
   * @throws InterruptedException if interrupted
   */
  @Override
  public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMillis)
      throws InterruptedException {
    Time.SYSTEM.waitObject(object, condition, deadlineMillis - aheadMillis);
  }
}
