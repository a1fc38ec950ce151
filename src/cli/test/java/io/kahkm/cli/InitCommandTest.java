package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.draft.TopologyDraft;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code init} on small files that have the troubles of public ones. */
class InitCommandTest {
  private static final LocalDateTime START = LocalDateTime.of(2020, 3, 1, 0, 0);
  private static final DateTimeFormatter TEXT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  @TempDir Path folder;

  /** A plant's historian: an unnamed time, text for numbers, missing values, constants, twins. */
  private Path historian() throws IOException {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder(",flow,level,twin,stuck,mode,broken,late\n");
    for (int i = 0; i < 400; i++) {
      double flow = Math.sin(0.1 * i) + 0.1 * random.nextGaussian();
      double level = Math.cos(0.07 * i) + 0.1 * random.nextGaussian();
      text.append(START.plusMinutes(5L * i).format(TEXT)).append(',');
      text.append(i % 50 == 7 ? "Inp OutRange" : number(flow)).append(',');
      text.append(i % 90 == 20 ? "" : number(level)).append(',');
      text.append(number(3 - 2 * flow)).append(",0.0,");
      text.append(i % 3 == 0 ? "auto" : "manual").append(',');
      text.append(i % 4 == 0 ? "Bad" : number(flow)).append(',');
      text.append(i < 350 ? "1" : number(flow)).append('\n');
    }
    return Files.writeString(folder.resolve("historian export.csv"), text);
  }

  /** One sensor with a clock that is set back by an hour, as in autumn. */
  private Path oneSensor() throws IOException {
    Random random = new Random(2);
    StringBuilder text = new StringBuilder("timestamp,value\n");
    double value = 80;
    for (int i = 0; i < 600; i++) {
      value += 0.2 * (80 - value) + random.nextGaussian();
      long minutes = 5L * i - (i >= 300 ? 60 : 0);
      text.append(START.plusMinutes(minutes).format(TEXT)).append(',').append(number(value));
      text.append('\n');
    }
    return Files.writeString(folder.resolve("one.csv"), text);
  }

  /** Runs of many sensors, the time in minutes from each one's start. */
  private Path runs() throws IOException {
    Random random = new Random(3);
    StringBuilder text = new StringBuilder("run,t_min");
    for (int j = 0; j < 12; j++) {
      text.append(",x_").append(j);
    }
    for (int run = 0; run < 2; run++) {
      for (int i = 0; i < 250; i++) {
        text.append("\nd0").append(run).append(',').append(3 * i);
        for (int j = 0; j < 12; j++) {
          text.append(',').append(number(Math.sin(0.05 * i * (j + 1)) + random.nextGaussian()));
        }
      }
    }
    return Files.writeString(folder.resolve("runs.csv"), text.append('\n'));
  }

  /** A spreadsheet with semicolons, decimal commas and day-first dates. */
  private Path spreadsheet() throws IOException {
    Random random = new Random(4);
    DateTimeFormatter days = DateTimeFormatter.ofPattern("dd.MM.uuuu HH:mm:ss");
    StringBuilder text = new StringBuilder("Zeit;Druck [bar];Temperatur [C]\n");
    for (int i = 0; i < 300; i++) {
      text.append(START.plusSeconds(10L * i).format(days)).append(';');
      text.append(number(5 + Math.sin(0.2 * i)).replace('.', ',')).append(';');
      text.append(number(60 + random.nextGaussian()).replace('.', ',')).append('\n');
    }
    return Files.writeString(folder.resolve("spreadsheet.csv"), text);
  }

