package io.kahkm.telemetry;

import io.kahkm.certificate.CertificateSettings;
import io.kahkm.monitor.Assessment;
import io.kahkm.monitor.MonitorListener;
import io.kahkm.monitor.StreamStatus;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * Listens to an engine and keeps what its meters and its API show. Thread-safe; nothing here throws
 * into the engine.
 */
public final class EngineTelemetry implements MonitorListener {
  /**
   * Starts with no stream.
   *
   * @param settings limits of the series
   * @param map the map the engine runs on
   * @param certificates how certificates are made, empty when none are
   * @param clock wall clock, for latency and silence
   */
  public EngineTelemetry(
      TelemetrySettings settings,
      MapIdentity map,
      Optional<CertificateSettings> certificates,
      InstantSource clock) {
    throw new UnsupportedOperationException();
  }

  /**
   * The registry behind {@code /metrics}; binders of other meters go here, through the allow list
   * of {@link RuntimeMeters}.
   *
   * @return the registry, owned by this object
   */
  public PrometheusMeterRegistry registry() {
    throw new UnsupportedOperationException();
  }

  /**
   * The last reported status of every stream this instance holds.
   *
   * @return a copy, ordered by stream id
   */
  public Map<String, StreamStatus> statuses() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void encoding() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void encoded() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void updated() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void accepted(int partition, String stream, Assessment assessment, long recordTimestamp) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void rejected(int partition, String reason) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void status(int partition, String stream, StreamStatus status) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void left(int partition) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void joined(int partition) {
    throw new UnsupportedOperationException();
  }
}
