package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.certificate.bound.LabelBound;
import io.kahkm.internal.certificate.bound.MinimumBound;
import io.kahkm.internal.certificate.bound.PaperBound;
import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.testing.Golden;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bounds against 100 cases computed in 40-digit arithmetic, to 1e-10 relative. */
class BoundsGoldenTest {
  private static final double RELATIVE = 1e-10;

  /** The reference inverted by absolute bisection and prints 0 where the inverse is this small. */
  private static final double TINY = 1e-18;

  static Stream<JsonNode> cases() {
    return StreamSupport.stream(Golden.json("certificates.json").get("cases").spliterator(), false);
  }

  private static double number(JsonNode node) {
    return Double.parseDouble(node.asText());
  }

  private static void same(String what, double value, JsonNode expected) {
    double reference = number(expected);
    assertThat(value)
        .as(what)
        .isCloseTo(reference, Offset.offset(RELATIVE * Math.abs(reference) + TINY));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyBoundMatches(JsonNode golden) {
    int units = golden.get("units").asInt();
    double kappa = number(golden.get("kappa"));
    double delta = number(golden.get("delta"));
    double f = number(golden.get("f"));
    double b = number(golden.get("b"));
    double range = number(golden.get("loss_range"));
    double s = 0;
    double paired = 0;
    for (int c = 0; c < golden.get("counts").size(); c++) {
      long n = golden.get("counts").get(c).asLong();
      double scatter = number(golden.get("SS").get(c));
      s += scatter / units;
      paired += (n > 0 && n % 2 == 0 ? scatter * n / (n - 1) : scatter) / units;
    }

    PaperBound paper = PaperBound.of(f, s, units, kappa, delta);
    LabelBound label =
        golden.get("sampling").asText().equals("records")
            ? LabelBound.ofPairs(b, paired, units, kappa, delta)
            : LabelBound.ofUnits(b, s, units, kappa, delta);
    MinimumBound minimum =
        MinimumBound.of(number(golden.get("empirical_minimum")), 0, units, kappa, delta);
    UpperBound upper = UpperBound.of(number(golden.get("mse")), 0, range, units, delta);

    same("s", s, golden.get("s"));
    if (golden.hasNonNull("s_pair")) {
      same("s_pair", paired, golden.get("s_pair"));
    }
    same("paper r", paper.radius(), golden.get("paper").get("r"));
    same("paper F", paper.lossUpper(), golden.get("paper").get("F"));
    same("paper V", paper.varianceLower(), golden.get("paper").get("V"));
    same("paper L", paper.lower(), golden.get("paper").get("L"));
    same("label V", label.varianceLower(), golden.get("label").get("V"));
    same("label F", label.lossUpper(), golden.get("label").get("F"));
    same("label L", label.lower(), golden.get("label").get("L"));
    same("minimum L", minimum.lower(), golden.get("minimum").get("L"));
    same("upper U", upper.upper(), golden.get("upper").get("U"));
    // The reference clamps at zero what the engine leaves negative.
    double limit = Math.max(0, PaperBound.plugInLimit(f, s, kappa));
    same("plug-in", limit, golden.get("plug_in_limit"));
  }
}
