package io.kahkm.decode;

import io.kahkm.internal.numeric.Labelled;

/** Why a record was rejected: the closed set of the rejects topic and of the metric's label. */
public enum RejectReason implements Labelled {
  /**
   * Not one JSON object, or one that is nested too deep, names a field twice or has no valid end.
   */
  MALFORMED,
  /** A field the topology file names is absent or null. */
  MISSING_FIELD,
  /** The record has no key, so that its stream is unknown. */
  MISSING_KEY,
  /**
   * The record has no timestamp, which is the time of inputs without a time field; or another
   * forecaster's forecast names no event time.
   */
  MISSING_TIME,
  /**
   * An array of states has another length than the model, or a number was expected and an array
   * found.
   */
  WRONG_DIMENSION,
  /**
   * A number is NaN or infinite, also as text, or too large for a double; a time is beyond 292
   * years from 1970.
   */
  NOT_FINITE,
  /** Text, a boolean or an object where a number belongs. */
  NOT_NUMERIC,
  /** Its time is earlier than the stream's last. */
  OUT_OF_ORDER,
  /** Its time equals the stream's last, or another forecaster's forecast was there before. */
  DUPLICATE,
  /** Its step from the last state is outside the tolerance; it starts the next transition. */
  IRREGULAR,
  /**
   * The value, the key or the headers that go on are longer than is read, or the record would
   * become too much on its way.
   */
  TOO_LARGE,
  /** The value is null. */
  NULL_VALUE,
  /** It would begin a stream, and its partition has as many as it may. */
  TOO_MANY_STREAMS,
  /**
   * A tag's value came after its step was closed, another forecaster's forecast after its outcome,
   * or a value of a known input after its time.
   */
  LATE,
  /** A tag has another value at the same time: neither stands. */
  CONFLICT,
  /**
   * A tag's time is so far ahead of its stream that its clock must be wrong, or more forecasts of
   * another forecaster, or times of known inputs, wait for their reading than are kept.
   */
  AHEAD,
  /** A tag has more values in open steps than are kept. */
  CROWDED,
  /** Its schema is missing, or the value is not what the schema says. */
  UNKNOWN_SCHEMA,
  /** A Sparkplug metric uses an alias that no birth has named. */
  UNKNOWN_ALIAS,
  /** Another forecaster's forecast names a sensor that the model does not have. */
  UNKNOWN_SENSOR,
  /** Another forecaster's forecast is of a horizon that is not compared. */
  UNKNOWN_HORIZON,
  /**
   * Another forecaster's forecast was made from a reading that the stream does not have, or whose
   * outcome will not be known; or something is known ahead of a stream without any reading.
   */
  NO_READING,
  /** The engine threw on it again and again: a programming error, told with the record. */
  FAILED
}
