package io.kahkm.internal.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MixtureTest {
  private static final List<ExpertKind> FOUR =
      List.of(
          ExpertKind.PERSISTENCE,
          ExpertKind.ALL_SENSORS,
          ExpertKind.COORDINATES,
          ExpertKind.OWN_PAST);

  private static HorizonExperts experts(int count, double[] scale, double[] start) {
    int sensors = scale.length;
    return new HorizonExperts(
        1,
        Matrix.of(sensors, 2, new double[2 * sensors]),
        Matrix.of(sensors, 1, new double[sensors]),
        Matrix.of(sensors, 1, scale),
        FOUR.subList(0, count),
        Matrix.of(sensors, count, start));
  }

  private static final double[] THREE = {0, 1, -1};

  /** None of these is safe: whichever is followed, the outcome may be at the other. */
  private static final double[] TWO = {1, -1};

  /** How outcomes answer forecasts. */
  private interface Adversary {
    double outcome(int step, double forecast);
  }

  private static Adversary adversary(String kind, int waiting) {
    Random random = new Random(5);
    return switch (kind) {
      case "opposite" -> (step, forecast) -> forecast > 0 ? -1 : 1;
      case "alternating" -> (step, forecast) -> step % 2 == 0 ? 1 : -1;
      case "blocks" -> (step, forecast) -> step / waiting % 2 == 0 ? 1 : -1;
      case "random" -> (step, forecast) -> random.nextGaussian();
      case "shocks" ->
          (step, forecast) -> random.nextInt(50) == 0 ? 100 * random.nextGaussian() : 1;
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private static final int STRETCHES = 3;

  /** The largest excess over the best expert at any time of any stretch, in units of the bound. */
  private static double worst(
      Mixture mixture, double[] positions, Adversary adversary, int waiting, double bound) {
    int stretch = 1000 * waiting;
    int steps = STRETCHES * stretch + waiting;
    double[][] forecasts = new double[steps][];
    double[] mixed = new double[steps];
    double[] outcomes = new double[steps];
    double[] excess = new double[positions.length];
    double worst = Double.NEGATIVE_INFINITY;
    double[] out = new double[1];
    for (int t = 0; t < steps; t++) {
      if (t >= waiting) {
        int o = t - waiting;
        if (o % stretch == 0) {
          Arrays.fill(excess, 0);
        }
        mixture.outcome(forecasts[o], new double[] {outcomes[o]}, false);
        double unit = mixture.scale(0);
        for (double forecast : forecasts[o]) {
          unit = Math.max(unit, square(forecast - outcomes[o]));
        }
        for (int k = 0; k < excess.length; k++) {
          excess[k] +=
              (square(mixed[o] - outcomes[o]) - square(forecasts[o][k] - outcomes[o])) / unit;
          worst = Math.max(worst, excess[k] / bound);
        }
      }
      forecasts[t] = Arrays.copyOf(positions, positions.length + 1);
      mixture.forecast(forecasts[t], out);
      mixed[t] = out[0];
      outcomes[t] = adversary.outcome(t, out[0]);
    }
    return worst;
  }

  private static double square(double value) {
    return value * value;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 24})
  void losesNoMoreThanItsBoundOnSequencesMadeToHurt(int waiting) {
    for (String kind : List.of("opposite", "alternating", "blocks", "random", "shocks")) {
      for (double[] positions : List.of(TWO, THREE)) {
        Mixture mixture = mixture(positions.length, waiting);
        assertThat(worst(mixture, positions, adversary(kind, waiting), waiting, mixture.regret()))
            .describedAs(kind)
            .isLessThanOrEqualTo(1);
      }
    }
  }

  private static Mixture mixture(int experts, int waiting) {
    return new Mixture(experts(experts, new double[] {1}, new double[experts]), waiting);
  }

  /**
   * The control: experts alone, learning ten times as fast as the proof allows, break the bound of
   * that rate. With outcomes that come late the proof has room to spare, and it takes thirty times.
   */
  @ParameterizedTest
  @CsvSource({"1, 10", "7, 30", "24, 30"})
  void breaksTheBoundWithARateThatIsTooLarge(int waiting, double times) {
    HorizonExperts experts = experts(2, new double[] {1}, new double[2]);
    double rate = waiting == 1 ? 0.5 : 1 / (6.0 * waiting);
    Mixture slow = new Mixture(experts, waiting, rate, 0);
    Mixture fast = new Mixture(experts, waiting, times * rate, 0);
    double bound = slow.regret();

    assertThat(worst(slow, TWO, adversary("opposite", waiting), waiting, bound)).isLessThan(1);
    assertThat(worst(fast, TWO, adversary("opposite", waiting), waiting, bound)).isGreaterThan(1);
  }

  @Test
  void printsItsBound() {
    HorizonExperts experts = experts(4, new double[] {1}, new double[4]);

    assertThat(new Mixture(experts, 1).regret()).isCloseTo(2 * Math.log(200), within(1e-12));
    assertThat(new Mixture(experts, 24).regret()).isCloseTo(144 * Math.log(200) + 23, within(1e-9));
  }

  /** Simulated forecasts, some of them missing, mixed by an implementation in NumPy. */
  @Test
  void agreesWithAnotherImplementation() throws IOException {
    List<double[]> rows = golden();
    Mixture mixture =
        new Mixture(experts(4, new double[] {2, 0.5}, new double[] {0, 1, 2, 0, 0, 0.5, 0, 3}), 5);
    List<double[]> issued = new ArrayList<>();
    double[] out = new double[2];
    for (int t = 0; t < rows.size(); t++) {
      if (t >= 5) {
        mixture.outcome(issued.get(t - 5), Arrays.copyOfRange(rows.get(t - 5), 8, 10), false);
      }
      double[] forecasts = Arrays.copyOf(rows.get(t), 10);
      mixture.forecast(forecasts, out);
      issued.add(forecasts);
      assertThat(out[0]).describedAs("row " + t).isCloseTo(rows.get(t)[10], within(1e-8));
      assertThat(out[1]).describedAs("row " + t).isCloseTo(rows.get(t)[11], within(1e-8));
    }
  }

  private static List<double[]> golden() throws IOException {
    try (var stream = MixtureTest.class.getResourceAsStream("/forecast/mixture.csv")) {
      String text =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(
              line ->
                  Arrays.stream(line.split(","))
                      .mapToDouble(
                          cell -> cell.equals("nan") ? Double.NaN : Double.parseDouble(cell))
                      .toArray())
          .toList();
    }
  }

  private static void run(Mixture mixture, int from, int to, double noise) {
    double[] out = new double[1];
    for (int t = from; t < to; t++) {
      double outcome = Math.rint(10 * Math.sin(t));
      double[] forecasts = {outcome + 1, outcome + noise, outcome - 2, 0};
      mixture.forecast(forecasts, out);
      mixture.outcome(forecasts, new double[] {outcome}, false);
    }
  }

  @Test
  void standsStillWhileTheStreamIsAbnormal() {
    Mixture mixture = new Mixture(experts(3, new double[] {1}, new double[3]), 1);
    run(mixture, 0, 100, 0.1);
    double good = mixture.shares()[1];
    assertThat(good).isGreaterThan(0.9);

    mixture.abnormal(true);
    run(mixture, 100, 300, 5);
    assertThat(mixture.shares()[1]).isLessThan(0.1);
    mixture.abnormal(false);

    assertThat(mixture.shares()[1]).isEqualTo(good);
    mixture.outcome(new double[] {1, 50, 1, 1}, new double[] {1}, true);
    assertThat(mixture.shares()[1]).isEqualTo(good);
  }

  @Test
  void leavesExpertsOutThatHaveNoForecastAndTakesThemBack() {
    Mixture mixture = new Mixture(experts(3, new double[] {1}, new double[3]), 1);
    run(mixture, 0, 100, 0.1);
    double good = mixture.shares()[1];
    double[] out = new double[1];
    double[] forecasts = {1, Double.NaN, 3, 0};

    mixture.forecast(forecasts, out);
    mixture.outcome(forecasts, new double[] {1}, false);

    assertThat(out[0]).isBetween(1.0, 3.0);
    assertThat(mixture.shares()[1]).isZero();
    assertThat(mixture.shares()[0] + mixture.shares()[2]).isCloseTo(1, within(1e-12));
    run(mixture, 101, 102, 0.1);
    assertThat(mixture.shares()[1]).isGreaterThan(good - 0.02);
  }

  @Test
  void aForecastThatIsNotFiniteIsNone() {
    Mixture mixture = new Mixture(experts(3, new double[] {1}, new double[3]), 1);
    double[] out = new double[1];
    double[] forecasts = {1, Double.POSITIVE_INFINITY, 1, 0};

    mixture.forecast(forecasts, out);
    mixture.outcome(forecasts, new double[] {2}, false);

    assertThat(out[0]).isCloseTo(1, within(1e-12));
    run(mixture, 0, 10, 0.1);
    assertThat(mixture.shares()[1]).isFinite();
  }

  @Test
  void aSensorThatNeverMovesIsForecastAsItIs() {
    Mixture mixture = new Mixture(experts(3, new double[] {0}, new double[3]), 1);
    double[] out = new double[1];
    for (int t = 0; t < 50; t++) {
      double[] forecasts = {4, 4, 5, 0};
      mixture.forecast(forecasts, out);
      mixture.outcome(forecasts, new double[] {4}, false);
    }
    assertThat(out[0]).isCloseTo(4, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void continuesFromItsBytesToTheBit(boolean abnormal) {
    Mixture mixture = new Mixture(experts(3, new double[] {1}, new double[3]), 1);
    run(mixture, 0, 50, 0.3);
    mixture.abnormal(abnormal);
    run(mixture, 50, 60, 0.7);
    StateWriter writer = new StateWriter();
    mixture.transfer(writer);
    Mixture read = new Mixture(experts(3, new double[] {1}, new double[3]), 1);
    read.transfer(new StateReader(writer.toByteArray()));

    run(mixture, 60, 90, 0.2);
    run(read, 60, 90, 0.2);

    assertThat(read.shares()).containsExactly(mixture.shares());
  }
}
