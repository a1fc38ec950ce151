package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.BernoulliBounds;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.numeric.Matrix;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The allowances for rounding against exact sums. They are far below every tolerance of other
 * tests, and a bound without them would be wrong by some units in the last place.
 */
class RoundingAllowanceTest {
  private static final int CLASSES = 4;
  private static final int PAIRS = 200;
  private static final int SEEDS = 40;

  /** What one seed drew: pairs, their statistics and a closure. */
  private record Draw(List<double[][]> pairs, WindowStatistics statistics, Matrix closure) {}

  private static Draw draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<double[][]> pairs = new ArrayList<>();
    WindowStatistics statistics = new WindowStatistics(CLASSES, PAIRS, Optional.empty());
    for (int i = 0; i < PAIRS; i++) {
      PairEvidence pair = new PairEvidence(CLASSES);
      pair.coordinates = simplex(random);
      pair.successor = simplex(random);
      statistics.addUnit(pair);
      pairs.add(new double[][] {pair.coordinates, pair.successor});
    }
    double[][] closure = new double[CLASSES][];
    for (int i = 0; i < CLASSES; i++) {
      closure[i] = simplex(random);
    }
    return new Draw(pairs, statistics, Matrix.ofRows(closure));
  }

  private static double[] simplex(SplittableRandom random) {
    double[] point = random.doubles(CLASSES).toArray();
    double sum = 0;
    for (double value : point) {
      sum += value;
    }
    for (int i = 0; i < CLASSES; i++) {
      point[i] /= sum;
    }
    return point;
  }

  /** Mean squared residual without any rounding. */
  private static BigDecimal exactRisk(Draw draw) {
    BigDecimal total = BigDecimal.ZERO;
    for (double[][] pair : draw.pairs) {
      for (int k = 0; k < CLASSES; k++) {
        BigDecimal miss = new BigDecimal(pair[1][k]);
        for (int l = 0; l < CLASSES; l++) {
          BigDecimal product =
              new BigDecimal(draw.closure.get(l, k)).multiply(new BigDecimal(pair[0][l]));
          miss = miss.subtract(product);
        }
        total = total.add(miss.multiply(miss));
      }
    }
    return total.divide(BigDecimal.valueOf(PAIRS), MathContext.DECIMAL128);
  }

  @Test
  void theRiskFromMomentsIsWrongByNoMoreThanItsAllowance() {
    int tooSmall = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Draw draw = draw(seed);
      SecondMoments moments = draw.statistics.secondMoments();
      BigDecimal exact = exactRisk(draw);
      BigDecimal error = new BigDecimal(moments.risk(draw.closure)).subtract(exact);
      tooSmall += error.signum() < 0 ? 1 : 0;

      assertThat(error.abs()).isLessThanOrEqualTo(new BigDecimal(moments.allowance(1)));
    }
    // Without an allowance the bounds of these would rest on a risk that is too small.
    assertThat(tooSmall).isPositive();
  }

  /** The allowance grows with the terms that were added and with the norm of the matrix. */
  @Test
  void theAllowanceCountsEveryTermAndTheNorm() {
    SecondMoments moments = draw(1).statistics.secondMoments();
    SecondMoments more = new SecondMoments(CLASSES, 1000L * PAIRS, new double[0][], null, 0);

    // One unit in the last place per term at least, times sqrt(C) (1 + kappa)^2.
    assertThat(moments.allowance(1)).isGreaterThanOrEqualTo(PAIRS * 0x1p-53 * 2 * 4);
    assertThat(more.allowance(1)).isGreaterThanOrEqualTo(1000.0 * PAIRS * 0x1p-53 * 2 * 4);
    assertThat(moments.allowance(3)).isEqualTo(4 * moments.allowance(1));
    assertThat(moments.ownAllowance(1)).isBetween(0x1p-53 * 64, moments.allowance(1));
  }

  /** The published upper bound is that of the risk with its allowance, not of the risk alone. */
  @Test
  void theUpperBoundIsAboveThatOfTheExactRisk() {
    int nearer = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Draw draw = draw(seed);
      WindowCertificate record =
          CertificateAssessor.assess(
              draw.statistics,
              TestSettings.of(Sampling.RECORDS, WindowPolicy.TUMBLING, PAIRS, Bound.MINIMUM, 0.5),
              draw.closure,
              Matrix.identity(CLASSES),
              new CertificateAssessor.Window(0, 0, 1, 0.05, 0, OptionalDouble.empty()));
      double range = UpperBound.lossRange(draw.closure);
      BigDecimal share = exactRisk(draw).divide(new BigDecimal(range), MathContext.DECIMAL128);
      double radius = Math.log(1 / 0.05) / PAIRS;
      double exact = Math.sqrt(range * BernoulliBounds.upper(share.doubleValue(), radius));

      assertThat(record.alarm().upper()).isGreaterThanOrEqualTo(exact).isLessThan(exact + 1e-9);
      SecondMoments moments = draw.statistics.secondMoments();
      UpperBound without = UpperBound.of(moments.risk(draw.closure), 0, range, PAIRS, 0.05);
      nearer += without.upper() < record.alarm().upper() ? 1 : 0;
    }
    assertThat(nearer).isEqualTo(SEEDS);
  }
}
