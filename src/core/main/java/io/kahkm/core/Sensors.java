package io.kahkm.core;

import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether single sensors of a stream read what their past and the other sensors imply. Immutable.
 *
 * @param evidence that a sensor is faulty, about 1 without any
 * @param faulty whether that is enough for an alarm; a provisional alarm is none unless another
 *     channel has reached its own
 * @param since time of the reading with which that began; empty unless {@code faulty}
 * @param provisional whether the recording was too short for a promise about false alarms
 * @param faults what is wrong with which sensors, the likeliest first, at most four; sensors that
 *     mirror each other come together, since either may be the one at fault; none unless {@code
 *     faulty} or provisional; unmodifiable
 */
public record Sensors(
    double evidence,
    boolean faulty,
    Optional<Instant> since,
    boolean provisional,
    List<Fault> faults) {
  static Optional<Sensors> of(io.kahkm.internal.monitor.RowAssessment brought) {
    if (!brought.alarms().watchesSensors()) {
      return Optional.empty();
    }
    boolean faulty = brought.alarms().sensorFaulty();
    return Optional.of(
        new Sensors(
            brought.alarms().sensorEvidence(),
            faulty,
            faulty
                ? Optional.of(Times.instant(brought.alarms().sensorSince().orElseThrow()))
                : Optional.empty(),
            brought.alarms().sensorProvisional(),
            brought.alarms().sensorFindings().stream().map(Fault::of).toList()));
  }

  /** What may be wrong with a sensor. */
  public enum Kind {
    /** The value stands still for longer than it does in normal operation. */
    STUCK,
    /** It reads more than its past and the other sensors imply. */
    HIGH,
    /** It reads less than its past and the other sensors imply. */
    LOW,
    /** It scatters more than it used to. */
    NOISY,
    /** It scatters less than it used to. */
    QUIET,
    /** It has no value while other sensors do. */
    GONE,
    /** Its value is beyond the recorded range by more than its usual steps would take it. */
    OUT_OF_RANGE;

    private static Kind of(SensorKind kind) {
      return switch (kind) {
        case STUCK -> STUCK;
        case HIGH -> HIGH;
        case LOW -> LOW;
        case NOISY -> NOISY;
        case QUIET -> QUIET;
        case GONE -> GONE;
        case RANGE -> OUT_OF_RANGE;
      };
    }
  }

  /**
   * A sensor that may be at fault.
   *
   * @param index 0-based place among the model's sensors
   * @param kind what is wrong with it
   * @param since time of the reading with which it began
   * @param evidence normal operation reaches it on average after at least as many readings
   * @param value its last reading, in its own unit; empty where it has had none
   * @param implied what its past and the other sensors imply, in its own unit; empty where they
   *     imply nothing
   * @param amount by how much, by kind: readings so far (stuck, gone), its own unit (high, low, out
   *     of range), how many times its usual scatter (noisy, quiet)
   */
  public record Fault(
      int index,
      Kind kind,
      Instant since,
      double evidence,
      OptionalDouble value,
      OptionalDouble implied,
      double amount) {
    private static Fault of(SensorFinding finding) {
      return new Fault(
          finding.sensor(),
          Kind.of(finding.kind()),
          Times.instant(finding.since()),
          finding.evidence(),
          present(finding.value()),
          present(finding.implied()),
          finding.amount());
    }

    private static OptionalDouble present(double value) {
      return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
  }
}
