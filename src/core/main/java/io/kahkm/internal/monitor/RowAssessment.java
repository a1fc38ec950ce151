package io.kahkm.internal.monitor;

import io.kahkm.internal.certificate.FleetSummary;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.monitor.input.Admission;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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
  final RowAlarms alarms = new RowAlarms();
  Admission admission = Admission.ACCEPTED;
  Readiness readiness = Readiness.READY;
  long time;
  @Nullable EncodedState current;
  boolean paired;
  boolean continues;
  boolean irregular;
  double @Nullable [] closureEigenvalues;
  @Nullable StreamIncidents incidents;
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
    alarms.clear();
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
   * What the alarms of the stream report with the observation.
   *
   * @return live view
   */
  public RowAlarms alarms() {
    return alarms;
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
