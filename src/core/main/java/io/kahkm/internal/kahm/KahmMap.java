package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.kernel.KernelProvider;
import io.kahkm.internal.numeric.kernel.Kernels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frozen map Phi from sensor states to C soft coordinates: centroids, submodels, conventions.
 * Immutable and safe to share between threads.
 */
public final class KahmMap {
  private final MapSettings settings;
  private final Scaling scaling;
  private final Matrix centroids;
  private final double[] centroidRows;
  private final List<Integer> classCounts;
  private final List<Submodel> submodels;
  private final List<String> warnings;
  private final FoldedMap folded;
  private volatile @Nullable String fingerprint;

  /**
   * Assembles a map from parts that fit together; derives the folded form.
   *
   * @param settings what the map was fitted with
   * @param scaling of sensor units
   * @param centroids classes x sensors
   * @param classCounts training states of every class
   * @param submodels of the blocks of all classes, in class order
   * @param warnings of the fit, for people
   */
  public KahmMap(
      MapSettings settings,
      Scaling scaling,
      Matrix centroids,
      List<Integer> classCounts,
      List<Submodel> submodels,
      List<String> warnings) {
    this.settings = settings;
    this.scaling = scaling;
    this.centroids = centroids;
    centroidRows = centroids.toArray();
    this.classCounts = List.copyOf(classCounts);
    this.submodels = List.copyOf(submodels);
    this.warnings = List.copyOf(warnings);
    folded =
        FoldedMap.of(
            this.submodels, settings.reconstruction().farField(), Kernels.provider().encoder());
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
   * Names of the components of a reading.
   *
   * @return one name per sensor, in the order of the reading
   */
  public List<String> sensors() {
    return settings.sensors();
  }

  /**
   * Number of values of a state: with delays several readings of every sensor.
   *
   * @return sensors times delays
   */
  public int dimension() {
    return settings.dimension();
  }

  /**
   * Consecutive readings in a state.
   *
   * @return d, at least 1
   */
  public int delays() {
    return settings.states().delays();
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
    return settings.reconstruction().farField();
  }

  /**
   * The frozen scaling between sensor units and map units.
   *
   * @return the scaling
   */
  public Scaling scaling() {
    return scaling;
  }

  /**
   * Class means of the reference samples, including augmentation samples.
   *
   * @return C x {@link #dimension}, in scaled units
   */
  public Matrix centroids() {
    return centroids;
  }

  /**
   * Number of training states of each class, before augmentation.
   *
   * @return one count per class
   */
  public List<Integer> classCounts() {
    return classCounts;
  }

  /**
   * The class of the nearest centroid, ties to the smallest index.
   *
   * @param state sensor units, {@link #dimension} values; not modified
   * @return 0-based class c(x)
   */
  public int nearestClass(double[] state) {
    requireState(state);
    double[] scaled = new double[state.length];
    scaling.apply(state, scaled);
    return nearestClassOfScaled(scaled);
  }

  /** Refuses states and results of another size than the map's. */
  void requireFit(double[] state, Encoding result) {
    requireState(state);
    if (result.classes() != classes()) {
      throw new IllegalArgumentException(
          "result has " + result.classes() + " classes, the map has " + classes());
    }
  }

  private void requireState(double[] state) {
    if (state.length != dimension()) {
      throw new IllegalArgumentException(
          "state has " + state.length + " values, the map needs " + dimension());
    }
  }

  int nearestClassOfScaled(double[] scaled) {
    return NearestCentres.nearest(centroidRows, scaled);
  }

  /**
   * The submodels themselves, in class order.
   *
   * @return an unmodifiable list
   */
  public List<Submodel> tensors() {
    return submodels;
  }

  /**
   * Makes a folded encoder: fast, allocation-free per call, block skip, literal path in the
   * underflow band.
   *
   * @return a new encoder for one thread
   */
  public Encoder newEncoder() {
    return newEncoder(Kernels.provider());
  }

  /** A folded encoder on given kernels. */
  Encoder newEncoder(KernelProvider kernels) {
    FoldedMap fit =
        kernels == Kernels.provider()
            ? folded
            : FoldedMap.of(submodels, farField(), kernels.encoder());
    return new FoldedEncoder(this, fit, submodels, kernels.encoder());
  }

  /**
   * Makes an encoder that follows the paper literally: slow, for tests and comparisons.
   *
   * @return a new encoder for one thread
   */
  public Encoder newReferenceEncoder() {
    return new ReferenceEncoder(this, submodels);
  }

  /**
   * SHA-256 over settings, sensors, scaling and all tensors of the map. Made when it is asked for
   * first, since most maps of a fit only judge rows.
   *
   * @return 64 lower-case hexadecimal digits
   */
  public String fingerprint() {
    String made = fingerprint;
    if (made == null) {
      made = Fingerprint.of(settings, scaling, centroids, classCounts, submodels);
      fingerprint = made;
    }
    return made;
  }

  /**
   * The submodels in class order.
   *
   * @return one summary per submodel
   */
  public List<SubmodelSummary> submodels() {
    return submodels.stream().map(Submodel::summary).toList();
  }

  /**
   * How many reference samples the submodels have together.
   *
   * @return at least one of every class
   */
  public int references() {
    return submodels.stream().mapToInt(Submodel::references).sum();
  }

  /**
   * The reference samples of all submodels, whose coordinates span what the closure was fitted on:
   * the training states to single precision, with the samples that augmented classes of one.
   *
   * @return a new array, one state per row, in the units that encoders take
   */
  public double[][] referenceStates() {
    double[] mean = scaling.mean();
    double[] scale = scaling.scale();
    List<double[]> states = new ArrayList<>();
    for (Submodel submodel : submodels) {
      double[] samples = submodel.samples();
      for (int i = 0; i < submodel.references(); i++) {
        double[] state = new double[mean.length];
        for (int j = 0; j < state.length; j++) {
          state[j] = samples[i * state.length + j] / scale[j] + mean[j];
        }
        states.add(state);
      }
    }
    return states.toArray(double[][]::new);
  }

  /**
   * What went wrong in the fit without making it fail, such as dropped blocks.
   *
   * @return messages for a person, possibly none; not stored in the model file
   */
  public List<String> warnings() {
    return warnings;
  }
}
