package io.kahkm.fitting.readout;

import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Regressions of one horizon on one set of fitting rows: the changes of all sensors h steps ahead
 * on features, and what predicted coordinates add. Mutable, one owner.
 */
public final class HorizonFit {
  /** A forecast may take a sensor so many times as far as it went. */
  private static final double REACH = 1.25;

  private final int horizon;
  private final Features features;
  private final Episodes states;
  private final RegressionSums sums;

  /**
   * Gathers the pairs h steps apart.
   *
   * @param horizon h, at least 1
   * @param features of the states
   * @param states fitting states in the units of readings; retained, not modified
   */
  public HorizonFit(int horizon, Features features, Episodes states) {
    this.horizon = horizon;
    this.features = features;
    this.states = states;
    sums = new RegressionSums(features.size(), features.sensors());
    forEach(1, (episode, step, z, change) -> sums.add(z, change));
  }

  /** Takes one pair; the arrays are overwritten by the next. */
  private interface PairTaker {
    void take(int episode, int step, double[] features, double[] change);
  }

  /** All pairs h steps apart whose first state is one of every so many. */
  private void forEach(int every, PairTaker taker) {
    double[] history = new double[features.size()];
    double[] z = new double[features.size()];
    double[] change = new double[features.sensors()];
    long state = 0;
    for (int e = 0; e < states.count(); e++) {
      for (int t = 0; t + horizon < states.length(e); t++) {
        if (state++ % every != 0) {
          continue;
        }
        double[] now = states.state(e, t);
        double[] later = states.state(e, t + horizon);
        for (int i = 0; i < change.length; i++) {
          change[i] = later[i] - now[i];
        }
        features.of(states, e, t, history, z);
        taker.take(e, t, z, change);
      }
    }
  }

  /**
   * Pairs h steps apart.
   *
   * @return 0 where every run is too short
   */
  public long pairs() {
    return sums.count;
  }

  /**
   * Squared errors of every linear model on rows that were left out.
   *
   * @param left the same horizon of the rows left out
   * @return one row per sensor, one column per candidate
   */
  public double[][] errorsOn(HorizonFit left) {
    double[][] errors = new double[features.sensors()][LinearCandidates.COUNT];
    LinearCandidates.addErrors(features, sums, left.sums, errors);
    return errors;
  }

