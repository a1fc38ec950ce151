package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageTimerTest {
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  /** Keeps what is observed. */
  private static final class Observed implements DistributionDataPoint {
    final List<Double> seconds = new ArrayList<>();

    @Override
    public long getCount() {
      return seconds.size();
    }

    @Override
    public double getSum() {
      return seconds.stream().mapToDouble(Double::doubleValue).sum();
    }

    @Override
    public void observe(double value) {
      seconds.add(value);
    }

    @Override
    public void observeWithExemplar(double value, Labels labels) {
      observe(value);
    }
  }

  /** Passes time until the clock that is measured with has gone on by that much. */
  private static void pass(long nanoseconds) {
    long end = System.nanoTime() + nanoseconds;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /**
   * Each stage has its own seconds, from its beginning to its end: bounds by the same clock, read
   * before and after.
   */
  @Test
  void everyStageIsTimedFromTheOneBeforeInSeconds() {
    Observed encode = new Observed();
    Observed update = new Observed();
    StageTimer timer = new StageTimer(encode, update, null);
    long shortest = 1_000_000;
    for (int step = 0; step < 3; step++) {
      pass(5 * shortest); // between two records: nobody's
      long start = System.nanoTime();
      timer.encoding();
      pass(shortest);
      timer.encoded();
      pass(2 * shortest);
      timer.updated();
      long longest = System.nanoTime() - start;

      double encoding = encode.seconds.get(step);
      double updating = update.seconds.get(step);
      assertThat(encoding).isGreaterThanOrEqualTo(shortest / NANOSECONDS_PER_SECOND);
      assertThat(updating).isGreaterThanOrEqualTo(2 * shortest / NANOSECONDS_PER_SECOND);
      // Together they are no more than what passed, up to the rounding of the sum.
      assertThat(encoding + updating).isLessThanOrEqualTo(longest / NANOSECONDS_PER_SECOND + 1e-12);
    }
    assertThat(encode.seconds).hasSize(3);
    assertThat(update.seconds).hasSize(3);
  }
}
