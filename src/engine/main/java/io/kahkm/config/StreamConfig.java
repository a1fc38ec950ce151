package io.kahkm.config;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is declared of streams and of their episodes, whatever their records hold.
 *
 * @param longest pairs after which an episode's unit is closed for certificates
 * @param restartAfterIdle whether the operator asserts that the state after a gap is an independent
 *     start
 * @param stride every stride-th pair of an episode is certified
 * @param independentStrides whether the operator asserts that pairs so far apart are independent
 * @param forget silence in event time after which a stream is forgotten, never without it
 * @param most streams that a partition may have; records of further ones are rejected; empty where
 *     the heap decides
 * @param silence when a stream counts as silent, and when as ended
 */
public record StreamConfig(
    OptionalInt longest,
    boolean restartAfterIdle,
    int stride,
    boolean independentStrides,
    Optional<Duration> forget,
    OptionalInt most,
    SilenceConfig silence) {
  StreamConfig withMost(int other) {
    return new StreamConfig(
        longest,
        restartAfterIdle,
        stride,
        independentStrides,
        forget,
        OptionalInt.of(other),
        silence);
  }
}
