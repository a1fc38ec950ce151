package io.kahkm.internal.kahm;

import java.util.Arrays;
import java.util.Random;

/** K-means as it is written down: every distance in every iteration, one after the other. */
final class PlainKMeans {
  private static final int ITERATIONS = 300;

  private PlainKMeans() {}

  static int[] labels(double[][] states, int classes, long seed) {
    double[][] centres = start(states, classes, new Random(seed));
    int[] labels = new int[states.length];
    Arrays.fill(labels, -1);
    for (int round = 0; round < ITERATIONS; round++) {
      int[] before = labels.clone();
      int[] sizes = new int[classes];
      for (int i = 0; i < states.length; i++) {
        labels[i] = nearest(states[i], centres);
        sizes[labels[i]]++;
      }
      boolean changed = !Arrays.equals(before, labels);
      for (int c = 0; c < classes; c++) {
        if (sizes[c] == 0) {
          refill(c, states, centres, labels, sizes);
          changed = true;
        }
      }
      if (!changed) {
        return labels;
      }
      centres = means(states, labels, classes);
    }
    return labels;
  }

  private static double[][] start(double[][] states, int classes, Random random) {
    double[][] centres = new double[classes][];
    centres[0] = states[random.nextInt(states.length)].clone();
    double[] smallest = new double[states.length];
    double total = 0;
    for (int i = 0; i < states.length; i++) {
      smallest[i] = distance(states[i], centres[0]);
      total += smallest[i];
    }
    for (int c = 1; c < classes; c++) {
      double bestTotal = Double.POSITIVE_INFINITY;
      double[] best = smallest;
      for (int k = 0; k < 2 + (int) StrictMath.log(classes); k++) {
        double[] candidate = states[drawn(smallest, random.nextDouble() * total)];
        double[] lower = new double[states.length];
        double sum = 0;
        for (int i = 0; i < states.length; i++) {
          lower[i] = Math.min(smallest[i], distance(states[i], candidate));
          sum += lower[i];
        }
        if (sum < bestTotal) {
          bestTotal = sum;
          best = lower;
          centres[c] = candidate.clone();
        }
      }
      smallest = best;
      total = bestTotal;
    }
    return centres;
  }

  private static int drawn(double[] weights, double threshold) {
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

  private static int nearest(double[] state, double[][] centres) {
    int nearest = 0;
    for (int c = 1; c < centres.length; c++) {
      if (distance(state, centres[c]) < distance(state, centres[nearest])) {
        nearest = c;
      }
    }
    return nearest;
  }

  private static void refill(
      int empty, double[][] states, double[][] centres, int[] labels, int[] sizes) {
    int farthest = -1;
    double largest = 0;
    for (int i = 0; i < states.length; i++) {
      double distance = distance(states[i], centres[labels[i]]);
      if (sizes[labels[i]] > 1 && distance > largest) {
        largest = distance;
        farthest = i;
      }
    }
    sizes[labels[farthest]]--;
    labels[farthest] = empty;
    sizes[empty]++;
    centres[empty] = states[farthest].clone();
  }

  /** Mean state of every class; not a number where a class has none. */
  static double[][] means(double[][] states, int[] labels, int classes) {
    double[][] means = new double[classes][states[0].length];
    int[] sizes = new int[classes];
    for (int i = 0; i < states.length; i++) {
      sizes[labels[i]]++;
      for (int j = 0; j < states[i].length; j++) {
        means[labels[i]][j] += states[i][j];
      }
    }
    for (int c = 0; c < classes; c++) {
      for (int j = 0; j < means[c].length; j++) {
        means[c][j] /= sizes[c];
      }
    }
    return means;
  }

  /** The squared distance of two states. */
  static double distance(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      double difference = one[j] - other[j];
      sum += difference * difference;
    }
    return sum;
  }
}
