package io.kahkm.internal.sensor;

/**
 * What may be wrong with a sensor at one moment.
 *
 * @param sensor 0-based index into a reading
 * @param kind what
 * @param since event time of the row with which it began, nanoseconds
 * @param evidence capital of the bets on it over the number of sensors and kinds: normal operation
 *     reaches it on average after at least as many rows
 * @param value its last reading that was read, in the units of readings; NaN without one
 * @param implied what its past and the other sensors imply, likewise; NaN where they imply nothing
 * @param amount by how much, by kind: rows without a change or a value ({@link SensorKind#STUCK},
 *     {@link SensorKind#GONE}); the size of the shift, positive, in the units of readings ({@link
 *     SensorKind#HIGH}, {@link SensorKind#LOW}); how many times its usual scatter ({@link
 *     SensorKind#NOISY}, {@link SensorKind#QUIET}); how far beyond the range ({@link
 *     SensorKind#RANGE})
 */
public record SensorFinding(
    int sensor,
    SensorKind kind,
    long since,
    double evidence,
    double value,
    double implied,
    double amount) {}
