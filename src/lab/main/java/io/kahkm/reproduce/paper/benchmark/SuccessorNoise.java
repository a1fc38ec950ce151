package io.kahkm.reproduce.paper.benchmark;

import io.kahkm.internal.closure.Closure;
import java.util.List;

/**
 * The decomposition of the one-step error under stochastic successors (equation "stochastic
 * successors"), estimated without bias from several successors of the same hidden state; an
 * estimate of a square that comes out negative is 0.
 *
 * @param predictable root-mean-square of m(X) - B' Phi(X)
 * @param noise root-mean-square of Z - m(X)
 * @param spreadOfMeans root-mean-square of m(X) about its class mean: sigma_res without the noise
 */
record SuccessorNoise(double predictable, double noise, double spreadOfMeans) {
  static SuccessorNoise of(
      BenchmarkSystem benchmark,
      BenchmarkData data,
      List<BenchmarkData.Pair> pairs,
      BenchmarkReport.Size size) {
    int classes = benchmark.map().classes();
    Closure closure = Closure.of(benchmark.closure());
    int states = Math.min(size.states(), pairs.size());
    double[][] means = new double[states][classes];
    double noise = 0;
    double predictable = 0;
    for (int i = 0; i < states; i++) {
      double[][] successors = new double[size.successors()][];
      for (int r = 0; r < successors.length; r++) {
        successors[r] = data.successor(pairs.get(i)).coordinates();
        for (int k = 0; k < classes; k++) {
          means[i][k] += successors[r][k] / successors.length;
        }
      }
      double within = 0;
      for (double[] successor : successors) {
        within += squaredDistance(successor, means[i]) / (successors.length - 1);
      }
      noise += within / states;
      predictable +=
          (closure.squaredError(pairs.get(i).current().coordinates(), means[i])
                  - within / successors.length)
              / states;
    }
    double spread = spread(means, pairs, classes) - noise / size.successors();
    return new SuccessorNoise(root(predictable), root(noise), root(spread));
  }

  /** Mean squared distance of the state means from their class means, unbiased within a class. */
  private static double spread(double[][] means, List<BenchmarkData.Pair> pairs, int classes) {
    double[][] centers = new double[classes][classes];
    int[] members = new int[classes];
    for (int i = 0; i < means.length; i++) {
      int c = pairs.get(i).current().nearestClass();
      members[c]++;
      for (int k = 0; k < classes; k++) {
        centers[c][k] += (means[i][k] - centers[c][k]) / members[c];
      }
    }
    double sum = 0;
    for (int i = 0; i < means.length; i++) {
      int c = pairs.get(i).current().nearestClass();
      if (members[c] > 1) {
        sum += squaredDistance(means[i], centers[c]) * members[c] / (members[c] - 1);
      }
    }
    return sum / means.length;
  }

  private static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sum;
  }

  private static double root(double square) {
    return Math.sqrt(Math.max(0, square));
  }
}