  /** American days and halves of days. */
  @Test
  void daysThatBeginWithTheMonthAreReadByTheModelToo() throws IOException {
    Random random = new Random(4);
    DateTimeFormatter days = DateTimeFormatter.ofPattern("MM/dd/uuuu hh:mm:ss a", Locale.ENGLISH);
    StringBuilder text = new StringBuilder("Date/Time,Flow,Level\n");
    for (int i = 0; i < 400; i++) {
      text.append(START.plusMinutes(30L * i).format(days)).append(',');
      text.append(number(5 + Math.sin(0.2 * i) + 0.1 * random.nextGaussian())).append(',');
      text.append(number(60 + random.nextGaussian())).append('\n');
    }
    Path sample = Files.writeString(folder.resolve("american.csv"), text);
    Cli init = init(sample);
    assertThat(init.code()).as(init.err()).isZero();
    assertThat(Files.readString(folder.resolve("american.yaml")))
        .contains("time: Date/Time", "time-unit: mdy", "step: 30m");
    Cli fit =
        Cli.words(
            "fit --state Flow,Level --time Date/Time --classes 3 --horizons 1 --output "
                + folder.resolve("american.safetensors")
                + " --input",
            sample);
    assertThat(fit.err()).contains("with the month: mdy");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private Cli init(Path sample) {
    return Cli.run(
        "init",
        sample.toString(),
        "--output",
        folder.resolve(TopologyDraft.nameOf(sample) + ".yaml").toString(),
        "--details");
  }

  private String verdict(Path sample) {
    Cli init =
        Cli.run(
            "init", sample.toString(), "--output", folder.resolve("v.yaml").toString(), "--force");
    assertThat(init.code()).as(init.err()).isZero();
    return init.out();
  }

  /** Two sensors, a row a minute; what is at a row instead of a number, where there is anything. */
  private Path rows(int count, IntFunction<String> instead) throws IOException {
    Random random = new Random(9);
    StringBuilder text = new StringBuilder("time,flow,level");
    for (int i = 0; i < count; i++) {
      String flow = number(Math.sin(0.1 * i) + 0.1 * random.nextGaussian());
      String level = number(Math.cos(0.07 * i) + 0.1 * random.nextGaussian());
      String cells = instead.apply(i);
      text.append('\n').append(START.plusMinutes(i).format(TEXT)).append(',');
      text.append(cells == null ? flow + "," + level : cells.replace("LEVEL", level));
    }
    return Files.writeString(folder.resolve("v.csv"), text.append('\n'));
  }

  @Test
  void beginsWithAVerdictAndKeepsTheRestForDetails() throws IOException {
    String good = verdict(rows(1500, i -> null));

    assertThat(good.lines().toList().get(0)).endsWith("v.csv: GOOD");
    assertThat(good)
        .contains("recording    1,500 rows of 2 sensors, one every 1m")
        .contains("sensors      flow, level")
        .contains("--details prints everything")
        .doesNotContain("because")
        .doesNotContain("memory: ");
    assertThat(good.lines().takeWhile(line -> !line.isBlank())).hasSizeLessThanOrEqualTo(6);
  }

  @Test
  void fewRowsAreTakenWithCareAndVeryFewNotAtAll() throws IOException {
    assertThat(verdict(rows(600, i -> null)))
        .contains("v.csv: WITH CARE")
        .contains("learns what is normal from 480 rows, which are few")
        .contains("do           record more");
    assertThat(verdict(rows(110, i -> null))).contains("v.csv: NOT USABLE");
  }

  @Test
  void frozenRowsAreFoundAndTheNextFitLeavesThemOut() throws IOException {
    String frozen = verdict(rows(900, i -> i >= 300 && i < 477 ? "0.5,0.25" : null));

    assertThat(frozen)
        .contains("the same row is repeated 177 times: a standstill")
        .contains(" --exclude 2020-03-01T05:00:00Z/2020-03-01T07:56:00Z");
    List<String> fit =
        frozen.lines().filter(line -> line.contains("./kahkm fit ")).map(String::strip).toList();
    assertThat(fit).hasSize(1);
    Cli fitted = Cli.run(words(fit.get(0).substring("./kahkm ".length())));
    assertThat(fitted.code()).as(fitted.err()).isZero();
    assertThat(fitted.err()).contains("177");
    // The control: of values that a logger holds for ten rows each, none is a stretch.
    assertThat(verdict(rows(900, i -> i / 10 % 7 + "," + i / 10 % 11)))
        .doesNotContain("repeated")
        .doesNotContain("--exclude");
  }

  /** A transmitter that is stuck, while the other goes on. */
  @Test
  void aSensorThatIsStuckIsFoundAndTheNextFitLeavesItOut() throws IOException {
    String stuck = verdict(rows(1500, i -> i >= 700 && i < 877 ? "0.5,LEVEL" : null));

    assertThat(stuck)
        .contains("flow has the same value for 177 rows: a stuck transmitter")
        .doesNotContain("the same row is repeated")
        .contains(" --exclude 2020-03-01T11:40:00Z/2020-03-01T14:36:00Z\n");
    assertThat(verdict(rows(1500, i -> i >= 700 && i < 1100 ? "0.5,LEVEL" : null)))
        .as("more than a quarter of the rows")
        .contains("flow has the same value for 400 rows: a stuck transmitter");
    // Both stuck at times that overlap are one stretch to leave out.
    String both =
        verdict(
            rows(
                1500,
                i ->
                    i >= 600 && i < 877
                        ? i < 800 ? "0.5,LEVEL" : "0.5,0.25"
                        : i >= 800 && i < 900 ? "0.1" + i + ",0.25" : null));
    assertThat(both)
        .contains("flow has the same value for 277 rows")
        .contains("the same row is repeated 77 times")
        .contains(" --exclude 2020-03-01T10:00:00Z/");
    assertThat(both.lines().filter(line -> line.contains("--exclude 2")))
        .singleElement()
        .asString()
        .doesNotContain(",");
  }

  @Test
  void aModelOfOtherSensorsThanTheFileNamesIsToldWithWhatToChange() throws IOException {
    Path file = rows(400, i -> null);
    verdict(file);
    String fit =
        "fit %s --input %s --classes 4 --omega 4 --block 40 --replace"
            .formatted(folder.resolve("v.yaml"), file);

    assertThat(Cli.words(fit + " --state flow").out())
        .contains("First set input.state in ", "v.yaml to the sensors of the model: [flow]\nNext");
    assertThat(Cli.words(fit).out()).contains("\nNext").doesNotContain("input.state");
  }

  /** A transmitter that is torn off leaves its cells empty: the drafted file has that noticed. */
  @Test
  void aSensorThatHasNoValueAnyMoreIsFaultyByTheDraftedFile() throws IOException {
    String sound = verdict(rows(800, i -> null));
    String fit = sound.lines().filter(line -> line.contains("./kahkm fit ")).findFirst().get();
    Cli fitted = Cli.run(words(fit.strip().substring("./kahkm ".length())));
    assertThat(fitted.code()).as(fitted.err()).isZero();

    Path later = rows(600, i -> i >= 300 ? ",LEVEL" : i == 200 ? ",LEVEL" : null);
    Cli score = Cli.run("score", folder.resolve("v.yaml").toString(), "--input", later.toString());

    assertThat(score.code()).as(score.err()).isZero();
    assertThat(score.out())
        .contains("1 incident\n")
        .containsPattern("flow has no value since 1 March 2020 05:0");
  }

  /** A flow is zero for a while time and again, and nobody need leave that out. */
  @Test
  void aSensorThatRestsAtOneValueIsStuckOnlyElsewhere() throws IOException {
    String found =
        verdict(
            rows(
                3000,
                i ->
                    i >= 700 && i < 877
                        ? "0.5,LEVEL"
                        : i % 500 < 130 + i / 500 && i >= 500 ? "0,LEVEL" : null));

    assertThat(found)
        .contains("flow has the same value for 177 rows: a stuck transmitter")
        .contains(" --exclude 2020-03-01T11:40:00Z/2020-03-01T14:36:00Z\n");
  }

  /** Values that are missing here and there make no row a different one, nor a range wider. */
  @Test
  void aRowIsRepeatedAlsoWhereAValueOfItIsMissing() throws IOException {
    Path two = rows(1500, i -> i >= 700 && i < 877 ? "0.5,0.25" : null);
    List<String> lines = new ArrayList<>(Files.readAllLines(two));
    for (int i = 0; i < lines.size(); i++) {
      boolean same = i > 700 && i <= 877;
      String cell = same ? "0.125" : number(Math.sin(0.05 * i) + 0.01 * (i % 7));
      lines.set(i, lines.get(i) + "," + (i == 0 ? "pressure" : i % 40 == 3 ? "-9999" : cell));
    }
    Path three = Files.write(folder.resolve("three.csv"), lines);

    assertThat(verdict(three))
        .contains("the same row is repeated 177 times")
        .contains(" --exclude 2020-03-01T11:40:00Z/2020-03-01T14:36:00Z\n")
        .doesNotContain("has the same value for");
    Cli details =
        Cli.run(
            "init", three.toString(), "--details", "--output", folder.resolve("w.yaml").toString());
    assertThat(details.out()).containsPattern("pressure -1\\.?0* to 1\\.0");
  }

  /** The control: a switch or a setpoint stands for hours, and is no stuck transmitter. */
  @Test
  void aSensorThatMostlyStandsIsNotStuck() throws IOException {
    Random random = new Random(3);
    double[] setpoint = new double[1500];
    for (int i = 0; i < setpoint.length; i++) {
      setpoint[i] = i == 0 || random.nextInt(60) == 0 ? random.nextInt(9) : setpoint[i - 1];
    }
    assertThat(verdict(rows(1500, i -> setpoint[i] + ",LEVEL")))
        .doesNotContain("has the same value for")
        .doesNotContain("--exclude");
    // Nor is a value that often repeats seven times, and once 25 times.
    assertThat(
            verdict(
                rows(
                    1500,
                    i -> (i >= 700 && i < 725 ? 7 : i % 8 == 0 ? i + 0.5 : i - i % 8) + ",LEVEL")))
        .doesNotContain("has the same value for")
        .doesNotContain("--exclude");
  }

  /**
   * The switch of a machine that takes a while to come to a stop is off for the last rows of it.
   */
  @Test
  void aSwitchThatIsOffWhileTheMachineRunsOutIsNotStuck() throws IOException {
    Random random = new Random(4);
    StringBuilder text = new StringBuilder("time,speed,running,level\n");
    for (int i = 0; i < 5000; i++) {
      int in = i % 1000;
      double speed = in < 600 ? 1000 : Math.max(0, 1000 - (i / 1000 == 2 ? 15 : 60) * (in - 600));
      text.append(START.plusMinutes(i).format(TEXT)).append(',');
      text.append(number(speed + (speed > 0 ? random.nextGaussian() : 0))).append(',');
      text.append(in < 600 ? 1 : 0).append(',').append(number(random.nextGaussian())).append('\n');
    }

    assertThat(verdict(Files.writeString(folder.resolve("s.csv"), text)))
        .contains("the machine stands still")
        .doesNotContain("has the same value for")
        .doesNotContain("--exclude");
  }

  /** Runs of machines one after the other, with neither header nor times. */
  private String fleet(boolean counts) throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    int cycle = 0;
    for (int machine = 1; machine <= 12; machine++) {
      int length = 100 + random.nextInt(60);
      for (int row = 1; row <= length; row++) {
        // The control starts again as often, a few rows after the next machine began.
        cycle = row == (counts || machine == 1 ? 1 : 4) ? 1 : cycle + 1;
        text.append(machine).append(' ').append(cycle).append(" 100.0 ");
        text.append(number(random.nextGaussian())).append(' ');
        text.append(number(random.nextGaussian())).append(" \n");
      }
    }
    return verdict(Files.writeString(folder.resolve("fleet.txt"), text));
  }

