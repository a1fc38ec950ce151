package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.certificate.bound.HorizonClaims;
import io.kahkm.internal.certificate.loss.BoundChoices;
import io.kahkm.internal.certificate.loss.CoordinateMetric;
import io.kahkm.internal.certificate.loss.HorizonBound;
import io.kahkm.internal.certificate.loss.LowerWagers;
import io.kahkm.internal.certificate.loss.TightAssessor;
import io.kahkm.internal.certificate.loss.TightBound;
import io.kahkm.internal.certificate.loss.TightInputs;
import io.kahkm.internal.certificate.loss.UpperChoice;
import io.kahkm.internal.certificate.loss.WagerMixture;
import io.kahkm.internal.certificate.setting.HorizonSettings;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.SquareProducts;
import io.kahkm.testing.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Horizons of a small data set, from episodes of coordinates to bounds and claims. */
class HorizonGoldenTest {
  /** The reference takes no rounding off; ours does. */
  private static final double RELATIVE = 1e-6;

  private static final double ABSOLUTE = 1e-12;
  private static final List<Integer> HORIZONS = List.of(1, 3, 8);

  private static JsonNode golden() {
    return Golden.json("certificates2.json").get("horizons");
  }

  private static void same(String what, double value, JsonNode expected) {
    double reference = expected.doubleValue();
    assertThat(value)
        .as(what)
        .isCloseTo(reference, within(RELATIVE * Math.abs(reference) + ABSOLUTE));
  }

  private static CoordinateMetric metric() {
    double[][] gram = Golden.rows(golden().get("metric"));
    for (int i = 0; i < gram.length; i++) {
      gram[i][i] -= CoordinateMetric.REGULARIZATION;
    }
    return CoordinateMetric.of(Matrix.ofRows(gram));
  }

  private static Matrix power(Matrix base, int exponent) {
    double[][] product = base.toRows();
    for (int i = 1; i < exponent; i++) {
      product = SquareProducts.times(product, base.toRows());
    }
    return Matrix.ofRows(product);
  }

  private static List<BoundChoices> before(boolean previous, UpperChoice upper) {
    Matrix base = Matrix.ofRows(Golden.rows(golden().get("previousReference").get("B")));
    List<BoundChoices> before = new ArrayList<>();
    for (int horizon : HORIZONS) {
      Optional<Matrix> reference = previous ? Optional.of(power(base, horizon)) : Optional.empty();
      before.add(new BoundChoices(reference, WagerMixture.NO_PILOT, upper, upper));
    }
    return before;
  }

  private static WindowLosses window(int starts, double cap, List<BoundChoices> before) {
    Matrix frozen = Matrix.ofRows(Golden.rows(golden().get("B0")));
    HorizonSettings settings = new HorizonSettings(HORIZONS, starts, 0.05, true, Projection.NONE);
    LossPlan.Ahead ahead =
        new LossPlan.Ahead(settings, OptionalDouble.empty(), before, frozen, false);
    LossPlan plan =
        new LossPlan(
            frozen,
            cap,
            false,
            BoundChoices.FIRST,
            metric(),
            new CertificateWorkspace(),
            Optional.of(ahead));
    WindowLosses losses = new WindowLosses(plan);
    Closure closure = Closure.of(frozen);
    PairEvidence pair = new PairEvidence(3);
    for (JsonNode episode : golden().get("episodes")) {
      double[][] states = Golden.rows(episode);
      for (int t = 0; t + 1 < states.length; t++) {
        pair.coordinates = states[t];
        pair.successor = states[t + 1];
        pair.residual = closure.squaredError(states[t], states[t + 1]);
        losses.pair(pair);
      }
      losses.endUnit();
    }
    return losses;
  }

  private static HorizonAssessor assessor(WindowLosses losses, List<BoundChoices> before) {
    return new HorizonAssessor(losses, new WindowChoices(BoundChoices.FIRST, before, before), 0.05);
  }

