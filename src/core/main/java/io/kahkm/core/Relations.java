package io.kahkm.core;

import io.kahkm.internal.monitor.status.RelationStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether the sensors of a stream still follow each other as in the recording. Immutable.
 *
 * @param value what the reading before and the other sensors leave unexplained, about 1 on normal
 *     rows; empty where the reading has no predecessor
 * @param broken whether so much has been left unexplained that the relations count as broken; a
 *     provisional alarm is none unless the stream is outside the map too
 * @param since time of the reading with which that began; empty unless {@code broken}
 * @param provisional whether the recording was too short for a promise about false alarms
 * @param sensors those that fit least, the largest factor first, at most four; none unless {@code
 *     broken} and forecasts were due; unmodifiable
 */
public record Relations(
    OptionalDouble value,
    boolean broken,
    Optional<Instant> since,
    boolean provisional,
    List<Sensor> sensors) {
  static Optional<Relations> of(io.kahkm.internal.monitor.RowAssessment brought) {
    if (!brought.alarms().watchesRelations()) {
      return Optional.empty();
    }
    double value = brought.alarms().relation();
    boolean broken = brought.alarms().relationBroken();
    return Optional.of(
        new Relations(
            Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value),
            broken,
            broken
                ? Optional.of(Times.instant(brought.alarms().relationSince().orElseThrow()))
                : Optional.empty(),
            brought.alarms().relationProvisional(),
            brought.alarms().relationSensors().stream().map(Sensor::of).toList()));
  }

  /**
   * A sensor that does not follow the others: where to look first, not the cause.
   *
   * @param index 0-based place among the model's sensors
   * @param factor how many times as far as usual it is from what the others predict, as a mean
   *     square since it began
   * @param value its reading, in its own unit
   * @param predicted what the others predict for it, in its own unit; empty where its value has
   *     been held since it began
   */
  public record Sensor(int index, double factor, double value, OptionalDouble predicted) {
    private static Sensor of(RelationStatus.NamedSensor sensor) {
      return new Sensor(
          sensor.sensor(),
          sensor.factor(),
          sensor.value(),
          Double.isNaN(sensor.predicted())
              ? OptionalDouble.empty()
              : OptionalDouble.of(sensor.predicted()));
    }
  }
}
