package io.kahkm.internal.monitor.status;

import java.util.Optional;

/**
 * An immutable view of a stream at one moment, for metrics, the API and tables.
 *
 * @param reading the last observation
 * @param counts what was counted since the first observation
 * @param map where on the map the last state lies
 * @param channels what the alarm channels make of it
 * @param incidents the incidents so far
 * @param closure the live closure
 * @param forecasts how forecasts fare
 * @param certificates the last closed certificate
 * @param operation whether the machine runs; absent without a rule that says so
 */
public record StreamStatus(
    ReadingStatus reading,
    StreamCounts counts,
    MapStatus map,
    ChannelStatus channels,
    IncidentStatus incidents,
    ClosureStatus closure,
    ForecasterStatus forecasts,
    CertificateStatus certificates,
    Optional<OperationStatus> operation) {
  /**
   * The same without its last window, for whoever may not show it any more.
   *
   * @return a copy
   */
  public StreamStatus withoutCertificate() {
    return new StreamStatus(
        reading,
        counts,
        map,
        channels,
        incidents,
        closure,
        forecasts,
        CertificateStatus.NONE,
        operation);
  }

  /**
   * Whether any reading has given a state of the map yet.
   *
   * @return true if coordinates, class and novelty are meaningful
   */
  public boolean encoded() {
    return !map.coordinates().isEmpty();
  }

  /**
   * Whether the machine is in operation, so that its readings are judged.
   *
   * @return false where it stands still or has not settled
   */
  public boolean inOperation() {
    return reading.readiness().inOperation();
  }

  /**
   * Whether a channel has been unable to judge for long: drift and scatter of single sensors,
   * because their past is not known, or relations, because too many values are held or none follows
   * another.
   *
   * @return whatever the last reading was
   */
  public boolean learning() {
    return channels.sensors().filter(SensorStatus::learning).isPresent()
        || channels.relation().filter(RelationStatus::learning).isPresent();
  }

  /**
   * Whether every channel can raise an alarm: novelty, relations and single sensors. Where one
   * cannot, a fault that only it would notice leaves no trace, so nothing says that the stream is
   * normal.
   *
   * @return false if the model lacks a channel, or its novelty has a limit that nothing exceeds
   */
  public boolean watched() {
    return channels.novelty().level().isPresent()
        && channels.relation().isPresent()
        && channels.sensors().isPresent();
  }
}
