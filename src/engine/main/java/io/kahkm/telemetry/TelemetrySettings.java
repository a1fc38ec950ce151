package io.kahkm.telemetry;

import io.kahkm.config.TelemetryConfig;
import io.kahkm.text.StreamNames;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How much of a fleet gets series of its own. Streams beyond the limits are still counted in the
 * fleet's totals and still found through the API.
 *
 * @param streams streams with series of their own, at least 0; streams in alarm come first
 * @param components sensors of a stream with series of their own, at least 0; the first of the
 *     model's list
 * @param silentAfter time without an accepted record after which a stream counts as silent,
 *     positive
 * @param endedAfter time without an accepted record after which nobody waits for a stream any more,
 *     longer than {@code silentAfter}
 * @param history how far back the live page looks, within the bounds of {@link TelemetryConfig}
 * @param pages how many false pages all streams may have together; empty where every alarm is a
 *     page
 * @param traces share of the records whose way through the engine is traced, 0 to 1, besides those
 *     whose sender traces them; empty for no traces
 * @param names what people call the streams
 */
public record TelemetrySettings(
    int streams,
    int components,
    Duration silentAfter,
    Duration endedAfter,
    Duration history,
    Optional<FleetPages> pages,
    OptionalDouble traces,
    StreamNames names) {
  /** Checks the fields. */
  public TelemetrySettings {
    TelemetryConfig.checkHistory(history);
    if (traces.isPresent() && !(traces.getAsDouble() >= 0 && traces.getAsDouble() <= 1)) {
      throw new IllegalArgumentException(
          "traces is " + traces.getAsDouble() + ", must be from 0 to 1");
    }
    if (streams < 0) {
      throw new IllegalArgumentException("streams is " + streams + ", must be at least 0");
    }
    if (components < 0) {
      throw new IllegalArgumentException("components is " + components + ", must be at least 0");
    }
    if (silentAfter.isZero() || silentAfter.isNegative()) {
      throw new IllegalArgumentException("silentAfter is " + silentAfter + ", must be positive");
    }
    if (endedAfter.compareTo(silentAfter) <= 0) {
      throw new IllegalArgumentException(
          "endedAfter is " + endedAfter + ", must be longer than silentAfter, " + silentAfter);
    }
  }

  /**
   * Limits of streams whose every alarm is a page, with the shortest history, without traces and
   * without names.
   *
   * @param streams as {@link #streams}
   * @param components as {@link #components}
   * @param silentAfter as {@link #silentAfter}
   * @param endedAfter as {@link #endedAfter}
   */
  public TelemetrySettings(int streams, int components, Duration silentAfter, Duration endedAfter) {
    this(
        streams,
        components,
        silentAfter,
        endedAfter,
        TelemetryConfig.LEAST_HISTORY,
        Optional.empty(),
        OptionalDouble.empty(),
        StreamNames.NONE);
  }

  /**
   * How many false pages all streams of an application may have together.
   *
   * @param length rows of one stream in which they may have one, above 1
   * @param streams how many streams there are at most, on all instances
   */
  public record FleetPages(double length, int streams) {}
}
