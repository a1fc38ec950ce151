package io.kahkm.bench.peers;

import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The strongest rival of our own kind: least squares on the latest inputs, whose features are a
 * constant, the state, and random Fourier features of the state z, d values in all,
 *
 * <pre>
 * sqrt(2 / m) cos(w_i . z + b_i),  i = 1..m
 * </pre>
 *
 * <p>with w_i normal of standard deviation 1 / width and b_i uniform on a full turn: sums of such
 * features are a Gaussian kernel of that width. The width is a multiple of the median distance of
 * fitting states. Forecasts are the present reading and what {@link WindowedLeastSquares} says it
 * will differ by. Mutable, for one thread.
 */
final class FourierPeer implements Peer {
  private static final int MEDIAN_OF = 300;
  private static final long SEED = 1;

  private final WindowedLeastSquares squares;
  private final double[][] frequencies;
  private final double[] phases;
  private final double[] state;
  private final double[] features;
  private final double[] present;
  private final int delays;
  private int ofRun;

  /** What is left to choose. */
  record Choice(int features, double width, int window, double ridge) {
    String words() {
      return String.format(
          Locale.ROOT,
          "%d features; width %s; window %d; ridge %s",
          features,
          width,
          window,
          ridge);
    }
  }

  /** Makes them for the comparison. */
  static final class Kind implements PeerKind {
    /** The ridge is of the window's size: mean squares have the penalty's share. */
    private static final List<Choice> CHOICES = choicesOfAll();

    private static List<Choice> choicesOfAll() {
      List<Choice> choices = new ArrayList<>();
      for (int features : new int[] {25, 100}) {
        for (double width : new double[] {0.5, 1, 2}) {
          for (int window : new int[] {500, 2000}) {
            for (double ridge : new double[] {0.001, 0.1}) {
              choices.add(new Choice(features, width, window, ridge));
            }
          }
        }
      }
      return choices;
    }

    @Override
    public String name() {
      return "Fourier features with windowed least squares";
    }

    @Override
    public List<String> choices() {
      return CHOICES.stream().map(Choice::words).toList();
    }

    @Override
    public Peer learned(PeerTask task, int choice) {
      return task.teach(new FourierPeer(task, CHOICES.get(choice)));
    }
  }

  /** Has learned nothing but the width. */
  FourierPeer(PeerTask task, Choice choice) {
    int sensors = task.sensors().size();
    delays = task.delays();
    state = new double[delays * sensors];
    present = new double[sensors];
    RandomSource random = new RandomSource(SEED);
    double width = choice.width() * medianDistance(task, random);
    frequencies = new double[choice.features()][state.length];
    phases = new double[choice.features()];
    for (int i = 0; i < frequencies.length; i++) {
      for (int j = 0; j < state.length; j++) {
        frequencies[i][j] = random.nextGaussian() / width;
      }
      phases[i] = 2 * Math.PI * random.nextUniform();
    }
    features = new double[1 + state.length + frequencies.length];
    squares =
        new WindowedLeastSquares(
            features.length,
            sensors,
            task.horizons(),
            choice.window(),
            choice.ridge() * choice.window());
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
  public void startRun() {
    squares.startRun();
    ofRun = 0;
  }

  @Override
  public void take(double[] reading) {
    System.arraycopy(state, 0, state, reading.length, state.length - reading.length);
    System.arraycopy(reading, 0, state, 0, reading.length);
    System.arraycopy(reading, 0, present, 0, reading.length);
    ofRun++;
    if (ofRun < delays) {
      return;
    }
    features[0] = 1;
    System.arraycopy(state, 0, features, 1, state.length);
    double scale = Math.sqrt(2.0 / frequencies.length);
    for (int i = 0; i < frequencies.length; i++) {
      double angle = phases[i];
      for (int j = 0; j < state.length; j++) {
        angle += frequencies[i][j] * state[j];
      }
      features[1 + state.length + i] = scale * Math.cos(angle);
    }
    squares.take(features, reading);
  }

  @Override
  public boolean forecast(int horizon, double[] into) {
    if (ofRun < delays) {
      return false;
    }
    squares.predict(horizon, features, into);
    for (int j = 0; j < into.length; j++) {
      into[j] += present[j];
    }
    return true;
  }
}
