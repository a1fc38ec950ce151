package io.kahkm.internal.forecast;

import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What the experts of one horizon are made of, and where their mixture starts. Immutable.
 *
 * <p>With lags L, own past forecasts {@code x_i(t + h) = x_i(t) + w_i0 + w_i1 x_i(t) + sum over k
 * of w_i(1+k) (x_i(t - L_k) - x_i(t))}. A sensor whose weights are all 0 has no own past: held-out
 * rows did not show that it beats persistence.
 *
 * @param horizon h, steps ahead, at least 1
 * @param ownPast w, n x (2 + number of lags), in the units of readouts
 * @param reach n x 1: how far an expert may take a sensor from its present reading, at least 0
 * @param scale n x 1: mean squared change in h steps of the rows that were fitted, at least 0
 * @param experts which experts there are, persistence first, a season for each that is known
 * @param start n x number of experts: losses in units of the scale that the mixture starts from, at
 *     least 0
 * @param known the regression on known inputs; there is one where known inputs are an expert
 */
public record HorizonExperts(
    int horizon,
    Matrix ownPast,
    Matrix reach,
    Matrix scale,
    List<ExpertKind> experts,
    Matrix start,
    Optional<KnownRegression> known) {
  /** Checks the shapes and values. */
  public HorizonExperts {
    experts = List.copyOf(experts);
    if (horizon < 1) {
      throw new IllegalArgumentException("horizon is " + horizon + ", must be at least 1");
    }
    if (experts.isEmpty() || experts.get(0) != ExpertKind.PERSISTENCE) {
      throw new IllegalArgumentException("experts is " + experts + ", persistence must be first");
    }
    int sensors = ownPast.rows();
    requireShape("reach", reach, sensors, 1, 0);
    requireShape("scale", scale, sensors, 1, 0);
    requireShape("start", start, sensors, experts.size(), 0);
    requireShape(
        "ownPast", ownPast, sensors, Math.max(2, ownPast.columns()), Double.NEGATIVE_INFINITY);
    if (known.isPresent() != experts.contains(ExpertKind.KNOWN_INPUTS)) {
      throw new IllegalArgumentException(
          "experts is " + experts + ", known inputs need a regression and it needs them");
    }
    known.ifPresent(regression -> regression.requireFit(horizon, sensors, ownPast.columns() - 2));
  }

  /**
   * Without known inputs.
   *
   * @param horizon h, steps ahead, at least 1
   * @param ownPast w, n x (2 + number of lags), in the units of readouts
   * @param reach n x 1: how far an expert may take a sensor from its present reading, at least 0
   * @param scale n x 1: mean squared change in h steps of the rows that were fitted, at least 0
   * @param experts which experts there are, persistence first, a season for each that is known
   * @param start n x number of experts: losses that the mixture starts from, at least 0
   */
  public HorizonExperts(
      int horizon,
      Matrix ownPast,
      Matrix reach,
      Matrix scale,
      List<ExpertKind> experts,
      Matrix start) {
    this(horizon, ownPast, reach, scale, experts, start, Optional.empty());
  }

  /**
   * The same with experts whose forecasts come from outside. They start as if they had been as good
   * as persistence: nothing is known of them.
   *
   * @param others how many, at least 0
   * @return experts with these behind the others
   */
  public HorizonExperts withOthers(int others) {
    if (others == 0) {
      return this;
    }
    int own = experts.size();
    List<ExpertKind> kinds = new ArrayList<>(experts);
    kinds.addAll(Collections.nCopies(others, ExpertKind.OTHER));
    double[] losses = new double[start.rows() * kinds.size()];
    for (int at = 0; at < losses.length; at++) {
      int expert = at % kinds.size();
      losses[at] = start.get(at / kinds.size(), expert < own ? expert : 0);
    }
    return new HorizonExperts(
        horizon,
        ownPast,
        reach,
        scale,
        kinds,
        Matrix.of(start.rows(), kinds.size(), losses),
        known);
  }

  private static void requireShape(
      String name, Matrix matrix, int rows, int columns, double least) {
    if (matrix.rows() != rows || matrix.columns() != columns) {
      throw new IllegalArgumentException(
          name + " is " + matrix + ", must be " + rows + " x " + columns);
    }
    for (double value : matrix.toArray()) {
      if (!(value >= least) || !Double.isFinite(value)) {
        throw new IllegalArgumentException(
            name + " holds " + value + ", must be finite" + (least == 0 ? " and at least 0" : ""));
      }
    }
  }
}
