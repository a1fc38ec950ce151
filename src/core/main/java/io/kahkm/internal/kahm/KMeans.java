package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * K-means: one k-means++ start with greedy candidates, then Lloyd's iterations until no label
 * changes. Uses {@link Random}, whose sequence is specified, so equal seeds give equal labels on
 * every JVM.
 */
public final class KMeans {
  private static final int ITERATIONS = 300;

  /** Differences of one assignment below which it is done before other threads have begun. */
  private static final double LITTLE_WORK = 2e7;

  private final double[][] states;
  private final int classes;
  private final int dimension;
  private final double[] centroids;
  private final int[] labels;
  private final NearestCentres nearest;
  private final int threads;

  private KMeans(double[][] states, int classes, Random random) {
    this.states = states;
    this.classes = classes;
    nearest = new NearestCentres(states, classes);
    double work = (double) states.length * states[0].length * classes;
    threads = work < LITTLE_WORK ? 1 : Runtime.getRuntime().availableProcessors();
    dimension = states[0].length;
    centroids = FirstCentres.of(states, classes, random);
    labels = new int[states.length];
  }

  /**
   * Clusters states.
   *
   * @param states at least {@code classes} different rows; not modified
   * @param classes number of clusters
   * @param seed seed of the start
   * @param progress told after every iteration
   * @return 0-based cluster of every state; no cluster is empty
   * @throws MapFitException if there are fewer different states than clusters
   */
  public static int[] labels(double[][] states, int classes, long seed, Progress progress) {
    KMeans run = new KMeans(states, classes, new Random(seed));
    Arrays.fill(run.labels, -1);
    for (int i = 0; i < ITERATIONS; i++) {
      boolean changed = run.assign();
      progress.update("k-means", i + 1, ITERATIONS);
      if (!changed) {
        break;
      }
      run.update();
    }
    return run.labels;
  }

  private double squaredDistance(double[] state, int row) {
    double sum = 0;
    for (int j = 0; j < dimension; j++) {
      double difference = state[j] - centroids[row * dimension + j];
      sum += difference * difference;
    }
    return sum;
  }

  private void setCentre(int row, double[] state) {
    System.arraycopy(state, 0, centroids, row * dimension, dimension);
  }

  private boolean assign() {
    double[] moves = nearest.moved(centroids);
    List<Callable<Boolean>> parts = new ArrayList<>();
    int each = (states.length + threads - 1) / threads;
    for (int from = 0; from < states.length; from += each) {
      int first = from;
      int last = Math.min(from + each, states.length);
      parts.add(() -> nearest.assign(moves, labels, first, last));
    }
    boolean changed =
        threads == 1
            ? nearest.assign(moves, labels, 0, states.length)
            : Parallel.run("k-means", parts, Progress.NONE).contains(true);
    int[] sizes = new int[classes];
    for (int label : labels) {
      sizes[label]++;
    }
    for (int c = 0; c < classes; c++) {
      if (sizes[c] == 0) {
        refill(c, sizes);
        changed = true;
      }
    }
    return changed;
  }

  /** An empty cluster takes the state that is farthest from its centre. */
  private void refill(int empty, int[] sizes) {
    int farthest = -1;
    double largest = 0;
    for (int i = 0; i < states.length; i++) {
      double distance = squaredDistance(states[i], labels[i]);
      if (sizes[labels[i]] > 1 && distance > largest) {
        largest = distance;
        farthest = i;
      }
    }
    if (farthest < 0) {
      throw new MapFitException("class " + empty + " stays empty: too few different states");
    }
    sizes[labels[farthest]]--;
    labels[farthest] = empty;
    nearest.forget(farthest);
    sizes[empty]++;
    setCentre(empty, states[farthest]);
  }

  private void update() {
    double[][] sums = new double[classes][dimension];
    int[] sizes = new int[classes];
    for (int i = 0; i < states.length; i++) {
      add(states[i], sums[labels[i]]);
      sizes[labels[i]]++;
    }
    for (int c = 0; c < classes; c++) {
      for (int j = 0; j < dimension; j++) {
        centroids[c * dimension + j] = sums[c][j] / sizes[c];
      }
    }
  }

  private static void add(double[] state, double[] sum) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += state[j];
    }
  }
}
