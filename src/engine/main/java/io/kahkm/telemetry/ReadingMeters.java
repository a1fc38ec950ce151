package io.kahkm.telemetry;

import io.kahkm.telemetry.MeterNames.Meter;

/** The meters of readings and of how normal they are, by stream; {@link MeterNames} lists them. */
final class ReadingMeters {
  static final Meter NOVELTY =
      Meter.streamGauge(
          "kahkm_novelty",
          "Smallest class score of the last reading, without unit, 0 to 1: small for readings like the recording.");
  static final Meter NOVELTY_LIMIT =
      Meter.streamGauge(
          "kahkm_novelty_limit",
          "Novelty above which a reading is unlike the recording, a quantile over normal rows that the"
              + " map had not seen; absent when the model was not calibrated.");
  static final Meter OUTSIDE_MAP =
      Meter.streamGauge(
          "kahkm_outside_map",
          "1 while evidence of novelty has reached its run length and is not over, 0"
              + " otherwise; a provisional alarm alone leaves it at 0.");
  static final Meter NOVELTY_EVIDENCE =
      Meter.streamGauge(
          "kahkm_novelty_evidence",
          "Evidence of novelty accumulated over rows, on the scale of its alarm: log M / log A"
              + " with the run length A, 0 to 1. Absent with models of earlier versions.");
  static final Meter RELATION =
      Meter.streamGauge(
          "kahkm_relation",
          "How far the last reading is from what the reading before it predicts, in units of how"
              + " the sensors usually miss together: about 1 on normal rows. Absent where the"
              + " reading has no predecessor.");
  static final Meter RELATION_LIMIT =
      Meter.streamGauge(
          "kahkm_relation_limit",
          "Value that few single normal readings exceed; alarms come from evidence, not from it.");
  static final Meter RELATION_EVIDENCE =
      Meter.streamGauge(
          "kahkm_relation_evidence",
          "Evidence that the sensors disagree, accumulated over rows, on the scale"
              + " of its alarm: log M / log A with the run length A, 0 to 1.");
  static final Meter RELATION_BROKEN =
      Meter.streamGauge(
          "kahkm_relation_broken",
          "1 from the alarm until its evidence is over, 0 otherwise; a provisional alarm alone"
              + " leaves it at 0. Absent where the model watches no relations.");
  static final Meter RELATION_BROKEN_SINCE =
      Meter.streamGauge(
          "kahkm_relation_broken_since_timestamp_seconds",
          "Event time of the row with which the evidence began, in seconds of the input's own"
              + " clock; absent unless relation_broken is 1.");
  static final Meter RELATION_FACTOR =
      Meter.streamGauge(
          "kahkm_relation_factor",
          "How many times as far as usual a sensor is from what the others predict, as a mean"
              + " square over the excursion; the four largest of all sensors. Absent unless"
              + " relation_broken is 1.",
          "component");
  static final Meter RELATION_UNWATCHED =
      Meter.streamCounter(
          "kahkm_relation_unwatched_total",
          "Readings whose relations could not be judged: without a predecessor by one step, with a"
              + " missing value, or with held values only; since the stream began. A stream is"
              + " learning where more than 100 readings in a row could not.");
  static final Meter SENSOR_EVIDENCE =
      Meter.streamGauge(
          "kahkm_sensor_evidence",
          "Evidence that a sensor is faulty, on the scale of what is an alarm by itself: log M /"
              + " log A, 0 to 1. Absent where the model does not watch single sensors.");
  static final Meter SENSOR_FAULTY =
      Meter.streamGauge(
          "kahkm_sensor_faulty",
          "1 from the alarm until its evidence is over, 0 otherwise; a provisional alarm alone"
              + " leaves it at 0, unless a sensor is stuck or gone. Absent where the model does not"
              + " watch single sensors.");
  static final Meter SENSOR_FAULTY_SINCE =
      Meter.streamGauge(
          "kahkm_sensor_faulty_since_timestamp_seconds",
          "Event time of the row with which the evidence began, in seconds of the input's own"
              + " clock; absent unless sensor_faulty is 1.");
  static final Meter SENSOR_FAULT =
      Meter.streamGauge(
          "kahkm_sensor_fault",
          "By how much a sensor is off, by kind: readings (stuck, gone), the sensor's unit (high,"
              + " low, out-of-range), times its usual scatter (noisy, quiet); four sensors at most."
              + " Absent unless sensor_faulty is 1.",
          "component",
          "kind");
  static final Meter SENSOR_UNWATCHED =
      Meter.streamCounter(
          "kahkm_sensor_unwatched_total",
          "Readings in which no shift or change of noise of a sensor could be noticed, because its"
              + " past was not complete or a value was missing; since the stream began.");
  static final Meter SENSOR_WAITING =
      Meter.streamGauge(
          "kahkm_sensor_waiting",
          "Readings without a gap that it takes until shifts and changes of noise of single sensors"
              + " are judged again, 0 while they are; their past is not known, or holds an alarm. A"
              + " stream is learning until it is below 10 for the first time, and where more than 100"
              + " readings in a row go unjudged.");
  static final Meter OUTSIDE_MAP_RATIO =
      Meter.streamGauge(
          "kahkm_outside_map_ratio",
          "Share of the rolling window's transitions with a reading unlike the recording, 0 to 1.");
  static final Meter OUTSIDE_MAP_SINCE =
      Meter.streamGauge(
          "kahkm_outside_map_since_timestamp_seconds",
          "Event time of the row with which the evidence of novelty began, in seconds of the"
              + " input's own clock; absent unless outside_map is 1.");
  static final Meter NOVELTY_SHARE =
      Meter.streamGauge(
          "kahkm_novelty_share",
          "Share of a sensor in the squared reconstruction error of the best-scoring class at the"
              + " last reading, without unit, 0 to 1; over all sensors they sum to 1. Absent unless"
              + " outside_map is 1.",
          "component");
  static final Meter INCOMPLETE_STATES =
      Meter.streamCounter(
          "kahkm_incomplete_states_total",
          "Readings skipped because a sensor's value was missing and none could be held, over the"
              + " stream's life, restarts included.");
  static final Meter HELD_VALUES =
      Meter.streamCounter(
          "kahkm_held_values_total",
          "Missing sensor values replaced by the last ones read, over the stream's life, restarts"
              + " included.");
  static final Meter WARM_UP_STATES =
      Meter.streamCounter(
          "kahkm_warm_up_states_total",
          "Complete readings that gave no state yet because delays had to fill or the stream's own"
              + " scaling was being learned, over the stream's life, restarts included.");
  static final Meter UNIFORM_FALLBACK =
      Meter.streamCounter(
          "kahkm_uniform_fallback_total",
          "States so far from every class that the coordinates were set uniform, over the stream's"
              + " life, restarts included.");
  static final Meter OBSERVATION =
      Meter.streamGauge(
          "kahkm_observation", "Last value of a sensor, in the sensor's unit.", "component");

  private ReadingMeters() {}
}
