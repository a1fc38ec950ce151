package io.kahkm.internal.monitor;

import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorMonitor;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the alarms of a stream report with an observation. Part of a {@link RowAssessment}, and
 * valid as long as it.
 */
public final class RowAlarms {
  /** Asked when somebody wants to know; null before the first record. */
  private @Nullable StreamAlarms alarms;

  /** Null where the model has no relations. */
  private @Nullable RelationMonitor relations;

  /** Null where the model has no sensor channel. */
  private @Nullable SensorMonitor sensors;

  boolean outsideMap;
  private long outsideSince;
  private boolean noveltyNotice;
  private boolean relationBroken;
  private boolean relationNotice;
  private boolean relationProvisional;
  private boolean sensorFaulty;
  private boolean sensorNotice;
  private boolean sensorProvisional;
  double[] noveltyShares = RowAssessment.NO_SHARES;
  List<RelationStatus.NamedSensor> relationSensors = List.of();
  List<SensorFinding> sensorFindings = List.of();

  RowAlarms() {}

  /** Names no sensor. */
  void clear() {
    noveltyShares = RowAssessment.NO_SHARES;
    relationSensors = List.of();
    sensorFindings = List.of();
  }

  /** Takes over what the alarms have decided: it stands when the stream has gone on. */
  void take(StreamAlarms decided) {
    alarms = decided;
    relations = decided.relations();
    sensors = decided.sensors();
    outsideMap = decided.outsideMap();
    outsideSince = decided.outsideSince();
    noveltyNotice = decided.noveltyNotice();
    relationBroken = decided.broken();
    relationNotice = decided.relationNotice();
    relationProvisional = decided.provisional();
    sensorFaulty = decided.faulty();
    sensorNotice = decided.sensorNotice();
    sensorProvisional = decided.sensorsProvisional();
  }

  /**
   * Whether the stream is outside the map: the evidence of its novelty has reached the run length
   * and is not over yet. With models of earlier versions, which gather no evidence, whether at
   * least three states in a row, this one included, were beyond the limit.
   *
   * @return true while it is; never for a provisional channel alone, see {@link #noveltyNotice}
   */
  public boolean outsideMap() {
    return outsideMap;
  }

  /**
   * Since when the stream is outside the map.
   *
   * @return event time of the row with which its evidence began, nanoseconds; empty unless {@link
   *     #outsideMap}
   */
  public OptionalLong outsideSince() {
    return outsideMap ? OptionalLong.of(outsideSince) : OptionalLong.empty();
  }

  /**
   * Which sensors the novelty comes from: every sensor's share of the squared reconstruction error
   * of the best-scoring class, all delays of a sensor together.
   *
   * @return live view of n shares that sum to 1; no values unless the stream is outside the map and
   *     forecasts were issued
   */
  public double[] noveltyShares() {
    return noveltyShares;
  }

  /**
   * Whether the model watches relations between sensors.
   *
   * @return true if {@link #relation} and what follows it are meaningful
   */
  public boolean watchesRelations() {
    return relations != null;
  }

  /**
   * The relation statistic R of the observed reading.
   *
   * @return at least 0, about 1 on normal rows; NaN where it has none: without a predecessor, or
   *     with every value held
   */
  public double relation() {
    return relations == null ? Double.NaN : relations.value();
  }

  /**
   * The p-value of {@link #relation}.
   *
   * @return above 0 and at most 1; NaN with it
   */
  public double relationP() {
    return relations == null ? Double.NaN : relations.pValue();
  }

  /**
   * Evidence of novelty on the scale of its alarm.
   *
   * @return log M / log A, 1 where it makes an alarm; NaN where none is gathered
   */
  public double noveltyLevel() {
    return alarms == null ? Double.NaN : alarms.noveltyLevel().orElse(Double.NaN);
  }

  /**
   * Evidence that the relations are broken, on the scale of its alarm.
   *
   * @return log M / log A, 1 where it makes an alarm; NaN where relations are not watched
   */
  public double relationLevel() {
    return relations == null ? Double.NaN : relations.evidence().level();
  }

