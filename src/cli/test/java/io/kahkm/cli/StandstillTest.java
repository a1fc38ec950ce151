package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A machine that is switched off now and then: found by init, left out by every command. */
class StandstillTest {
  private static final int ROWS = 3000;

  @TempDir static Path shared;
  @TempDir Path folder;

  /** A recording with stops, what init and fit say of it, the drafted file and the model. */
  private static Path pump;

  private static String drafted;
  private static String fitted;
  private static Path plant;

  /** Another recording of the same plant. */
  private static Path later;

  @BeforeAll
  static void draftAndFit() throws IOException {
    pump = recording(shared.resolve("pump.csv"), 1, 1480, StandstillTest::stops);
    later = recording(shared.resolve("later.csv"), 2, 1480, StandstillTest::stops);
    plant = shared.resolve("pump.yaml");
    drafted = run("init", pump.toString(), "--output", plant.toString());
    fitted =
        run("fit", plant.toString(), "--input", pump.toString(), "--classes", "8", "--block", "40");
  }

  private static boolean stops(int row) {
    return row % 500 >= 440;
  }

  /** Which rows a plant stands still in. */
  private interface Standing {
    boolean at(int row);
  }

  /** A pump with speed, flow and pressure; after a start it takes three rows to full speed. */
  private static Path recording(Path file, long seed, double speed, Standing standing)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder rows = new StringBuilder("time,speed,flow,pressure\n");
    double swing = 0;
    int since = 100;
    for (int t = 0; t < ROWS; t++) {
      swing = 0.9 * swing + random.nextGaussian();
      boolean stands = standing.at(t);
      since = stands ? 0 : since + 1;
      double part = stands ? 0 : Math.min(1, since / 4.0);
      double load = 1 + 0.05 * swing;
      rows.append(
          String.format(
              Locale.ROOT,
              "%s,%.1f,%.2f,%.3f%n",
              Instant.ofEpochSecond(1_767_225_600L + 60L * t),
              part * (speed + (part < 1 ? 0 : 2 * random.nextGaussian())),
              part * (100 * load + 0.5 * random.nextGaussian()),
              part * (5 / load + 0.02 * random.nextGaussian()) + 0.001 * random.nextGaussian()));
    }
    return Files.writeString(file, rows);
  }

  private static String run(String... arguments) {
    Cli run = Cli.run(arguments);
    assertThat(run.code()).as(run.err()).isZero();
    return run.out() + run.err();
  }

  private static int number(String text) {
    return Integer.parseInt(text.replace(",", ""));
  }

  private Path drafted(Path csv) {
    Path yaml = folder.resolve("pump.yaml");
    run("init", csv.toString(), "--output", yaml.toString());
    return yaml;
  }

  @Test
  void initFindsTheRuleAndAllCommandsJudgeOnlyAMachineThatRuns() throws Exception {
    Path yaml = plant;
    assertThat(drafted)
        .contains("the machine stands still in 365 rows, in 6 stretches: speed is near 0 there")
        .contains("check input.when in the drafted file: it leaves these rows out, here and live")
        .doesNotContain("--exclude");
    assertThat(Files.readString(yaml)).contains("when: \"speed > 7", "settle: ");
    TopologyConfig config = TopologyConfig.parse(Files.readString(yaml), yaml.toString(), Map.of());
    assertThat(config.input().timing().when().orElseThrow().settle())
        .isBetween(60_000_000_000L, 600_000_000_000L);

    Matcher read =
        Pattern.compile("3,000 rows read, ([0-9,]+) used (?s:.*) ([0-9,]+) not in operation")
            .matcher(fitted);
    assertThat(read.find()).as(fitted).isTrue();
    assertThat(number(read.group(1)) + number(read.group(2))).isEqualTo(ROWS);
    Path file = shared.resolve("pump.safetensors");
    Model model = ModelFile.read(file);
    assertThat(model.provenance())
        .containsEntry("when", config.input().timing().when().get().text());
    assertThat(run("check", yaml.toString())).doesNotContain("input.when");

    Path scores = folder.resolve("scores.csv");
    String said =
        run("score", yaml.toString(), "--input", later.toString(), "--output", scores.toString());
    assertThat(said).contains("no incident").containsPattern("\\d+ off");
    List<String> rows = Files.readAllLines(scores);
    int state = List.of(rows.get(0).split(",")).indexOf("state");
    assertThat(rows.get(1 + 470).split(",")[state]).isEqualTo("off");
    assertThat(rows.get(1 + 430).split(",")[state]).isNotEqualTo("off");

    // Without a topology file the model says when its machine ran.
    String alone =
        run(
            "score",
            "--model",
            file.toString(),
            "--input",
            later.toString(),
            "--state",
            "speed,flow,pressure",
            "--time",
            "time",
            "--step",
            "1m",
            "--output",
            folder.resolve("alone.csv").toString());
    assertThat(alone).contains("as the model was fitted").contains("no incident");
    Cli untimed =
        Cli.run(
            "score",
            "--model",
            file.toString(),
            "--input",
            later.toString(),
            "--state",
            "speed,flow,pressure",
            "--output",
            folder.resolve("untimed.csv").toString());
    assertThat(untimed.code()).isEqualTo(2);
    assertThat(untimed.err()).contains("--settle needs --time");
  }

  /** The same plant with one value of one tag in a row. */
  @Test
  void initWritesTheRuleForTagsToo() throws Exception {
    List<String> rows = Files.readAllLines(pump);
    StringBuilder tags = new StringBuilder("time,tag,value\n");
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split(",");
      for (int j = 1; j < cells.length; j++) {
        tags.append(cells[0]).append(",T").append(j).append(',').append(cells[j]).append('\n');
      }
    }
    Path yaml = drafted(Files.writeString(folder.resolve("tags.csv"), tags));
    TopologyConfig config = TopologyConfig.parse(Files.readString(yaml), yaml.toString(), Map.of());
    assertThat(config.input().tags()).isPresent();
    assertThat(config.input().timing().when().orElseThrow().sensor()).isEqualTo("T1");
    assertThat(config.input().timing().when().orElseThrow().settle()).isPositive();
  }

  /** The control: without the rule the stops are alarms, and check says why. */
  @Test
  void withoutTheRuleStopsAreIncidentsAndCheckSaysSo() throws Exception {
    String file = Files.readString(plant).replace("file: ", "file: " + shared + "/");
    Path yaml =
        Files.writeString(
            folder.resolve("pump.yaml"), file.replaceAll("(?m)^  (when|settle): .*\\R", ""));

    assertThat(run("check", yaml.toString()))
        .contains("The model was fitted on rows with speed > 7")
        .contains("input.when is missing");
    assertThat(
            run(
                "score",
                yaml.toString(),
                "--input",
                later.toString(),
                "--output",
                folder.resolve("scores.csv").toString()))
        .doesNotContain("no incident");
  }

  @ParameterizedTest
  @CsvSource({
    // A sensor that is zero in single rows is a sensor that drops out.
    "17, 1",
    // A plant that always runs.
    "100000, 1",
    // Most of the recording is a standstill: it says little of how the plant runs.
    "500, 440",
  })
  void whatIsNoStandstillIsNotTakenForOne(int every, int length) throws Exception {
    Path csv = recording(folder.resolve("pump.csv"), 3, 1480, row -> row % every >= every - length);
    assertThat(Files.readString(drafted(csv))).doesNotContain("when:");
  }

  /** A speed around zero is no machine that stands still now and then. */
  @Test
  void aSensorAroundZeroTellsNothing() throws Exception {
    Path csv = recording(folder.resolve("pump.csv"), 4, 0, row -> false);
    assertThat(Files.readString(drafted(csv))).doesNotContain("when:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sped > 1 | 1m | --when is about sped, which is no sensor of speed,flow; did you mean"
            + " speed?",
        "fast | 1m | --when: \"fast\" is no rule",
      })
  void aRuleThatIsNoneIsRefused(String when, String settle, String error) throws Exception {
    Path csv = pump;
    Cli run =
        Cli.run(
            "fit",
            "--input",
            csv.toString(),
            "--state",
            "speed,flow",
            "--time",
            "time",
            "--when",
            when,
            "--settle",
            settle,
            "--output",
            folder.resolve("m.safetensors").toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(error);
  }

  @Test
  void aTimeToSettleNeedsARuleAndATime() throws Exception {
    Path csv = pump;
    Cli alone =
        Cli.run(
            "fit",
            "--input",
            csv.toString(),
            "--state",
            "speed,flow",
            "--time",
            "time",
            "--settle",
            "1m",
            "--output",
            folder.resolve("m.safetensors").toString());
    assertThat(alone.err()).contains("--settle needs --when");
    Cli untimed =
        Cli.run(
            "fit",
            "--input",
            csv.toString(),
            "--state",
            "speed,flow",
            "--when",
            "speed > 1",
            "--settle",
            "1m",
            "--output",
            folder.resolve("m.safetensors").toString());
    assertThat(untimed.err()).contains("--settle needs --time");
  }
}
