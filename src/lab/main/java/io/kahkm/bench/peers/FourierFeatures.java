package io.kahkm.bench.peers;

import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A constant, the state z of d values, and random Fourier features of it,
 *
 * <pre>
 * sqrt(2 / m) cos(w_i . z + b_i),  i = 1..m
 * </pre>
 *
 * <p>with w_i normal of standard deviation 1 / width and b_i uniform on a full turn: sums of such
 * features are a Gaussian kernel of that width. The width is a multiple of the median distance of
 * fitting states.
 */
final class FourierFeatures implements Dictionary {
  private static final int MEDIAN_OF = 300;
  private static final long SEED = 1;

  private final double[][] frequencies;
  private final double[] phases;
  private final int inputs;

  /**
   * Draws the features.
   *
   * @param task what the median distance is taken of
   * @param features number of cosines, at least 1
   * @param relativeWidth width over the median distance, above 0
   */
  FourierFeatures(PeerTask task, int features, double relativeWidth) {
    inputs = task.delays() * task.sensors().size();
    RandomSource random = new RandomSource(SEED);
    double width = relativeWidth * medianDistance(task, random);
    frequencies = new double[features][inputs];
    phases = new double[features];
    for (int i = 0; i < frequencies.length; i++) {
      for (int j = 0; j < inputs; j++) {
        frequencies[i][j] = random.nextGaussian() / width;
      }
      phases[i] = 2 * Math.PI * random.nextUniform();
    }
  }

  /** Of pairs of fitting states drawn at random. */
  private static double medianDistance(PeerTask task, RandomSource random) {
    List<double[]> states = new ArrayList<>();
    for (double[][] run : task.runs()) {
      for (int t = task.delays() - 1; t < run.length; t++) {
        double[] state = new double[task.delays() * run[t].length];
        for (int d = 0; d < task.delays(); d++) {
          System.arraycopy(run[t - d], 0, state, d * run[t].length, run[t].length);
        }
        states.add(state);
      }
    }
    double[] distances = new double[MEDIAN_OF];
    for (int i = 0; i < distances.length; i++) {
      double[] a = states.get(random.nextInt(states.size()));
      double[] b = states.get(random.nextInt(states.size()));
      double sum = 0;
      for (int j = 0; j < a.length; j++) {
        sum += (a[j] - b[j]) * (a[j] - b[j]);
      }
      distances[i] = Math.sqrt(sum);
    }
    Arrays.sort(distances);
    return distances[MEDIAN_OF / 2];
  }

  @Override
  public int size() {
    return 1 + inputs + frequencies.length;
  }

  @Override
  public void of(double[] state, double[] into) {
    into[0] = 1;
    System.arraycopy(state, 0, into, 1, inputs);
    double scale = Math.sqrt(2.0 / frequencies.length);
    for (int i = 0; i < frequencies.length; i++) {
      double angle = phases[i];
      for (int j = 0; j < inputs; j++) {
        angle += frequencies[i][j] * state[j];
      }
      into[1 + inputs + i] = scale * Math.cos(angle);
    }
  }
}
