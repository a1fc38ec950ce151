package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForecastGuardTest {
  private static final double SIZE = 1.6448536269514722;

  /** Trusts as errors of deviation 1 deserve, of which nine tenths are no larger than SIZE. */
  private static ForecastGuard guard(double size) {
    return new ForecastGuard(new double[] {size});
  }

  private static double meanLoss(
      ForecastGuard guard, int rows, double error, double change, long seed) {
    Random random = new Random(seed);
    double loss = 0;
    for (int t = 0; t < rows; t++) {
      double r = error * random.nextGaussian();
      double c = change * random.nextGaussian();
      loss += guard.trusts(0) ? r * r : c * c;
      guard.outcome(0, r, c);
    }
    return loss / rows;
  }

  @Test
  void aReadoutThatIsBetterGoesOut() {
    ForecastGuard guard = guard(SIZE);
    assertThat(guard.trusts(0)).isTrue();
    assertThat(meanLoss(guard, 5000, 1, 1.1, 1)).isBetween(0.9, 1.1);
    assertThat(guard.trusts(0)).isTrue();
  }

  @Test
  void aReadoutThatIsWorseLosesItsCreditAndNoMore() {
    // Losses of 9 against 1: the credit of 50 is gone after some six outcomes, each costing 8.
    double mean = meanLoss(guard(SIZE), 2000, 3, 1, 2);
    assertThat(mean).isBetween(0.9, 1 + (50 + 9 * 8) / 2000.0 + 0.1);
    // The control: without a guard.
    assertThat(9.0).isGreaterThan(5 * mean);
  }

  @Test
  void aReadoutThatIsGoodAgainGoesOutAgain() {
    ForecastGuard guard = guard(SIZE);
    meanLoss(guard, 5000, 10, 1, 3);
    assertThat(guard.trusts(0)).isFalse();
    // It is behind by 50 at most, and wins 8 at every step.
    meanLoss(guard, 20, 1, 3, 4);
    assertThat(guard.trusts(0)).isTrue();
  }

  @Test
  void aSensorForecastAlmostWithoutErrorIsGuardedFromTheFirstLoss() {
    ForecastGuard guard = guard(1e-6);
    assertThat(guard.trusts(0)).isTrue();
    guard.outcome(0, 1e-3, 0);
    assertThat(guard.trusts(0)).isFalse();
  }

  @Test
  void errorsThatAreNoNumbersChangeNothing() {
    ForecastGuard guard = guard(SIZE);
    for (double error : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e200}) {
      guard.outcome(0, error, 1);
      guard.outcome(0, 1, error);
    }
    assertThat(guard.trusts(0)).isTrue();
  }

  @Test
  void aStoredGuardGoesOnAndResetTrustsAgain() {
    ForecastGuard guard = guard(SIZE);
    meanLoss(guard, 100, 3, 1, 5);
    StateWriter writer = new StateWriter();
    guard.write(writer);
    ForecastGuard read = guard(SIZE);
    StateReader reader = new StateReader(writer.toByteArray());
    read.read(reader);
    reader.finish();
    assertThat(read.trusts(0)).isFalse();
    assertThat(meanLoss(read, 50, 1, 1.4, 6)).isEqualTo(meanLoss(guard, 50, 1, 1.4, 6));
    guard.reset();
    assertThat(guard.trusts(0)).isTrue();
  }
}
