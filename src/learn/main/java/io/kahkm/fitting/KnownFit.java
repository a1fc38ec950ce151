package io.kahkm.fitting;

import io.kahkm.fitting.readout.OwnPast;
import io.kahkm.internal.forecast.KnownRegression;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntToDoubleFunction;

/** The regressions on known inputs at one horizon, and what rows left out say of them. */
final class KnownFit {
  private final int horizon;
  private final int sensors;
  private final int lags;
  private final List<Integer> inputs;
  private final List<OwnPast> regressions;
  private final List<OwnPast.Choice> choices;

  /**
   * Gathers the rows and chooses.
   *
   * @param readings runs of readings in the units of readouts
   * @param horizon h, at least 1
   * @param lags that own past uses too
   * @param inputs 0-based sensors whose later values are known, ascending, at least one
   */
  KnownFit(Episodes readings, int horizon, int[] lags, List<Integer> inputs) {
    this.horizon = horizon;
    this.inputs = inputs;
    this.lags = lags.length;
    sensors = readings.dimension();
    List<Callable<OwnPast>> parts = new ArrayList<>();
    for (int i = 0; i < sensors; i++) {
      int sensor = i;
      parts.add(() -> new OwnPast(readings, sensor, horizon, lags, inputs));
    }
    regressions = Parallel.run("known inputs", parts, Progress.NONE);
    List<Callable<OwnPast.Choice>> chosen = new ArrayList<>();
    regressions.forEach(regression -> chosen.add(() -> regression.choose(lag -> true)));
    choices = Parallel.run("known inputs", chosen, Progress.NONE);
  }

  /** The squared error on rows left out over persistence's; a known input has none. */
  double ratio(int sensor) {
    if (inputs.contains(sensor)) {
      return 0;
    }
    double persistence = regressions.get(sensor).persistence();
    return persistence > 0 ? choices.get(sensor).error() / persistence : 1;
  }

  /** Absolute errors on rows left out. */
  double[] absoluteErrors(int sensor) {
    return inputs.contains(sensor)
        ? new double[Math.toIntExact(regressions.get(sensor).rows())]
        : regressions.get(sensor).absoluteErrors(choices.get(sensor), lag -> true);
  }

  /** The regressions, fitted on all rows. */
  KnownRegression regression() {
    List<Integer> steps = KnownRegression.steps(horizon);
    double[][] weights = new double[sensors][];
    for (int i = 0; i < sensors; i++) {
      double[] fitted = regressions.get(i).fit(choices.get(i), lag -> true);
      int ahead = inputs.size() * steps.size();
      double[] row = new double[1 + sensors + lags + ahead];
      row[0] = fitted[0];
      row[1 + i] = fitted[1];
      int others = 2 + lags;
      for (int m = 0; m < sensors; m++) {
        if (m != i) {
          row[1 + m] = fitted[others++];
        }
      }
      System.arraycopy(fitted, 2, row, 1 + sensors, lags);
      System.arraycopy(fitted, others, row, 1 + sensors + lags, ahead);
      weights[i] = inputs.contains(i) ? new double[row.length] : row;
    }
    return new KnownRegression(inputs, steps, Matrix.ofRows(weights));
  }

  /**
   * What known inputs are worth for the sensors that are none.
   *
   * @param without the least ratio of the other experts by sensor
   */
  PastReport.Known report(IntToDoubleFunction without) {
    double with = 0;
    double best = 0;
    int moving = 0;
    int better = 0;
    for (int i = 0; i < sensors; i++) {
      if (!inputs.contains(i) && regressions.get(i).persistence() > 0) {
        double other = Math.min(1, without.applyAsDouble(i));
        moving++;
        better += ratio(i) < other ? 1 : 0;
        with += 1 - ratio(i);
        best += 1 - other;
      }
    }
    int count = Math.max(1, moving);
    return new PastReport.Known(horizon, better, with / count, best / count);
  }
}
