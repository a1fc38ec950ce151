package io.kahkm.config;

import java.time.Duration;
import java.util.Optional;

/**
 * When nothing comes of a stream any more, by the wall clock of the instance that holds it.
 *
 * @param silentAfter time without a record after which it counts as silent; empty for ten steps,
 *     and a minute at least
 * @param endedAfter time without a record after which nobody waits for it any more; empty for sixty
 *     times as long
 */
public record SilenceConfig(Optional<Duration> silentAfter, Optional<Duration> endedAfter) {
  /** Steps that may be missing before a stream is silent: some are late, some are lost. */
  private static final int STEPS = 10;

  private static final int SILENCES = 60;
  private static final Duration SHORTEST = Duration.ofMinutes(1);

  /**
   * When a stream is silent.
   *
   * @param step time between two readings, where it is declared
   * @return a positive time
   */
  public Duration silentAfter(Optional<Duration> step) {
    return silentAfter.orElseGet(
        () ->
            step.map(one -> one.multipliedBy(STEPS))
                .filter(steps -> steps.compareTo(SHORTEST) > 0)
                .orElse(SHORTEST));
  }

  /**
   * When a stream has ended.
   *
   * @param step time between two readings, where it is declared
   * @return a time that is longer than that after which it is silent
   */
  public Duration endedAfter(Optional<Duration> step) {
    return endedAfter.orElseGet(() -> silentAfter(step).multipliedBy(SILENCES));
  }
}
