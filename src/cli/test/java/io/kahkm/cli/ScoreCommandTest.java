package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.offline.RangeVolume;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.json.SkillJson;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.stream.SequentialRun;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two plants of four sensors that follow two swings; one of them gets a fault and recovers. */
class ScoreCommandTest {
  private static final int ROWS = 600;
  private static final int FAULT_FROM = 300;
  private static final int FAULT_TO = 360;
  private static final String COLUMNS = "a,b,c,d";

  @TempDir static Path folder;
  private static Path model;
  private static Path history;
  private static Path topology;

  @BeforeAll
  static void plant() throws Exception {
    Path normal = folder.resolve("normal.csv");
    Files.writeString(normal, csv(1, false, "pump-a"));
    history = folder.resolve("history.csv");
    String sick = csv(2, true, "pump-a");
    Files.writeString(history, sick + body(csv(3, false, "pump-b")));
    model = folder.resolve("plant.safetensors");
    Cli fit =
        Cli.words(
            "fit --state a,b,c,d --time t --time-unit ms --step 1m --classes 5 --horizons 1,5"
                + " --input "
                + normal
                + " --output",
            model);
    assertThat(fit.code()).as(fit.err()).isZero();
    topology = folder.resolve("plant.yaml");
    Files.writeString(
        topology,
        """
        name: plant
        model: {file: %s}
        input: {state: [a, b, c, d], time: t, time-unit: ms, step: 1m, hold: 3m}
        closure: {beta: 0.2, rollback: true}
        forecasts: {horizons: [1, 5], every: 5}
        kafka: {bootstrap.servers: "localhost:9092"}
        """
            .formatted(model));
  }

