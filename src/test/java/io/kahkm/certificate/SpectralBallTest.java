package io.kahkm.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.closure.MatrixNorms;
import io.kahkm.numeric.Matrix;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpectralBallTest {
  private static WindowStatistics statistics(int classes) {
    Laws.Law law = new Laws.LinearMean(classes, 0.3, 21);
    SplittableRandom random = new SplittableRandom(22);
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
    SecondMoments moments = new SecondMoments(statistics(6));
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
      assertThat(moments.risk(b)).isGreaterThanOrEqualTo(lower);
    }
  }

  @Test
  void aWideBallGivesLeastSquaresAndAnEmptyOneTheSquareOfTheSuccessors() {
    WindowStatistics statistics = statistics(6);
    SecondMoments moments = new SecondMoments(statistics);
    SpectralBall ball = new SpectralBall(moments, 400);

    assertThat(ball.minimize(0).risk()).isCloseTo(statistics.successorSquare(), within(1e-14));
    assertThat(ball.minimize(50).gap()).isLessThan(1e-12);
    assertThat(ball.minimize(50).risk()).isLessThan(ball.minimize(0.5).risk());
  }

  @Test
  void settingsNameTheFieldAndTheValue() {
    assertThatThrownBy(
            () -> Laws.settings(Sampling.RECORDS, WindowPolicy.FIXED, 1, Bound.PAPER, 0.3))
        .hasMessage("units is 1, must be at least 2");
    assertThatThrownBy(
            () -> Laws.settings(Sampling.RECORDS, WindowPolicy.ROLLING, 7, Bound.PAPER, 0.3))
        .hasMessageContaining("units is 7");
    assertThatThrownBy(() -> Laws.settings(Sampling.RECORDS, WindowPolicy.FIXED, 9, Bound.PAPER, 0))
        .hasMessageContaining("tolerance is 0.0");
    assertThatThrownBy(() -> Verdict.of("GOOD")).hasMessageContaining("EXCLUDED, ATTAINABLE");
  }
}