  /**
   * Which linear model each sensor gets.
   *
   * @param horizon steps ahead
   * @param folds what {@link #errorsOn} gave, fold by fold; at least one
   * @return the choice, without coordinates
   */
  public static HorizonChoice chooseLinear(int horizon, List<double[][]> folds) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < folds.get(0).length; i++) {
      double[] total = new double[LinearCandidates.COUNT];
      for (double[][] fold : folds) {
        for (int c = 0; c < total.length; c++) {
          total[c] += fold[i][c];
        }
      }
      chosen.add(LinearCandidates.best(total));
    }
    return HorizonChoice.ofLinear(horizon, chosen);
  }

  /** Coordinates of a state, h steps ahead. */
  public interface Predictor {
    /**
     * Predicts.
     *
     * @param episode of the states
     * @param step of the episode
     * @return C values; may be overwritten by the next call
     */
    double[] predict(int episode, int step);
  }

  private CoordinateSums coordinateSums(
      HorizonChoice choice, double[][] linear, Predictor predictor, int classes) {
    RegressionSums onFeatures = new RegressionSums(features.size(), classes);
    forEach(1, (e, t, z, change) -> onFeatures.add(z, predictor.predict(e, t)));
    double[][] explained = new Ridge(onFeatures, choice.explainingPenalty()).weights(null);
    CoordinateSums coordinates = new CoordinateSums(linear, explained);
    forEach(1, (e, t, z, change) -> coordinates.add(z, predictor.predict(e, t), change));
    return coordinates;
  }

  /**
   * What every weight of coordinates does on rows that were left out.
   *
   * @param choice the linear models
   * @param predictor coordinates of the fitting states
   * @param classes number C of coordinates
   * @param left the rows left out
   * @param leftPredictor their coordinates; told of steps in order
   * @param every how manieth of the rows left out is judged, from the first on
   * @return one fold
   * @throws ArithmeticException if a regression is not finite
   */
  public LeftOutErrors judge(
      HorizonChoice choice,
      Predictor predictor,
      int classes,
      HorizonFit left,
      Predictor leftPredictor,
      int every) {
    double[][] linear = LinearCandidates.fit(features, sums, choice.linear());
    CoordinateSums coordinates = coordinateSums(choice, linear, predictor, classes);
    double[][][] weights = new double[CoordinateSums.PENALTIES.length][][];
    for (int p = 0; p < weights.length; p++) {
      weights[p] = coordinates.weights(CoordinateSums.PENALTIES[p]);
    }
    LeftOutErrors errors = new LeftOutErrors(features.sensors());
    errors.fold(weights);
    left.forEach(
        every,
        (e, t, z, change) -> {
          double[] rest = new double[classes];
          double[] error = new double[change.length];
          coordinates.rest(z, leftPredictor.predict(e, t), change, rest, error);
          errors.add(change.clone(), error, rest);
        });
    return errors;
  }

  /**
   * The choice with what coordinates add.
   *
   * @param choice the linear models
   * @param features the sensors' deviations
   * @param folds what {@link #judge} gave, fold by fold
   * @return the whole choice
   */
  public static HorizonChoice complete(
      HorizonChoice choice, Features features, List<LeftOutErrors> folds) {
    LeftOutErrors all = new LeftOutErrors(features.sensors());
    folds.forEach(all::addAll);
    return all.rows() == 0 ? choice : choice.with(features, all);
  }

  /**
   * The readout of a choice, fitted on these rows.
   *
   * @param choice of this horizon
   * @param predictor coordinates of the fitting states
   * @param classes number C of coordinates
   * @return the readout
   * @throws ArithmeticException if a regression is not finite
   */
  public StackedReadout fit(HorizonChoice choice, Predictor predictor, int classes) {
    double[][] linear = LinearCandidates.fit(features, sums, choice.linear());
    Optional<StackedReadout.Correction> correction = Optional.empty();
    if (choice.corrected() > 0) {
      CoordinateSums coordinates = coordinateSums(choice, linear, predictor, classes);
      double[][] weights = new double[linear.length][classes];
      for (int p = 0; p < CoordinateSums.PENALTIES.length; p++) {
        double[][] ofPenalty = coordinates.weights(CoordinateSums.PENALTIES[p]);
        for (int i = 0; i < weights.length; i++) {
          if (choice.correction().get(i) == p) {
            weights[i] = ofPenalty[i];
          }
        }
      }
      correction =
          Optional.of(
              new StackedReadout.Correction(
                  features.inReadings(coordinates.explained()), Matrix.ofRows(weights)));
    }
    return StackedReadout.of(classes, features.inReadings(linear), correction, reach());
  }

  /** A quarter more than the largest change of every sensor among these pairs. */
  private Matrix reach() {
    double[] largest = new double[features.sensors()];
    forEach(
        1,
        (e, t, z, change) -> {
          for (int i = 0; i < largest.length; i++) {
            largest[i] = Math.max(largest[i], REACH * Math.abs(change[i]));
          }
        });
    return Matrix.of(largest.length, 1, largest);
  }

  /**
   * Errors of a readout on the rows it was fitted on, for want of others; new ones will be larger.
   *
   * @param readout from {@link #fit}
   * @param predictor coordinates of the fitting states
   * @return quantiles of the absolute errors
   */
  public ErrorQuantiles errors(StackedReadout readout, Predictor predictor) {
    int sensors = features.sensors();
    double[][] absolute = new double[sensors][Math.toIntExact(sums.count)];
    double[] history = new double[features.size()];
    double[] work = new double[readout.classes()];
    double[] linear = new double[sensors];
    double[] forecast = new double[sensors];
    int[] pair = {0};
    forEach(
        1,
        (e, t, z, change) -> {
          features.history(states, e, t, history);
          readout.apply(history, predictor.predict(e, t), work, linear, forecast);
          for (int i = 0; i < sensors; i++) {
            absolute[i][pair[0]] = Math.abs(history[i] + change[i] - forecast[i]);
          }
          pair[0]++;
        });
    return ErrorQuantiles.of(absolute);
  }

  /** B to the power h by repeated squaring; the row form of a prediction is phi times this. */
  private static DMatrixRMaj power(Matrix closure, int horizon) {
    DMatrixRMaj square = DMatrixRMaj.wrap(closure.rows(), closure.columns(), closure.toArray());
    DMatrixRMaj result = CommonOps_DDRM.identity(closure.rows());
    for (int left = horizon; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        result = product(result, square);
      }
      if (left > 1) {
        square = product(square, square);
      }
    }
    return result;
  }

  private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
    DMatrixRMaj result = new DMatrixRMaj(a.numRows, b.numCols);
    CommonOps_DDRM.mult(a, b, result);
    return result;
  }

  /**
   * Predictions with a frozen closure, {@code (B^T)^h phi}.
   *
   * @param horizon h
   * @param coordinates of every state of every episode
   * @param closure B, C x C
   * @return a predictor with one array for all calls
   */
  public static Predictor frozen(int horizon, List<double[][]> coordinates, Matrix closure) {
    DMatrixRMaj power = power(closure, horizon);
    double[] predicted = new double[closure.rows()];
    return (episode, step) -> {
      double[] phi = coordinates.get(episode)[step];
      Arrays.fill(predicted, 0);
      for (int l = 0; l < predicted.length; l++) {
        for (int k = 0; k < predicted.length; k++) {
          predicted[k] = Math.fma(phi[l], power.get(l, k), predicted[k]);
        }
      }
      return predicted;
    };
  }
}
