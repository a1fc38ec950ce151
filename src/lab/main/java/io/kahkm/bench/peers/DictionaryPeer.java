package io.kahkm.bench.peers;

/**
 * Least squares on the features of a {@link Dictionary}: rivals of our own kind. Forecasts are the
 * present reading and what {@link WindowedLeastSquares} says it will differ by. Mutable, for one
 * thread.
 */
final class DictionaryPeer implements Peer {
  /** Standard deviations from the mean beyond which a step is not repeated. */
  private static final double LOST = 100;

  private final Dictionary dictionary;
  private final WindowedLeastSquares squares;
  private final int[] horizons;
  private final boolean repeats;
  private final double[] state;
  private final double[] features;
  private final double[] imagined;
  private final double[] imaginedFeatures;
  private final double[] difference;
  private final int delays;
  private boolean frozen;
  private int ofRun;

  /**
   * Has learned nothing.
   *
   * @param task rows and horizons
   * @param dictionary features of the states
   * @param window inputs that it learns from at a time, at least 1
   * @param ridge penalty of the coefficients over the window, above 0: mean squares have its share
   * @param repeats whether a forecast of many steps is that of one step, made again and again from
   *     what it forecast, in place of coefficients of its own for every horizon
   */
  DictionaryPeer(PeerTask task, Dictionary dictionary, int window, double ridge, boolean repeats) {
    int sensors = task.sensors().size();
    this.dictionary = dictionary;
    this.repeats = repeats;
    horizons = task.horizons().stream().mapToInt(Integer::intValue).toArray();
    delays = task.delays();
    state = new double[delays * sensors];
    imagined = new double[state.length];
    difference = new double[sensors];
    features = new double[dictionary.size()];
    imaginedFeatures = new double[dictionary.size()];
    squares =
        new WindowedLeastSquares(features.length, sensors, task.horizons(), window, ridge * window);
  }

  /** Learns no more. */
  DictionaryPeer freeze() {
    frozen = true;
    return this;
  }

  @Override
  public void startRun() {
    if (!frozen) {
      squares.startRun();
    }
    ofRun = 0;
  }

  @Override
  public void take(double[] reading) {
    push(state, reading);
    ofRun++;
    if (ofRun < delays) {
      return;
    }
    dictionary.of(state, features);
    if (!frozen) {
      squares.take(features, reading);
    }
  }

  private static void push(double[] state, double[] reading) {
    System.arraycopy(state, 0, state, reading.length, state.length - reading.length);
    System.arraycopy(reading, 0, state, 0, reading.length);
  }

  @Override
  public boolean forecast(int horizon, double[] into) {
    if (ofRun < delays) {
      return false;
    }
    if (repeats) {
      System.arraycopy(state, 0, imagined, 0, state.length);
      for (int step = 0; step < horizons[horizon] && !isLost(imagined); step++) {
        dictionary.of(imagined, imaginedFeatures);
        add(0, imaginedFeatures, imagined, into);
        push(imagined, into);
      }
    } else {
      add(horizon, features, state, into);
    }
    return true;
  }

  /** Polynomials of such values grow beyond all numbers within some steps. */
  private static boolean isLost(double[] standardised) {
    for (double value : standardised) {
      if (Math.abs(value) > LOST) {
        return true;
      }
    }
    return false;
  }

  private void add(int horizon, double[] of, double[] from, double[] into) {
    squares.predict(horizon, of, difference);
    for (int j = 0; j < into.length; j++) {
      into[j] = from[j] + difference[j];
    }
  }
}