  /**
   * Evidence that a sensor is faulty, on the scale of its alarm.
   *
   * @return log M / log A, 1 where it makes an alarm; NaN where single sensors are not watched
   */
  public double sensorLevel() {
    return sensors == null ? Double.NaN : sensors.level();
  }

  /**
   * Evidence M that the relations are broken.
   *
   * @return from 0 to the run length; NaN without relations
   */
  public double relationEvidence() {
    return relations == null ? Double.NaN : relations.evidence().evidence();
  }

  /**
   * Whether the relations are broken.
   *
   * @return true while their evidence has reached the run length and is not over yet; never for a
   *     provisional channel alone, see {@link #relationNotice}
   */
  public boolean relationBroken() {
    return relationBroken;
  }

  /**
   * Since when the relations are broken.
   *
   * @return event time in nanoseconds of the row with which the excursion began; empty unless they
   *     are
   */
  public OptionalLong relationSince() {
    return relations != null && relationBroken
        ? OptionalLong.of(relations.evidence().onset())
        : OptionalLong.empty();
  }

  /**
   * Whether the recording was too short for the alarms' limits to hold.
   *
   * @return true if pages may come more often than stated
   */
  public boolean relationProvisional() {
    return relationProvisional;
  }

  /**
   * Whether the evidence of novelty has reached the run length, but is no alarm: the channel is
   * provisional, and no other has reached its own.
   *
   * @return true while it is so
   */
  public boolean noveltyNotice() {
    return noveltyNotice;
  }

  /**
   * The same of the relations.
   *
   * @return true while it is so
   */
  public boolean relationNotice() {
    return relationNotice;
  }

  /**
   * Whether the model watches single sensors.
   *
   * @return true if {@link #sensorEvidence} and what follows it are meaningful
   */
  public boolean watchesSensors() {
    return sensors != null;
  }

  /**
   * Evidence that a sensor is faulty.
   *
   * @return mean over sensors and kinds of fault, about 1 without any; NaN where sensors are not
   *     watched
   */
  public double sensorEvidence() {
    return sensors == null ? Double.NaN : sensors.evidence();
  }

  /**
   * Whether a sensor is faulty.
   *
   * @return true while the evidence has reached the run length and is not over yet; never for a
   *     provisional channel alone, see {@link #sensorNotice}
   */
  public boolean sensorFaulty() {
    return sensorFaulty;
  }

  /**
   * Since when a sensor is faulty.
   *
   * @return event time in nanoseconds of the row with which it began; empty unless one is
   */
  public OptionalLong sensorSince() {
    return sensors != null && sensorFaulty
        ? OptionalLong.of(sensors.since())
        : OptionalLong.empty();
  }

  /**
   * Whether the evidence against sensors has reached the run length, but is no alarm: the channel
   * is provisional, and no other has reached its own.
   *
   * @return true while it is so
   */
  public boolean sensorNotice() {
    return sensorNotice;
  }

  /**
   * Whether the recording behind the sensor channel was too short for the run length to hold.
   *
   * @return true if the model says so
   */
  public boolean sensorProvisional() {
    return sensorProvisional;
  }

  /**
   * Whether relations, or shifts and noise of single sensors, are not judged for longer than a few
   * readings: too many values are held, none follows another, or the past of the sensors is not
   * known or holds an alarm.
   *
   * @return false without the channels
   */
  public boolean learning() {
    return alarms != null && alarms.learning();
  }

  /**
   * What is wrong with which sensors, while a sensor is faulty or would be if the recording had
   * been longer.
   *
   * @return the likeliest first, in sensor units, at most four; empty otherwise; unmodifiable
   */
  public List<SensorFinding> sensorFindings() {
    return sensorFindings;
  }

  /**
   * The sensors that follow the others least, where the relations are broken and forecasts are
   * issued.
   *
   * @return at most four, the largest factor first; otherwise empty
   */
  public List<RelationStatus.NamedSensor> relationSensors() {
    return relationSensors;
  }
}
