package io.kahkm.internal.kahm;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that, together with the training states and their partition, defines a map.
 *
 * @param sensors names of the components of a reading, in order; at least one, none blank, all
 *     different
 * @param classes number of reference classes C, at least 1
 * @param omega exponent of the affinities, positive and finite (equation "soft coordinates")
 * @param tau offset of the affinities, positive and finite (equation "soft coordinates")
 * @param reconstruction how a class reconstructs states
 * @param states how readings become states
 * @param references how many training states are kept as reference samples; empty for all, as in
 *     the paper
 */
public record MapSettings(
    List<String> sensors,
    int classes,
    double omega,
    double tau,
    Reconstruction reconstruction,
    States states,
    Optional<ReferenceLimit> references) {

  /** Default offset tau of the affinities. */
  public static final double DEFAULT_TAU = 1e-6;

  /** Default number of reference samples per submodel. */
  public static final int DEFAULT_BLOCK = 100;

  /**
   * Default number of rows of a stream's own scaling: of 200 independent rows the mean is known to
   * 7 % of a standard deviation and the standard deviation to 5 % (1 / sqrt(200), 1 / sqrt(400));
   * rows that resemble each other need more.
   */
  public static final int DEFAULT_SCALING_ROWS = 200;

  /** More would make states that no fitting data can fill. */
  private static final int MOST_DELAYS = 1000;

  /**
   * How a class reconstructs states.
   *
   * @param block wanted number of reference samples per submodel, at least 2
   * @param farField what is reconstructed where all kernel values underflow
   * @param regularization how lambda is found
   */
  public record Reconstruction(int block, FarField farField, Regularization regularization) {
    /** With blocks of the default size, far from every reference smooth. */
    public static final Reconstruction USUAL =
        new Reconstruction(DEFAULT_BLOCK, FarField.SMOOTH, Regularization.FIXED_POINT);

    /** Checks every component; the message names the component and its value. */
    public Reconstruction {
      Objects.requireNonNull(farField, "farField");
      Objects.requireNonNull(regularization, "regularization");
      if (block < 2) {
        throw new IllegalArgumentException("block is " + block + ", must be at least 2");
      }
    }
  }

  /**
   * How readings become states.
   *
   * @param scaling how sensor values are scaled
   * @param delays number d of consecutive readings in a state: (x_t, x_(t-1), .., x_(t-d+1)); 1 for
   *     the present reading alone
   * @param scalingRows rows from which every stream's own scaling is learned, at least 2 with
   *     {@link ScalingKind#PER_STREAM}, else 0
   */
  public record States(ScalingKind scaling, int delays, int scalingRows) {
    /** Checks every component; the message names the component and its value. */
    public States {
      Objects.requireNonNull(scaling, "scaling");
      if (delays < 1 || delays > MOST_DELAYS) {
        throw new IllegalArgumentException(
            "delays is " + delays + ", must be from 1 to " + MOST_DELAYS);
      }
      if (scaling == ScalingKind.PER_STREAM ? scalingRows < 2 : scalingRows != 0) {
        throw new IllegalArgumentException(
            "scalingRows is "
                + scalingRows
                + ", must be at least 2 with scaling per-stream and 0 without");
      }
    }

    /**
     * Of present readings, with the default number of rows where every stream has a scaling of its
     * own.
     *
     * @param scaling how sensor values are scaled
     * @return without delays
     */
    public static States of(ScalingKind scaling) {
      return new States(scaling, 1, scaling == ScalingKind.PER_STREAM ? DEFAULT_SCALING_ROWS : 0);
    }
  }

  /** Checks every component; the message names the component and its value. */
  public MapSettings {
    sensors = List.copyOf(sensors);
    Objects.requireNonNull(reconstruction, "reconstruction");
    Objects.requireNonNull(states, "states");
    Objects.requireNonNull(references, "references");
    if (sensors.isEmpty()) {
      throw new IllegalArgumentException("sensors is empty, at least one name is needed");
    }
    Set<String> seen = new HashSet<>();
    for (String sensor : sensors) {
      if (sensor.isBlank() || !seen.add(sensor)) {
        throw new IllegalArgumentException(
            "sensors has the name '" + sensor + "' that is blank or repeated");
      }
    }
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", must be at least 1");
    }
    requirePositive("omega", omega);
    requirePositive("tau", tau);
  }

  /**
   * Settings of a map whose reference samples are all its training states.
   *
   * @param sensors names of the components of a reading, in order
   * @param classes number of reference classes C, at least 1
   * @param omega exponent of the affinities, positive and finite
   * @param tau offset of the affinities, positive and finite
   * @param reconstruction how a class reconstructs states
   * @param states how readings become states
   */
  public MapSettings(
      List<String> sensors,
      int classes,
      double omega,
      double tau,
      Reconstruction reconstruction,
      States states) {
    this(sensors, classes, omega, tau, reconstruction, states, Optional.empty());
  }

  /**
   * The same with other reference samples.
   *
   * @param limit how many training states are kept as reference samples; empty for all
   * @return new settings
   */
  public MapSettings withReferences(Optional<ReferenceLimit> limit) {
    return new MapSettings(sensors, classes, omega, tau, reconstruction, states, limit);
  }

  /**
   * Number of values of a state.
   *
   * @return number of sensors times {@link States#delays}
   */
  public int dimension() {
    return sensors.size() * states.delays;
  }

  /**
   * The same for states of single readings.
   *
   * @return settings with one delay
   */
  public MapSettings ofSingleReadings() {
    return new MapSettings(
        sensors,
        classes,
        omega,
        tau,
        reconstruction,
        new States(states.scaling, 1, states.scalingRows),
        references);
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be positive and finite");
    }
  }
}
