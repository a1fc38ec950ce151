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
 *     {@link FaultKind#DYNAMICS} and {@link FaultKind#WEAR}, which concern the machine
 * @param part the part of the machine that these concern; empty for all of it
 * @param from begin, in event time since the stream's first reading; at least 0
 * @param to end (exclusive), after {@code from}
 * @param size how large, in the unit {@link FaultKind} says; finite, ignored for {@link
 *     FaultKind#FROZEN}
 */
public record Fault(
    String stream,
    FaultKind kind,
    Optional<String> sensor,
    Optional<String> part,
    Duration from,
    Duration to,
    double size) {
  /** Checks every field. */
  public Fault {
    Objects.requireNonNull(stream, "stream");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sensor, "sensor");
    Objects.requireNonNull(part, "part");
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
    if (kind.isOfMachine() && sensor.isPresent()) {
      throw new IllegalArgumentException(
          "sensor is \""
              + sensor.get()
              + "\", but "
              + kind.label()
              + " concerns the machine: leave sensor out");
    }
    if (!kind.isOfMachine() && part.isPresent()) {
      throw new IllegalArgumentException(
          "part is \""
              + part.get()
              + "\", but "
              + kind.label()
              + " concerns sensors: leave part out");
    }
  }

  /**
   * A fault of sensors, or of a whole machine.
   *
   * @param stream the stream it happens to
   * @param kind what happens
   * @param sensor the sensor it happens to; empty means every one
   * @param from begin, in event time since the stream's first reading
   * @param to end (exclusive)
   * @param size how large
   */
  public Fault(
      String stream,
      FaultKind kind,
      Optional<String> sensor,
      Duration from,
      Duration to,
      double size) {
    this(stream, kind, sensor, Optional.empty(), from, to, size);
  }

  /** The share of its duration that has passed, for a time at which it is present. */
  double share(long elapsedMillis) {
    return (double) (elapsedMillis - from.toMillis()) / to.minus(from).toMillis();
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
