package io.kahkm.reproduce.paper.data;

import io.kahkm.system.MersenneTwister;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * K-means as in scikit-learn 1.6.1, whose labels the paper's classes are: {@code KMeans(n_clusters,
 * random_state=seed, n_init="auto")} on float64 rows. One greedy k-means++ start and Lloyd's
 * iterations, with that library's draws, distances (from the expanded square), stopping rule and
 * treatment of empty clusters.
 *
 * <p>Sums may differ from the library's in their last bit, because its linear algebra adds in
 * another order; all labels that are published come out equal.
 */
public final class LibraryKMeans {
  private static final int ITERATIONS = 300;

  /** Squared shift of all centres that ends the iterations, relative to the mean variance. */
  private static final double TOLERANCE = 1e-4;

  private final double[][] states;
  private final double[] squares;
  private final int classes;
  private final int dimension;
  private double[][] centres;
  private final int[] labels;

  private LibraryKMeans(double[][] centred, int classes) {
    states = centred;
    squares = Arrays.stream(centred).mapToDouble(row -> dot(row, row)).toArray();
    this.classes = classes;
    dimension = centred[0].length;
    centres = new double[classes][];
    labels = new int[centred.length];
  }

  /**
   * Clusters states.
   *
   * @param states rows; not modified
   * @param classes number of clusters
   * @param seed the library's {@code random_state}
   * @return 0-based cluster of every state
   */
  public static List<Integer> labels(double[][] states, int classes, long seed) {
    int dimension = states[0].length;
    double[] mean = new double[dimension];
    for (double[] state : states) {
      for (int j = 0; j < dimension; j++) {
        mean[j] += state[j] / states.length;
      }
    }
    double variance = 0;
    double[][] centred = new double[states.length][dimension];
    for (int i = 0; i < states.length; i++) {
      for (int j = 0; j < dimension; j++) {
        centred[i][j] = states[i][j] - mean[j];
        variance += centred[i][j] * centred[i][j] / states.length / dimension;
      }
    }
    LibraryKMeans run = new LibraryKMeans(centred, classes);
    run.start(new MersenneTwister(seed));
    run.iterate(TOLERANCE * variance);
    return IntStream.of(run.labels).boxed().toList();
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  /** Each next centre is the best of a few states drawn with probability ~ squared distance. */
  private void start(MersenneTwister random) {
    int candidates = 2 + (int) StrictMath.log(classes);
    int count = states.length;
    double[] equal = new double[count];
    Arrays.fill(equal, 1.0 / count);
    double[] shares = cumulated(equal);
    int first = drawn(shares, random.nextUniform() * shares[count - 1], true);
    centres[0] = states[first].clone();
    double[] infinite = new double[count];
    Arrays.fill(infinite, Double.POSITIVE_INFINITY);
    double[] nearest = lowered(infinite, first);
    for (int c = 1; c < classes; c++) {
      double total = Arrays.stream(nearest).sum();
      double[] cumulated = cumulated(nearest);
      int[] trials = new int[candidates];
      for (int k = 0; k < candidates; k++) {
        trials[k] = drawn(cumulated, random.nextUniform() * total, false);
      }
      double best = Double.POSITIVE_INFINITY;
      double[] before = nearest;
      for (int trial : trials) {
        double[] lowered = lowered(before, trial);
        double potential = Arrays.stream(lowered).sum();
        if (potential < best) {
          best = potential;
          nearest = lowered;
          centres[c] = states[trial].clone();
        }
      }
    }
  }

  private static double[] cumulated(double[] values) {
    double[] sums = values.clone();
    for (int i = 1; i < sums.length; i++) {
      sums[i] += sums[i - 1];
    }
    return sums;
  }

  /** First index whose running sum reaches the threshold, or exceeds it; the last if none does. */
  private static int drawn(double[] cumulated, double threshold, boolean exceed) {
    for (int i = 0; i < cumulated.length; i++) {
      if (cumulated[i] > threshold || (!exceed && cumulated[i] == threshold)) {
        return i;
      }
    }
    return cumulated.length - 1;
  }

  /** Squared distances lowered by one more centre. */
  private double[] lowered(double[] nearest, int centre) {
    double[] result = new double[states.length];
    for (int i = 0; i < states.length; i++) {
      double distance = -2 * dot(states[centre], states[i]) + squares[centre] + squares[i];
      result[i] = Math.min(nearest[i], Math.max(0, distance));
    }
    return result;
  }

  private void iterate(double tolerance) {
    int[] before = new int[states.length];
    Arrays.fill(before, -1);
    for (int i = 0; i < ITERATIONS; i++) {
      assign();
      double[][] moved = moved();
      double shift = 0;
      for (int c = 0; c < classes; c++) {
        for (int j = 0; j < dimension; j++) {
          double difference = moved[c][j] - centres[c][j];
          shift += difference * difference;
        }
      }
      centres = moved;
      if (Arrays.equals(labels, before)) {
        return;
      }
      if (shift <= tolerance) {
        break;
      }
      System.arraycopy(labels, 0, before, 0, before.length);
    }
    assign();
  }

  private void assign() {
    double[] norms = Arrays.stream(centres).mapToDouble(row -> dot(row, row)).toArray();
    for (int i = 0; i < states.length; i++) {
      double best = Double.POSITIVE_INFINITY;
      for (int c = 0; c < classes; c++) {
        double distance = norms[c] - 2 * dot(states[i], centres[c]);
        if (distance < best) {
          best = distance;
          labels[i] = c;
        }
      }
    }
  }

  /** Means of the clusters; an empty one takes the state that is farthest from its centre. */
  private double[][] moved() {
    double[][] sums = new double[classes][dimension];
    int[] sizes = new int[classes];
    for (int i = 0; i < states.length; i++) {
      sizes[labels[i]]++;
      add(sums[labels[i]], states[i], 1);
    }
    relocate(sums, sizes);
    for (int c = 0; c < classes; c++) {
      double share = 1.0 / Math.max(1, sizes[c]);
      for (int j = 0; j < dimension; j++) {
        sums[c][j] *= share;
      }
    }
    return sums;
  }

  private void relocate(double[][] sums, int[] sizes) {
    int[] empty = IntStream.range(0, classes).filter(c -> sizes[c] == 0).toArray();
    if (empty.length == 0) {
      return;
    }
    List<Integer> farthest =
        IntStream.range(0, states.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -distance(i)))
            .limit(empty.length)
            .toList();
    for (int k = 0; k < empty.length; k++) {
      int state = farthest.get(k);
      add(sums[labels[state]], states[state], -1);
      sizes[labels[state]]--;
      sums[empty[k]] = states[state].clone();
      sizes[empty[k]] = 1;
    }
  }

  private double distance(int state) {
    double sum = 0;
    for (int j = 0; j < dimension; j++) {
      double difference = states[state][j] - centres[labels[state]][j];
      sum += difference * difference;
    }
    return sum;
  }

  private static void add(double[] target, double[] state, int sign) {
    for (int j = 0; j < target.length; j++) {
      target[j] += sign * state[j];
    }
  }
}
