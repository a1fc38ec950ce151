package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.testing.TestModels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the options of {@code evaluate} and {@code score} ask for, on a few rows. */
class EvaluateOptionsTest {
  private static final String RUNS = "--episode run --horizons 1,5";

  @TempDir static Path folder;
  private static Orbits orbits;

  @BeforeAll
  static void write() throws Exception {
    orbits = new Orbits(folder);
  }

  private static int[] starts(JsonNode json) {
    return new int[] {
      json.get("horizons").get(0).get("starts").asInt(),
      json.get("horizons").get(1).get("starts").asInt()
    };
  }

  /** Of 21 rows of an episode, 20 have a forecast of one step, 16 of five. */
  @Test
  void forecastsThatAreIssuedInTheWarmUpAreNotScored() {
    assertThat(starts(orbits.run("evaluate", RUNS).json())).containsExactly(60, 48);
    assertThat(starts(orbits.run("evaluate", RUNS + " --warm-up 10").json()))
        .as("the first ten rows of the file")
        .containsExactly(50, 38);
    assertThat(starts(orbits.run("evaluate", RUNS + " --warm-up 1").json()))
        .containsExactly(59, 47);
    assertThat(starts(orbits.run("evaluate", RUNS + " --stream run --warm-up 10").json()))
        .as("the first ten rows of every stream")
        .containsExactly(30, 18);
  }

  @Test
  void horizonsStandOnceAndInOrder() {
    JsonNode json = orbits.run("evaluate", "--episode run --horizons 5,1,5").json();

    assertThat(json.get("horizons")).hasSize(2);
    assertThat(json.get("horizons").get(0).get("h").asInt()).isEqualTo(1);
    assertThat(json.get("horizons").get(1).get("h").asInt()).isEqualTo(5);
    assertThat(json).isEqualTo(orbits.run("evaluate", RUNS).json());
    assertThat(json.has("skill")).isFalse();
    assertThat(json.has("byTime")).isFalse();
    assertThat(json.has("notJudged")).isFalse();
    assertThat(json.has("independent")).isFalse();
  }

  @Test
  void pairsGiveTheFiguresOfTheirStates() throws Exception {
    Path pairs = folder.resolve("pairs.csv");
    StringBuilder text = new StringBuilder("q,p,q2,p2\n");
    for (int e = 0; e < Orbits.EPISODES; e++) {
      for (int i = 0; i < Orbits.TRANSITIONS; i++) {
        double[] from = orbits.states.state(e, i);
        double[] to = orbits.states.state(e, i + 1);
        text.append(from[0]).append(',').append(from[1]).append(',');
        text.append(to[0]).append(',').append(to[1]).append('\n');
      }
    }
    Files.writeString(pairs, text);

    JsonNode json = orbits.run("evaluate", pairs, "--next q2,p2 --horizons 1").json();

    JsonNode row = json.get("horizons").get(0);
    JsonNode pooled = orbits.run("evaluate", RUNS).json().get("horizons").get(0);
    assertThat(row.get("starts").asInt()).isEqualTo(60);
    assertThat(row.get("rmse").asDouble()).isCloseTo(pooled.get("rmse").asDouble(), within(1e-12));
    assertThat(row.get("pooled").get("E").asDouble())
        .isCloseTo(pooled.get("pooled").get("E").asDouble(), within(1e-12));
    assertThat(row.get("episodes")).hasSize(1);
    assertThat(row.get("episodes").get(0).has("episode")).isFalse();
    assertThat(json.get("variation").get("vCoord").asDouble()).isPositive();
  }

  @Test
  void requirementsAreComparedWithTheErrorsPrinted() {
    Cli cli =
        orbits.run("evaluate", RUNS + " --requirements closure=1e-9,forecast:5=9,simplex:5=1e-9");

    assertThat(cli.code()).isEqualTo(ExitCode.FAILED);
    assertThat(cli.err())
        .contains("closure (R1) is ", "simplex:5 (R2) is ")
        .doesNotContain("forecast:5");
    Cli met = orbits.run("evaluate", RUNS + " --requirements closure=9,forecast:5=9,simplex:5=9");
    JsonNode json = met.json();
    JsonNode one = json.get("horizons").get(0);
    JsonNode five = json.get("horizons").get(1);
    assertThat(json.get("requirements").get(0).get("value")).isEqualTo(one.get("rmse"));
    assertThat(json.get("requirements").get(1).get("value")).isEqualTo(five.get("rmse"));
    assertThat(json.get("requirements").get(2).get("value").asDouble())
        .isEqualTo(Math.sqrt(five.get("nu").asDouble()));
    assertThat(json.get("requirements").get(0).get("criterion").asText()).isEqualTo("R1");
    assertThat(json.get("requirements").get(2).get("criterion").asText()).isEqualTo("R2");
  }

