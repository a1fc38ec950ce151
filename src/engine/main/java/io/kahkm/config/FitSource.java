package io.kahkm.config;

import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;

/**
 * A map that {@code demo} fits to states of a simulated system before it starts.
 *
 * @param system name of the simulated system, such as {@code vanderpol}
 * @param classes number C of classes, at least 2
 * @param omega exponent of the soft coordinates, positive
 * @param seed seed of the training simulation and of k-means
 * @param scaling frozen scaling of the sensors
 * @param farField score where every kernel value vanishes
 * @param regularization rule for lambda
 */
public record FitSource(
    String system,
    int classes,
    double omega,
    long seed,
    ScalingKind scaling,
    FarField farField,
    Regularization regularization) {}
