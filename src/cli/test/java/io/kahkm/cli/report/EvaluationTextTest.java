package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** The lines of {@code evaluate} where figures are missing or many, word for word. */
class EvaluationTextTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static ObjectNode sensors(int count) {
    ObjectNode json = MAPPER.createObjectNode();
    ObjectNode row = json.putArray("horizons").addObject();
    row.put("h", 2).put("starts", 1_234);
    ArrayNode sensors = row.putArray("sensors");
    for (int i = 0; i < count; i++) {
      sensors.addObject().put("sensor", "s" + i).put("rmse", 0.5 + i);
    }
    return json;
  }

  @Test
  void twelveSensorsAreNamedAndTheOthersCounted() {
    String twelve =
        "root-mean-square error at 2 steps: s0 0.500, s1 1.50, s2 2.50, s3 3.50, s4 4.50, s5 5.50,"
            + " s6 6.50, s7 7.50, s8 8.50, s9 9.50, s10 10.5, s11 11.5";
    assertThat(EvaluationText.lines(sensors(12)).get(3)).isEqualTo(twelve);
    assertThat(EvaluationText.lines(sensors(14)).get(3)).isEqualTo(twelve + " and 2 more");
  }

  @Test
  void aFigureThatIsMissingIsADashAndTrainingDataAreWarnedOf() {
    ObjectNode json = sensors(0);
    assertThat(EvaluationText.lines(json))
        .containsExactly(
            "skill of the forecasts, share of the squared error that they save (1 perfect, 0 as"
                + " good, below 0 worse):",
            "  steps   forecasts   over no change   over linear model   coordinates over no change",
            "      2       1,234                -                   -                            -",
            "--format json prints every figure");
    json.put("trainingTransitions", 5_000);
    assertThat(EvaluationText.lines(json).get(0))
        .isEqualTo(
            "WARNING: the model was fitted on 5,000 of these transitions, so the figures are better"
                + " than on new rows");
  }
}
