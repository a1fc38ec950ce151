package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.loss.LowerWagers;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.loss.TightInputs;
import io.kahkm.internal.certificate.loss.UpperWagers;
import io.kahkm.internal.certificate.loss.WagerMixture;
import io.kahkm.internal.certificate.loss.WagerSums;
import io.kahkm.testing.Golden;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bounds from wagers against 50-digit arithmetic: 1e-8 relative, as their bisection. */
class WagersGoldenTest {
  private static final double RELATIVE = 1e-8;
  private static final double ABSOLUTE = 1e-12;

  static Stream<JsonNode> cases(String block) {
    JsonNode cases = Golden.json("certificates2.json").get(block);
    return StreamSupport.stream(cases.spliterator(), false);
  }

  static Stream<JsonNode> upperCases() {
    return cases("bet");
  }

  static Stream<JsonNode> lowerCases() {
    return cases("tight");
  }

  static Offset<Double> close(double expected) {
    return within(RELATIVE * Math.abs(expected) + ABSOLUTE);
  }

  private static void same(String what, double[] values, JsonNode expected) {
    double[] reference = Golden.vector(expected);
    assertThat(values).as(what).hasSameSizeAs(reference);
    for (int g = 0; g < values.length; g++) {
      assertThat(values[g]).as(what + " " + g).isCloseTo(reference[g], close(reference[g]));
    }
  }

  private static double[] losses(JsonNode golden) {
    if (!golden.get("losses").isNull()) {
      return Golden.vector(golden.get("losses"));
    }
    IntToDoubleFunction recipe =
        switch (golden.get("recipe").asText()) {
          case "all zeros, 200 units" -> i -> 0;
          case "0.001 (1 + i mod 5), i = 0..299" -> i -> 0.001 * (1 + i % 5);
          case "three ones of 200" -> i -> i < 3 ? 1 : 0;
          case "one large of 200" -> i -> i < 1 ? 1 : 0;
          case "0.25, 0.75 alternating" -> i -> i % 2 == 0 ? 0.25 : 0.75;
          default -> i -> 0.0015;
        };
    return IntStream.range(0, golden.get("n").intValue()).mapToDouble(recipe).toArray();
  }

  @ParameterizedTest
  @MethodSource("upperCases")
  void theUpperBoundMatches(JsonNode golden) {
    double[] losses = losses(golden);
    WagerSums sums = new WagerSums();
    Arrays.stream(losses).forEach(sums::add);
    double mean = Arrays.stream(losses).sum() / losses.length;

    double upper =
        UpperWagers.bound(
            mean,
            sums.values(),
            losses.length,
            golden.get("alpha").doubleValue(),
            golden.get("pilot").intValue());

    assertThat(losses.length).isEqualTo(golden.get("n").intValue());
    same("T", sums.values(), golden.get("T"));
    double expected = golden.get("upper").doubleValue();
    assertThat(upper).isCloseTo(expected, close(expected));
  }

  @ParameterizedTest
  @MethodSource("lowerCases")
  void theLowerBoundMatches(JsonNode golden) {
    TightInputs window = inputs(golden.get("statistics"));

    double[] growth = LowerWagers.growth(window);
    TightBound bound =
        TightBound.of(
            window, growth, golden.get("alpha").doubleValue(), golden.get("pilot").intValue());

    same("growth", growth, golden.get("psi"));
    double expected = golden.get("L").doubleValue();
    assertThat(bound.lower()).isCloseTo(expected, close(expected));
  }

  static TightInputs inputs(JsonNode statistics) {
    return new TightInputs(
        statistics.get("n").intValue(),
        statistics.get("lbKappa").doubleValue(),
        statistics.get("lbRidge").doubleValue(),
        statistics.get("p").doubleValue(),
        statistics.get("u1").doubleValue(),
        statistics.get("u2").doubleValue(),
        statistics.get("maxUnit").doubleValue(),
        statistics.get("h").doubleValue(),
        statistics.get("phiMax").doubleValue(),
        statistics.get("zMax").doubleValue(),
        statistics.get("kappa").doubleValue(),
        statistics.get("refNorm").doubleValue());
  }

  /** With all losses 0 a rare loss of the whole range may be unseen: no valid bound is smaller. */
  @ParameterizedTest
  @MethodSource("floorCases")
  void noUpperBoundFallsBelowTheFloor(JsonNode golden) {
    int units = golden.get("n").intValue();
    double range = golden.get("range").doubleValue();
    double delta = golden.get("delta").doubleValue();
    double floor = golden.get("upper").doubleValue();
    double[] zeros = new double[UpperWagers.COUNT];

    double byEntropy = UpperBound.of(0, 0, range, units, delta).upper();
    for (int pilot = WagerMixture.NO_PILOT; pilot < UpperWagers.COUNT; pilot++) {
      double byWagers = Math.sqrt(range * UpperWagers.bound(0, zeros, units, delta, pilot));
      assertThat(byWagers).isGreaterThan(floor);
    }

    assertThat(Math.sqrt(range * (1 - Math.pow(delta, 1.0 / units))))
        .isCloseTo(floor, close(floor));
    assertThat(byEntropy).isCloseTo(floor, close(floor));
  }

  static Stream<JsonNode> floorCases() {
    return cases("floor");
  }

  @Test
  void thePilotIsTheBestSingleWagerAndStaysWhereNoneGains() {
    double[] growth = new double[LowerWagers.COUNT];
    assertThat(LowerWagers.pilot(growth, 0.05, 100, 7)).isEqualTo(7);
    growth[5] = 0.04;
    growth[6] = 0.05;
    assertThat(LowerWagers.pilot(growth, 0.05, 100, 7)).isEqualTo(6);

    double[] sums = new double[UpperWagers.COUNT];
    assertThat(UpperWagers.pilot(sums, 10, 0.05, 1, 3)).isEqualTo(0);
    Arrays.fill(sums, -1e6);
    assertThat(UpperWagers.pilot(sums, 10, 0.05, 100, 3)).isEqualTo(3);
  }
}
