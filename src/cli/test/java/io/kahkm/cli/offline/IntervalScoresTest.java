package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.status.ScoredForecast;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalScoresTest {
  private static final double[] NONE = {};

  private static ScoredForecast scored(PlainIntervals.Outcome outcome) {
    return new ScoredForecast(
        1,
        NONE,
        NONE,
        NONE,
        0,
        outcome.predicted(),
        outcome.predicted(),
        outcome.half(),
        null,
        false,
        outcome.target(),
        outcome.origin());
  }

  private static JsonNode figures(double level, List<PlainIntervals.Outcome> outcomes) {
    IntervalScores scores = new IntervalScores(level, outcomes.get(0).half().length);
    outcomes.forEach(outcome -> scores.add(outcome.stream(), scored(outcome)));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    scores.write(json);
    return json.path("interval");
  }

  private static PlainIntervals.Outcome outcome(
      int stream, double half, double predicted, double target, double origin) {
    return new PlainIntervals.Outcome(
        stream,
        new double[] {half},
        new double[] {predicted},
        new double[] {target},
        new double[] {origin});
  }

  /** By hand: scores 4, 8, 10, 6; of the start 4, 10, 10, 6; with 3 around the reading 6 each. */
  @Test
  void ofFourOutcomes() {
    JsonNode json =
        figures(
            0.5,
            List.of(
                outcome(0, 2, 10, 11, 8),
                outcome(0, 4, 10, 13.5, 10.5),
                outcome(1, 3, 0, 4, 1),
                outcome(1, 3, 0, -3, 0)));

    assertThat(json.path("outcomes").asInt()).isEqualTo(4);
    assertThat(json.path("level").asDouble()).isEqualTo(0.5);
    assertThat(json.path("coverage").asDouble()).isEqualTo(0.75);
    assertThat(json.path("staticCoverage").asDouble()).isEqualTo(0.5);
    assertThat(json.path("widthOverStatic").asDouble()).isEqualTo(24.0 / 20);
    assertThat(json.path("scoreOverStatic").asDouble())
        .isEqualTo((4 + 8 + 10 + 6) / (4 + 10 + 10 + 6.0));
    assertThat(json.path("scoreOverPersistence").asDouble()).isEqualTo((4 + 8 + 10 + 6) / 24.0);
    assertThat(json.has("coverageOfFirst500")).isFalse();
    assertThat(json.has("coverageOfWorst1000")).isFalse();
  }

  private static List<PlainIntervals.Outcome> random(int count) {
    SplittableRandom random = new SplittableRandom(11);
    List<PlainIntervals.Outcome> outcomes = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      double[][] values = new double[4][3];
      for (int i = 0; i < 3; i++) {
        // Errors grow for a while, so that the worst thousand are not the first or the last.
        double scale = (i + 1) * (t > 300 && t < 900 ? 3 : 1);
        values[0][i] = (i + 1) * (0.5 + random.nextDouble());
        values[1][i] = random.nextGaussian();
        values[2][i] = values[1][i] + scale * random.nextGaussian();
        values[3][i] = values[2][i] + scale * random.nextGaussian();
      }
      outcomes.add(new PlainIntervals.Outcome(t / 700, values[0], values[1], values[2], values[3]));
    }
    return outcomes;
  }

  @Test
  void ofSeveralStreamsAndSensorsTheyAreThoseOfTheirDefinitions() {
    // Every place among the latest thousand is taken more than twice.
    List<PlainIntervals.Outcome> outcomes = random(2600);
    PlainIntervals plain = new PlainIntervals(0.9, outcomes);
    JsonNode json = figures(0.9, outcomes);

    near(json, "coverage", plain.coverage());
    near(json, "coverageOfFirst500", plain.first());
    near(json, "coverageOfWorst1000", plain.worst());
    near(json, "staticCoverage", plain.constantCoverage());
    near(json, "widthOverStatic", plain.widthOverConstant());
    near(json, "scoreOverStatic", plain.scoreOverConstant());
    near(json, "scoreOverPersistence", plain.scoreOverPersistence());
    assertThat(plain.worst()).isLessThan(plain.first()).isLessThan(plain.coverage());
  }

  @Test
  void theFirst500AndTheWorst1000AreThereFromTheRightOutcomeOn() {
    assertThat(figures(0.9, random(499)).has("coverageOfFirst500")).isFalse();
    assertThat(figures(0.9, random(500)).has("coverageOfFirst500")).isTrue();
    assertThat(figures(0.9, random(999)).has("coverageOfWorst1000")).isFalse();
    List<PlainIntervals.Outcome> thousand = random(1000);
    near(figures(0.9, thousand), "coverageOfWorst1000", new PlainIntervals(0.9, thousand).worst());
  }

  /** Of more than 8192 outcomes every second change is kept, and the second 4096 as often. */
  @Test
  void aWidthAroundTheReadingIsChosenFromEvenlySpacedOutcomes() {
    List<PlainIntervals.Outcome> alternating = new ArrayList<>();
    List<PlainIntervals.Outcome> kept = new ArrayList<>();
    for (int t = 0; t < 12_000; t++) {
      double change = t % 2 == 0 ? 1 + t % 10 : 1000;
      PlainIntervals.Outcome outcome = outcome(0, 1, 0, 0.5, 0.5 + change);
      alternating.add(outcome);
      if (t % 2 == 0) {
        kept.add(outcome);
      }
    }

    near(
        figures(0.8, alternating),
        "scoreOverPersistence",
        new PlainIntervals(0.8, kept).scoreOverPersistence());
  }

  @Test
  void ofASensorThatNeverMovesNothingIsCompared() {
    JsonNode json = figures(0.9, List.of(outcome(0, 0, 1, 1, 1)));

    assertThat(json.path("coverage").asDouble()).as("a width of 0 holds nothing").isZero();
    assertThat(json.has("widthOverStatic")).isFalse();
    ObjectNode without = JsonNodeFactory.instance.objectNode();
    new IntervalScores(0.9, 1).write(without);
    assertThat(without.isEmpty()).isTrue();
  }

  private static void near(JsonNode json, String name, double expected) {
    assertThat(json.path(name).asDouble()).as(name).isCloseTo(expected, within(1e-12));
  }
}
