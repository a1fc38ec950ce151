package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Forecasts in sensor units: per sensor and horizon h, a ridge regression of the sensor's value h
 * steps ahead on its own present value and the predicted coordinates {@code (B^T)^h phi}.
 *
 * <p>A readout is an n x (1 + C) matrix W in sensor units: the forecast of sensor i is {@code W_i0
 * x_i + sum over c of W_i(1+c) p_c}. Predicted coordinates sum to one, so there is no intercept.
 *
 * <p>Stateless and thread-safe; arrays passed in are not retained.
 */
public final class Readout {
  private Readout() {}

  /**
   * Fits the readout of one horizon to every pair of states h steps apart within an episode.
   *
   * <p>With {@code m_i, s_i} the mean and standard deviation of sensor i at the origins and {@code
   * q} the sum of the predicted coordinates, the regression is that of the change {@code (x_i(t+h)
   * - x_i(t)) / s_i} on {@code (x_i(t) - m_i q) / s_i} and the predicted coordinates: well
   * conditioned for any unit and offset, shrunk towards persistence, and turned back exactly even
   * where q is not exactly one.
   *
   * @param horizon h, at least 1
   * @param raw states in sensor units; not modified
   * @param coordinatesPerEpisode soft coordinates of every state of every episode: row t of entry e
   *     belongs to {@code raw.state(e, t)}; a last row that no start needs may be missing; not
   *     modified
   * @param closure B, C x C
   * @param ridge penalty relative to the mean diagonal entry of the Gram matrix, above 0
   * @return n x (1 + C) weights in sensor units
   * @throws IllegalArgumentException if a shape or setting is wrong or no episode is longer than h
   * @throws ArithmeticException if the regression is not finite or the ridge is too small
   */
  public static Matrix fit(
      int horizon,
      Episodes raw,
      List<double[][]> coordinatesPerEpisode,
      Matrix closure,
      double ridge) {
    requireSettings(horizon, raw, coordinatesPerEpisode, closure, ridge);
    return new ReadoutRegression(horizon, raw, coordinatesPerEpisode, power(closure, horizon))
        .solve(ridge);
  }

  private static void requireSettings(
      int horizon,
      Episodes raw,
      List<double[][]> coordinatesPerEpisode,
      Matrix closure,
      double ridge) {
    if (horizon < 1) {
      throw new IllegalArgumentException("horizon is " + horizon + ", must be at least 1");
    }
    if (!(ridge > 0 && ridge < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("ridge is " + ridge + ", must be above 0 and finite");
    }
    if (closure.rows() != closure.columns()) {
      throw new IllegalArgumentException("closure is " + closure + ", must be square");
    }
    if (coordinatesPerEpisode.size() != raw.count()) {
      throw new IllegalArgumentException(
          "coordinatesPerEpisode has "
              + coordinatesPerEpisode.size()
              + " episodes, raw has "
              + raw.count());
    }
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
   * Forecasts one state: {@code out_i = W_i0 x_i + sum over c of W_i(1+c) p_c}, by fused
   * multiply-add in the order of the columns.
   *
   * @param readout n x (1 + C) weights
   * @param state present values, n; not modified
   * @param predictedCoordinates {@code (B^T)^h phi}, C values; not modified
   * @param out n values in sensor units; overwritten; must not be {@code predictedCoordinates}
   * @throws IllegalArgumentException if a length does not fit
   */
  public static void apply(
      Matrix readout, double[] state, double[] predictedCoordinates, double[] out) {
    if (readout.columns() != 1 + predictedCoordinates.length
        || readout.rows() != state.length
        || out.length != state.length) {
      throw new IllegalArgumentException(
          "readout is "
              + readout
              + ", state has "
              + state.length
              + ", predictedCoordinates "
              + predictedCoordinates.length
              + " and out "
              + out.length
              + " values");
    }
    for (int i = 0; i < out.length; i++) {
      double sum = readout.get(i, 0) * state[i];
      for (int c = 0; c < predictedCoordinates.length; c++) {
        sum = Math.fma(readout.get(i, 1 + c), predictedCoordinates[c], sum);
      }
      out[i] = sum;
    }
  }
}
