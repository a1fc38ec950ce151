package io.kahkm.system;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * One scheduled fault of one stream.
 *
 * @param stream the stream it happens to, such as {@code "sensor-03"}
 * @param kind what happens
 * @param sensor the sensor it happens to; empty means every sensor of the stream. Not allowed for
 *     {@link FaultKind#DYNAMICS}, which concerns the machine
 * @param from begin, in event time since the stream's first reading; at least 0
 * @param to end (exclusive), after {@code from}
 * @param size how large, in the unit {@link FaultKind} says; finite, ignored for {@link
 *     FaultKind#FROZEN}
 */
public record Fault(
    String stream,
    FaultKind kind,
    Optional<String> sensor,
    Duration from,
    Duration to,
    double size) {
  /** Checks every field. */
  public Fault {
    Objects.requireNonNull(stream, "stream");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sensor, "sensor");
    if (stream.isBlank()) {
      throw new IllegalArgumentException("stream is empty, a stream name is needed");
    }
    if (from.isNegative()) {
      throw new IllegalArgumentException("from is " + from + ", must be at least 0");
    }
    if (to.compareTo(from) <= 0) {
      throw new IllegalArgumentException("to is " + to + ", must be after from, " + from);
    }
    if (!Double.isFinite(size)) {
      throw new IllegalArgumentException("size is " + size + ", must be finite");
    }
    if (kind == FaultKind.NOISE && size < 0) {
      throw new IllegalArgumentException("size is " + size + ", noise needs at least 0");
    }
    if (kind == FaultKind.DYNAMICS && sensor.isPresent()) {
      throw new IllegalArgumentException(
          "sensor is "
              + sensor.get()
              + ", but changed dynamics concern the whole machine: leave sensor out");
    }
  }

  /**
   * Whether the fault is present.
   *
   * @param elapsedMillis event time since the stream's first reading, in milliseconds
   * @return true in [from, to)
   */
  public boolean isActive(long elapsedMillis) {
    return elapsedMillis >= from.toMillis() && elapsedMillis < to.toMillis();
  }
}