  private static String share(JsonNode value) {
    return String.format(Locale.ROOT, "%.3f", value.asDouble());
  }

  /** Its figures are those of the JSON. */
  @Test
  void textHasTheFiguresThatPeopleAskForFirst() {
    String asked = RUNS + " --stream run --certify 0.1 --requirements closure=9";
    Cli text = orbits.run("evaluate", asked + ",forecast:5=1e-9 --format text");
    JsonNode json = orbits.run("evaluate", asked).json();

    List<String> expected = new ArrayList<>();
    expected.add(
        "skill of the forecasts, share of the squared error that they save (1 perfect, 0 as good,"
            + " below 0 worse):");
    expected.add(
        "  steps   forecasts   over no change   over linear model   coordinates over no change");
    for (JsonNode row : json.get("horizons")) {
      JsonNode sensors = row.get("sensorSkill");
      expected.add(
          String.format(
              Locale.ROOT,
              "%7d%12d%17s%20s%29s",
              row.get("h").asInt(),
              row.get("starts").asInt(),
              share(sensors.get("persistence")),
              share(sensors.get("linear")),
              share(row.get("skill"))));
    }
    for (JsonNode row : json.get("horizons")) {
      expected.add(
          String.format(
              Locale.ROOT,
              "root-mean-square error at %s: q %.3g, p %.3g",
              row.get("h").asInt() == 1 ? "1 step" : "5 steps",
              row.get("sensors").get(0).get("rmse").asDouble(),
              row.get("sensors").get(1).get("rmse").asDouble()));
    }
    for (JsonNode stream : json.get("skill")) {
      for (JsonNode claim : stream.get("words")) {
        expected.add(
            "forecasts of " + stream.get("stream").asText() + ": " + claim.get("words").asText());
      }
    }
    expected.add(
        String.format(
            Locale.ROOT,
            "requirement closure is met: %.4g, at most 9.0",
            json.get("horizons").get(0).get("rmse").asDouble()));
    expected.add("--format json prints every figure");
    assertThat(text.out().lines()).containsExactlyElementsOf(expected);
    assertThat(text.code()).isEqualTo(ExitCode.FAILED);
    assertThat(text.err()).contains("forecast:5 (R2) is ");
  }

  @Test
  void aTerminalGetsTextUnlessMoreIsAskedFor() {
    String before = System.getProperty("kahkm.terminal.columns");
    System.setProperty("kahkm.terminal.columns", "100");
    try {
      assertThat(orbits.run("evaluate", RUNS).out()).startsWith("skill of the forecasts");
      assertThat(orbits.run("evaluate", RUNS + " --format json").json().get("horizons")).hasSize(2);
      for (String more : List.of(" --episodes", " --by-time 2")) {
        assertThat(orbits.run("evaluate", RUNS + more).json().get("horizons")).as(more).hasSize(2);
      }
    } finally {
      if (before == null) {
        System.clearProperty("kahkm.terminal.columns");
      } else {
        System.setProperty("kahkm.terminal.columns", before);
      }
    }
    assertThat(orbits.run("evaluate", RUNS + " --format table").err())
        .contains("\"table\" is none of: text, json");
  }

  @Test
  void skillIsCertifiedOfEveryStream() {
    JsonNode json = orbits.run("evaluate", RUNS + " --stream run --certify 0.1").json();

    assertThat(json.get("skill")).hasSize(3);
    for (int s = 0; s < 3; s++) {
      JsonNode stream = json.get("skill").get(s);
      assertThat(stream.get("stream").asText()).isEqualTo("r" + s);
      assertThat(stream.get("words").size()).isPositive();
      assertThat(stream.get("horizons")).hasSize(2);
      assertThat(stream.get("horizons").get(1).get("h").asInt()).isEqualTo(5);
      assertThat(stream.get("horizons").get(1).get("claims").size()).isPositive();
    }
    JsonNode whole = orbits.run("evaluate", RUNS + " --certify").json();
    assertThat(whole.get("skill")).hasSize(1);
    assertThat(whole.get("skill").get(0).has("stream")).isFalse();
  }

