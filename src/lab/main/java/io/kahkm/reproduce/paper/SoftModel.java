package io.kahkm.reproduce.paper;

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
 */
record SoftModel(SoftMap map, List<double[]> current, List<double[]> next) {
  static final double BETA = 0.1;
  static final int EPOCHS = 20;

  /** A KAHM map of raw coordinates by the released code's conventions, as coordinates alone. */
  static SoftMap kahm(
      double[][] states, Partition partition, int classes, double omega, int block) {
    return SoftMap.of(map(states, partition, classes, omega, block));
  }

  /** The same map with its scores and classes. */
  static KahmMap map(double[][] states, Partition partition, int classes, double omega, int block) {
    List<String> sensors = IntStream.range(0, states[0].length).mapToObj(i -> "x" + i).toList();
    MapSettings settings =
        new MapSettings(
            sensors,
            classes,
            omega,
            MapSettings.DEFAULT_TAU,
            block,
            FarField.PAPER,
            Regularization.AUTHORS,
            ScalingKind.NONE);
    return MapFitter.fit(settings, states, partition, Progress.NONE);
  }

  /** The same with the paper's blocks and the given labels of the training states. */
  static SoftMap kahm(double[][] states, List<Integer> labels, int classes, double omega) {
    return kahm(
        states, new Partition.GivenLabels(labels), classes, omega, MapSettings.DEFAULT_BLOCK);
  }

  /** Encodes the training pairs. */
  static SoftModel of(SoftMap map, double[][] current, double[][] next) {
    return new SoftModel(map, List.of(map.encodeAll(current)), List.of(map.encodeAll(next)));
  }

  double[][] phi() {
    return current.toArray(double[][]::new);
  }

  double[][] z() {
    return next.toArray(double[][]::new);
  }

  Matrix nlms() {
    return ClosureFit.nlms(Matrix.identity(map.classes()), phi(), z(), BETA, EPOCHS, Progress.NONE);
  }
}
