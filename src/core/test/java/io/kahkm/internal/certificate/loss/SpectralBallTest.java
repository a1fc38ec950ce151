package io.kahkm.internal.certificate.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.ProjectedGradient;
import io.kahkm.internal.certificate.TestSettings;
import io.kahkm.internal.certificate.WindowStatistics;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.bound.Verdict;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.internal.numeric.SquareProducts;
import io.kahkm.internal.numeric.SymmetricEigen;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpectralBallTest {
  private static WindowStatistics statistics(int classes) {
    PairLaw law = PairLaws.linearMean(classes, 0.3, 21);
    RandomSource random = new RandomSource(22);
    WindowStatistics statistics = new WindowStatistics(classes);
    PairEvidence pair = new PairEvidence(classes);
    for (int i = 0; i < 400; i++) {
      law.draw(random, pair);
      statistics.addUnit(pair);
    }
    return statistics;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 0.9, 1, 1.5, 100})
  void noMatrixOfTheBallHasLessRiskThanTheLowerBound(double kappa) {
    SecondMoments moments = statistics(6).secondMoments();
    SpectralBall.Solution solution = new SpectralBall(moments, 400).minimize(kappa);
    SplittableRandom random = new SplittableRandom(23);

    double lower = solution.risk() - solution.gap() - moments.allowance(kappa);

    assertThat(solution.gap()).isLessThan(1e-4);
    for (int i = 0; i < 200; i++) {
      double[] b = random.doubles(36, -1, 1).toArray();
      double norm = MatrixNorms.spectralNorm(Matrix.of(6, 6, b));
      for (int j = 0; j < b.length; j++) {
        b[j] *= kappa / norm * (1 - 1e-12);
      }
      assertThat(moments.risk(Matrix.of(6, 6, b))).isGreaterThanOrEqualTo(lower);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.7, 0.9, 0.98})
  void theSolverConvergesWithFewClasses(double kappa) {
    SecondMoments moments = statistics(25).secondMoments();
    SpectralBall.Solution solution = new SpectralBall(moments, 40_000).minimize(kappa);

    assertThat(solution.gap()).isLessThan(1e-3 * solution.risk());
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 25, 80})
  void theMinimumOfAProblemWithACommonBasisIsFound(int classes) {
    SplittableRandom random = new SplittableRandom(24);
    double[][] factor = new double[classes][];
    for (int i = 0; i < classes; i++) {
      factor[i] = random.doubles(classes, -1, 1).toArray();
    }
    double[][] basis = Matrix.identity(classes).toRows();
    new SymmetricEigen(SquareProducts.ownProducts(factor), basis);
    double[][] gram = new double[classes][classes];
    double[][] cross = new double[classes][classes];
    double expected = 1;
    double kappa = 0.8;
    for (int i = 0; i < classes; i++) {
      double weight = 0.5 / (classes * (1 + i));
      double stretch = 0.4 + (double) i / classes;
      double clipped = Math.min(kappa, stretch);
      expected += weight * clipped * (clipped - 2 * stretch);
      for (int l = 0; l < classes; l++) {
        for (int k = 0; k < classes; k++) {
          double product = weight * basis[i][l] * basis[i][k];
          gram[l][k] += product;
          cross[l][k] += stretch * product;
        }
      }
    }
    SecondMoments moments = new SecondMoments(classes, 1000, gram, cross, 1);

    SpectralBall.Solution solution = new SpectralBall(moments, 1000).minimize(kappa);

    assertThat(solution.risk() - solution.gap())
        .isLessThanOrEqualTo(expected)
        .isCloseTo(expected, within(1e-10));
    assertThat(solution.risk()).isCloseTo(expected, within(1e-8));
  }

  private static SecondMoments ofLaw(int classes, int pairs) {
    PairLaw law = PairLaws.linearMean(classes, 0.3, 21);
    RandomSource random = new RandomSource(22);
    WindowStatistics statistics = new WindowStatistics(classes);
    PairEvidence pair = new PairEvidence(classes);
    for (int i = 0; i < pairs; i++) {
      law.draw(random, pair);
      statistics.addUnit(pair);
    }
    return statistics.secondMoments();
  }

  /** Neighbouring classes on a circle overlap, so that S is nearly singular. */
  private static SecondMoments onACircle(int classes, int distinctPairs) {
    SplittableRandom random = new SplittableRandom(25);
    WindowStatistics statistics = new WindowStatistics(classes);
    PairEvidence pair = new PairEvidence(classes);
    for (int i = 0; i < distinctPairs; i++) {
      double position = random.nextDouble(classes);
      overlap(pair.coordinates, position);
      overlap(pair.successor, position + random.nextDouble(2));
      pair.nearestClass = (int) (position + 0.5) % classes;
      statistics.addUnit(pair);
    }
    return statistics.secondMoments();
  }

  private static void overlap(double[] coordinates, double position) {
    int classes = coordinates.length;
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      double direct = Math.abs(position % classes - c);
      double distance = Math.min(direct, classes - direct);
      coordinates[c] = 1 / ((0.1 + distance * distance) * (0.1 + distance * distance));
      sum += coordinates[c];
    }
    for (int c = 0; c < classes; c++) {
      coordinates[c] /= sum;
    }
  }

  private static Stream<Arguments> manyClasses() {
    return Stream.of(
        Arguments.of("regular", ofLaw(80, 400), 0.7, 60),
        Arguments.of("nearly singular", onACircle(80, 512), 0.9, 60),
        Arguments.of("nearly singular, limit hardly binds", onACircle(80, 512), 1.4, 60),
        Arguments.of("rank 20 of 80", onACircle(80, 20), 0.9, 80),
        Arguments.of("150 classes", ofLaw(150, 600), 0.7, 25));
  }

  /**
   * With many classes the solver stops where more sharpness would not show in the bound: a tenth of
   * the standard deviation sqrt(2 risk (1 + kappa)^2 / units) that the bound allows for.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("manyClasses")
  void withManyClassesTheBoundIsCloseToWhatASlowSolverFinds(
      String name, SecondMoments moments, double kappa, int steps) {
    int units = 400;
    ProjectedGradient.Bracket slow = ProjectedGradient.minimize(moments, kappa, steps);
    double deviation = Math.sqrt(2 * slow.risk() / units) * (1 + kappa);

    SpectralBall.Solution solution = new SpectralBall(moments, units).minimize(kappa);

    double lower = solution.risk() - solution.gap();
    assertThat(slow.risk() - slow.lower()).as("reference").isLessThan(0.01 * deviation);
    assertThat(lower).isLessThanOrEqualTo(slow.risk() + moments.allowance(kappa));
    assertThat(lower).isGreaterThan(slow.risk() - 0.1 * deviation);
    assertThat(solution.risk()).isGreaterThanOrEqualTo(slow.lower() - moments.allowance(kappa));
  }

  @Test
  void aWideBallGivesLeastSquaresAndAnEmptyOneTheSquareOfTheSuccessors() {
    WindowStatistics statistics = statistics(6);
    SecondMoments moments = statistics.secondMoments();
    SpectralBall ball = new SpectralBall(moments, 400);

    assertThat(ball.minimize(0).risk()).isCloseTo(statistics.successorSquare(), within(1e-14));
    // Rounding of a basis of 6 directions, at a range of (1 + 50)^2.
    assertThat(ball.minimize(50).gap()).isLessThan(1e-10);
    assertThat(ball.minimize(50).risk()).isLessThan(ball.minimize(0.5).risk());
  }

  @Test
  void settingsNameTheFieldAndTheValue() {
    assertThatThrownBy(
            () -> TestSettings.of(Sampling.RECORDS, WindowPolicy.FIXED, 1, Bound.PAPER, 0.3))
        .hasMessage("units is 1, must be at least 2");
    assertThatThrownBy(
            () -> TestSettings.of(Sampling.RECORDS, WindowPolicy.ROLLING, 7, Bound.PAPER, 0.3))
        .hasMessageContaining("units is 7");
    assertThatThrownBy(
            () -> TestSettings.of(Sampling.RECORDS, WindowPolicy.FIXED, 9, Bound.PAPER, 0))
        .hasMessageContaining("tolerance is 0.0");
    assertThatThrownBy(() -> Labels.find(Verdict.class, "GOOD"))
        .hasMessageContaining("EXCLUDED, ATTAINABLE");
  }
}
