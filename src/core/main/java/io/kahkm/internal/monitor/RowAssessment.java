package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.RelationStatus;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorMonitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What one observation brought. One object per monitor, filled anew at each step: valid until the
 * next call of {@link StreamMonitor#advance}, on the same thread.
 */
public final class RowAssessment {
  static final double[] NO_SHARES = {};

  final List<IssuedForecast> issued = new ArrayList<>();
  final List<ScoredForecast> scored = new ArrayList<>();
  final List<WindowCertificate> certificates = new ArrayList<>();
  final List<FleetSummary> fleetSummaries = new ArrayList<>();
  private final List<IssuedForecast> issuedView = Collections.unmodifiableList(issued);
  private final List<ScoredForecast> scoredView = Collections.unmodifiableList(scored);
  private final List<WindowCertificate> certificatesView =
      Collections.unmodifiableList(certificates);
  private final List<FleetSummary> fleetSummariesView =
      Collections.unmodifiableList(fleetSummaries);
  Admission admission = Admission.ACCEPTED;
  Readiness readiness = Readiness.READY;
  long time;
  @Nullable EncodedState current;
  boolean paired;
  boolean continues;
  boolean irregular;
  double @Nullable [] closureEigenvalues;
  boolean outsideMap;
  long outsideSince;
  double[] noveltyShares = NO_SHARES;
  @Nullable StreamIncidents incidents;
  @Nullable RelationMonitor relations;
  boolean relationProvisional;
  boolean relationBroken;
  boolean sensorFaulty;
  boolean sensorNotice;
  boolean sensorProvisional;

  /** Asked when somebody wants to know; null before the first record. */
  @Nullable StreamAlarms alarms;

  List<SensorFinding> sensorFindings = List.of();

  /** Null where the model has no sensor channel. */
  @Nullable SensorMonitor sensors;

  boolean noveltyNotice;
  boolean relationNotice;
  List<RelationStatus.NamedSensor> relationSensors = List.of();
  double squaredError;
  boolean skillDue;

  public RowAssessment() {}

  void clear(Admission newAdmission, long newTime) {
    admission = newAdmission;
    time = newTime;
    readiness = Readiness.WARMING_UP;
    current = null;
    paired = false;
    continues = false;
    irregular = false;
    closureEigenvalues = null;
    incidents = null;
    squaredError = 0;
    skillDue = false;
    noveltyShares = NO_SHARES;
    relationSensors = List.of();
    sensorFindings = List.of();
    issued.clear();
    scored.clear();
    certificates.clear();
    fleetSummaries.clear();
  }

  /**
   * How the observation was taken.
   *
   * @return the admission; for {@link Admission#DUPLICATE} and {@link Admission#OUT_OF_ORDER}
   *     nothing else is meaningful
   */
  public Admission admission() {
    return admission;
  }

  /**
   * Whether the observation gave a state of the map.
   *
   * @return the readiness; unless {@link Readiness#READY} there are no coordinates, forecasts or
   *     pairs
   */
  public Readiness readiness() {
    return readiness;
  }

  /**
   * Event time of the observation.
   *
   * @return nanoseconds
   */
  public long time() {
    return time;
  }

  /**
   * Soft coordinates Phi(x) of the observed state.
   *
   * @return live view of C values, not to be modified
   * @throws IllegalStateException unless the observation gave a state
   */
  public double[] coordinates() {
    return encoded().coordinates;
  }

  /**
   * The observed sensor values, held ones included.
   *
   * @return live view of n values in sensor units, not to be modified
   * @throws IllegalStateException unless the observation gave a state
   */
  public double[] state() {
    return encoded().readings;
  }

  /**
   * Class of the nearest centroid, c(x).
   *
   * @return 0-based class
   * @throws IllegalStateException unless the observation gave a state
   */
  public int nearestClass() {
    return encoded().nearestClass;
  }

  /**
   * Index of the largest coordinate.
   *
   * @return 0-based class
   * @throws IllegalStateException unless the observation gave a state
   */
  public int dominant() {
    return encoded().dominant;
  }

  /**
   * Smallest class score of the observed state.
   *
   * @return novelty in [0, 1]
   * @throws IllegalStateException unless the observation gave a state
   */
  public double novelty() {
    return encoded().novelty;
  }

  /**
   * Reconstruction scores of all classes for the observed state.
   *
   * @return live view of C values in [0, 1], not to be modified
   * @throws IllegalStateException unless the observation gave a state
   */
  public double[] scores() {
    return encoded().scores;
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

  private EncodedState encoded() {
    if (current == null) {
      throw new IllegalStateException("the observation gave no state, it is " + readiness);
    }
    return current;
  }

  /**
   * One-step squared prediction error |Z - B^T phi|^2 of the live closure before it learned from
   * this transition.
   *
   * @return the error, empty when the observation completed no transition
   */
  public OptionalDouble squaredError() {
    return paired ? OptionalDouble.of(squaredError) : OptionalDouble.empty();
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

  /**
   * What the observation did to the incident of its stream.
   *
   * @return the change
   */
  public IncidentChange incidentChange() {
    return incidents == null ? IncidentChange.NONE : incidents.change();
  }

  /**
   * The incident of the stream: the open one, or the one that this observation ended.
   *
   * @return an immutable view; empty where there is none
   */
  public Optional<Incident> incident() {
    return incidents == null ? Optional.empty() : incidents.incident();
  }

  /**
   * Number of the open incident of the stream, counted from its first.
   *
   * @return at least 1; 0 while none is open
   */
  public long incidentNumber() {
    return incidents == null ? 0 : incidents.openNumber();
  }

  /**
   * What each sensor contributes to what is unusual about the observation.
   *
   * @return live view of n values that sum to 1, or all 0 where nothing speaks against normal
   *     operation; not to be modified; no values where the observation changed nothing
   */
  public double[] contributions() {
    return incidents == null ? NO_SHARES : incidents.contributions();
  }

  /**
   * Whether the observed state itself lies outside the map, whatever was decided of the stream.
   *
   * @return true above the novelty limit, where no class reaches it, or where its coordinates had
   *     to be set uniform
   * @throws IllegalStateException unless the observation gave a state
   */
  public boolean outside() {
    return encoded().outside;
  }

  /**
   * Whether the observed state is the next of the same episode after the state observed before it.
   *
   * @return true if it is; false for a first state, after an irregular step, and for every
   *     observation that brings its own successor
   */
  public boolean continues() {
    return continues;
  }

  /**
   * Whether an irregular step to this state broke the chain: the state was taken, without its past.
   *
   * @return true if it did; false where a chain began anyway, as when a machine starts or has
   *     settled, and while it stands still
   */
  public boolean irregular() {
    return irregular;
  }

  /**
   * Eigenvalues of the live closure, measured when a window or a unit of a fleet's window closes,
   * unless fewer than C^2 pairs have been learned since the time before.
   *
   * @return a new array of real and imaginary part in turn, 2 C values in no order, not to be
   *     modified; empty when they were not measured
   */
  public Optional<double[]> closureEigenvalues() {
    return Optional.ofNullable(closureEigenvalues);
  }

  /**
   * Forecasts issued at this state, ascending horizons.
   *
   * @return live list, empty when none are due
   */
  public List<IssuedForecast> issued() {
    return issuedView;
  }

  /**
   * Earlier forecasts scored against this state.
   *
   * @return live list
   */
  public List<ScoredForecast> scored() {
    return scoredView;
  }

  /**
   * Whether what is certified of the forecasts' skill is published with this observation: every 256
   * states, and where skill is lost or comes back.
   *
   * @return true if it is due; never where no claim is examined
   */
  public boolean skillDue() {
    return skillDue;
  }

  /**
   * Certificates of the windows this observation closed, in order.
   *
   * @return live list, usually empty
   */
  public List<WindowCertificate> certificates() {
    return certificatesView;
  }

  /**
   * Units of fleet windows this observation completed, in order of their windows.
   *
   * @return live list, usually empty; at most two
   */
  public List<FleetSummary> fleetSummaries() {
    return fleetSummariesView;
  }
}
