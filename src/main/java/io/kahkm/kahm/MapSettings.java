package io.kahkm.kahm;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Everything that, together with the training states and their partition, defines a map.
 *
 * @param sensors names of the state's components, in order; at least one, none blank, all different
 * @param classes number of reference classes C, at least 1
 * @param omega exponent of the affinities, positive and finite (eq_220720260633)
 * @param tau offset of the affinities, positive and finite (eq_220720260633)
 * @param block wanted number of reference samples per submodel, at least 2
 * @param farField what is reconstructed where all kernel values underflow
 * @param regularization how lambda is found
 * @param scaling how sensor values are scaled
 */
public record MapSettings(
    List<String> sensors,
    int classes,
    double omega,
    double tau,
    int block,
    FarField farField,
    Regularization regularization,
    ScalingKind scaling) {

  /** Default offset tau of the affinities. */
  public static final double DEFAULT_TAU = 1e-6;

  /** Default number of reference samples per submodel. */
  public static final int DEFAULT_BLOCK = 100;

  /** Checks every component; the message names the component and its value. */
  public MapSettings {
    sensors = List.copyOf(sensors);
    Objects.requireNonNull(farField, "farField");
    Objects.requireNonNull(regularization, "regularization");
    Objects.requireNonNull(scaling, "scaling");
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
    if (block < 2) {
      throw new IllegalArgumentException("block is " + block + ", must be at least 2");
    }
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ", must be positive and finite");
    }
  }
}
