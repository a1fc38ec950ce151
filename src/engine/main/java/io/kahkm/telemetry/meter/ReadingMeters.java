package io.kahkm.telemetry.meter;

import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.internal.sensor.SensorFinding;
import java.util.List;
import java.util.OptionalLong;

/** The meters of readings and of how normal they are, by stream. */
public final class ReadingMeters {
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  /**
   * What is known of a stream, with the sensors that have series.
   *
   * @param status what is known
   * @param sensors names them
   * @param leading those that contribute most to the novelty
   */
  public record Named(StreamStatus status, SensorSeries sensors, List<Integer> leading) {}

  /** Of every stream with a reading. */
  public static final MeterTable<StreamStatus> READINGS =
      new MeterTable<StreamStatus>("stream")
          .maybe(
              "kahkm_assignment_loss",
              "f-hat over the rolling window, mean (1 - phi_c)^2, without unit, 0 to 1. A plain"
                  + " statistic: no confidence level.",
              status -> status.closure().rolling().assignmentLoss())
          .maybe(
              "kahkm_successor_variance",
              "s-hat over the rolling window, within-class variance of the successor coordinates,"
                  + " without unit, 0 to 1. A plain statistic: no confidence level.",
              status -> status.closure().rolling().successorVariance())
          .maybe(
              "kahkm_closure_spectral_norm",
              "Largest singular value of the live closure when the last window closed.",
              status -> status.closure().norm())
          .maybe(
              "kahkm_closure_spectral_radius",
              "Largest modulus of an eigenvalue of the live closure when a window closed, measured"
                  + " again once C^2 transitions have been learned.",
              status -> status.closure().radius())
          .value(
              "kahkm_novelty",
              "Smallest class score of the last reading, without unit, 0 to 1: small for readings"
                  + " like the recording.",
              status -> status.encoded() ? status.channels().novelty().value() : Double.NaN)
          .maybe(
              "kahkm_novelty_limit",
              "Novelty above which a reading is unlike the recording, a quantile over normal rows"
                  + " that the map had not seen; absent when the model was not calibrated.",
              status -> status.channels().novelty().limit())
          .maybe(
              "kahkm_novelty_evidence",
              "Evidence of novelty accumulated over rows, on the scale of its alarm: log M / log A"
                  + " with the run length A, 0 to 1. Absent with models of earlier versions.",
              status -> status.channels().novelty().level())
          .value(
              "kahkm_outside_map_since_timestamp_seconds",
              "Event time of the row with which the evidence of novelty began, in seconds of the"
                  + " input's own clock; absent unless outside_map is 1.",
              status -> seconds(status.channels().novelty().since()))
          .value(
              "kahkm_outside_map_ratio",
              "Share of the rolling window's transitions with a reading unlike the recording, 0 to"
                  + " 1.",
              status -> status.closure().rolling().outsideRatio())
          .flag(
              "kahkm_incident_open",
              "1 while an incident of the stream is open: from the decision that its readings are"
                  + " unlike the recording, its sensors disagree or one is faulty until ten"
                  + " readings in a row are normal, 0 otherwise.",
              status -> status.incidents().open().isPresent())
          .value(
              "kahkm_incidents_total",
              "Incidents of the stream since it was first heard of, over restarts.",
              status -> status.incidents().count())
          .value(
              "kahkm_incomplete_states_total",
              "Readings skipped because a sensor's value was missing and none could be held, over"
                  + " the stream's life, restarts included.",
              status -> status.counts().incomplete())
          .value(
              "kahkm_held_values_total",
              "Missing sensor values replaced by the last ones read, over the stream's life,"
                  + " restarts included.",
              status -> status.counts().heldValues())
          .value(
              "kahkm_warm_up_states_total",
              "Complete readings that gave no state yet because delays had to fill or the stream's"
                  + " own scaling was being learned, over the stream's life, restarts included.",
              status -> status.counts().warmUp())
          .value(
              "kahkm_closure_rollbacks_total",
              "Times the closure was restored to what it was before an excursion from the"
                  + " recording, over the stream's life, restarts included.",
              status -> status.closure().rollbacks())
          .value(
              "kahkm_uniform_fallback_total",
              "States so far from every class that the coordinates were set uniform, over the"
                  + " stream's life, restarts included.",
              status -> status.counts().uniformFallbacks());

  /** Of present readings; a machine that stands still has none that are judged. */
  public static final MeterTable<StreamStatus> ALARMS =
      new MeterTable<StreamStatus>("stream")
          .flag(
              "kahkm_outside_map",
              "1 while evidence of novelty has reached its run length and is not over, 0"
                  + " otherwise; a provisional alarm alone leaves it at 0.",
              status -> status.channels().novelty().outside())
          .value(
              "kahkm_relation_broken",
              "1 from the alarm until its evidence is over, 0 otherwise; a provisional alarm alone"
                  + " leaves it at 0. Absent where the model watches no relations.",
              status ->
                  status
                      .channels()
                      .relation()
                      .map(relation -> flag(relation.broken()))
                      .orElse(Double.NaN))
          .value(
              "kahkm_sensor_faulty",
              "1 from the alarm until its evidence is over, 0 otherwise; a provisional alarm alone"
                  + " leaves it at 0, unless a sensor is stuck or gone. Absent where the model does"
                  + " not watch single sensors.",
              status ->
                  status
                      .channels()
                      .sensors()
                      .map(channel -> flag(channel.faulty()))
                      .orElse(Double.NaN));

