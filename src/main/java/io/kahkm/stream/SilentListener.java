package io.kahkm.stream;

import io.kahkm.monitor.Assessment;
import io.kahkm.monitor.MonitorListener;
import io.kahkm.monitor.StreamStatus;

/** A listener that ignores everything, for an engine without telemetry. */
public enum SilentListener implements MonitorListener {
  /** The one instance. */
  INSTANCE;

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
