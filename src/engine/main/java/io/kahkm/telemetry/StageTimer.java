package io.kahkm.telemetry;

import io.kahkm.internal.monitor.status.MonitorProbe;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import org.jspecify.annotations.Nullable;

/** Times the stages of the steps of one thread: one object per thread. */
final class StageTimer implements MonitorProbe {
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  private final DistributionDataPoint encodeSeconds;
  private final DistributionDataPoint updateSeconds;
  private final @Nullable RecordTracer tracer;
  private long mark;

  /**
   * A timer of the calling thread.
   *
   * @param tracer told of the parts of each record, null for none
   */
  StageTimer(
      DistributionDataPoint encodeSeconds,
      DistributionDataPoint updateSeconds,
      @Nullable RecordTracer tracer) {
    this.encodeSeconds = encodeSeconds;
    this.updateSeconds = updateSeconds;
    this.tracer = tracer;
  }

  @Override
  public void encoding() {
    mark = System.nanoTime();
  }

  @Override
  public void encoded() {
    lap(encodeSeconds, "encode");
  }

  @Override
  public void updated() {
    lap(updateSeconds, "update");
  }

  private void lap(DistributionDataPoint seconds, String part) {
    long now = System.nanoTime();
    seconds.observe((now - mark) / NANOSECONDS_PER_SECOND);
    if (tracer != null) {
      tracer.part(part, mark, now);
    }
    mark = now;
  }
}
