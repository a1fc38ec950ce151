package io.kahkm.kahm;

import io.kahkm.numeric.Matrix;
import java.util.List;

/**
 * The frozen map Phi from sensor states to C soft coordinates: centroids, submodels, conventions.
 * Immutable and safe to share between threads.
 */
public final class KahmMap {
  private final MapSettings settings;

  KahmMap(MapSettings settings) {
    this.settings = settings;
  }

  /**
   * What the map was fitted with.
   *
   * @return the settings
   */
  public MapSettings settings() {
    return settings;
  }

  /**
   * Names of the state's components.
   *
   * @return one name per sensor, in the order of the state
   */
  public List<String> sensors() {
    return settings.sensors();
  }

  /**
   * Number of sensors n.
   *
   * @return length of a state
   */
  public int dimension() {
    return settings.sensors().size();
  }

  /**
   * Number of reference classes C.
   *
   * @return length of the coordinates
   */
  public int classes() {
    return settings.classes();
  }

  /**
   * Exponent of the affinities.
   *
   * @return omega, positive
   */
  public double omega() {
    return settings.omega();
  }

  /**
   * Offset of the affinities.
   *
   * @return tau, positive
   */
  public double tau() {
    return settings.tau();
  }

  /**
   * What is reconstructed where all kernel values underflow.
   *
   * @return the convention
   */
  public FarField farField() {
    return settings.farField();
  }

  /**
   * The frozen scaling between sensor units and map units.
   *
   * @return the scaling
   */
  public Scaling scaling() {
    return Pending.value();
  }

  /**
   * Class means of the reference samples, including augmentation samples.
   *
   * @return C x n, in scaled units
   */
  public Matrix centroids() {
    return Pending.value();
  }

  /**
   * Number of training states of each class, before augmentation.
   *
   * @return one count per class
   */
  public List<Integer> classCounts() {
    return Pending.value();
  }

  /**
   * The class of the nearest centroid, ties to the smallest index.
   *
   * @param state sensor units; not modified
   * @return 0-based class c(x)
   */
  public int nearestClass(double[] state) {
    return Pending.value();
  }

  /**
   * Makes a folded encoder: fast, allocation-free per call, block skip, literal path in the
   * underflow band.
   *
   * @return a new encoder for one thread
   */
  public Encoder newEncoder() {
    return Pending.value();
  }

  /**
   * Makes an encoder that follows the paper literally: slow, for tests and comparisons.
   *
   * @return a new encoder for one thread
   */
  public Encoder newReferenceEncoder() {
    return Pending.value();
  }

  /**
   * SHA-256 over settings, sensors, scaling and all tensors of the map.
   *
   * @return 64 lower-case hexadecimal digits
   */
  public String fingerprint() {
    return Pending.value();
  }

  /**
   * The submodels in class order.
   *
   * @return one summary per submodel
   */
  public List<SubmodelSummary> submodels() {
    return Pending.value();
  }

  /**
   * What went wrong in the fit without making it fail, such as dropped blocks.
   *
   * @return messages for a person, possibly none; not stored in the model file
   */
  public List<String> warnings() {
    return Pending.value();
  }
}
