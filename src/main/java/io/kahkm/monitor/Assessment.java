package io.kahkm.monitor;

import io.kahkm.certificate.CertificateRecord;
import io.kahkm.certificate.FleetSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What one observation brought. One object per monitor, filled anew at each step: valid until the
 * next call of {@link StreamMonitor#advance}, on the same thread.
 */
public final class Assessment {
  final List<IssuedForecast> issued = new ArrayList<>();
  final List<ScoredForecast> scored = new ArrayList<>();
  final List<CertificateRecord> certificates = new ArrayList<>();
  final List<FleetSummary> fleetSummaries = new ArrayList<>();
  Admission admission = Admission.ACCEPTED;
  long time;
  EncodedState current;
  boolean paired;
  boolean outsideMap;
  double squaredError;

  Assessment() {}

  void clear(Admission newAdmission, long newTime) {
    admission = newAdmission;
    time = newTime;
    paired = false;
    squaredError = 0;
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
   */
  public double[] coordinates() {
    return current.coordinates;
  }

  /**
   * The observed state.
   *
   * @return live view of n sensor values, not to be modified
   */
  public double[] state() {
    return current.state;
  }

  /**
   * Class of the nearest centroid, c(x).
   *
   * @return 0-based class
   */
  public int nearestClass() {
    return current.nearestClass;
  }

  /**
   * Index of the largest coordinate.
   *
   * @return 0-based class
   */
  public int dominant() {
    return current.dominant;
  }

  /**
   * Smallest class score of the observed state.
   *
   * @return novelty in [0, 1]
   */
  public double novelty() {
    return current.novelty;
  }

  /**
   * Whether at least three states in a row, this one included, were outside the map.
   *
   * @return true while they are
   */
  public boolean outsideMap() {
    return outsideMap;
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
   * Forecasts issued at this state, ascending horizons.
   *
   * @return live list, empty when none are due
   */
  public List<IssuedForecast> issued() {
    return Collections.unmodifiableList(issued);
  }

  /**
   * Earlier forecasts scored against this state.
   *
   * @return live list
   */
  public List<ScoredForecast> scored() {
    return Collections.unmodifiableList(scored);
  }

  /**
   * Certificates of the windows this observation closed, in order.
   *
   * @return live list, usually empty
   */
  public List<CertificateRecord> certificates() {
    return Collections.unmodifiableList(certificates);
  }

  /**
   * Units of fleet windows this observation completed, in order of their windows.
   *
   * @return live list, usually empty; at most two
   */
  public List<FleetSummary> fleetSummaries() {
    return Collections.unmodifiableList(fleetSummaries);
  }
}
