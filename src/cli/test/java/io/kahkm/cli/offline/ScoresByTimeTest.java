package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Forecasts part by part of a recording, computed again from lists of them. */
class ScoresByTimeTest {
  private static final double[] NONE = {};
  private static final List<Integer> HORIZONS = List.of(1, 5);

  /** A forecast of two sensors and what came, by the row of the file. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Outcome(
      int line,
      int horizon,
      double @Nullable [] predicted,
      double @Nullable [] linear,
      double @Nullable [] half,
      double[] target,
      double[] origin) {
    ScoredForecast scored() {
      return new ScoredForecast(
          horizon, NONE, NONE, NONE, 0, predicted, linear, half, null, false, target, origin);
    }

    double[] competitor() {
      return linear == null ? origin : linear;
    }
  }

  private static JsonNode written(int parts, int rows, List<Outcome> outcomes) {
    ScoresByTime scores = new ScoresByTime(parts, rows, HORIZONS, TestModels.smallVanDerPol());
    outcomes.forEach(outcome -> scores.add(outcome.line(), outcome.scored()));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    scores.write(json);
    return json;
  }

  /** Sums over both sensors of squared errors in units of the variation of what came. */
  private static double[] sums(List<Outcome> of) {
    double[] sums = new double[3];
    for (int i = 0; i < 2; i++) {
      int sensor = i;
      double mean = of.stream().mapToDouble(o -> o.target()[sensor]).average().orElseThrow();
      double variation = of.stream().mapToDouble(o -> Math.pow(o.target()[sensor] - mean, 2)).sum();
      for (Outcome o : of) {
        sums[0] += Math.pow(o.target()[i] - o.predicted()[i], 2) / variation;
        sums[1] += Math.pow(o.target()[i] - o.origin()[i], 2) / variation;
        sums[2] += Math.pow(o.target()[i] - o.competitor()[i], 2) / variation;
      }
    }
    return sums;
  }

  private static double[] near(double[] values, double by, SplittableRandom random) {
    return new double[] {
      values[0] + by * random.nextGaussian(), values[1] + by * random.nextGaussian()
    };
  }

  /** Rows of which some bring no forecast, one without a linear model or without intervals. */
  private static List<Outcome> random(int rows) {
    SplittableRandom random = new SplittableRandom(7);
    List<Outcome> outcomes = new ArrayList<>();
    for (int line = 0; line < rows; line++) {
      for (int horizon : HORIZONS) {
        double[] target = near(new double[2], 1, random);
        boolean wornOut = line > rows / 2;
        outcomes.add(
            new Outcome(
                line,
                horizon,
                line % 11 == 3 ? null : near(target, wornOut ? 3 : 0.3, random),
                line % 7 == 2 ? null : near(target, 0.5, random),
                line % 5 == 1 ? null : new double[] {0.3, 0.6},
                target,
                near(target, 1, random)));
      }
    }
    return outcomes;
  }

  private static void close(JsonNode node, String name, double expected) {
    assertThat(node.path(name).isNumber()).as(name).isTrue();
    assertThat(node.path(name).asDouble()).as(name).isCloseTo(expected, within(1e-9));
  }

  @Test
  void everyPartHasTheForecastsWhoseOutcomesAreInItsRows() {
    int rows = 200;
    int parts = 3;
    List<Outcome> outcomes = random(rows);
    JsonNode json = written(parts, rows, outcomes);
    int[] bounds = {0, 67, 134, 200};
    List<String> worse = new ArrayList<>();

    assertThat(json.path("byTime")).hasSize(parts);
    for (int p = 0; p < parts; p++) {
      int from = bounds[p];
      int to = bounds[p + 1];
      JsonNode part = json.path("byTime").get(p);
      assertThat(part.path("fromRow").asInt()).isEqualTo(from + 1);
      assertThat(part.path("toRow").asInt()).isEqualTo(to);
      assertThat(part.path("horizons")).hasSize(2);
      for (int h = 0; h < 2; h++) {
        int horizon = HORIZONS.get(h);
        List<Outcome> own =
            outcomes.stream()
                .filter(o -> o.line() >= from && o.line() < to && o.horizon() == horizon)
                .filter(o -> o.predicted() != null)
                .toList();
        double[] sums = sums(own);
        JsonNode node = part.path("horizons").get(h);
        assertThat(node.path("h").asInt()).isEqualTo(horizon);
        assertThat(node.path("forecasts").asInt()).isEqualTo(own.size()).isGreaterThan(50);
        close(node, "error", sums[0] / 2);
        close(node, "persistence", 1 - sums[0] / sums[1]);
        close(node, "linear", 1 - sums[0] / sums[2]);
        close(node, "coverage", coverage(own));
        if (sums[0] > sums[1]) {
          worse.add((h == 0 ? "1 step" : "5 steps") + " ahead in rows " + (from + 1) + " to " + to);
        }
      }
    }
    assertThat(worse).as("worn out in the last part at least").hasSizeBetween(2, 4);
    List<String> told = new ArrayList<>();
    json.path("worseThanPersistence").forEach(sentence -> told.add(sentence.asText()));
    assertThat(told).isEqualTo(worse);
  }

  private static double coverage(List<Outcome> of) {
    double held = 0;
    double intervals = 0;
    for (Outcome o : of) {
      for (int i = 0; o.half() != null && i < 2; i++) {
        intervals++;
        held += Math.abs(o.predicted()[i] - o.target()[i]) <= o.half()[i] ? 1 : 0;
      }
    }
    return held / intervals;
  }

  private static Outcome outcome(int line, double predicted, double target, double origin) {
    return new Outcome(
        line,
        1,
        new double[] {predicted, predicted},
        null,
        null,
        new double[] {target, target},
        new double[] {origin, origin});
  }

  @Test
  void aForecastAsGoodAsPersistenceIsNotWorse() {
    JsonNode json =
        written(
            2,
            4,
            List.of(
                outcome(0, 1, 2, 1),
                outcome(1, 3, 1, 3),
                outcome(2, 0, 2, 1),
                outcome(3, 3, 1, 3)));

    close(json.path("byTime").get(0).path("horizons").get(0), "persistence", 0);
    assertThat(json.path("worseThanPersistence")).hasToString("[\"1 step ahead in rows 3 to 4\"]");
    assertThat(json.path("byTime").get(0).path("horizons").get(0).has("coverage"))
        .as("without intervals")
        .isFalse();
  }

  @Test
  void aPartWithoutForecastsHasNoHorizons() {
    JsonNode json = written(3, 3, List.of(outcome(0, 1, 2, 0), outcome(0, 2, 1, 0)));

    assertThat(json.path("byTime").get(0).path("horizons")).hasSize(1);
    assertThat(json.path("byTime").get(2))
        .hasToString("{\"fromRow\":3,\"toRow\":3,\"horizons\":[]}");
    assertThat(json.has("worseThanPersistence")).isFalse();
  }
}
