package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorBandTest {
  private static final double LEVEL = 0.9;

  /** Every outcome comes so many forecasts after its interval went out. */
  private static ErrorBand run(IntToDoubleFunction error, int count, int delay) {
    ErrorBand band = new ErrorBand(LEVEL, new double[] {1});
    Deque<Double> out = new ArrayDeque<>();
    for (int t = 0; t < count; t++) {
      out.add(band.halfWidth(0));
      if (out.size() > delay) {
        band.nextOutcome();
        band.outcome(0, error.applyAsDouble(t), out.remove());
      }
    }
    return band;
  }

  private static double errorOf(String kind, int t, Random random) {
    return switch (kind) {
      case "gaussian" -> Math.abs(random.nextGaussian());
      case "growing" -> Math.abs(random.nextGaussian()) * (1 + t / 4000.0);
      case "alternating" -> t / 300 % 2 == 0 ? 0.01 : 5;
      case "always" -> 5;
      default -> 0;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "gaussian, 0",
    "gaussian, 50",
    "growing, 0",
    "growing, 50",
    "alternating, 0",
    "alternating, 50",
    "always, 0",
    "never, 0",
    "never, 50"
  })
  void coverageIsWithinItsGuaranteeOnAnySequence(String kind, int delay) {
    for (int count : new int[] {200, 2000, 20_000}) {
      Random random = new Random(count);
      ErrorBand band = run(t -> errorOf(kind, t, random), count, delay);
      assertThat(Math.abs(band.coverage(0) - LEVEL))
          .isLessThanOrEqualTo(band.guarantee(0, delay) + 1e-12);
    }
  }

  @Test
  void missesAreExactlyWhatTheWidthSays() {
    Random random = new Random(1);
    ErrorBand band = run(t -> Math.abs(random.nextGaussian()), 5000, 0);
    // Each outcome moves the width by eta times the difference, eta = .02; rounding only.
    double misses = (1 - LEVEL) + (band.halfWidth(0) - 1) / (0.02 * 5000);
    assertThat(1 - band.coverage(0)).isCloseTo(misses, within(1e-10));
  }

  @Test
  void aWidthThatIsNeverCorrectedLosesItsCoverage() {
    // The control: the same growing errors against the width at the start.
    Random random = new Random(2);
    int held = 0;
    for (int t = 0; t < 20_000; t++) {
      held += errorOf("growing", t, random) <= 1.645 ? 1 : 0;
    }
    assertThat(held / 20_000.0).isLessThan(0.7);
    Random again = new Random(2);
    assertThat(run(t -> errorOf("growing", t, again), 20_000, 0).coverage(0))
        .isCloseTo(LEVEL, within(0.03));
  }

  @Test
  void errorsThatAreNoNumbersAreMisses() {
    ErrorBand band = run(t -> t % 2 == 0 ? Double.NaN : Double.POSITIVE_INFINITY, 10, 0);
    assertThat(band.coverage(0)).isZero();
    assertThat(band.guarantee(0, 0)).isEqualTo(1);
    assertThat(band.halfWidth(0)).isFinite();
  }

  @Test
  void aStoredBandGoesOnToTheBitAndResetForgets() {
    Random random = new Random(3);
    ErrorBand band = run(t -> Math.abs(random.nextGaussian()), 777, 3);
    StateWriter writer = new StateWriter();
    band.write(writer);
    ErrorBand read = new ErrorBand(LEVEL, new double[] {1});
    StateReader reader = new StateReader(writer.toByteArray());
    read.read(reader);
    reader.finish();
    assertThat(read.halfWidth(0)).isEqualTo(band.halfWidth(0));
    assertThat(read.coverage(0)).isEqualTo(band.coverage(0));
    assertThat(read.guarantee(0, 3)).isEqualTo(band.guarantee(0, 3));
    band.reset();
    assertThat(band.halfWidth(0)).isEqualTo(1);
    assertThat(band.coverage(0)).isNaN();
    assertThat(band.guarantee(0, 3)).isEqualTo(1);
  }
}
