package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.bound.UpperRule;
import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.loss.CoordinateMetric;
import io.kahkm.internal.certificate.loss.LossScale;
import io.kahkm.internal.certificate.loss.LossSums;
import io.kahkm.internal.certificate.loss.LowerWagers;
import io.kahkm.internal.certificate.loss.RidgeMinimum;
import io.kahkm.internal.certificate.loss.SpectralBall;
import io.kahkm.internal.certificate.loss.TightAssessor;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.loss.UpperChoice;
import io.kahkm.internal.certificate.loss.UpperWagers;
import io.kahkm.internal.certificate.loss.WagerMixture;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.closure.SimplexProjection;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tight lower bound and the upper bounds against each other, and at their corners. */
class SharperBoundsTest {
  private static double[] point(int classes, SplittableRandom random, double concentration) {
    double[] point = new double[classes];
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      point[c] = StrictMath.pow(random.nextDouble(), concentration);
      sum += point[c];
    }
    for (int c = 0; c < classes; c++) {
      point[c] /= sum;
    }
    return point;
  }

  private static Matrix matrix(int classes, SplittableRandom random, double spread) {
    double[] values = Matrix.identity(classes).toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] += spread * (random.nextDouble() - 0.5);
    }
    return Matrix.of(classes, classes, values);
  }

  private record Bounds(double lower, double entropy, double wagers) {}

  private static Bounds bounds(
      List<double[][]> pairs,
      Matrix frozen,
      Matrix reference,
      double kappa,
      CoordinateMetric metric,
      double delta,
      int pilot) {
    LossPlan plan =
        new LossPlan(
            frozen,
            Double.POSITIVE_INFINITY,
            true,
            BoundChoices.FIRST.withReference(Optional.of(reference)),
            metric,
            new CertificateWorkspace(),
            Optional.empty());
    WindowStatistics statistics = new WindowStatistics(frozen.rows());
    statistics.attach(plan);
    Closure closure = Closure.of(frozen);
    PairEvidence evidence = new PairEvidence(frozen.rows());
    for (double[][] pair : pairs) {
      evidence.coordinates = pair[0];
      evidence.successor = pair[1];
      evidence.residual = closure.squaredError(pair[0], pair[1]);
      statistics.addUnit(evidence);
    }
    LossSums losses = statistics.losses().next();
    SecondMoments moments = statistics.secondMoments();
    SpectralBall.Solution ball = new SpectralBall(moments, pairs.size()).minimize(kappa);
    double lowerBall = ball.risk() - ball.gap() - moments.allowance(kappa);
    double lower =
        new TightAssessor(moments, losses, reference, metric)
            .inputs(kappa, lowerBall)
            .map(inputs -> TightBound.of(inputs, LowerWagers.growth(inputs), delta, pilot).lower())
            .orElse(0.0);
    LossScale scale = losses.scale();
    double share = scale.share(losses.meanLoss());
    UpperChoice wagers = new UpperChoice(UpperRule.WAGERS, Math.min(pilot, UpperWagers.COUNT - 1));
    return new Bounds(
        lower,
        Math.sqrt(scale.range() * UpperChoice.FIRST.bound(share, null, pairs.size(), delta)),
        Math.sqrt(scale.range() * wagers.bound(share, losses.wagers(), pairs.size(), delta)));
  }

  /** For every outcome, since the frozen closure is one of the ball and its losses were seen. */
  @Test
  void theLowerBoundNeverExceedsTheUpperBoundOfAClosureOfTheBall() {
    SplittableRandom random = new SplittableRandom(41);
    int positive = 0;
    for (int window = 0; window < 3_000; window++) {
      int classes = 1 + random.nextInt(4);
      int units = 1 + random.nextInt(30);
      double concentration = 1 + 20 * random.nextDouble();
      Matrix frozen = matrix(classes, random, 2 * random.nextDouble());
      Matrix reference = matrix(classes, random, random.nextDouble());
      Matrix truth = matrix(classes, random, random.nextDouble());
      Closure rule = Closure.of(truth);
      List<double[][]> pairs = new ArrayList<>();
      boolean follows = random.nextBoolean();
      for (int i = 0; i < units; i++) {
        double[] phi = point(classes, random, concentration);
        double[] z = point(classes, random, concentration);
        if (follows) {
          rule.predict(phi, z);
          SimplexProjection.project(z, z);
        }
        pairs.add(new double[][] {phi, z});
      }
      double norm = MatrixNorms.spectralNorm(frozen);
      double kappa = norm * (1 + random.nextInt(2) * random.nextDouble());
      double delta = StrictMath.pow(10, -6 * random.nextDouble());
      CoordinateMetric metric =
          random.nextBoolean()
              ? CoordinateMetric.identity(classes)
              : CoordinateMetric.of(gram(classes, random));

      Bounds bounds =
          bounds(pairs, frozen, reference, kappa, metric, delta, random.nextInt(25) - 1);

      positive += bounds.lower() > 0 ? 1 : 0;
      assertThat(bounds.lower())
          .as("window %d", window)
          .isLessThanOrEqualTo(Math.min(bounds.entropy(), bounds.wagers()));
    }
    assertThat(positive).isGreaterThan(600);
  }

  private static Matrix gram(int classes, SplittableRandom random) {
    double[][] sum = new double[classes][classes];
    for (int i = 0; i < 10; i++) {
      double[] phi = point(classes, random, 4);
      for (int l = 0; l < classes; l++) {
        for (int k = 0; k < classes; k++) {
          sum[l][k] += phi[l] * phi[k] / 10;
        }
      }
    }
    return Matrix.ofRows(sum);
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 1.2", "1, 1, 1", "40, 1, 1", "40, 3, 0", "200, 3, 1"})
  void cornersAreFiniteAndOrdered(int units, int classes, double kappa) {
    SplittableRandom random = new SplittableRandom(42);
    List<double[][]> pairs = new ArrayList<>();
    for (int i = 0; i < units; i++) {
      pairs.add(new double[][] {point(classes, random, 5), point(classes, random, 5)});
    }
    Matrix frozen = Matrix.identity(classes);
    CoordinateMetric metric = CoordinateMetric.identity(classes);

    Bounds bounds = bounds(pairs, frozen, frozen, kappa, metric, 0.05, WagerMixture.NO_PILOT);

    assertThat(bounds.lower()).isBetween(0.0, bounds.entropy());
    assertThat(bounds.entropy()).isLessThan(Double.POSITIVE_INFINITY);
    assertThat(bounds.wagers()).isGreaterThanOrEqualTo(0);
    if (kappa == 0) {
      // The best and only closure is 0, whose error is the mean length of the successors.
      assertThat(bounds.lower()).isPositive();
    }
  }

  @Test
  void zeroLossesGiveNoLowerBoundAndAnUpperBoundAboveTheFloor() {
    SplittableRandom random = new SplittableRandom(43);
    List<double[][]> pairs = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double[] phi = point(3, random, 5);
      pairs.add(new double[][] {phi, phi});
    }
    Matrix identity = Matrix.identity(3);

    Bounds bounds =
        bounds(
            pairs,
            identity,
            identity,
            1,
            CoordinateMetric.identity(3),
            0.05,
            WagerMixture.NO_PILOT);

    double floor = Math.sqrt(2 * (1 - StrictMath.pow(0.05, 1.0 / 200)));
    assertThat(bounds.lower()).isZero();
    assertThat(bounds.entropy()).isGreaterThanOrEqualTo(floor);
    assertThat(bounds.wagers()).isGreaterThan(floor);
  }

  @Test
  void aClosureThatDiffersByRoundingAloneHasNoDistance() {
    double[][] gram = {{0.3, 0.2}, {0.2, 0.3}};
    SecondMoments moments = new SecondMoments(2, 1000, gram, gram, 0.6);
    RidgeMinimum minimum = RidgeMinimum.of(moments).orElseThrow();

    assertThat(minimum.distance(minimum.matrix())).isLessThan(1e-5);
    assertThat(minimum.lower(1)).isBetween(-1e-6, 0.0);
    assertThat(minimum.leverageFactor(CoordinateMetric.of(Matrix.ofRows(gram))))
        .isCloseTo(1, within(1e-6));
  }
}