  @Test
  void aFleetWithoutAHeaderIsKnownByACounterThatStartsAgain() throws IOException {
    assertThat(fleet(true))
        .contains("rows of 3 sensors, 12 streams by column_1")
        .contains(" --stream column_1 ")
        .contains("column_3 never changed");
    assertThat(fleet(false)).doesNotContain("streams by").doesNotContain("--stream");
  }

  @Test
  void numbersThatStandForNoReadingAreNamed() throws IOException {
    assertThat(verdict(rows(1500, i -> i % 40 == 3 ? "-9999,LEVEL" : null)))
        .contains("v.csv: WITH CARE")
        .contains("stand for \"no reading\" are taken for missing: flow is -9999 in 38 rows");
    assertThat(Files.readString(folder.resolve("v.yaml"))).contains("  missing: [-9999]");
    // What a plant may well read is only asked about.
    assertThat(verdict(rows(1500, i -> i % 40 == 3 ? "-4000,LEVEL" : null)))
        .contains("look like \"no reading\": flow is -4000 in 38 rows");
    assertThat(Files.readString(folder.resolve("v.yaml"))).doesNotContain("missing:");
    // The control: a pump that is often off reads 0, which is no such number.
    assertThat(verdict(rows(1500, i -> i % 40 == 3 ? "0,LEVEL" : null)))
        .doesNotContain("no reading");
  }

