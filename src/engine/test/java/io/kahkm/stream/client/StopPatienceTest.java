package io.kahkm.stream.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopPatienceTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final StopPatience patience = new StopPatience(now::get);

  @Test
  void anEngineThatWorksIsNotDoneHoweverLongItDoes() throws Exception {
    now.addAndGet(10 * StopPatience.LONGEST.toNanos());
    assertThat(patience.await(Duration.ZERO)).isFalse();
  }

  /** A thread in the flush of a transaction that the brokers do not end. */
  @Test
  void aThreadThatDoesNotEndIsLeftBehind() throws Exception {
    patience.died();
    now.addAndGet(StopPatience.LONGEST.toNanos() - 1_000_000);
    assertThat(patience.await(Duration.ZERO)).isFalse();
    // Another one that dies later does not begin it again.
    patience.died();
    now.addAndGet(1_000_000);
    assertThat(patience.await(Duration.ofDays(1))).isTrue();
  }

  @Test
  void threadsThatEndAreNotWaitedFor() throws Exception {
    patience.died();
    patience.stopped();
    assertThat(patience.await(Duration.ofDays(1))).isTrue();
  }
}
