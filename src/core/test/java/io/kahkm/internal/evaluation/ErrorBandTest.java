package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.evaluation.ErrorBand.Pace;
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
  private static final Pace USUAL = Pace.USUAL;

  /** Every outcome comes so many forecasts after its interval went out. */
  private static ErrorBand run(IntToDoubleFunction error, int count, int delay) {
    return run(error, count, delay, USUAL);
  }

  private static ErrorBand run(IntToDoubleFunction error, int count, int delay, Pace pace) {
    ErrorBand band = new ErrorBand(LEVEL, new double[] {1}, delay, pace);
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
      for (Pace pace : new Pace[] {USUAL, Pace.FAST}) {
        Random random = new Random(count);
        ErrorBand band = run(t -> errorOf(kind, t, random), count, delay, pace);
        assertThat(Math.abs(band.coverage(0) - LEVEL))
            .isLessThanOrEqualTo(band.guarantee(0) + 1e-12);
      }
    }
  }

  @Test
  void missesAreExactlyWhatThePositionSays() {
    // Of one step size each outcome moves the position by it times the difference; rounding only.
    Random random = new Random(1);
    ErrorBand band = new ErrorBand(LEVEL, new double[] {1}, 0, new Pace(0.02, 1, 0.02, 0, 1, 1));
    for (int t = 0; t < 5000; t++) {
      band.nextOutcome();
      band.outcome(0, 1.5 * Math.abs(random.nextGaussian()), band.halfWidth(0));
    }
    assertThat(band.halfWidth(0)).isGreaterThan(1);
    double misses = (1 - LEVEL) + Math.log(band.halfWidth(0)) / (0.02 * 5000);
    assertThat(1 - band.coverage(0)).isCloseTo(misses, within(1e-10));
  }

  @Test
  void stepsGrowShorterUntilTheLast() {
    ErrorBand band = new ErrorBand(LEVEL, new double[] {1}, 0, new Pace(0.1, 2, 0.03, 0, 1, 1));
    double before = 1;
    double[] steps = {0.1, 0.1 / Math.sqrt(1.5), 0.1 / Math.sqrt(2), 0.1 / Math.sqrt(2.5)};
    for (int t = 0; t < 100; t++) {
      band.nextOutcome();
      band.outcome(0, 1e9, band.halfWidth(0));
      double step = t < steps.length ? steps[t] : Math.max(0.03, 0.1 / Math.sqrt(1 + t / 2.0));
      assertThat(Math.log(band.halfWidth(0) / before)).isCloseTo(0.9 * step, within(1e-12));
      before = band.halfWidth(0);
    }
  }

  @Test
  void aBandThatStartsFromAnotherIsWhereItIsAndHasSeenNothing() {
    Random random = new Random(4);
    ErrorBand usual = new ErrorBand(LEVEL, new double[] {1}, 0, new Pace(0.05, 20, 0.02, 0, 1, 1));
    for (int t = 0; t < 400; t++) {
      usual.nextOutcome();
      usual.outcome(0, 3 * Math.abs(random.nextGaussian()), usual.halfWidth(0));
    }
    ErrorBand other = new ErrorBand(LEVEL, new double[] {1}, 0, Pace.FAST);
    other.startFrom(usual);
    assertThat(other.halfWidth(0)).isEqualTo(usual.halfWidth(0)).isGreaterThan(1.5);
    assertThat(other.outcomes()).isZero();
    other.nextOutcome();
    assertThat(other.outcome(0, 1e9, other.halfWidth(0))).isFalse();
    assertThat(other.halfWidth(0) / usual.halfWidth(0))
        .isCloseTo(Math.exp(0.9 * 0.05 + 0.2 * (3 - 0.1)), within(1e-9));
  }

  @Test
  void theQuickPartFollowsErrorsThatGrowForAWhileAndIsSlowerWhereOutcomesAreLate() {
    for (Pace pace : new Pace[] {USUAL, Pace.FAST}) {
      double before = 0;
      for (int delay : new int[] {50, 10, 0}) {
        ErrorBand band = new ErrorBand(LEVEL, new double[] {1}, delay, pace);
        ErrorBand slow =
            new ErrorBand(
                LEVEL,
                new double[] {1},
                delay,
                new Pace(pace.first(), pace.slowing(), pace.last(), 0, 1, 1));
        for (int t = 0; t < 10; t++) {
          band.nextOutcome();
          slow.nextOutcome();
          band.outcome(0, 1.5 * band.halfWidth(0), band.halfWidth(0));
          slow.outcome(0, 1.5 * slow.halfWidth(0), slow.halfWidth(0));
        }
        double quicker = band.halfWidth(0) / slow.halfWidth(0);
        assertThat(quicker).isGreaterThan(Math.max(1.1, before));
        before = quicker;
      }
    }
  }

  @Test
  void aWidthOfNothingHoldsTheErrorsOfASensorThatStandsStill() {
    ErrorBand band = new ErrorBand(LEVEL, new double[] {0}, 0, USUAL);
    for (int t = 0; t < 5000; t++) {
      band.nextOutcome();
      band.outcome(0, 0, band.halfWidth(0));
    }
    assertThat(band.coverage(0)).isCloseTo(LEVEL, within(band.guarantee(0)));
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
  void theGuaranteeIsTheOneOfItsFormula() {
    // Range above the start, 1, what the quick part may add, two first steps for all that are out.
    Pace pace = new Pace(0.04, 30, 0.01, 0.2, 12, 3);
    int waiting = 5;
    int outcomes = 3000;
    ErrorBand band = new ErrorBand(LEVEL, new double[] {0.5}, waiting, pace);
    for (int t = 0; t < outcomes; t++) {
      band.nextOutcome();
      band.outcome(0, t == 700 ? 4 : 0.1, band.halfWidth(0));
    }
    double swing = 0.2 / 1.5 * 12 * 3;
    double range = Math.log(4 / 0.5) + 1 + swing + 2 * 0.04 * 6;
    assertThat(band.guarantee(0)).isCloseTo(range / (0.01 * outcomes), within(1e-12));
    assertThat(Math.abs(band.coverage(0) - LEVEL)).isLessThan(band.guarantee(0));

    ErrorBand small = new ErrorBand(LEVEL, new double[] {0.5}, 0, pace);
    for (int t = 0; t < outcomes; t++) {
      small.nextOutcome();
      small.outcome(0, 0.25, small.halfWidth(0));
    }
    // Errors below the start make the range no smaller.
    assertThat(small.guarantee(0))
        .isCloseTo((1 + 0.2 * 12 * 3 + 2 * 0.04) / (0.01 * outcomes), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2.5, 2.5", "3, 3", "4, 3", "1e300, 3"})
  void howFarAMissLiesOutsideCountsUpToALimit(double ratio, double weight) {
    ErrorBand band = new ErrorBand(LEVEL, new double[] {1}, 0, new Pace(1e-9, 1, 1e-9, 0.2, 1, 3));
    band.nextOutcome();
    // A miss by nothing: the outcome of an interval that holds it is none.
    boolean held = band.outcome(0, Math.nextUp(ratio), 1);
    assertThat(held).isFalse();
    assertThat(Math.log(band.halfWidth(0))).isCloseTo(0.2 * (weight - 0.1), within(1e-8));

    assertThat(ErrorBand.holds(1, 1)).isTrue();
    assertThat(ErrorBand.holds(1, Math.nextUp(1.0))).isFalse();
    assertThat(ErrorBand.holds(0, 0)).isFalse();
  }

  @Test
  void whatIsForgottenSaysNothingAnyMore() {
    Pace pace = new Pace(0.05, 20, 0.02, 0.2, 40, 3);
    ErrorBand used = new ErrorBand(LEVEL, new double[] {1}, 0, pace);
    for (int t = 0; t < 60; t++) {
      used.nextOutcome();
      used.outcome(0, 50, used.halfWidth(0));
    }
    ErrorBand other = new ErrorBand(LEVEL, new double[] {1}, 0, pace);
    other.nextOutcome();
    other.outcome(0, 1e6, other.halfWidth(0));
    other.startFrom(used);
    // The quick part comes along, misses and largest error do not.
    assertThat(other.halfWidth(0)).isEqualTo(used.halfWidth(0));
    for (int t = 0; t < 2000; t++) {
      other.nextOutcome();
      other.outcome(0, 0, other.halfWidth(0));
    }
    assertThat(other.coverage(0)).isGreaterThan(0.85);
    double range = 1 + 0.2 * 40 * 3 + 2 * 0.05;
    assertThat(other.guarantee(0)).isCloseTo(range / (0.02 * 2000), within(1e-12));

    used.reset();
    assertThat(used.halfWidth(0)).isEqualTo(1);
    ErrorBand fresh = new ErrorBand(LEVEL, new double[] {1}, 0, pace);
    for (ErrorBand band : new ErrorBand[] {used, fresh}) {
      band.nextOutcome();
      band.outcome(0, 0.5, band.halfWidth(0));
    }
    assertThat(used.halfWidth(0)).isEqualTo(fresh.halfWidth(0));
    assertThat(used.coverage(0)).isEqualTo(1);
  }

  @Test
  void errorsThatAreNoNumbersAreMisses() {
    ErrorBand band = run(t -> t % 2 == 0 ? Double.NaN : Double.POSITIVE_INFINITY, 10, 0);
    assertThat(band.coverage(0)).isZero();
    assertThat(band.guarantee(0)).isEqualTo(1);
    assertThat(band.halfWidth(0)).isFinite();
  }

  @Test
  void aStoredBandGoesOnToTheBitAndResetForgets() {
    Random random = new Random(3);
    ErrorBand band = run(t -> Math.abs(random.nextGaussian()), 777, 3);
    StateWriter writer = new StateWriter();
    band.transfer(writer);
    ErrorBand read = new ErrorBand(LEVEL, new double[] {1}, 3, USUAL);
    StateReader reader = new StateReader(writer.toByteArray());
    read.transfer(reader);
    reader.finish();
    assertThat(read.halfWidth(0)).isEqualTo(band.halfWidth(0));
    assertThat(read.coverage(0)).isEqualTo(band.coverage(0));
    assertThat(read.guarantee(0)).isEqualTo(band.guarantee(0));
    band.reset();
    assertThat(band.halfWidth(0)).isEqualTo(1);
    assertThat(band.coverage(0)).isNaN();
    assertThat(band.guarantee(0)).isEqualTo(1);
  }
}
