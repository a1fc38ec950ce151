package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.loss.CoordinateMetric;
import io.kahkm.internal.certificate.loss.LossScale;
import io.kahkm.internal.certificate.loss.LossSums;
import io.kahkm.internal.certificate.loss.LossSumsTest;
import io.kahkm.internal.certificate.loss.LowerWagers;
import io.kahkm.internal.certificate.loss.TightAssessor;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.loss.TightInputs;
import io.kahkm.internal.certificate.loss.UpperChoice;
import io.kahkm.internal.certificate.loss.WagerMixture;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.testing.Golden;
import org.junit.jupiter.api.Test;

/** The tight bound and the wagers at every number of units, from pairs: 1e-6 relative. */
class TightGoldenTest {
  /** The reference takes no rounding off; ours does, by up to 1e-12 here. */
  private static final double RELATIVE = 1e-6;

  private static final double ABSOLUTE = 1e-12;

  private static void same(String what, double value, JsonNode expected) {
    double reference = expected.doubleValue();
    assertThat(value)
        .as(what)
        .isCloseTo(reference, within(RELATIVE * Math.abs(reference) + ABSOLUTE));
  }

  @Test
  void everyRowOfTheSequenceMatches() {
    JsonNode golden = Golden.json("certificates2.json").get("anytime");
    Matrix reference = Matrix.ofRows(Golden.rows(golden.get("reference")));
    Matrix frozen = Matrix.ofRows(Golden.rows(golden.get("frozen")));
    double[][] gram = Golden.rows(golden.get("metric"));
    for (int i = 0; i < gram.length; i++) {
      gram[i][i] -= CoordinateMetric.REGULARIZATION;
    }
    CoordinateMetric metric = CoordinateMetric.of(Matrix.ofRows(gram));
    double range = UpperBound.lossRange(frozen);
    double kappa = golden.get("kappa").doubleValue();
    double delta = golden.get("delta").doubleValue();
    WindowStatistics statistics = new WindowStatistics(2);
    LossSums losses = new LossSums(LossScale.of(range, Double.POSITIVE_INFINITY, 2));
    Closure ofReference = Closure.of(reference);
    Closure ofFrozen = Closure.of(frozen);
    PairEvidence pair = new PairEvidence(2);
    double bestLower = 0;
    double bestUpper = Double.POSITIVE_INFINITY;

    same("range", range, golden.get("range"));
    for (int i = 0; i < golden.get("pairs").size(); i++) {
      double[][] rows = Golden.rows(golden.get("pairs").get(i));
      pair.coordinates = rows[0];
      pair.successor = rows[1];
      statistics.addUnit(pair);
      losses.addLoss(ofFrozen.squaredError(rows[0], rows[1]));
      losses.addReference(
          ofReference.squaredError(rows[0], rows[1]),
          metric.leverage(rows[0]),
          square(rows[0]),
          square(rows[1]));
      losses.endUnit();

      JsonNode row = golden.get("rows").get(i);
      TightInputs window =
          new TightAssessor(statistics.secondMoments(), losses, reference, metric)
              .inputs(kappa, 0)
              .orElseThrow();
      double[] growth = LowerWagers.growth(window);
      double lower = TightBound.of(window, growth, delta, WagerMixture.NO_PILOT).lower();
      double mean = LossSumsTest.share(losses);
      double upper =
          Math.sqrt(range * UpperChoice.ANYTIME.bound(mean, losses.wagers(), i + 1, delta));
      bestLower = Math.max(bestLower, lower);
      bestUpper = Math.min(bestUpper, upper);

      same("lbRidge", window.lowerRidge(), row.get("lbRidge"));
      same("p", window.distance(), row.get("p"));
      same("h", window.leverage(), row.get("h"));
      same(
          "log value",
          LowerWagers.log(growth, i + 1, 0.0625, WagerMixture.NO_PILOT),
          row.get("logValueAtQuarter"));
      same("L", lower, row.get("L"));
      same("U", upper, row.get("U"));
      same("best L", bestLower, row.get("bestL"));
      same("best U", bestUpper, row.get("bestU"));
    }
  }

  private static double square(double[] v) {
    double sum = 0;
    for (double x : v) {
      sum += x * x;
    }
    return sum;
  }
}