  private static String csv(long seed, boolean fault, String stream) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("t,plant,label,a,b,c,d\n");
    double[] swing = new double[2];
    for (int t = 0; t < ROWS; t++) {
      swing[0] = 0.6 * swing[0] + random.nextGaussian();
      swing[1] = 0.5 * swing[1] + random.nextGaussian();
      boolean now = fault && t >= FAULT_FROM && t < FAULT_TO;
      double c = 3 + swing[1] + 0.2 * random.nextGaussian() + (now ? 9 : 0);
      text.append(1_700_000_000_000L + 60_000L * t)
          .append(',')
          .append(stream)
          .append(now ? ",1," : ",0,")
          .append(swing[0] + 0.2 * random.nextGaussian())
          .append(',')
          .append(2 * swing[0] - swing[1] + 0.2 * random.nextGaussian())
          .append(',')
          // A cell in fifty lacks its value.
          .append(t % 50 == 7 ? "" : Double.toString(c))
          .append(',')
          .append(swing[0] + swing[1] + 0.2 * random.nextGaussian())
          .append('\n');
    }
    return text.toString();
  }

  private static String body(String csv) {
    return csv.substring(csv.indexOf('\n') + 1);
  }

  private static Cli score(Path output, String options) {
    return Cli.words(
        "score " + topology + " --stream plant --input " + history + options + " --output", output);
  }

  private static List<String[]> rows(Path output) throws Exception {
    List<String> lines = Files.readAllLines(output);
    List<String[]> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      rows.add(line.split(",", -1));
    }
    return rows;
  }

  @Test
  void everyRowHasTheBitsOfTheLiveEngine() throws Exception {
    Path output = folder.resolve("scores.csv");
    Cli score = score(output, "");
    assertThat(score.code()).as(score.err()).isZero();

    TopologyConfig config = TopologyConfig.load(topology, Map.of());
    Model fitted = ModelFile.read(model);
    SequentialRun live =
        new SequentialRun(config, MonitorBlueprint.of(config, fitted), (o, stream, value) -> {});
    List<String[]> rows = rows(output);
    List<String> lines = Files.readAllLines(history);
    assertThat(rows).hasSize(2 * ROWS);
    long incidents = 0;
    for (int i = 0; i < rows.size(); i++) {
      String[] cells = lines.get(i + 1).split(",", -1);
      String json =
          "{\"t\":%s,\"a\":%s,\"b\":%s,\"c\":%s,\"d\":%s}"
              .formatted(
                  cells[0], cells[3], cells[4], cells[5].isEmpty() ? "null" : cells[5], cells[6]);
      RowAssessment assessment =
          live.take(cells[1], json.getBytes(StandardCharsets.UTF_8), -1).orElseThrow();
      String[] row = rows.get(i);
      assertThat(assessment.readiness()).isEqualTo(Readiness.READY);
      same(row[4], assessment.novelty());
      same(row[7], assessment.alarms().relation());
      same(row[10], assessment.alarms().relationEvidence());
      assertThat(row[11]).isEqualTo(assessment.alarms().outsideMap() ? "1" : "0");
      assertThat(row[12]).isEqualTo(assessment.alarms().relationBroken() ? "1" : "0");
      same(row[20], Math.sqrt(assessment.squaredError().orElse(Double.NaN)));
      assertThat(row[19])
          .isEqualTo(
              assessment.incidentNumber() == 0 ? "" : Long.toString(assessment.incidentNumber()));
      incidents += assessment.incidentChange() == IncidentChange.OPENED ? 1 : 0;
    }
    assertThat(incidents).isEqualTo(1);
    assertThat(score.out()).contains("1 incident\n");
  }

  @Test
  void saysWhatIsCertifiedOfEveryStreamInTheWordsOfTheLivePage() throws Exception {
    Path page = folder.resolve("certified.html");
    Cli score = score(folder.resolve("certified.csv"), " --report " + page);
    assertThat(score.code()).as(score.err()).isZero();

    TopologyConfig config = TopologyConfig.load(topology, Map.of());
    MonitorBlueprint live = MonitorBlueprint.of(config, ModelFile.read(model));
    Map<String, StreamMonitor> monitors = new TreeMap<>();
    for (String line : Files.readAllLines(history).subList(1, 1 + 2 * ROWS)) {
      String[] cells = line.split(",", -1);
      double[] values = new double[4];
      for (int j = 0; j < 4; j++) {
        values[j] = cells[3 + j].isEmpty() ? Double.NaN : Double.parseDouble(cells[3 + j]);
      }
      monitors
          .computeIfAbsent(cells[1], stream -> StreamMonitor.create(live.settings(), live.model()))
          .advance(Observation.state(1_000_000 * Long.parseLong(cells[0]), values, null, false));
    }
    List<String> sentences = new ArrayList<>();
    monitors.forEach(
        (stream, monitor) ->
            SkillJson.summaries(monitor.status().forecasts())
                .forEach(
                    one ->
                        sentences.add(
                            "forecasts of " + stream + ": " + one.get("words").textValue())));
    assertThat(sentences)
        .hasSize(4)
        .anyMatch(words -> words.contains("Beats \"no change\" at 5 steps"));
    assertThat(score.out()).contains(sentences);
    assertThat(Files.readString(page).replace("&quot;", "\"")).contains(sentences);
  }

  private static void same(String cell, double value) {
    double written = cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
    assertThat(Double.doubleToLongBits(written)).isEqualTo(Double.doubleToLongBits(value));
  }

  @Test
  void namesTheSensorAndTheIncidentOfTheFault() throws Exception {
    Path output = folder.resolve("named.csv");
    Path page = folder.resolve("page.html");
    Cli score = score(output, " --labels label --report " + page);
    assertThat(score.code()).as(score.err()).isZero();

    String[] row = rows(output).get(FAULT_FROM + 20);
    assertThat(row[0]).isEqualTo(Integer.toString(FAULT_FROM + 21));
    assertThat(row[1]).startsWith("2023-11-15T03:");
    assertThat(row[2]).isEqualTo("pump-a");
    assertThat(row[3]).isEqualTo("outside");
    assertThat(row[13]).isEqualTo("c");
    assertThat(Double.parseDouble(row[14])).isBetween(0.5, 1.0);
    assertThat(row[19]).isEqualTo("1");
    assertThat(rows(output).get(FAULT_FROM - 20)[3]).isEqualTo("on");
    assertThat(score.out())
        .contains("pump-a was unlike the recording")
        .contains(" UTC to 15 November 2023 04:", ": c ")
        .contains("1 of 1 labelled fault found")
        .contains("0 incidents opened at other times, 0.00 a day");
    assertThat(Files.readString(page))
        .contains("<svg", "class=\"incident\"", "pump-b", "VUS-PR")
        .doesNotContain("=\"http", "src=\"", "<link", "url(");
  }

  @Test
  void aModelAloneScoresAsAFileOfDefaultsWould() throws Exception {
    Path output = folder.resolve("alone.csv");
    Cli score =
        Cli.words(
            "score --state "
                + COLUMNS
                + " --stream plant --time t --time-unit ms --step 1m --input "
                + history
                + " --model "
                + model
                + " --output",
            output);

    assertThat(score.code()).as(score.err()).isZero();
    List<String[]> rows = rows(output);
    // A row without a value that is not held is left out, but it has its place.
    assertThat(rows).hasSize(2 * ROWS);
    assertThat(rows.get(7)[3]).isEqualTo("skipped");
    assertThat(rows.get(7)[4]).isEmpty();
    assertThat(score.out()).contains("forecasts of pump-a: ", "forecasts of pump-b: ");
    assertThat(rows.get(FAULT_FROM + 20)[3]).isEqualTo("outside");
  }

  /** The stream column of a model is taken for its readings too; without it, that is said. */
  @Test
  void readsTheMachinesThatTheModelWasFittedFrom() throws Exception {
    Path both = folder.resolve("both.csv");
    Files.writeString(both, csv(4, false, "pump-a") + body(csv(5, false, "pump-b")));
    Path fleet = folder.resolve("fleet.safetensors");
    Cli fit =
        Cli.words(
            "fit --state a,b,c,d --stream plant --time t --time-unit ms --step 1m --classes 5"
                + " --horizons 1,5 --input "
                + both
                + " --output",
            fleet);
    assertThat(fit.code()).as(fit.err()).isZero();
    String words =
        "score --state a,b,c,d --time t --time-unit ms --step 1m --model " + fleet + " --input ";

    Cli score = Cli.words(words + history + " --output", folder.resolve("machines.csv"));
    assertThat(score.code()).as(score.err()).isZero();
    assertThat(score.err()).contains(history + ": --stream plant, as the model was fitted");
    assertThat(score.err()).doesNotContain("Time runs back");
    assertThat(rows(folder.resolve("machines.csv")).get(ROWS)[2]).isEqualTo("pump-b");

    Path unnamed = folder.resolve("unnamed.csv");
    Files.writeString(unnamed, Files.readString(history).replaceFirst("plant", "machine"));
    Cli one = Cli.words(words + unnamed + " --output", folder.resolve("one.csv"));
    assertThat(one.code()).as(one.err()).isZero();
    assertThat(one.err())
        .contains(
            unnamed
                + ": has no column plant, which names the machine in the model's recording; it is"
                + " read as the data of one machine");
    assertThat(one.err())
        .contains("587 earlier than a row before")
        .containsOnlyOnce(
            "Time runs back within a stream. If the file holds several machines, name their column"
                + " with --stream.");
  }

  @Test
  void refusesLabelsThatAreNone() {
    Cli score = score(folder.resolve("x.csv"), " --labels plant");

    assertThat(score.code()).isEqualTo(ExitCode.FAILED);
    assertThat(score.err()).contains("\"pump-a\" is no label");
  }

  @Test
  void theVolumeOfAScoreThatSaysNothingIsTheMeanShareOfSoftLabels() {
    boolean[] fault = new boolean[400];
    double[] best = new double[400];
    double[] blind = new double[400];
    for (int i = 0; i < 400; i++) {
      fault[i] = i >= 100 && i < 150;
      best[i] = -Math.max(0, Math.max(100 - i, i - 149));
    }
    double expected = 0;
    for (int buffer = 0; buffer <= 100; buffer += 10) {
      double labels = 50;
      for (int distance = 1; distance <= buffer / 2; distance++) {
        labels += 2 * Math.sqrt(1 - (double) distance / buffer);
      }
      expected += labels / 400 / 11;
    }

    assertThat(RangeVolume.of(List.of(blind), List.of(fault))).isCloseTo(expected, within(1e-12));
    assertThat(RangeVolume.of(List.of(best), List.of(fault))).isBetween(0.85, 1.0);
    assertThat(RangeVolume.of(List.of(best), List.of(new boolean[400]))).isZero();
  }
}
