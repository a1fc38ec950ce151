package io.kahkm.fitting;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;

/** Fits the closure that streams start with, and says how it does on what it was fitted on. */
final class ClosureFitter {
  /** Regularization of ridge closures, as in the paper's estimator comparison. */
  private static final double CLOSURE_RIDGE = 1e-8;

  private ClosureFitter() {}

  /** The start closure of transitions in coordinates. */
  static Matrix fit(
      FitSettings settings, double[][] current, double[][] successors, Progress progress) {
    return switch (settings.closure().method()) {
      case NLMS ->
          ClosureFit.nlms(
              Matrix.identity(current[0].length),
              current,
              successors,
              settings.closure().beta(),
              settings.closure().epochs(),
              progress);
      case RIDGE -> ClosureFit.ridge(current, successors, CLOSURE_RIDGE);
    };
  }

  /** How a closure does on transitions in coordinates. */
  static FitReport.StartClosure report(Matrix closure, double[][] current, double[][] successors) {
    return new FitReport.StartClosure(
        relativeError(closure, current, successors),
        persistenceError(current, successors),
        MatrixNorms.spectralNorm(closure));
  }

  private static double relativeError(Matrix closure, double[][] current, double[][] successors) {
    int classes = closure.rows();
    Closure frozen = Closure.of(closure);
    ForecastScorer score = new ForecastScorer(classes, 0);
    double[] predicted = new double[classes];
    for (int i = 0; i < current.length; i++) {
      frozen.predict(current[i], predicted);
      score.add(predicted, successors[i], current[i], 0);
    }
    return score.relativeError();
  }

  /** Root of the mean squared distance of successive coordinates. */
  private static double persistenceError(double[][] current, double[][] successors) {
    double sum = 0;
    for (int t = 0; t < current.length; t++) {
      for (int k = 0; k < current[t].length; k++) {
        double change = successors[t][k] - current[t][k];
        sum += change * change;
      }
    }
    return Math.sqrt(sum / current.length);
  }
}
