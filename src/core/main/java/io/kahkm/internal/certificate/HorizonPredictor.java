package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.AssessmentLimits;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.closure.Residuals;
import io.kahkm.internal.closure.Rollout;
import io.kahkm.internal.closure.SimplexProjection;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.SquareProducts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The frozen forecast some steps ahead: the power P = B0^h of a frozen closure, of its
 * row-projected version, or the rollout of B0 whose every step is projected onto the simplex. Any
 * number of streams of one thread may share it; not thread-safe.
 */
final class HorizonPredictor {
  /** Largest loss of a forecast that lies on the simplex. */
  private static final double SIMPLEX_RANGE = 2;

  /** Beyond this the entries of a power are noise, and further on they overflow. */
  private static final double LARGEST_ENTRY = 1e9;

  private final int horizon;
  private final Matrix power;
  private final Residuals residuals;
  private final double range;

  /** NaN until it is asked for, which is when a window closes: norms take as long as powers. */
  private double kappa;

  /** Null where the forecast is P itself. */
  private final @Nullable Stepwise stepwise;

  /** A forecast that is projected onto the simplex at every step. */
  private static final class Stepwise {
    private final Closure closure;
    private final Rollout rollout;
    private final double[][] prediction;

    Stepwise(Matrix frozen, int horizon) {
      closure = Closure.of(frozen);
      rollout = new Rollout(frozen.rows(), new int[] {horizon}, Projection.VECTOR);
      prediction = new double[1][frozen.rows()];
    }

    double squaredError(double[] phi, double[] z) {
      rollout.roll(closure, phi, prediction);
      double sum = 0;
      for (int k = 0; k < z.length; k++) {
        double difference = z[k] - prediction[0][k];
        sum = Math.fma(difference, difference, sum);
      }
      return sum;
    }
  }

  private HorizonPredictor(
      int horizon,
      Matrix power,
      OptionalDouble kappa,
      @Nullable Stepwise stepwise,
      Residuals residuals) {
    this.horizon = horizon;
    this.power = power;
    this.kappa = kappa.orElse(Double.NaN);
    range = stepwise != null ? SIMPLEX_RANGE : UpperBound.lossRange(power);
    this.stepwise = stepwise;
    this.residuals = residuals;
  }

  /**
   * The forecasts of all horizons.
   *
   * @param frozen B0, C x C, fixed before the window
   * @param settings the horizons and how forecasts are projected
   * @param kappa norm limit of the lower bounds where a number is set; else the norm of each power,
   *     at least 1
   * @return one per horizon, in order; {@code null} where the power has grown beyond use
   */
  static List<@Nullable HorizonPredictor> of(
      Matrix frozen, HorizonSettings settings, OptionalDouble kappa, Residuals residuals) {
    Matrix base =
        settings.projection() == Projection.ROW ? SimplexProjection.rowStochastic(frozen) : frozen;
    List<@Nullable HorizonPredictor> predictors = new ArrayList<>();
    Matrix power = base;
    int done = 1;
    for (int horizon : settings.horizons()) {
      power = power == null ? null : raise(power, base, horizon - done);
      done = horizon;
      predictors.add(
          power == null
              ? null
              : new HorizonPredictor(
                  horizon,
                  power,
                  kappa,
                  settings.projection() == Projection.VECTOR ? new Stepwise(frozen, horizon) : null,
                  residuals));
    }
    return predictors;
  }

  /** power times base^more, by repeated squaring; null once it holds what is no use. */
  private static @Nullable Matrix raise(Matrix power, Matrix base, int more) {
    double[][] product = power.toRows();
    double[][] square = base.toRows();
    for (int left = more; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        product = SquareProducts.times(product, square);
      }
      if (left > 1) {
        square = SquareProducts.times(square, square);
      }
    }
    for (double[] row : product) {
      for (double value : row) {
        if (!(Math.abs(value) <= LARGEST_ENTRY)) {
          return null;
        }
      }
    }
    return Matrix.ofRows(product);
  }

  int horizon() {
    return horizon;
  }

  /** P, C x C. */
  Matrix power() {
    return power;
  }

  /** Norm limit of the lower bound. */
  double kappa() {
    if (Double.isNaN(kappa)) {
      kappa = Math.max(1, MatrixNorms.spectralNorm(power)) * AssessmentLimits.NORM_SLACK;
    }
    return kappa;
  }

  /** Largest possible loss of the forecast. */
  double range() {
    return range;
  }

  /** Whether the forecast is P itself, rather than a projected rollout. */
  boolean isLinear() {
    return stepwise == null;
  }

  /**
   * Squared error of the forecast.
   *
   * @param phi coordinates at the origin, length C; not modified
   * @param z coordinates at the target, length C; not modified
   * @return |z - forecast|^2
   */
  double squaredError(double[] phi, double[] z) {
    return stepwise == null ? residuals.squared(power, phi, z) : stepwise.squaredError(phi, z);
  }
}
