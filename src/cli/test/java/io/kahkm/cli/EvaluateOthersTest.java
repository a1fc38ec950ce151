package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.json.SkillJson;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evaluate --others} against monitors that saw the same readings and forecasts. */
class EvaluateOthersTest {
  private static final int HORIZON = 5;
  private static final int LENGTH = 150;
  private static final long STEP = 1_000_000;

  @TempDir static Path folder;
  private static Path model;
  private static Path readings;
  private static final Episodes FRESH = TestModels.fleet(78, 2, 1, LENGTH - 1);

  @BeforeAll
  static void fit() throws IOException {
    Path train = write("train.csv", TestModels.fleet(5, 2, 2, 150));
    readings = write("fresh.csv", FRESH);
    model = folder.resolve("model.safetensors");
    Cli fit =
        Cli.words(
            "fit --state q,p --episode run --classes 5 --omega 16 --closure ridge --horizons 1,5"
                + " --input "
                + train
                + " --output "
                + model);
    assertThat(fit.code()).as(fit.err()).isZero();
  }

  private static Path write(String name, Episodes fleet) throws IOException {
    List<String> rows = new ArrayList<>(List.of("machine,run,t,q,p"));
    for (int e = 0; e < fleet.count(); e++) {
      for (int t = 0; t < fleet.length(e); t++) {
        double[] state = fleet.state(e, t);
        rows.add("s" + fleet.stream(e) + "," + e + "," + t + "," + state[0] + "," + state[1]);
      }
    }
    return Files.write(folder.resolve(name), rows);
  }

  private static double[] forecast(int stream, int t) {
    double[] target = FRESH.state(stream, Math.min(LENGTH - 1, t + HORIZON)).clone();
    target[0] += 0.1 * FRESH.state(stream, 0)[0] * Math.sin(t);
    return target;
  }

  /** Better than any expert of the model's. */
  private static double[] better(int t) {
    double[] target = FRESH.state(0, Math.min(LENGTH - 1, t + HORIZON)).clone();
    target[0] += 1e-6 * Math.sin(t);
    return target;
  }

  private static Cli evaluate(Path others, String more) {
    return Cli.words(
        "evaluate --state q,p --episode run --stream machine --time t --time-unit ms --model "
            + model
            + " --input "
            + readings
            + " --others "
            + others
            + more);
  }

  @Test
  void aFileIsJudgedLikeATopic() throws Exception {
    List<String> rows = new ArrayList<>(List.of("machine,t,horizon,p,q,made"));
    for (int s = 0; s < 2; s++) {
      for (int t = 0; t < LENGTH; t++) {
        double[] values = forecast(s, t);
        if (t % 4 != 0) {
          rows.add("s" + s + "," + t + ",5," + values[1] + "," + values[0] + "," + (t + 4));
        }
      }
    }
    rows.add("s0,5,5,1,1,9"); // made after another one
    rows.add("s0,8,5,1,1,13"); // made with its outcome: the step is not declared
    rows.add("s0,12,3,1,1,12"); // a horizon that is not asked for
    rows.add("s0,12,5,NaN,1,12");
    rows.add("s0,12,5,,1,12");
    rows.add("s0,12,5,much,1,12");
    rows.add("s0,,5,1,1,12");
    rows.add("s0,1000,5,1,1,1000");
    rows.add("s7,12,5,1,1,12");
    Path file = Files.write(folder.resolve("chronos.csv"), rows);

    Cli cli = evaluate(file, " --horizons 1,5");

    assertThat(cli.code()).as(cli.err()).isZero();
    JsonNode skill = cli.json().get("skill");
    assertThat(skill).hasSize(2);
    for (int s = 0; s < 2; s++) {
      StreamMonitor plain = monitor(s);
      JsonNode others = skill.get(s).get("horizons").get(1).get("others");
      assertThat(others.get(0).toString())
          .isEqualTo(SkillJson.of(plain.status().forecasts().others().get(1)).toString());
      assertThat(others.get(0).get("scored").intValue()).isGreaterThan(100);
      assertThat(others).as("forecasts of the horizon alone").hasSize(1);
      JsonNode ofOne = skill.get(s).get("horizons").get(0).get("others");
      assertThat(ofOne).hasSize(1);
      assertThat(ofOne.get(0).toString())
          .isEqualTo(SkillJson.of(plain.status().forecasts().others().get(0)).toString());
      assertThat(skill.get(s).get("words").toString()).contains("chronos");
    }
    assertThat(cli.json().get("notJudged").toString())
        .isEqualTo(
            "{\"unknown-horizon\":1,\"not-finite\":1,\"missing-field\":1,\"not-numeric\":1,"
                + "\"missing-time\":1,\"duplicate\":1,\"late\":1,\"no-reading\":10}");
    assertThat(cli.err())
        .contains("chronos: 1 forecast was not judged, reason duplicate; the first at")
        .contains("chronos: 10 forecasts were not judged, reason no-reading");
  }

