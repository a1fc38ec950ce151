package io.kahkm.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class BrokerClockTest {
  private static final long SLACK_MILLIS = 60_000;

  private final BrokerClock clock = new BrokerClock();

  @Test
  void isTheMachinesUntilItIsStepped() {
    assertThat(clock.milliseconds()).isCloseTo(System.currentTimeMillis(), within(SLACK_MILLIS));
    clock.ahead(Duration.ofHours(1));
    assertThat(clock.milliseconds())
        .isCloseTo(System.currentTimeMillis() + 3_600_000, within(SLACK_MILLIS));
    clock.ahead(Duration.ofHours(-1));
    assertThat(clock.milliseconds())
        .isCloseTo(System.currentTimeMillis() - 3_600_000, within(SLACK_MILLIS));
  }

  @Test
  void leavesElapsedTimeAlone() {
    long before = clock.nanoseconds();
    clock.ahead(Duration.ofHours(1));
    assertThat(Duration.ofNanos(clock.nanoseconds() - before)).isLessThan(Duration.ofMinutes(1));
    assertThat(clock.hiResClockMs()).isCloseTo(System.nanoTime() / 1_000_000, within(SLACK_MILLIS));
  }

  @Test
  void waitsUntilItsOwnDeadline() {
    clock.ahead(Duration.ofHours(1));
    Object object = new Object();
    long start = System.nanoTime();
    assertThatThrownBy(() -> clock.waitObject(object, () -> false, clock.milliseconds() + 20))
        .isInstanceOf(TimeoutException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
  }
}