  /** Of streams whose relations are watched. */
  public static final MeterTable<RelationStatus> RELATIONS =
      new MeterTable<RelationStatus>("stream")
          .maybe(
              "kahkm_relation",
              "How far the last reading is from what the reading before it predicts, in units of"
                  + " how the sensors usually miss together: about 1 on normal rows. Absent where"
                  + " the reading has no predecessor.",
              RelationStatus::value)
          .value(
              "kahkm_relation_limit",
              "Value that few single normal readings exceed; alarms come from evidence, not from"
                  + " it.",
              RelationStatus::limit)
          .value(
              "kahkm_relation_evidence",
              "Evidence that the sensors disagree, accumulated over rows, on the scale"
                  + " of its alarm: log M / log A with the run length A, 0 to 1.",
              RelationStatus::level)
          .value(
              "kahkm_relation_broken_since_timestamp_seconds",
              "Event time of the row with which the evidence began, in seconds of the input's own"
                  + " clock; absent unless relation_broken is 1.",
              relation -> seconds(relation.since()))
          .value(
              "kahkm_relation_unwatched_total",
              "Readings whose relations could not be judged: without a predecessor by one step,"
                  + " with a missing value, or with held values only; since the stream began. A"
                  + " stream is learning where more than 100 readings in a row could not.",
              RelationStatus::unwatched);

  /** Of streams whose single sensors are watched. */
  public static final MeterTable<SensorStatus> FAULTS =
      new MeterTable<SensorStatus>("stream")
          .value(
              "kahkm_sensor_evidence",
              "Evidence that a sensor is faulty, on the scale of what is an alarm by itself: log M"
                  + " / log A, 0 to 1. Absent where the model does not watch single sensors.",
              SensorStatus::level)
          .value(
              "kahkm_sensor_faulty_since_timestamp_seconds",
              "Event time of the row with which the evidence began, in seconds of the input's own"
                  + " clock; absent unless sensor_faulty is 1.",
              channel -> seconds(channel.since()))
          .value(
              "kahkm_sensor_unwatched_total",
              "Readings in which no shift or change of noise of a sensor could be noticed, because"
                  + " its past was not complete or a value was missing; since the stream began.",
              SensorStatus::unwatched)
          .value(
              "kahkm_sensor_waiting",
              "Readings without a gap that it takes until shifts and changes of noise of single"
                  + " sensors are judged again, 0 while they are; their past is not known, or holds"
                  + " an alarm. A stream is learning until it is below 10 for the first time, and"
                  + " where more than 100 readings in a row go unjudged.",
              SensorStatus::waiting);

  /** Of single sensors; those that an alarm names have series whatever their index. */
  public static final MeterTable<Named> SENSORS =
      new MeterTable<Named>("stream")
          .each(
              "kahkm_novelty_share",
              "Share of a sensor in the squared reconstruction error of the best-scoring class at"
                  + " the last reading, without unit, 0 to 1; over all sensors they sum to 1."
                  + " Absent unless outside_map is 1.",
              ReadingMeters::shares,
              "component")
          .each(
              "kahkm_relation_factor",
              "How many times as far as usual a sensor is from what the others predict, as a mean"
                  + " square over the excursion; the four largest of all sensors. Absent unless"
                  + " relation_broken is 1.",
              ReadingMeters::factors,
              "component")
          .each(
              "kahkm_sensor_fault",
              "By how much a sensor is off, by kind: readings (stuck, gone), the sensor's unit"
                  + " (high, low, out-of-range), times its usual scatter (noisy, quiet); four"
                  + " sensors at most. Absent unless sensor_faulty is 1.",
              ReadingMeters::faults,
              "component",
              "kind")
          .each(
              "kahkm_observation",
              "Last value of a sensor, in the sensor's unit.",
              ReadingMeters::observations,
              "component");

  private ReadingMeters() {}

  /** Adds the samples of a stream's readings. */
  public static void put(
      StreamStatus status, SensorSeries sensors, Samples samples, String stream) {
    READINGS.put(status, samples, stream);
    if (status.inOperation()) {
      ALARMS.put(status, samples, stream);
    }
    status.channels().relation().ifPresent(relation -> RELATIONS.put(relation, samples, stream));
    status.channels().sensors().ifPresent(channel -> FAULTS.put(channel, samples, stream));
    SENSORS.put(new Named(status, sensors, sensors.leading(status)), samples, stream);
  }

  private static void shares(Named named, MeterTable.Values values) {
    for (int sensor : named.leading()) {
      values.add(
          named.status().channels().novelty().shares().get(sensor), named.sensors().name(sensor));
    }
  }

  private static void factors(Named named, MeterTable.Values values) {
    named
        .status()
        .channels()
        .relation()
        .filter(relation -> relation.since().isPresent())
        .ifPresent(
            relation ->
                relation
                    .sensors()
                    .forEach(one -> values.add(one.factor(), named.sensors().name(one.sensor()))));
  }

  private static void faults(Named named, MeterTable.Values values) {
    named
        .status()
        .channels()
        .sensors()
        .filter(channel -> channel.since().isPresent())
        .ifPresent(
            channel -> {
              for (SensorFinding fault : channel.findings()) {
                String sensor = named.sensors().name(fault.sensor());
                values.add(fault.amount(), sensor, fault.kind().label());
              }
            });
  }

  private static void observations(Named named, MeterTable.Values values) {
    for (int sensor : named.sensors().observed(named.status(), named.leading())) {
      values.add(named.status().reading().values().get(sensor), named.sensors().name(sensor));
    }
  }

  private static double seconds(OptionalLong nanoseconds) {
    return nanoseconds.isPresent() ? nanoseconds.getAsLong() / NANOSECONDS_PER_SECOND : Double.NaN;
  }

  private static double flag(boolean value) {
    return value ? 1 : 0;
  }
}