  /** The words of a command line as a shell would take them. */
  private static String[] words(String command) {
    List<String> words = new ArrayList<>();
    Matcher matcher = Pattern.compile("'([^']*)'|(\\S+)").matcher(command);
    while (matcher.find()) {
      words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
    return words.toArray(new String[0]);
  }

  private static List<String> commands(Cli init) {
    return init.out()
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("\\./kahkm (fit|check|evaluate) .*"))
        .map(line -> line.substring("./kahkm ".length()))
        .toList();
  }

  private static TopologyConfig topology(Path file) throws Exception {
    return TopologyConfig.load(file, Map.of());
  }

  @Test
  void theNextCommandsRunAsPrinted() throws IOException {
    for (Path sample : List.of(historian(), oneSensor(), runs(), spreadsheet())) {
      Cli init = init(sample);
      assertThat(init.code()).as(init.err()).isZero();

      assertThat(commands(init)).hasSize(3);
      for (String command : commands(init)) {
        Cli next = Cli.run(words(command));

        assertThat(next.code()).as(command + "\n" + next.err()).isZero();
      }
    }
  }

  @Test
  void aHistoriansTroublesAreNamedAndLeftOut() throws Exception {
    Cli init = init(historian());

    TopologyConfig config = topology(folder.resolve("historian-export.yaml"));
    assertThat(config.input().fields().state()).containsExactly("flow", "level", "twin", "stuck");
    assertThat(config.input().fields().time()).contains("column_1");
    assertThat(config.input().steps().step()).hasValueSatisfying(s -> assertThat(s).hasMinutes(5));
    assertThat(config.input().steps().hold()).hasValueSatisfying(h -> assertThat(h).hasMinutes(10));
    assertThat(init.out())
        .contains("stuck never changed in the recording; any other value raises an alarm")
        .doesNotContain("rarely changing: stuck")
        .contains("left out, text: mode (\"auto\")")
        .contains("left out, without a number in more than a tenth of the rows: broken")
        .contains("left out, constant in the rows that would be fitted: late")
        .contains("near-duplicates: flow and twin (-0.99")
        .contains("text in flow: 8 cells, the first \"Inp OutRange\"")
        .contains("5 missing, 8 with text");
    assertThat(Files.readString(folder.resolve("historian-export.yaml")))
        .contains("left out, constant in the rows that would be fitted: late");
  }

