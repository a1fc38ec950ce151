package io.kahkm.internal.kahm;

import java.util.Arrays;

/**
 * The nearest centre of many states, from one assignment to the next. It is the row that {@link
 * #nearest(double[], double[])} finds among the same centres, to the last bit of every distance;
 * but distances are only computed where the centres may have moved far enough to change it.
 *
 * <p>Of every state it keeps how far its own centre is at most and the next one at least. Centres
 * that move change both by no more than the longest move (Hamerly, <i>Making k-means even
 * faster</i>, 2010). Both bounds give way by more than what rounding takes.
 */
final class NearestCentres {
  /** More than a computed distance is off, in parts of itself: some hundred roundings. */
  private static final double ROUNDING = 1e-12;

  /** A centre that is nearer by less than this share is looked for by all distances. */
  private static final double MARGIN = 1 + 1e-9;

  private final double[][] states;
  private final int classes;
  private final double[] before;
  private final double[] own;
  private final double[] others;

  /**
   * Begins; no state has a centre yet.
   *
   * @param states rows; not modified
   * @param classes number of centres
   */
  NearestCentres(double[][] states, int classes) {
    this.states = states;
    this.classes = classes;
    before = new double[classes * states[0].length];
    own = new double[states.length];
    others = new double[states.length];
    Arrays.fill(own, Double.POSITIVE_INFINITY);
  }

  /** Looks for the centre of a state anew next time, since it was given another one. */
  void forget(int state) {
    own[state] = Double.POSITIVE_INFINITY;
  }

  /**
   * Takes note of where the centres are now, before {@link #assign}.
   *
   * @param centres row by row; not modified
   * @return how far each has moved since
   */
  double[] moved(double[] centres) {
    int dimension = states[0].length;
    double[] moves = new double[classes];
    for (int c = 0; c < classes; c++) {
      double sum = 0;
      for (int j = c * dimension; j < (c + 1) * dimension; j++) {
        sum += (centres[j] - before[j]) * (centres[j] - before[j]);
      }
      moves[c] = Math.sqrt(sum) * (1 + ROUNDING);
    }
    System.arraycopy(centres, 0, before, 0, before.length);
    return moves;
  }

  /**
   * Finds the nearest centres of some of the states. Ranges that do not overlap may be assigned at
   * the same time.
   *
   * @param moves what {@link #moved} said
   * @param labels the centre of every state so far; overwritten
   * @param from index of the first state
   * @param to index after the last
   * @return whether one of them has another centre now
   */
  boolean assign(double[] moves, int[] labels, int from, int to) {
    double longest = Arrays.stream(moves).max().orElse(0);
    int dimension = states[0].length;
    double[][] columns = new double[dimension][classes];
    for (int c = 0; c < classes; c++) {
      for (int j = 0; j < dimension; j++) {
        columns[j][c] = before[c * dimension + j];
      }
    }
    double[] distances = new double[classes];
    boolean changed = false;
    for (int i = from; i < to; i++) {
      if (own[i] < Double.POSITIVE_INFINITY) {
        own[i] = (own[i] + moves[labels[i]]) * (1 + ROUNDING);
        others[i] = others[i] * (1 - ROUNDING) - longest;
        if (own[i] * MARGIN < others[i]) {
          continue;
        }
      }
      int nearest = nearest(states[i], columns, distances, i);
      changed |= nearest != labels[i];
      labels[i] = nearest;
    }
    return changed;
  }

  private int nearest(double[] state, double[][] columns, double[] distances, int index) {
    Arrays.fill(distances, 0);
    for (int j = 0; j < state.length; j++) {
      add(state[j], columns[j], distances);
    }
    int nearest = 0;
    double smallest = Double.POSITIVE_INFINITY;
    double second = Double.POSITIVE_INFINITY;
    for (int c = 0; c < distances.length; c++) {
      if (distances[c] < smallest) {
        second = smallest;
        smallest = distances[c];
        nearest = c;
      } else if (distances[c] < second) {
        second = distances[c];
      }
    }
    own[index] = Math.sqrt(smallest);
    others[index] = Math.sqrt(second);
    return nearest;
  }

  private static void add(double value, double[] column, double[] distances) {
    for (int c = 0; c < distances.length; c++) {
      double difference = value - column[c];
      distances[c] += difference * difference;
    }
  }

  /**
   * Finds the nearest row of a small table by Euclidean distance; ties go to the smallest index.
   *
   * @param rows row-major, not modified
   * @param state one value per column, not modified
   * @return 0-based row
   */
  static int nearest(double[] rows, double[] state) {
    int nearest = 0;
    double smallest = Double.POSITIVE_INFINITY;
    int offset = 0;
    for (int c = 0; offset < rows.length; c++) {
      double distance = 0;
      for (double value : state) {
        double difference = value - rows[offset++];
        distance += difference * difference;
      }
      if (distance < smallest) {
        smallest = distance;
        nearest = c;
      }
    }
    return nearest;
  }

  /** The squared distance of two states, in a sum over their values in order. */
  static double squaredDistance(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      double difference = one[j] - other[j];
      sum += difference * difference;
    }
    return sum;
  }
}