  private static Stream<JsonNode> rows() {
    return StreamSupport.stream(golden().get("rows").spliterator(), false)
        .filter(row -> row.has("horizon"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyBoundMatches(JsonNode row) {
    int i = HORIZONS.indexOf(row.get("horizon").intValue());
    JsonNode golden = row.get("upper");
    double cap = golden.get("cap").doubleValue();
    int starts = row.get("every").intValue();
    WindowLosses losses = window(starts, cap, before(false, UpperChoice.ANYTIME));
    HorizonPredictor predictor = losses.plan().plans().get(i).predictor();
    HorizonSums sums = losses.ahead().get(i);
    HorizonAssessor assessor = assessor(losses, before(false, UpperChoice.ANYTIME));
    HorizonBound bound = assessor.rows().get(i);
    HorizonBound byEntropy = assessor(losses, before(false, UpperChoice.FIRST)).rows().get(i);

    assertThat(bound.units()).isEqualTo(row.get("units").intValue());
    assertThat(bound.pairs()).isEqualTo(row.get("pairs").intValue());
    same("kappa", bound.kappa(), row.get("kappa"));
    same("range", bound.range(), row.get("range"));
    if (row.has("power")) {
      double[][] power = Golden.rows(row.get("power"));
      for (int l = 0; l < power.length; l++) {
        assertThat(predictor.power().row(l)).containsExactly(power[l], within(1e-14));
      }
    }
    double[] wagers = Golden.vector(golden.get("T"));
    assertThat(sums.losses().wagers()).containsExactly(wagers, within(1e-10));
    same("bet", bound.upper().orElseThrow(), golden.get("bet"));
    same("kl", byEntropy.upper().orElseThrow(), golden.get("kl"));
    same("capped mean", bound.capped().orElseThrow().meanSquaredError(), golden.get("cappedMean"));
    same("capped", bound.capped().orElseThrow().upper(), golden.get("cappedUpper"));
    same("exceed share", bound.capped().orElseThrow().exceedShare(), golden.get("exceedShare"));
    same("exceed upper", bound.capped().orElseThrow().exceedUpper(), golden.get("exceedUpper"));
    tight(losses, i, row.get("frozen"));
    tight(window(starts, cap, before(true, UpperChoice.ANYTIME)), i, row.get("previous"));
  }

  /** The reference's bounds use 0 for the minimum over the ball, ours the minimum. */
  private static void tight(WindowLosses losses, int i, JsonNode golden) {
    HorizonPlan plan = losses.plan().plans().get(i);
    HorizonSums sums = losses.ahead().get(i);
    TightAssessor assessor =
        new TightAssessor(
            sums.secondMoments(), sums.losses(), plan.reference(), losses.plan().metric());
    TightInputs inputs = assessor.inputs(plan.predictor().kappa(), 0).orElseThrow();
    JsonNode statistics = golden.get("statistics");
    TightInputs expected = WagersGoldenTest.inputs(statistics);

    assertThat(inputs.units()).isEqualTo(expected.units());
    same("lbRidge", inputs.lowerRidge(), statistics.get("lbRidge"));
    same("p", inputs.distance(), statistics.get("p"));
    same("u1", inputs.meanLoss(), statistics.get("u1"));
    same("u2", inputs.meanSquare(), statistics.get("u2"));
    same("maxUnit", inputs.largestLoss(), statistics.get("maxUnit"));
    same("h", inputs.leverage(), statistics.get("h"));
    same("phiMax", inputs.largestCoordinates(), statistics.get("phiMax"));
    same("zMax", inputs.largestSuccessor(), statistics.get("zMax"));
    same("refNorm", inputs.referenceNorm(), statistics.get("refNorm"));
    double[] growth = LowerWagers.growth(inputs);
    same("L", TightBound.of(inputs, growth, 0.025, WagerMixture.NO_PILOT).lower(), golden.get("L"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theClaimsOfTheDataMatch(int starts) {
    List<BoundChoices> before = before(false, UpperChoice.ANYTIME);
    WindowLosses losses = window(starts, Double.POSITIVE_INFINITY, before);
    HorizonAssessor assessor = assessor(losses, before);
    for (JsonNode block : golden().get("rows")) {
      if (block.has("claims") && block.get("every").intValue() == starts) {
        for (JsonNode claim : block.get("claims")) {
          assertThat(assessor.claims(claim.get("tolerance").doubleValue()).ok())
              .isEqualTo(claim.get("hOk").intValue());
        }
      }
    }
  }

  static Stream<JsonNode> claims() {
    JsonNode claims = Golden.json("certificates2.json").get("claims");
    return StreamSupport.stream(claims.spliterator(), false);
  }

  private static OptionalDouble[] bounds(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(v -> v.isNull() ? OptionalDouble.empty() : OptionalDouble.of(v.doubleValue()))
        .toArray(OptionalDouble[]::new);
  }

  @ParameterizedTest
  @MethodSource("claims")
  void claimsAreTestedInOrder(JsonNode golden) {
    int[] horizons =
        IntStream.range(0, golden.get("horizons").size())
            .map(i -> golden.get("horizons").get(i).intValue())
            .toArray();

    HorizonClaims claims =
        HorizonClaims.of(
            horizons,
            bounds(golden.get("L")),
            bounds(golden.get("U")),
            bounds(golden.get("U")),
            golden.get("tolerance").doubleValue());

    // Persistence with the same bounds passes wherever the forecast does: nothing is trusted.
    assertThat(claims)
        .isEqualTo(
            new HorizonClaims(
                golden.get("hOk").intValue(), golden.get("hStop").intValue(), List.of()));
  }
}
