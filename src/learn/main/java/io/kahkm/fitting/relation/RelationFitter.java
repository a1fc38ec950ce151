package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationModel;
import io.kahkm.internal.relation.ResidualSpread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * Fits the relation channel to recorded normal rows.
 *
 * <p>Rows are standardized by mean and standard deviation over all of them; sensors that do not
 * vary are left out. The scale stays the same in every fold: a sensor that moved in one block only
 * has no spread in the rest.
 */
public final class RelationFitter {
  private static final int MOST_BLOCKS = 10;
  private static final int LEAST_BLOCK = 20;
  private static final int FEWEST_ROWS = 60;
  private static final int ROWS_PER_SENSOR = 3;

  private RelationFitter() {}

  /**
   * Fits. Deterministic: equal rows give equal bits.
   *
   * @param rows recorded normal operation in the units that the channel will see; held values must
   *     not be among them: such rows end an episode. Not modified
   * @param sensors their names
   * @param quantile share of new rows that shall not lie above the limit, between 0.5 and 1
   * @param progress told about every fold
   * @return the channel, or why there is none
   */
  public static RelationFit fit(
      Episodes rows, List<String> sensors, double quantile, Progress progress) {
    StandardizedRows standardized = StandardizedRows.of(rows);
    List<String> constant = standardized.constant().stream().map(sensors::get).toList();
    int count = standardized.rows().length;
    int size = standardized.watched().size();
    int needed = Math.max(FEWEST_ROWS, ROWS_PER_SENSOR * size);
    if (size == 0 || count < needed) {
      return RelationFit.none(
          size == 0
              ? "no sensor varies over the rows"
              : format(
                  "%d complete rows are too few for %d sensors, at least %d are needed",
                  count, size, needed),
          constant);
    }
    List<Prediction.Pair> pairs = pairs(rows);
    Blocks blocks = Blocks.of(rows, Math.min(MOST_BLOCKS, count / LEAST_BLOCK));
    try {
      CrossFit crossFit = CrossFit.of(standardized.rows(), pairs, blocks, progress);
      CrossFittedNull normal = NullFitter.fit(crossFit.values(), quantile);
      Prediction prediction = all(standardized.rows(), pairs);
      double[][] factor = factor(prediction, crossFit);
      RelationModel model = freeze(prediction, factor, crossFit, standardized);
      return new RelationFit(
          Optional.of(new RelationChannel(model, normal, Optional.of(spread(factor, crossFit)))),
          "",
          constant,
          Arrays.stream(crossFit.likelihoods()).boxed().toList(),
          crossFit.values().stream().map(v -> Arrays.stream(v).boxed().toList()).toList());
    } catch (ArithmeticException | IllegalArgumentException e) {
      return RelationFit.none(
          "the rows between gaps do not determine it: " + e.getMessage(), constant);
    }
  }

  private static List<Prediction.Pair> pairs(Episodes rows) {
    List<Prediction.Pair> pairs = new ArrayList<>(rows.transitions());
    int row = 0;
    for (int e = 0; e < rows.count(); e++) {
      for (int t = 0; t < rows.length(e); t++, row++) {
        if (t > 0) {
          pairs.add(new Prediction.Pair(row - 1, row));
        }
      }
    }
    return pairs;
  }

  private static Prediction all(double[][] rows, List<Prediction.Pair> pairs) {
    ConsecutiveSums sums = new ConsecutiveSums(rows[0].length);
    for (Prediction.Pair pair : pairs) {
      sums.add(rows[pair.before()], rows[pair.after()]);
    }
    return Prediction.fit(sums, rows, pairs);
  }

  /** The Cholesky factor of the precision with the chosen floor, of standardized rows. */
  private static double[][] factor(Prediction prediction, CrossFit crossFit) {
    double[][] precision = prediction.precision(prediction.floored(crossFit.floor()));
    DMatrixRMaj factor = new DMatrixRMaj(precision);
    CholeskyDecomposition_F64<DMatrixRMaj> cholesky =
        DecompositionFactory_DDRM.chol(precision.length, true);
    if (!cholesky.decompose(factor)) {
      throw new ArithmeticException("the precision of the residuals is not positive definite");
    }
    DMatrixRMaj lower = cholesky.getT(null);
    return Matrix.of(precision.length, precision.length, lower.data).toRows();
  }

  /** K = L' C L, with C of residuals of rows that were left out. */
  private static ResidualSpread spread(double[][] factor, CrossFit crossFit) {
    double[][] products = crossFit.products();
    int size = factor.length;
    double[][] half = new double[size][size];
    double[][] spread = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < size; k++) {
        Rows.add(half[i], products[i][k], factor[k], 0);
      }
    }
    for (int k = 0; k < size; k++) {
      for (int i = 0; i <= k; i++) {
        Rows.add(spread[i], factor[k][i], half[k], 0);
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        spread[i][j] = spread[j][i];
      }
    }
    return ResidualSpread.of(Matrix.ofRows(spread));
  }

  /** The prediction of all rows, in the units of the sensors. */
  private static RelationModel freeze(
      Prediction prediction, double[][] factor, CrossFit crossFit, StandardizedRows standardized) {
    List<Integer> watched = standardized.watched();
    double[] mean = standardized.mean();
    double[] deviation = standardized.deviation();
    int size = watched.size();
    double[][] lower = new double[size][size];
    double[] centre = new double[size];
    double[] offset = prediction.offset();
    double[][] weights = prediction.weights();
    for (int i = 0; i < size; i++) {
      double scale = deviation[watched.get(i)];
      centre[i] = mean[watched.get(i)];
      offset[i] *= scale;
      for (int j = 0; j < size; j++) {
        weights[i][j] *= deviation[watched.get(j)] / scale;
        lower[i][j] = factor[i][j] / scale;
      }
    }
    return RelationModel.of(
        mean.length,
        watched.stream().mapToInt(Integer::intValue).toArray(),
        centre,
        offset,
        Matrix.ofRows(weights),
        Matrix.ofRows(lower),
        crossFit.usual(),
        crossFit.floor());
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