  @Test
  void trainingDataAreMarkedAndAlarmsCounted() throws Exception {
    Path training = Orbits.write(folder.resolve("training.csv"), Orbits.fresh(1, 3, 400));
    String one = "--episode run --horizons 1";

    assertThat(orbits.run("evaluate", training, one).err())
        .contains("the model was fitted on", "so these rows cannot judge it");
    JsonNode marked = orbits.run("evaluate", training, one + " --allow-training-data").json();
    assertThat(marked.get("trainingTransitions").asInt()).isEqualTo(1200);
    Path narrow = folder.resolve("narrow.safetensors");
    ModelFile.write(TestModels.withNoveltyLimit(orbits.model, 1e-12), narrow);
    Cli alarms =
        Cli.words("evaluate --state q,p " + one + " --input " + orbits.rows + " --model", narrow);
    assertThat(alarms.err()).containsPattern("\\d+ of 63 rows were unlike the recording");
    assertThat(alarms.json().get("alarms").get("novelty").get("rows").asInt()).isEqualTo(63);
    assertThat(orbits.run("evaluate", RUNS).err()).doesNotContain("unlike");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--episode run | --horizons is missing, and no topology file with forecasts.horizons"
            + " supplies it",
        "--episode run --horizons 1,0 | --horizons has 0, at least 1 is needed",
        "--next q,p --horizons 1,2 | --horizons must be 1 with --next: a pair holds only one step",
        "--horizons 1 --requirements forecast:5=1 | --requirements forecast:5 needs --horizons with"
            + " 5",
        "--horizons 5 --requirements closure=1 | --requirements closure needs --horizons with 1",
        "--horizons 1 --warm-up -1 | --warm-up is -1, must be at least 0",
        "--horizons 1 --by-time 0 | --by-time is 0, at least 1 is needed",
        "--horizons 1 --interval 0.49 | --interval is 0.49, must be from 0.5 to 0.99",
        "--horizons 1 --interval 0.995 | --interval is 0.995, must be from 0.5 to 0.99",
        "--horizons 1 --certify 0 | --certify is 0.0, must be above 0 and below 1",
        "--horizons 1 --certify 1 | --certify is 1.0, must be above 0 and below 1",
        "--horizons 1 --others x.csv | --others needs --time and consecutive rows: a forecast is"
            + " found by the event time of the reading that it was made from",
        "--next q,p --time t --horizons 1 --others x.csv | --others needs --time and consecutive"
            + " rows: a forecast is found by the event time of the reading that it was made from",
      })
  void whatCannotBeEvaluatedIsRefused(String options, String message) {
    Cli cli = orbits.run("evaluate", options);

    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).isEqualTo("kahkm: " + message + "\n");
  }

  /** At the ends of the range too. */
  @Test
  void intervalsNeedTheErrorsOfTheModel() {
    for (String level : List.of("0.5", "0.99")) {
      Cli cli = orbits.run("evaluate", RUNS + " --interval " + level);
      assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err())
          .endsWith(
              "kahkm: --interval needs a model that knows its errors: fit it again with this"
                  + " release\n");
    }
    JsonNode without = orbits.run("evaluate", "--episode run --horizons 3 --interval 0.9").json();
    assertThat(without.get("horizons").get(0).get("starts").asInt()).isEqualTo(54);
  }

  private static Cli score(String options) {
    return orbits.run("score", "--time t --time-unit s --idle 30s " + options);
  }

  @Test
  void scoreWritesWhatItIsAskedFor() {
    Path output = folder.resolve("scores.csv");
    Path page = folder.resolve("scores.html");

    Cli plain = orbits.run("score", "--episode run");
    assertThat(plain.code()).as(plain.err()).isZero();
    assertThat(plain.out()).doesNotContain("scores and status", "false alarms");
    Cli both = orbits.run("score", "--episode run --output " + output + " --report " + page);
    assertThat(both.out())
        .isEqualTo(
            plain.out()
                + output
                + ": scores and status of every reading\n"
                + page
                + ": the same as an HTML page with charts\n");
    assertThat(output).content().startsWith("row,").hasLineCount(64);
    assertThat(page).content().contains("<html");
    assertThat(orbits.run("score", "--output " + output).err())
        .startsWith("kahkm: --output " + output + " exists");
    assertThat(orbits.run("score", "--report " + page).err())
        .startsWith("kahkm: --report " + page + " exists");
    assertThat(orbits.run("score", "--replace --output " + orbits.file).err())
        .contains("would overwrite " + orbits.file);
    assertThat(orbits.run("score", "--replace --report " + orbits.file).err())
        .contains("would overwrite " + orbits.file);
  }

  @Test
  void scoreJudgesOtherForecastsToo() throws Exception {
    List<String> rows = new ArrayList<>(List.of("t,horizon,q,p"));
    for (int i = 0; i < 20; i++) {
      double[] state = orbits.states.state(0, i);
      rows.add("%d,1,%s,%s".formatted(60 * i, state[0], state[1]));
    }
    rows.add("60,1,0,0");
    Path file = Files.write(folder.resolve("chronos.csv"), rows);
    Path topology =
        Files.writeString(
            folder.resolve("plant.yaml"),
            """
            name: plant
            model: {file: model.safetensors}
            input: {state: [q, p], time: t, time-unit: s}
            forecasts:
              topic: f
              horizons: [1]
              others: [{name: chronos, topic: c, horizons: [1]}]
            """);

    Cli alone = score("--others " + file);
    assertThat(alone.code()).as(alone.err()).isZero();
    assertThat(alone.out()).contains("chronos");
    assertThat(alone.err()).contains("chronos: 1 forecast was not judged, reason duplicate");
    String by = "score " + topology + " --input " + orbits.rows + " --others ";
    Cli declared = Cli.words(by, file);
    assertThat(declared.code()).as(declared.err()).isZero();
    assertThat(declared.out()).contains("chronos");
    assertThat(score("--others " + file + " --others " + file).err())
        .endsWith("kahkm: --others names chronos twice\n");
    assertThat(orbits.run("score", "--others " + file).err())
        .endsWith(
            "kahkm: --others needs --time and consecutive rows: a forecast is found by the event"
                + " time of the reading that it was made from\n");
    assertThat(Cli.words(by, folder.resolve("nobody.csv")).err())
        .endsWith(
            "kahkm: --others: forecasts.others of the topology file names nobody nobody; name the"
                + " forecaster there like the file\n");
  }

  @Test
  void falseAlarmsToExpectAreSaidOfAModelWithAlarms() throws Exception {
    Path file = folder.resolve("watching.safetensors");
    ModelFile.write(
        TestModels.builderOf(TestModels.withNoveltyLimit(orbits.model, 0.02))
            .alarms(TestModels.alarms(2))
            .build(),
        file);
    String words = "score --state q,p --time t --time-unit s --input " + orbits.rows;

    Cli steps = Cli.words(words + " --step 1m --model", file);
    assertThat(steps.code()).as(steps.err()).isZero();
    assertThat(steps.out()).containsPattern("(?m)^false alarms: .*day");
    Cli without = Cli.words(words + " --model", file);
    assertThat(without.out()).containsPattern("(?m)^false alarms: .*rows");
  }

  @Test
  void otherForecastsAreJudgedWithTheSkillOfTheModel() throws Exception {
    List<String> rows = new ArrayList<>(List.of("t,horizon,q,p"));
    for (int i = 0; i < 20; i++) {
      double[] state = orbits.states.state(0, i);
      rows.add("%d,1,%s,%s".formatted(60 * i, state[0], state[1]));
    }
    rows.add("60,1,0,0");
    Path file = Files.write(folder.resolve("prophet.csv"), rows);
    String options = "--time t --time-unit s --horizons 1 --others " + file;

    Cli cli = orbits.run("evaluate", options);

    JsonNode json = cli.json();
    assertThat(json.get("notJudged").toString()).isEqualTo("{\"duplicate\":1}");
    assertThat(cli.err())
        .contains("prophet: 1 forecast was not judged, reason duplicate; the first at");
    JsonNode horizon = json.get("skill").get(0).get("horizons").get(0);
    assertThat(horizon.get("others").get(0).get("scored").asInt()).isBetween(18, 20);
    assertThat(horizon.get("others")).allMatch(other -> other.toString().contains("prophet"));
    // At the usual level, where no other is asked for.
    assertThat(json.get("skill"))
        .isEqualTo(orbits.run("evaluate", options + " --certify 0.05").json().get("skill"))
        .isNotEqualTo(orbits.run("evaluate", options + " --certify 0.2").json().get("skill"));
  }

  @Test
  void onePartIsTheWholeFile() {
    JsonNode parts = orbits.run("evaluate", RUNS + " --by-time 1").json().get("byTime");

    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).get("fromRow").asInt()).isEqualTo(1);
    assertThat(parts.get(0).get("toRow").asInt()).isEqualTo(63);
    assertThat(parts.get(0).get("horizons").get(1).get("forecasts").asInt()).isEqualTo(48);
  }

  private Path topology() throws Exception {
    return Files.writeString(
        folder.resolve("orbit.yaml"),
        """
        name: orbit
        model: {file: model.safetensors}
        input: {state: [q, p], time: t, time-unit: s, episode: run}
        """);
  }

  /** Columns and model, of which the command line says nothing. */
  @Test
  void theTopologyFileSaysWhatOptionsLeaveOut() throws Exception {
    Path one = folder.resolve("one.csv");
    Path other = folder.resolve("other.csv");
    String by = topology() + " --input " + orbits.rows;

    assertThat(Cli.words("score " + by + " --output", one).code()).isZero();
    assertThat(orbits.run("score", "--time t --time-unit s --output " + other).code()).isZero();
    assertThat(one).content().startsWith("row,").hasLineCount(64);
    assertThat(Files.readAllLines(one)).hasSameSizeAs(Files.readAllLines(other));
    Path phi = folder.resolve("one.phi.csv");
    Path same = folder.resolve("other.phi.csv");
    assertThat(Cli.words("encode " + by + " --output", phi).code()).isZero();
    assertThat(orbits.run("encode", "--episode run --time t --time-unit s --output " + same).code())
        .isZero();
    assertThat(phi).hasSameTextualContentAs(same);
    assertThat(Cli.words("evaluate " + by + " --horizons 1").json().get("horizons"))
        .isEqualTo(
            orbits
                .run("evaluate", "--episode run --time t --time-unit s --horizons 1")
                .json()
                .get("horizons"));
  }

  @Test
  void whatIsMissingIsToldBeforeWhatIsInTheWay() throws Exception {
    Path there = Files.writeString(folder.resolve("in-the-way.csv"), "x");

    assertThat(orbits.run("score", folder.resolve("no.csv"), "--output " + there).err())
        .isEqualTo("kahkm: file not found: " + folder.resolve("no.csv") + "\n");
    assertThat(
            Cli.words("encode --state q,p --input x --model y --output", folder.resolve("no/out"))
                .err())
        .startsWith("kahkm: --output " + folder.resolve("no/out"));
  }

  /** Curves stand on an axis of time. */
  @Test
  void thePageHasCurvesOfIncidentsWhereRowsHaveTimes() throws Exception {
    Path narrow = folder.resolve("alarmed.safetensors");
    ModelFile.write(TestModels.withNoveltyLimit(orbits.model, 1e-12), narrow);
    Path timed = folder.resolve("timed.html");
    Path plain = folder.resolve("plain.html");
    String words = "score --state q,p --input " + orbits.rows + " --model " + narrow + " --report ";

    Cli cli = Cli.words(words + timed + " --time t --time-unit", Path.of("s"));
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("incident");
    Cli untimed = Cli.words((words + plain).strip());
    assertThat(untimed.code()).as(untimed.err()).isZero();
    assertThat(Files.size(timed)).isGreaterThan(Files.size(plain) + 1_000);
  }

  @Test
  void labelsGiveTheFiguresOfDetection() throws Exception {
    List<String> lines = new ArrayList<>(Files.readAllLines(orbits.rows));
    for (int i = 0; i < lines.size(); i++) {
      lines.set(i, lines.get(i) + (i == 0 ? ",fault" : i > 40 ? ",1" : ",0"));
    }
    Path labelled = Files.write(folder.resolve("labelled.csv"), lines);

    Cli cli = orbits.run("score", labelled, "--time t --time-unit s --labels fault");
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("F1");
    assertThat(orbits.run("score", labelled, "--time t --time-unit s").out()).doesNotContain("F1");
  }
}
