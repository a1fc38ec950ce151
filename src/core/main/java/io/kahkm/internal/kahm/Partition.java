package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import java.util.Objects;

/** How the training states are divided into reference classes. */
public sealed interface Partition {

  /**
   * K-means: one k-means++ start and Lloyd's iterations, float64, in scaled units.
   *
   * @param seed seed of the start; equal seeds give equal partitions on every JVM
   */
  record KMeansStart(long seed) implements Partition {}

  /**
   * Every state goes to its nearest row, ties to the smallest index.
   *
   * @param centroids one row per class, in sensor units
   */
  record GivenCentroids(Matrix centroids) implements Partition {
    /** Checks the component. */
    public GivenCentroids {
      Objects.requireNonNull(centroids, "centroids");
    }
  }

  /**
   * The class of every training state is known.
   *
   * @param labels 0-based class of each training state, in order
   */
  record GivenLabels(List<Integer> labels) implements Partition {
    /** Copies the component. */
    public GivenLabels {
      labels = List.copyOf(labels);
    }
  }
}
