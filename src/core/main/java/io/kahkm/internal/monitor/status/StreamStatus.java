package io.kahkm.internal.monitor.status;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.incident.Incident;
import java.util.List;
import java.util.Optional;

/**
 * An immutable view of a stream at one moment, for metrics, the API and tables.
 *
 * @param time event time of the last state, nanoseconds
 * @param readiness whether the last observation gave a state of the map
 * @param state last sensor values, held ones included, NaN where one is missing
 * @param counts what was counted since the first observation
 * @param map where on the map the last state lies
 * @param novelty how far from what the map knows
 * @param relation the relation channel, absent where the model has none
 * @param sensors the sensor channel, absent where the model has none
 * @param incident the open incident, absent where there is none
 * @param incidents incidents so far, the open one included
 * @param rolling the rolling window of the last pairs
 * @param horizons one entry per horizon, ascending
 * @param others how other forecasters' forecasts fare, by forecaster and horizon
 * @param closure the live closure
 * @param certificate the last closed certificate
 * @param verdictRun consecutive windows with its verdict
 * @param evidence mean evidence of all alarm channels against normal operation, 0 where the model
 *     gathers none
 * @param operation whether the machine runs; absent without a rule that says so
 */
public record StreamStatus(
    long time,
    Readiness readiness,
    List<Double> state,
    StreamCounts counts,
    MapStatus map,
    NoveltyStatus novelty,
    Optional<RelationStatus> relation,
    Optional<SensorStatus> sensors,
    Optional<Incident> incident,
    long incidents,
    RollingStatus rolling,
    List<HorizonStatus> horizons,
    List<OtherStatus> others,
    ClosureStatus closure,
    Optional<WindowCertificate> certificate,
    int verdictRun,
    double evidence,
    Optional<OperationStatus> operation) {
  /** Copies the lists. */
  public StreamStatus {
    state = List.copyOf(state);
    horizons = List.copyOf(horizons);
    others = List.copyOf(others);
  }

  /**
   * The same without its last window, for whoever may not show it any more.
   *
   * @return a copy
   */
  public StreamStatus withoutCertificate() {
    return new StreamStatus(
        time,
        readiness,
        state,
        counts,
        map,
        novelty,
        relation,
        sensors,
        incident,
        incidents,
        rolling,
        horizons,
        others,
        closure,
        Optional.empty(),
        0,
        evidence,
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
    return readiness.inOperation();
  }

  /**
   * Whether readings are still collected that a channel needs: none has given a state of the map
   * yet, drift and scatter of single sensors go unjudged for long, because their past is not known,
   * or relations do, because too many values are held or none follows another.
   *
   * @return true as long as not every channel judges the present readings
   */
  public boolean learning() {
    return !encoded()
        || sensors.filter(SensorStatus::learning).isPresent()
        || relation.filter(RelationStatus::learning).isPresent();
  }

  /**
   * Whether every channel can raise an alarm: novelty, relations and single sensors. Where one
   * cannot, a fault that only it would notice leaves no trace, so nothing says that the stream is
   * normal.
   *
   * @return false if the model lacks a channel, or its novelty has a limit that nothing exceeds
   */
  public boolean watched() {
    return novelty.level().isPresent() && relation.isPresent() && sensors.isPresent();
  }
}