  @Test
  void columnsOfLabelsAreNoSensors() throws Exception {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(valve("labels.csv", 2, 0))) {
      lines.add(line + (lines.isEmpty() ? ",is_anomaly,Label,fault" : ",0,0,0"));
    }
    Cli init = init(Files.write(folder.resolve("labels.csv"), lines));

    assertThat(init.out()).contains("left out, labels rows, by its name: is_anomaly, Label");
    assertThat(topology(folder.resolve("labels.yaml")).input().fields().state())
        .as("a relay may well be called fault")
        .containsExactly("flow", "valve", "level", "fault");
  }

  /** Two sensors and a valve that stands at 40 %, but for so many rows at the end. */
  private Path valve(String name, int seed, int moved) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("time,flow,valve,level\n");
    for (int i = 0; i < 800; i++) {
      text.append(START.plusMinutes(i).format(TEXT)).append(',');
      text.append(number(Math.sin(0.1 * i) + 0.1 * random.nextGaussian())).append(',');
      text.append(i < 800 - moved ? "40" : "41").append(',');
      text.append(number(Math.cos(0.07 * i) + 0.1 * random.nextGaussian())).append('\n');
    }
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void whatNeverChangedIsAnIncidentWhenItDoes() throws Exception {
    Cli init = init(valve("valve.csv", 1, 0));
    assertThat(init.out())
        .contains("valve never changed in the recording; any other value raises an alarm");
    Path topology = folder.resolve("valve.yaml");
    assertThat(topology(topology).input().fields().state())
        .containsExactly("flow", "valve", "level");
    Cli fit = Cli.run(words(commands(init).get(0)));
    assertThat(fit.code()).as(fit.err()).isZero();
    assertThat(fit.out())
        .contains("valve never changed in the recording; any other value raises an alarm");

    String[] scores = {"--output", folder.resolve("scores.csv").toString(), "--replace"};
    Cli sound = score(topology, valve("sound.csv", 2, 0), scores);
    Cli moved = score(topology, valve("moved.csv", 2, 60), scores);

    assertThat(sound.out()).contains("no incident");
    assertThat(moved.out()).contains("1 incident\n").contains("by at least 1 when it read 41");
  }

  private static Cli score(Path topology, Path input, String... more) {
    List<String> words =
        new ArrayList<>(List.of("score", topology.toString(), "--input", input.toString()));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  /** A sensor that first moves among the held-out rows has no unit in the first of the two fits. */
  @Test
  void whatChangesOnlyLateIsRefusedByFitAndNamed() throws Exception {
    Path late = valve("late.csv", 1, 60);
    assertThat(init(late).out())
        .contains("left out, constant in the rows that would be fitted: valve");

    Cli fit =
        Cli.run(
            "fit",
            "--input",
            late.toString(),
            "--state",
            "flow,valve,level",
            "--output",
            folder.resolve("late.safetensors").toString());

    assertThat(fit.code()).isEqualTo(1);
    assertThat(fit.err())
        .contains("constant over the fitting rows", "not constant over the held-out ones: valve.")
        .contains("Leave them out with --state flow,level");
  }

  @Test
  void unitsAreDraftedWhereNamesTellThem() throws Exception {
    Path file = named("named.csv", "Pressure [bar],Oil temp (°C),motor_speed_rpm,phase_a", "");

    Cli init = init(file);

    assertThat(init.out()).contains("bar of 1, °C of 1, rpm of 1; unknown of phase_a");
    assertThat(topology(folder.resolve("named.yaml")).input().fields().units())
        .containsOnly(
            Map.entry("Pressure [bar]", "bar"),
            Map.entry("Oil temp (°C)", "°C"),
            Map.entry("motor_speed_rpm", "rpm"));
  }

  @Test
  void aSecondLineOfTheHeaderTellsUnitsAndIsNoReading() throws Exception {
    Path file = named("lines.csv", "p,T,n,x", "s,[mbar],°C,1/min,-\n");

    Cli init = init(file);

    assertThat(init.code()).as(init.err()).isZero();
    TopologyConfig config = topology(folder.resolve("lines.yaml"));
    assertThat(config.input().fields().units())
        .containsOnly(Map.entry("p", "mbar"), Map.entry("T", "°C"), Map.entry("n", "1/min"));
    assertThat(config.input().steps().hold()).hasValue(Duration.ofMinutes(2));
    assertThat(Cli.run(words(commands(init).get(0))).code()).isZero();
  }

  @Test
  void whereNothingTellsUnitsItSaysSo() throws Exception {
    Cli init = init(named("bare.csv", "a,b,phase_c,sum (filtered)", ""));

    assertThat(init.out())
        .contains("units: none found in names or a second line; set them in input.units");
    assertThat(Files.readString(folder.resolve("bare.yaml"))).doesNotContain("\n  units:");
  }

  /** Four sensors with these names, and what stands below the header. */
  private Path named(String file, String columns, String below) throws IOException {
    Random random = new Random(8);
    StringBuilder text = new StringBuilder("time," + columns + "\n" + below);
    for (int i = 0; i < 400; i++) {
      text.append(START.plusMinutes(i).format(TEXT));
      for (int j = 1; j <= 4; j++) {
        text.append(',').append(number(Math.sin(0.05 * i * j) + 0.1 * random.nextGaussian()));
      }
      text.append('\n');
    }
    return Files.writeString(folder.resolve(file), text);
  }

  @Test
  void oneSensorGetsDelaysAndAClockThatMayGoBack() throws Exception {
    Cli init = init(oneSensor());

    TopologyConfig config = topology(folder.resolve("one.yaml"));
    assertThat(config.input().fields().state()).containsExactly("value");
    assertThat(config.input().steps().idle()).hasValueSatisfying(i -> assertThat(i).hasMinutes(50));
    assertThat(init.out())
        .contains("the clock jumps back 1 time, by at most 55m")
        .contains("600 rows read, 600 used in 2 uninterrupted runs")
        .contains("1 sensor x 2 delays")
        .contains(" --delays 2 ");
  }

  @Test
  void runsBecomeEpisodesAndClassesStayFew() throws Exception {
    Cli init = init(runs());

    TopologyConfig config = topology(folder.resolve("runs.yaml"));
    assertThat(config.input().fields().episode()).contains("run");
    assertThat(config.input().fields().timeFormat().label()).isEqualTo("min");
    assertThat(config.input().fields().state()).hasSize(12).startsWith("x_0");
    assertThat(init.out()).contains("first 8 with 4.0 (50 rows per class)");
  }

  @Test
  void aSpreadsheetIsReadAsItIs() throws Exception {
    Cli init = init(spreadsheet());

    assertThat(init.out()).contains("columns separated by semicolons, decimal commas");
    assertThat(topology(folder.resolve("spreadsheet.yaml")).input().fields().state())
        .containsExactly("Druck [bar]", "Temperatur [C]");
  }

  @Test
  void nothingIsReplacedUnlessAsked() throws IOException {
    Path sample = oneSensor();
    Path mine = Files.writeString(folder.resolve("one.yaml"), "mine");

    Cli refused = init(sample);

    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("one.yaml exists").contains("--replace");
    assertThat(mine).hasContent("mine");
    Cli forced = Cli.run("init", sample.toString(), "--output", mine.toString(), "--force");
    assertThat(forced.code()).isZero();
    assertThat(mine)
        .content()
        .startsWith("# yaml-language-server: $schema=kahkm.schema.json\n")
        .contains("\n# Drafted by kahkm init");
  }

  @Test
  void mixedStreamsAreReadEachByItself() throws IOException {
    StringBuilder text = new StringBuilder("machine,time,q\n");
    Random random = new Random(6);
    for (int i = 0; i < 600; i++) {
      text.append("m").append(i % 2).append(',').append(1_700_000_000L + i / 2);
      text.append(',').append(number(random.nextGaussian())).append('\n');
    }
    Path sample = Files.writeString(folder.resolve("mixed.csv"), text);

    Cli init = init(sample);

    assertThat(init.out())
        .contains("streams: the values of machine")
        .contains("step: 1s, 100.0 %")
        .contains("600 used in 2 uninterrupted runs")
        .contains("--stream machine");
    assertThat(Cli.run(words(commands(init).get(0))).code()).isZero();
  }

  /** Engines that run to failure: every one counts its cycles from 1, and a second clock runs. */
  private Path engines() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder("engine,cycle,logged_time,pressure,speed\n");
    for (int engine = 0; engine < 4; engine++) {
      for (int cycle = 1; cycle <= 80 + 10 * engine; cycle++) {
        double seconds = 3600 * cycle + 600 * random.nextDouble();
        text.append("e").append(engine).append(',').append(cycle).append(',');
        text.append(number(seconds)).append(',').append(number(random.nextGaussian()));
        text.append(',').append(number(random.nextGaussian())).append('\n');
      }
    }
    return Files.writeString(folder.resolve("engines.csv"), text);
  }

  @Test
  void cycleCountersAndClocksAreNoSensors() throws Exception {
    Path sample = engines();

    Cli init = init(sample);

    assertThat(topology(folder.resolve("engines.yaml")).input().fields().state())
        .containsExactly("pressure", "speed");
    assertThat(init.out()).contains("left out, counts rows or time: cycle");
  }

  @Test
  void fitNamesCountersAndClocksAndTheStateWithoutThem() throws IOException {
    String options =
        "fit --stream engine --classes 2 --horizons 1 --output "
            + folder.resolve("engines.safetensors")
            + " --input "
            + engines()
            + " --state ";

    Cli refused = Cli.words(options + "cycle,pressure,logged_time,speed");

    assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err())
        .contains("count rows or time", "cycle, logged_time. ")
        .contains("--state pressure,speed");
    assertThat(Cli.words(options + "pressure,speed").code()).isZero();
  }

  @Test
  void everySensorOfAWideFileGetsCharts() throws Exception {
    Random random = new Random(11);
    StringBuilder text = new StringBuilder("t");
    for (int j = 0; j < 12; j++) {
      text.append(",s").append(j);
    }
    for (int k = 0; k < 200; k++) {
      text.append('\n').append(1_700_000_000L + 60L * k);
      for (int j = 0; j < 12; j++) {
        text.append(',').append(number(random.nextGaussian()));
      }
    }
    Path wide = Files.writeString(folder.resolve("wide.csv"), text + "\n");

    assertThat(init(wide).code()).isZero();
    assertThat(topology(folder.resolve("wide.yaml")).telemetry().components()).isEqualTo(12);
    assertThat(topology(folder.resolve("wide.yaml")).telemetry().streams()).isEqualTo(133);
    assertThat(init(engines()).code()).isZero();
    assertThat(Files.readString(folder.resolve("engines.yaml"))).doesNotContain("telemetry:");
  }

  @Test
  void columnsOfOneNameAreNamedWhereNoOtherIsLeft() throws IOException {
    Path sample = Files.writeString(folder.resolve("same.csv"), "t,PV,PV\n0,1,5\n1,2,4\n2,0,9\n");

    Cli init = init(sample);

    assertThat(init.code()).isEqualTo(ExitCode.FAILED);
    assertThat(init.err()).contains("PV, PV: has the name of another column");
  }

  @Test
  void aFileWithoutSensorsIsAnError() throws IOException {
    Path sample = Files.writeString(folder.resolve("none.csv"), "a,b\nx,1\ny,1\n");

    Cli init = init(sample);

    assertThat(init.code()).isEqualTo(ExitCode.FAILED);
    assertThat(init.err()).contains("no column of numbers that vary");
    assertThat(folder.resolve("none.yaml")).doesNotExist();
  }
}
