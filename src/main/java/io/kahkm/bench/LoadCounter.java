package io.kahkm.bench;

import io.kahkm.monitor.Assessment;
import io.kahkm.monitor.MonitorListener;
import io.kahkm.monitor.StreamStatus;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the monitors that were not on the heap when their record came. Thread-safe. */
final class LoadCounter implements MonitorListener {
  private final AtomicLong loads = new AtomicLong();

  long count() {
    return loads.get();
  }

  @Override
  public void loaded() {
    loads.incrementAndGet();
  }

  @Override
  public void encoding() {}

  @Override
  public void encoded() {}

  @Override
  public void updated() {}

  @Override
  public void accepted(int partition, String stream, Assessment assessment, long recordTimestamp) {}

  @Override
  public void rejected(int partition, String reason) {}

  @Override
  public void status(int partition, String stream, StreamStatus status) {}

  @Override
  public void left(int partition) {}

  @Override
  public void joined(int partition) {}
}
