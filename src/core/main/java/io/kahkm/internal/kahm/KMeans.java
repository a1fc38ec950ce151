package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Progress;
import java.util.Arrays;
import java.util.Random;

/**
 * K-means: one k-means++ start with greedy candidates, then Lloyd's iterations until no label
 * changes. Uses {@link Random}, whose sequence is specified, so equal seeds give equal labels on
 * every JVM.
 */
public final class KMeans {
  private static final int ITERATIONS = 300;

  private final double[][] states;
  private final int classes;
  private final int dimension;
  private final double[] centroids;
  private final int[] labels;

  private KMeans(double[][] states, int classes) {
    this.states = states;
    this.classes = classes;
    dimension = states[0].length;
    centroids = new double[classes * dimension];
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
    KMeans run = new KMeans(states, classes);
    run.start(new Random(seed));
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

  /** Each next centre is the best of a few states drawn with probability ~ squared distance. */
  private void start(Random random) {
    int candidates = 2 + (int) StrictMath.log(classes);
    double[] nearest = new double[states.length];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    setCentre(0, states[random.nextInt(states.length)]);
    double total = lower(nearest, 0, nearest);
    double[] trial = new double[states.length];
    double[] best = new double[states.length];
    for (int c = 1; c < classes; c++) {
      if (!(total > 0)) {
        throw new MapFitException(
            "only " + c + " different training states for " + classes + " classes");
      }
      double bestTotal = Double.POSITIVE_INFINITY;
      int bestState = -1;
      for (int k = 0; k < candidates; k++) {
        int drawn = draw(nearest, random.nextDouble() * total);
        setCentre(c, states[drawn]);
        double trialTotal = lower(nearest, c, trial);
        if (trialTotal < bestTotal) {
          bestTotal = trialTotal;
          bestState = drawn;
          double[] swap = best;
          best = trial;
          trial = swap;
        }
      }
      setCentre(c, states[bestState]);
      System.arraycopy(best, 0, nearest, 0, nearest.length);
      total = bestTotal;
    }
  }

  private void setCentre(int row, double[] state) {
    System.arraycopy(state, 0, centroids, row * dimension, dimension);
  }

  /** Lowers squared distances by one more centre and returns their sum. */
  private double lower(double[] nearest, int row, double[] target) {
    double sum = 0;
    for (int i = 0; i < states.length; i++) {
      target[i] = Math.min(nearest[i], squaredDistance(states[i], row));
      sum += target[i];
    }
    return sum;
  }

  /** The state whose share of the running sum holds a threshold; never one of weight zero. */
  private static int draw(double[] weights, double threshold) {
    double sum = 0;
    int last = 0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        sum += weights[i];
        last = i;
        if (sum > threshold) {
          return i;
        }
      }
    }
    return last;
  }

  private boolean assign() {
    boolean changed = false;
    int[] sizes = new int[classes];
    for (int i = 0; i < states.length; i++) {
      int label = NearestRow.of(centroids, states[i]);
      changed |= label != labels[i];
      labels[i] = label;
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
    sizes[empty]++;
    setCentre(empty, states[farthest]);
  }

  private void update() {
    Arrays.fill(centroids, 0);
    int[] sizes = new int[classes];
    for (int i = 0; i < states.length; i++) {
      int offset = labels[i] * dimension;
      for (int j = 0; j < dimension; j++) {
        centroids[offset + j] += states[i][j];
      }
      sizes[labels[i]]++;
    }
    for (int c = 0; c < classes; c++) {
      for (int j = 0; j < dimension; j++) {
        centroids[c * dimension + j] /= sizes[c];
      }
    }
  }
}
