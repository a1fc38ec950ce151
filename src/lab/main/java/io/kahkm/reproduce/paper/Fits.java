package io.kahkm.reproduce.paper;

import io.kahkm.internal.kahm.KMeans;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.data.LibraryKMeans;
import io.kahkm.reproduce.paper.data.PaperData;
import io.kahkm.reproduce.paper.print.ClassSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Inputs and reference classes of the experiments, and the fits that several of them use, each made
 * at its first use. Mutable, one owner.
 */
public final class Fits {
  private static final int MORE_STARTS = 50;
  private static final long START_STEP = 1_000_003;

  private final PaperData data = new PaperData();
  private final ClassSource source;
  private final Map<Object, Object> made = new HashMap<>();

  Fits(ClassSource source) {
    this.source = source;
  }

  PaperData data() {
    return data;
  }

  ClassSource source() {
    return source;
  }

  /**
   * The reference class of every training state.
   *
   * @param study name under which labels are published, if they are
   * @param config configuration within it
   * @param states the training states; not modified
   * @param classes their number
   * @param seed of the clustering
   */
  List<Integer> labels(String study, String config, double[][] states, int classes, long seed) {
    if (source == ClassSource.OWN) {
      return ownLabels(states, classes, seed);
    }
    return data.labels(study, config).orElseGet(() -> LibraryKMeans.labels(states, classes, seed));
  }

  /** Starts whose classes hold equal states only, which have no submodel, are tried again. */
  private static List<Integer> ownLabels(double[][] states, int classes, long seed) {
    int[] labels = KMeans.labels(states, classes, seed, Progress.NONE);
    for (int i = 1; i <= MORE_STARTS && hasFlatClass(states, labels, classes); i++) {
      labels = KMeans.labels(states, classes, seed + i * START_STEP, Progress.NONE);
    }
    return IntStream.of(labels).boxed().toList();
  }

  private static boolean hasFlatClass(double[][] states, int[] labels, int classes) {
    double[][] first = new double[classes][];
    int[] sizes = new int[classes];
    boolean[] varied = new boolean[classes];
    for (int i = 0; i < states.length; i++) {
      int label = labels[i];
      first[label] = sizes[label]++ == 0 ? states[i] : first[label];
      varied[label] |= !Arrays.equals(states[i], first[label]);
    }
    return IntStream.range(0, classes).anyMatch(c -> sizes[c] > 1 && !varied[c]);
  }

  /** The class centres that belong to labels: the published ones, or the means of the classes. */
  Matrix centroids(
      String study, String config, double[][] states, List<Integer> labels, int classes) {
    if (source == ClassSource.PUBLISHED && data.labels(study, config).isPresent()) {
      return data.centroids(study, config);
    }
    double[][] means = new double[classes][states[0].length];
    int[] sizes = new int[classes];
    for (int label : labels) {
      sizes[label]++;
    }
    for (int i = 0; i < states.length; i++) {
      int label = labels.get(i);
      for (int j = 0; j < states[i].length; j++) {
        means[label][j] += states[i][j] / sizes[label];
      }
    }
    return Matrix.ofRows(means);
  }

  /**
   * What several experiments use, made at its first use.
   *
   * @param type its type
   * @param key tells it from others of its type
   * @param make makes it
   */
  <T> T once(Class<T> type, Object key, Supplier<T> make) {
    return type.cast(made.computeIfAbsent(List.of(type, key), unused -> make.get()));
  }
}