  /** A forecast is shown to the monitor when it was made, as live: five ahead, four old. */
  @Test
  void whereTheTopologyFileSaysUseTheyAreMixedToTheLastBit() throws Exception {
    Path topology =
        Files.writeString(
            folder.resolve("fleet.yaml"),
            """
            name: fleet
            model: {file: %s}
            input: {state: [q, p], time: t, time-unit: ms, episode: run}
            forecasts:
              horizons: [1, 5]
              others:
                - {name: rival, topic: rival, horizons: [1, 5], fields: {horizon: h}, use: true}
            kafka: {bootstrap.servers: "localhost:9092"}
            """
                .formatted(model));
    List<String> rows = new ArrayList<>(List.of("machine,t,horizon,q,p"));
    for (int t = 0; t < LENGTH; t++) {
      double[] values = better(t);
      rows.add("s0," + t + ",5," + values[0] + "," + values[1]);
    }
    Path file = Files.write(folder.resolve("rival.csv"), rows);
    String words = " --stream machine --input " + readings + " --others " + file;

    Cli cli = Cli.words("evaluate " + topology + words + " --certify");

    assertThat(cli.code()).as(cli.err()).isZero();
    MonitorSettings settings =
        settings().toBuilder()
            .others(List.of(new OtherForecaster("rival", List.of(1, HORIZON), true)))
            .build();
    StreamMonitor live = StreamMonitor.create(settings, ModelFile.read(model));
    for (int t = 0; t < LENGTH; t++) {
      long time = t * STEP;
      live.advance(Observation.state(time, FRESH.state(0, t), "0", t == LENGTH - 1));
      live.advance(new OtherForecast("rival", HORIZON, time, time, better(t)));
    }
    JsonNode skill = cli.json().get("skill").get(0).get("horizons").get(0);
    assertThat(skill.get("claims").get(0).toString())
        .isEqualTo(
            SkillJson.of(1, live.status().forecasts().horizons().get(0).claims().get(0))
                .toString());
    assertThat(skill.get("others").get(0).toString())
        .isEqualTo(SkillJson.of(live.status().forecasts().others().get(0)).toString());
    assertThat(live.status().forecasts().horizons().get(0).experts())
        .anyMatch(one -> one.name().equals("rival") && one.share() > 0);
    assertThat(cli.json().get("horizons").get(0).get("madeOf").has("rival")).isTrue();

    Cli score = Cli.words("score " + topology + words + " --output", folder.resolve("rows.csv"));
    assertThat(score.code()).as(score.err()).isZero();
    assertThat(score.out()).contains("forecasts of s0: rival: ");
    Cli unknown =
        Cli.words(
            "score " + topology + words.replace("rival.csv", "train.csv") + " --output",
            folder.resolve("none.csv"));
    assertThat(unknown.err()).contains("forecasts.others of the topology file names nobody train");
  }

  private static MonitorSettings settings() {
    return MonitorSettings.builder()
        .timing(InputTiming.TIMED)
        .horizons(List.of(1, HORIZON))
        .skill(
            new SkillSettings(0.05, SkillSettings.USUAL.references(), SkillSettings.USUAL_RECENT))
        .others(List.of(new OtherForecaster("chronos", List.of(1, HORIZON))))
        .build();
  }

  /** Readings and forecasts one by one, as a live engine would take them. */
  private static StreamMonitor monitor(int stream) throws Exception {
    Model fitted = ModelFile.read(model);
    StreamMonitor monitor = StreamMonitor.create(settings(), fitted);
    for (int t = 0; t < LENGTH; t++) {
      forecastOf(t - 5, stream, monitor);
      monitor.advance(
          Observation.state(
              t * STEP, FRESH.state(stream, t), String.valueOf(stream), t == LENGTH - 1));
    }
    for (int t = LENGTH - 5; t < LENGTH; t++) {
      forecastOf(t, stream, monitor);
    }
    return monitor;
  }

  /** Made four steps after its reading, it comes before the fifth. */
  private static void forecastOf(int t, int stream, StreamMonitor monitor) {
    if (t >= 0 && t % 4 != 0) {
      long time = t * STEP;
      monitor.advance(
          new OtherForecast("chronos", HORIZON, time, time + 4 * STEP, forecast(stream, t)));
    }
  }

  @Test
  void aStreamOfWhichTheFileHasNoForecastHasNoneJudged() throws Exception {
    Path file =
        Files.write(
            folder.resolve("one.csv"),
            List.of(
                "machine,t,horizon,q,p",
                "s0,12,5,1,1",
                "s0,13,5,1,1",
                "s0,14,5,much,1",
                "s0,15,5,more,1"));

    Cli cli = evaluate(file, " --horizons 1,5");

    assertThat(cli.code()).as(cli.err()).isZero();
    for (int s = 0; s < 2; s++) {
      JsonNode five = cli.json().get("skill").get(s).get("horizons").get(1);
      assertThat(five.get("others").get(0).get("scored").intValue()).isEqualTo(s == 0 ? 2 : 0);
    }
    assertThat(cli.err())
        .contains(
            "one: 2 forecasts were not judged, reason not-numeric; the first at " + file + ":4");
  }

  @Test
  void filesThatCannotBeReadSayWhy() throws Exception {
    Path extra = Files.write(folder.resolve("extra.csv"), List.of("machine,t,horizon,q,p,flow"));
    Path without = Files.write(folder.resolve("without.csv"), List.of("machine,t,q,p"));

    assertThat(evaluate(extra, " --horizons 1,5").err())
        .contains("extra.csv has the columns flow, which are no sensors of the model");
    assertThat(evaluate(without, " --horizons 1,5").err()).contains("has no column horizon");
    assertThat(evaluate(without, " --horizons 1,7").err())
        .contains("--others needs a model that forecasts the sensors 7 steps ahead");
    assertThat(
            Cli.words(
                    "evaluate --state q,p --episode run --horizons 5 --model "
                        + model
                        + " --input "
                        + readings
                        + " --others "
                        + without)
                .err())
        .contains("--others needs --time");
  }
}
