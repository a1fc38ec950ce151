package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;

/**
 * Which sensor's fault explains best what all sensors show: a faulty sensor also misleads what is
 * implied of the others, most of all of one that mirrors it.
 *
 * <p>While there is evidence against any sensor, means and mean squares of all standardized
 * innovations are taken, over the first twenty rows plain ones, later moving ones. A lasting shift
 * of sensor j adds p_jj = response_j to its own innovation and p_jo = -v_jo to that of sensor o;
 * noise adds 1 and b_jo^2 to their variances. With m the means, or the mean squares above normal,
 * in units of each sensor's scale, sensor j explains
 *
 * <pre>
 * (p_j m)^2 / (|p_j|^2 |m|^2)
 * </pre>
 *
 * <p>Mutable, one owner; nothing is allocated per row.
 */
final class Culprits {
  private static final int MOST_ROWS = 20;

  /** Innovations are cut at so many scales. */
  private static final double CLIP = 30;

  private final SensorModel model;
  private final double[] means;
  private final double[] squares;

  /** Mean response of each sensor to its own shift over the same rows. */
  private final double[] responses;

  private int rows;
  private int age;

  Culprits(SensorModel model) {
    this.model = model;
    means = new double[model.size()];
    squares = new double[model.size()];
    responses = new double[model.size()];
  }

  void add(double[] innovations) {
    rows = Math.min(MOST_ROWS, rows + 1);
    for (int j = 0; j < means.length; j++) {
      if (Double.isNaN(innovations[j])) {
        continue;
      }
      double z = Math.max(-CLIP, Math.min(CLIP, innovations[j] / model.norm(j).sizes().scale()));
      means[j] += (z - means[j]) / rows;
      squares[j] += (z * z - squares[j]) / rows;
      responses[j] += (model.response(j, age) - responses[j]) / rows;
    }
    age = Math.min(age + 1, model.history());
  }

  void clear() {
    if (rows > 0) {
      rows = 0;
      age = 0;
      Arrays.fill(means, 0);
      Arrays.fill(squares, 0);
      Arrays.fill(responses, 0);
    }
  }

  /** The share of all means that a shift of one sensor explains, from 0 to 1. */
  double shift(int j) {
    double product = 0;
    double own = 0;
    double all = 0;
    for (int o = 0; o < means.length; o++) {
      double effect = o == j ? responses[j] : -model.levels().get(j, o);
      double p = effect / model.norm(o).sizes().scale();
      product = Math.fma(p, means[o], product);
      own = Math.fma(p, p, own);
      all = Math.fma(means[o], means[o], all);
    }
    return own > 0 && all > 0 ? product * product / own / all : 0;
  }

  /** The share of mean squares that lasting shifts make up, from 0 to 1. */
  double coherence() {
    double coherent = 0;
    double all = 0;
    for (int o = 0; o < means.length; o++) {
      coherent = Math.fma(means[o], means[o], coherent);
      all += squares[o];
    }
    return all > 0 ? coherent / all : 0;
  }

  /** The share of all extra variances that noise in one sensor explains, from 0 to 1. */
  double noise(int j) {
    double product = 0;
    double own = 0;
    double all = 0;
    for (int o = 0; o < means.length; o++) {
      double effect = o == j ? 1 : model.changes().get(j, o);
      double p = effect / model.norm(o).sizes().scale();
      p *= p;
      double usual = model.norm(o).sizes().usual();
      double extra = Math.max(0, squares[o] - 2 * usual * usual);
      product = Math.fma(p, extra, product);
      own = Math.fma(p, p, own);
      all = Math.fma(extra, extra, all);
    }
    return own > 0 && all > 0 ? product * product / own / all : 0;
  }

  void transfer(StateTransfer state) {
    int stored = state.intOf(rows, 0, MOST_ROWS, "rows of evidence");
    int storedAge = state.intOf(age, 0, model.history(), "age of evidence");
    if (state.reads()) {
      clear();
      rows = stored;
      age = storedAge;
    }
    if (rows > 0) {
      state.doubles(means);
      state.doubles(squares);
      state.doubles(responses);
    }
  }
}
