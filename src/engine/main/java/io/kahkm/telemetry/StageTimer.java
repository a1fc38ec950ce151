package io.kahkm.telemetry;

import io.kahkm.internal.monitor.MonitorProbe;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;

/** Times the stages of the steps of one thread: one object per thread. */
final class StageTimer implements MonitorProbe {
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  private final DistributionDataPoint encodeSeconds;
  private final DistributionDataPoint updateSeconds;
  private long mark;

  StageTimer(DistributionDataPoint encodeSeconds, DistributionDataPoint updateSeconds) {
    this.encodeSeconds = encodeSeconds;
    this.updateSeconds = updateSeconds;
  }

  @Override
  public void encoding() {
    mark = System.nanoTime();
  }

  @Override
  public void encoded() {
    lap(encodeSeconds);
  }

  @Override
  public void updated() {
    lap(updateSeconds);
  }

  private void lap(DistributionDataPoint seconds) {
    long now = System.nanoTime();
    seconds.observe((now - mark) / NANOSECONDS_PER_SECOND);
    mark = now;
  }
}
