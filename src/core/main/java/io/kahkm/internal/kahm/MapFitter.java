package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Fits a map: partition, blocks, Appendix A. Deterministic; safe to call from many threads. */
public final class MapFitter {
  private MapFitter() {}

  /**
   * Fits a map with a scaling learned from the states themselves.
   *
   * @param settings what to fit, its scaling not per stream
   * @param states training states in sensor units, one row per state, the present readings first;
   *     not modified, not retained
   * @param partition how they are divided into classes
   * @param progress told after every submodel
   * @return the map; see {@link KahmMap#warnings()} for blocks that had to be dropped
   * @throws MapFitException if the data do not admit the map; the message names the class or sensor
   */
  public static KahmMap fit(
      MapSettings settings, double[][] states, Partition partition, Progress progress) {
    requireStates(settings, states);
    return fit(settings, scaling(settings, states), states, partition, progress);
  }

  /**
   * Fits a map with a given scaling.
   *
   * @param settings what to fit
   * @param scaling of the kind the settings name
   * @param states training states in the units the scaling starts from, one row per state, the
   *     present readings first; not modified, not retained
   * @param partition how they are divided into classes
   * @param progress told after every submodel
   * @return the map; see {@link KahmMap#warnings()} for blocks that had to be dropped
   * @throws MapFitException if the data do not admit the map; the message names the class or sensor
   */
  public static KahmMap fit(
      MapSettings settings,
      Scaling scaling,
      double[][] states,
      Partition partition,
      Progress progress) {
    requireStates(settings, states);
    if (scaling.kind() != settings.states().scaling()) {
      throw new IllegalArgumentException(
          "scaling is "
              + scaling.kind().label()
              + ", the settings say "
              + settings.states().scaling().label());
    }
    double[][] scaled = scaled(settings, scaling, states);
    int[] labels = labels(settings, scaling, scaled, partition, progress);
    ReferenceClasses classes = ReferenceClasses.of(scaled, labels, settings.classes());
    settings.references().ifPresent(classes::keep);
    List<String> warnings = new ArrayList<>();
    List<Submodel> submodels = submodels(settings, classes, warnings, progress);
    return new KahmMap(
        settings, scaling, classes.centroids(), classes.counts(), submodels, warnings);
  }

  /**
   * The classes that states get, to be given to several maps of the same states.
   *
   * @param settings what is to be fitted
   * @param scaling of the kind the settings name
   * @param states training states in the units the scaling starts from; not modified
   * @param partition how they are divided into classes
   * @param progress told of k-means
   * @return class of every state, from 0
   * @throws MapFitException if the states do not admit the partition
   */
  public static List<Integer> classes(
      MapSettings settings,
      Scaling scaling,
      double[][] states,
      Partition partition,
      Progress progress) {
    requireStates(settings, states);
    double[][] scaled = scaled(settings, scaling, states);
    return Arrays.stream(labels(settings, scaling, scaled, partition, progress)).boxed().toList();
  }

  private static double[][] scaled(MapSettings settings, Scaling scaling, double[][] states) {
    double[][] scaled = new double[states.length][settings.dimension()];
    for (int i = 0; i < states.length; i++) {
      scaling.apply(states[i], scaled[i]);
    }
    return scaled;
  }

  private static void requireStates(MapSettings settings, double[][] states) {
    if (states.length < settings.classes()) {
      throw new MapFitException(
          states.length + " training states are too few for " + settings.classes() + " classes");
    }
    for (int i = 0; i < states.length; i++) {
      if (states[i].length != settings.dimension()) {
        throw new MapFitException(
            "training state "
                + i
                + " has "
                + states[i].length
                + " values, the settings need "
                + settings.dimension());
      }
      for (int j = 0; j < states[i].length; j++) {
        if (!Double.isFinite(states[i][j])) {
          throw new MapFitException(
              "training state "
                  + i
                  + " has "
                  + states[i][j]
                  + " for sensor "
                  + settings.sensors().get(j % settings.sensors().size()));
        }
      }
    }
  }

  /**
   * The scaling that a map of these states gets where it has one for all streams.
   *
   * @param settings of the map, their scaling not per stream
   * @param states training states in sensor units; not modified
   * @return the scaling
   * @throws MapFitException if no sensor varies
   */
  public static Scaling scaling(MapSettings settings, double[][] states) {
    if (settings.states().scaling() == ScalingKind.NONE) {
      return Scaling.none(settings.dimension());
    }
    return Scaling.standard(states, settings.states().delays());
  }

  private static int[] labels(
      MapSettings settings,
      Scaling scaling,
      double[][] scaled,
      Partition partition,
      Progress progress) {
    // An if chain: patterns in switch are a preview in Java 17.
    if (partition instanceof Partition.KMeansStart start) {
      return KMeans.labels(scaled, settings.classes(), start.seed(), progress);
    }
    if (partition instanceof Partition.GivenCentroids given) {
      return nearest(settings, scaling, scaled, given);
    }
    return given(settings, scaled.length, (Partition.GivenLabels) partition);
  }

  private static int[] nearest(
      MapSettings settings,
      Scaling scaling,
      double[][] scaled,
      Partition.GivenCentroids partition) {
    int n = settings.dimension();
    if (partition.centroids().rows() != settings.classes()
        || partition.centroids().columns() != n) {
      throw new MapFitException(
          "centroids are "
              + partition.centroids().rows()
              + " x "
              + partition.centroids().columns()
              + ", must be "
              + settings.classes()
              + " x "
              + n);
    }
    double[] rows = new double[settings.classes() * n];
    for (int c = 0; c < settings.classes(); c++) {
      double[] row = partition.centroids().row(c);
      scaling.apply(row, row);
      System.arraycopy(row, 0, rows, c * n, n);
    }
    int[] labels = new int[scaled.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = NearestCentres.nearest(rows, scaled[i]);
    }
    return labels;
  }

  private static int[] given(MapSettings settings, int count, Partition.GivenLabels partition) {
    if (partition.labels().size() != count) {
      throw new MapFitException(
          partition.labels().size() + " labels for " + count + " training states");
    }
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = partition.labels().get(i);
      if (labels[i] < 0 || labels[i] >= settings.classes()) {
        throw new MapFitException(
            "label of training state "
                + i
                + " is "
                + labels[i]
                + ", must be from 0 to "
                + (settings.classes() - 1));
      }
    }
    return labels;
  }

  private static List<Submodel> submodels(
      MapSettings settings, ReferenceClasses classes, List<String> warnings, Progress progress) {
    List<SubmodelFitter.Block> blocks = classes.blocks(settings.reconstruction().block());
    List<Submodel> submodels = new ArrayList<>(blocks.size());
    boolean[] covered = new boolean[settings.classes()];
    for (int i = 0; i < blocks.size(); i++) {
      SubmodelFitter.Block block = blocks.get(i);
      Optional<Submodel> submodel =
          SubmodelFitter.fit(
              block,
              classes.references(block),
              settings.dimension(),
              settings.reconstruction().regularization());
      if (submodel.isPresent()) {
        submodels.add(submodel.get());
        covered[block.classIndex()] = true;
      } else {
        warnings.add(
            "class "
                + block.classIndex()
                + ": block "
                + block.number()
                + " dropped, its "
                + (block.stop() - block.start())
                + " samples have no spread");
      }
      progress.update("submodels", i + 1, blocks.size());
    }
    for (int c = 0; c < covered.length; c++) {
      if (!covered[c]) {
        throw new MapFitException(
            "class "
                + c
                + " has no submodel: the states of each of its blocks are equal; use fewer"
                + " classes");
      }
    }
    return submodels;
  }
}
