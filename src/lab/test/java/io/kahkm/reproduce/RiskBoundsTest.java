package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the paper proves about laws, on laws where every quantity is a finite sum. */
class RiskBoundsTest {
  private static final double ROUNDING = 1e-12;
  private static final double BETA = 0.1;

  static Stream<PairLaw> laws() {
    return Stream.of(
        PairLaws.conflictingStates(),
        PairLaws.restingStates(),
        PairLaws.random(2, 3, 1),
        PairLaws.random(5, 4, 2),
        PairLaws.random(12, 3, 3),
        PairLaws.linearMean(4, 0.3, 4));
  }

  private static Matrix random(int classes, long seed) {
    RandomSource random = new RandomSource(seed);
    double[] values = new double[classes * classes];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian();
    }
    return Matrix.of(classes, classes, values);
  }

  @ParameterizedTest
  @MethodSource("laws")
  void everyBoundHoldsForGoodAndForArbitraryClosures(PairLaw law) {
    RiskBounds own = RiskBounds.of(law, Matrix.identity(law.classes()), BETA);
    for (Matrix closure :
        new Matrix[] {Matrix.identity(law.classes()), own.prototypes(), random(law.classes(), 7)}) {
      RiskBounds bounds = RiskBounds.of(law, closure, BETA);
      double loss = bounds.assignment();

      assertThat(bounds.risk())
          .isCloseTo(Math.sqrt(law.meanSquaredError(closure)), within(ROUNDING));
      assertThat(bounds.labelDistance() * bounds.labelDistance())
          .isLessThanOrEqualTo(2 * loss + ROUNDING);
      assertThat(bounds.risk())
          .isLessThanOrEqualTo(bounds.direct(loss) + ROUNDING)
          .isLessThanOrEqualTo(bounds.energyBound(loss) + ROUNDING);
      assertThat(bounds.prototypeDiameter())
          .isLessThanOrEqualTo(Math.sqrt(2) * Math.min(1, bounds.prototypeNorm()) + ROUNDING);
      for (RiskBounds.ClassLaw one : bounds.classes()) {
        assertThat(one.secondMoment())
            .isGreaterThanOrEqualTo(one.probability() - one.deficit() - ROUNDING);
      }
    }
  }

  /** The control: a spread taken about the overall mean is too small a term to leave out. */
  @Test
  void withoutTheWithinClassSpreadTheBoundFails() {
    PairLaw law = PairLaws.conflictingStates();
    RiskBounds bounds = RiskBounds.of(law, Matrix.identity(2), BETA);
    RiskBounds best = RiskBounds.of(law, bounds.prototypes(), BETA);

    double withoutSpread = best.direct(best.assignment()) - best.successorSpread();

    assertThat(best.estimation()).isCloseTo(0, within(ROUNDING));
    assertThat(best.risk()).isGreaterThan(withoutSpread);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.1, 0.5, 0.99})
  void theEnergyIdentityIsExactAndItsPointwiseBoundHoldsOnRandomMatrices(double beta) {
    for (int seed = 0; seed < 20; seed++) {
      int classes = 2 + seed % 9;
      PairLaw law = PairLaws.random(classes, 3, seed);
      RiskBounds bounds = RiskBounds.of(law, random(classes, 100 + seed), beta);

      assertThat(bounds.identityDefect()).isLessThan(ROUNDING * classes * classes);
      assertThat(bounds.pointwiseExcess()).isLessThan(ROUNDING);
    }
  }

  /** The control: the identity is that of this step size and of no other. */
  @Test
  void theEnergyIdentityFailsForAnUpdateOfAnotherStepSize() {
    RandomSource random = new RandomSource(5);
    PairLaw law = PairLaws.random(4, 2, 5);
    Matrix target = RiskBounds.of(law, Matrix.identity(4), BETA).prototypes();
    Matrix fitted = random(4, 6);
    double[] phi = law.current(law.draw(random));
    double[] z = law.successor(law.draw(random));
    Closure updated = Closure.of(fitted);
    double fit = updated.update(phi, z, 0.2);
    double change = distance(target, updated.matrix()) - distance(target, fitted);

    assertThat(Math.abs(change - identity(target, fitted, phi, z, fit, 0.2))).isLessThan(ROUNDING);
    assertThat(Math.abs(change - identity(target, fitted, phi, z, fit, 0.1))).isGreaterThan(1e-3);
  }

  private static double identity(
      Matrix target, Matrix fitted, double[] phi, double[] z, double squaredFit, double beta) {
    double square = 0;
    double inner = 0;
    for (int k = 0; k < phi.length; k++) {
      double byTarget = 0;
      double byFit = 0;
      for (int l = 0; l < phi.length; l++) {
        byTarget += target.get(l, k) * phi[l];
        byFit += fitted.get(l, k) * phi[l];
      }
      inner += (z[k] - byTarget) * (z[k] - byFit);
      square += phi[k] * phi[k];
    }
    double gain = beta / (1 + beta * square);
    return -gain * (2 - gain * square) * squaredFit + 2 * gain * inner;
  }

  private static double distance(Matrix a, Matrix b) {
    double sum = 0;
    for (int l = 0; l < a.rows(); l++) {
      for (int k = 0; k < a.columns(); k++) {
        sum += (a.get(l, k) - b.get(l, k)) * (a.get(l, k) - b.get(l, k));
      }
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("laws")
  void theFamilysInfimumIsTheSquaredEnergyBound(PairLaw law) {
    RiskBounds bounds = RiskBounds.of(law, random(law.classes(), 8), BETA);
    double loss = Math.min(1, bounds.assignment() + 0.01);
    double assigned = bounds.prototypeDiameter() * Math.sqrt(loss);
    double gamma = bounds.successorSpread() / assigned;
    double eta =
        bounds.energyFactor() * bounds.energy() / (bounds.stepFactor() * bounds.core(loss));
    double infimum = bounds.energyBound(loss) * bounds.energyBound(loss);

    if (gamma > 1e-9) {
      assertThat(bounds.family(loss, gamma, eta)).isCloseTo(infimum, within(1e-9 * infimum));
    }
    for (double factor : new double[] {0.1, 0.9, 1.1, 10}) {
      assertThat(bounds.family(loss, Math.max(1e-6, gamma * factor), eta / factor))
          .isGreaterThanOrEqualTo(infimum * (1 - 1e-9));
    }
  }

  @Test
  void theAttainableIntervalBracketsTheExactOptimumUnderBothDynamics() {
    for (PairLaw law : new PairLaw[] {PairLaws.conflictingStates(), PairLaws.restingStates()}) {
      for (double kappa : new double[] {Math.sqrt(2), 2, 5}) {
        BestClosure best = BestClosure.of(law, kappa);
        RiskBounds bounds = RiskBounds.of(law, best.closure(), BETA);
        double loss = bounds.assignment();

        assertThat(MatrixNorms.spectralNorm(bounds.prototypes())).isLessThan(kappa);
        assertThat(bounds.attainableLow(kappa)).isLessThanOrEqualTo(best.errorLow() + 1e-9);
        assertThat(bounds.attainableLow(kappa, loss))
            .isLessThanOrEqualTo(bounds.attainableLow(kappa) + ROUNDING);
        assertThat(bounds.attainableHigh(kappa, loss).getAsDouble())
            .isGreaterThanOrEqualTo(best.error() - 1e-9);
      }
    }
    RiskBounds conflict = RiskBounds.of(PairLaws.conflictingStates(), Matrix.identity(2), BETA);
    // sigma_res = 15/32, A_fid = 1/1024 (tab:analytic_obstruction)
    assertThat(conflict.successorSpread()).isCloseTo(15.0 / 32, within(ROUNDING));
    assertThat(conflict.assignment()).isCloseTo(1.0 / 1024, within(ROUNDING));
    assertThat(conflict.attainableLow(Math.sqrt(2), conflict.assignment()))
        .isCloseTo(13.0 / 32, within(ROUNDING));
  }

  /** The control: an interval says something, it does not hold whatever the law. */
  @Test
  void theIntervalOfOneDynamicsMissesTheOptimumOfTheOther() {
    double kappa = Math.sqrt(2);
    RiskBounds conflict = RiskBounds.of(PairLaws.conflictingStates(), Matrix.identity(2), BETA);
    RiskBounds resting = RiskBounds.of(PairLaws.restingStates(), Matrix.identity(2), BETA);

    assertThat(conflict.attainableLow(kappa))
        .isGreaterThan(BestClosure.of(PairLaws.restingStates(), kappa).error());
    assertThat(resting.attainableHigh(kappa, resting.assignment()).getAsDouble())
        .isLessThan(BestClosure.of(PairLaws.conflictingStates(), kappa).errorLow());
  }

  @Test
  void theUpperEndNeedsABallThatHoldsTheClassMeans() {
    RiskBounds bounds = RiskBounds.of(PairLaws.conflictingStates(), Matrix.identity(2), BETA);

    assertThat(bounds.attainableHigh(bounds.prototypeNorm() * 0.999, 1)).isEmpty();
    assertThat(bounds.attainableHigh(bounds.prototypeNorm(), 1)).isPresent();
  }

  @Test
  void aStepSizeOutsideItsRangeIsRefused() {
    assertThatThrownBy(() -> RiskBounds.of(PairLaws.restingStates(), Matrix.identity(2), 1))
        .hasMessageContaining("beta is 1.0");
  }
}
