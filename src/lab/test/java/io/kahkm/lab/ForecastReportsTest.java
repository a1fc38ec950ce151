package io.kahkm.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.Cli;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fit says of forecasts, and evaluate of their intervals and over time. */
class ForecastReportsTest {
  @TempDir static Path folder;
  private static Path later;
  private static Path model;
  private static Cli fit;

  @BeforeAll
  static void fitOnce() {
    Path train = folder.resolve("train.csv");
    later = folder.resolve("later.csv");
    model = folder.resolve("model.safetensors");
    Lab.words("simulate vanderpol --streams 1 --episodes 8 --episode-length 150 --output", train);
    Lab.words(
        "simulate vanderpol --streams 1 --episodes 8 --episode-length 150 --seed 5 --output",
        later);
    fit =
        Lab.words(
            "fit --details --state q,p --episode run --classes 12 --omega 4 --horizons 1,20 --input"
                + " "
                + train
                + " --output",
            model);
  }

  private static Cli evaluate(String options) {
    return Lab.words(
        "evaluate --state q,p --episode run " + options + " --input " + later + " --model", model);
  }

  @Test
  void fitSaysWhatCoordinatesAdd() {
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(fit.out())
        .containsPattern("20 steps ahead: coordinates enter the forecasts of [12] of 2 sensors");
  }

  @Test
  void forecastsBeatPersistenceAndTheLinearModelOfANonlinearSystem() {
    for (JsonNode row : evaluate("--horizons 1,20").json().get("horizons")) {
      assertThat(row.get("sensorSkill").get("persistence").asDouble()).isGreaterThan(0.9);
      assertThat(row.get("sensorSkill").get("linear").asDouble()).isGreaterThan(0.3);
      assertThat(row.has("interval")).isFalse();
    }
  }

  @Test
  void intervalsHoldTheirShareAndPartsOfTheFileAddUp() {
    JsonNode json = evaluate("--horizons 1,20 --interval 0.9 --by-time 3").json();
    for (int h = 0; h < 2; h++) {
      JsonNode row = json.get("horizons").get(h);
      JsonNode interval = row.get("interval");
      // A thousand outcomes of eight runs, which resemble their neighbours; the rule allows more.
      assertThat(interval.get("coverage").asDouble()).isCloseTo(0.9, within(0.12));
      assertThat(interval.get("scoreOverPersistence").asDouble()).isLessThan(0.5);
      long forecasts = 0;
      double held = 0;
      for (JsonNode part : json.get("byTime")) {
        JsonNode cell = part.get("horizons").get(h);
        forecasts += cell.get("forecasts").asLong();
        held += cell.get("coverage").asDouble() * cell.get("forecasts").asLong();
      }
      assertThat(forecasts).isEqualTo(interval.get("outcomes").asLong());
      assertThat(held / forecasts).isCloseTo(interval.get("coverage").asDouble(), within(1e-9));
    }
    assertThat(json.get("byTime").get(0).get("fromRow").asLong()).isEqualTo(1);
    assertThat(json.get("byTime").get(2).get("toRow").asLong()).isEqualTo(8 * 151);
    assertThat(json.has("worseThanPersistence")).isFalse();
  }

  /** Outcomes of forecasts that a warm-up leaves out are in no part either. */
  @Test
  void aWarmUpIsInNoPart() {
    JsonNode json = evaluate("--horizons 1,20 --interval 0.9 --by-time 4 --warm-up 90").json();
    for (int h = 0; h < 2; h++) {
      long forecasts = 0;
      for (JsonNode part : json.get("byTime")) {
        for (JsonNode cell : part.get("horizons")) {
          forecasts +=
              cell.get("h").asInt() == (h == 0 ? 1 : 20) ? cell.get("forecasts").asLong() : 0;
        }
      }
      assertThat(forecasts)
          .isEqualTo(json.get("horizons").get(h).get("interval").get("outcomes").asLong())
          .isPositive();
    }
  }

  @Test
  void levelsAndPartsThatCannotBeAreRefused() {
    assertThat(evaluate("--horizons 1 --interval 1").err())
        .contains("--interval is 1.0, must be from 0.5 to 0.99");
    assertThat(evaluate("--horizons 1 --by-time 0").err())
        .contains("--by-time is 0, at least 1 is needed");
  }
}
