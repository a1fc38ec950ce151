package io.kahkm.reproduce.paper.benchmark;

import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.system.SoftMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A soft map with the coordinates of its training pairs, fitted by the conventions all experiments
 * share: tau 1e-6, far field of the released code, lambda by the authors' stopping rule, raw
 * coordinates, NLMS from the identity with beta 0.1 and 20 epochs.
 *
 * @param map the map
 * @param current soft coordinates of the training states, one vector per pair
 * @param next soft coordinates of their successors
 */
public record SoftModel(SoftMap map, List<double[]> current, List<double[]> next) {
  /** Step of the normalized least mean squares. */
  public static final double BETA = 0.1;

  /** Passes over the training pairs. */
  public static final int EPOCHS = 20;

  /**
   * A KAHM map of raw coordinates by the released code's conventions, as coordinates alone.
   *
   * @param states training states, sensor units; not modified
   * @param partition their reference classes
   * @param classes number of classes
   * @param omega exponent of the affinities, above 0
   * @param block wanted number of reference samples per submodel, at least 2
   * @return the fitted map
   */
  public static SoftMap kahm(
      double[][] states, Partition partition, int classes, double omega, int block) {
    return SoftMap.of(map(states, partition, classes, omega, block));
  }

  /**
   * The same map with its scores and classes.
   *
   * @param states training states, sensor units; not modified
   * @param partition their reference classes
   * @param classes number of classes
   * @param omega exponent of the affinities, above 0
   * @param block wanted number of reference samples per submodel, at least 2
   * @return the fitted map
   */
  public static KahmMap map(
      double[][] states, Partition partition, int classes, double omega, int block) {
    List<String> sensors = IntStream.range(0, states[0].length).mapToObj(i -> "x" + i).toList();
    MapSettings settings =
        new MapSettings(
            sensors,
            classes,
            omega,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(block, FarField.PAPER, Regularization.AUTHORS),
            MapSettings.States.of(ScalingKind.NONE));
    return MapFitter.fit(settings, states, partition, Progress.NONE);
  }

  /**
   * The same with the paper's blocks and the given labels of the training states.
   *
   * @param states training states, sensor units; not modified
   * @param labels the class of each, from 0
   * @param classes number of classes
   * @param omega exponent of the affinities, above 0
   * @return the fitted map
   */
  public static SoftMap kahm(double[][] states, List<Integer> labels, int classes, double omega) {
    return kahm(
        states, new Partition.GivenLabels(labels), classes, omega, MapSettings.DEFAULT_BLOCK);
  }

  /**
   * Encodes the training pairs.
   *
   * @param map the map
   * @param current states of the pairs, sensor units; not modified
   * @param next their successors, row by row
   * @return the map with the coordinates of both
   */
  public static SoftModel of(SoftMap map, double[][] current, double[][] next) {
    return new SoftModel(map, List.of(map.encodeAll(current)), List.of(map.encodeAll(next)));
  }

  /**
   * The coordinates of the training states.
   *
   * @return pairs x classes; the rows are this model's own
   */
  public double[][] phi() {
    return current.toArray(double[][]::new);
  }

  /**
   * The coordinates of the successors.
   *
   * @return pairs x classes; the rows are this model's own
   */
  public double[][] z() {
    return next.toArray(double[][]::new);
  }

  /**
   * Fits the closure that all experiments share.
   *
   * @return C x C matrix, a new one
   */
  public Matrix nlms() {
    return ClosureFit.nlms(Matrix.identity(map.classes()), phi(), z(), BETA, EPOCHS, Progress.NONE);
  }
}
