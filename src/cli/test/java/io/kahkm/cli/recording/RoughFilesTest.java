package io.kahkm.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.cli.Cli;
import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.text.TimeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as historians and spreadsheets write them. */
class RoughFilesTest {
  @TempDir Path folder;

  private StateData read(InputOptions options, String text) throws IOException {
    options.input = Files.writeString(folder.resolve("data.csv"), text).toString();
    options.state = options.state == null ? List.of("q") : options.state;
    return options.read();
  }

  private static InputOptions timed(String step) {
    InputOptions options = new InputOptions();
    options.timing.time = "time";
    options.timing.step = step == null ? null : Durations.parse(step);
    return options;
  }

  private static int[] runLengths(StateData data) {
    int[] lengths = new int[data.episodes().count()];
    for (int e = 0; e < lengths.length; e++) {
      lengths[e] = data.episodes().length(e);
    }
    return lengths;
  }

  @Test
  void missingAndTextualCellsSkipTheRowAndBreakTheRun() throws IOException {
    StateData data =
        read(new InputOptions(), "q\n1\n2\n\"\"\n4\n5\n6\nBad Input\n8\nNaN\n10\n11\n");

    assertThat(runLengths(data)).containsExactly(2, 3, 1, 2);
    assertThat(String.join("\n", data.report().lines()))
        .contains("11 rows read, 8 used in 4 uninterrupted runs")
        .contains("2 missing, 1 with text")
        .contains("3 incomplete")
        .contains("text in q: 1 cell, the first \"Bad Input\" at " + folder.resolve("data.csv"));
  }

  @Test
  void missingCellsAreHeldUpToTheAgeAsked() throws IOException {
    InputOptions options = timed(null);
    options.timing.hold = Duration.ofMinutes(10);
    String rows = "";
    for (String cell : new String[] {"1", "2", "", "Scan Timeout", "", "6", "7"}) {
      rows +=
          LocalDateTime.of(2020, 1, 1, 0, 5 * (rows.length() - rows.replace("\n", "").length()))
              + ","
              + cell
              + "\n";
    }

    StateData data = read(options, "time,q\n" + rows);

    assertThat(runLengths(data)).containsExactly(4, 2);
    assertThat(data.episodes().state(0, 3)).containsExactly(2);
    assertThat(String.join("\n", data.report().lines()))
        .contains("7 rows read, 6 used")
        .contains("2 filled with the last value");
  }

  @Test
  void irregularStepsGapsAndClocksBreakTheRun() throws IOException {
    InputOptions options = timed("5m");
    options.timing.idle = Duration.ofMinutes(30);
    String text =
        """
        time;q
        2020-01-01 00:00:00;1
        2020-01-01 00:05:00;2
        2020-01-01 00:05:00;2,5
        2020-01-01 00:10:20;3
        2020-01-01 00:17:00;4
        2020-01-01 00:12:00;5
        2020-01-01 00:22:00;6
        2020-01-01 02:00:00;7
        2020-01-01 02:05:00;8
        2020-01-01 01:05:00;9
        2020-01-01 01:10:00;10
        some day;11
        """;

    StateData data = read(options, text);

    assertThat(runLengths(data)).containsExactly(3, 2, 2, 2);
    assertThat(String.join("\n", data.report().lines()))
        .contains("columns separated by semicolons, decimal commas")
        .contains("12 rows read, 9 used in 4 uninterrupted runs")
        .contains("1 without a readable time, 1 with the time of the row before, 1 earlier than")
        .contains("1 irregular step, 1 gap, 1 time the clock was set back");
  }

  @Test
  void timesThatNobodyCanReadAreAnErrorWithTheFirst() throws IOException {
    Path path = Files.writeString(folder.resolve("t.csv"), "time,q\n3,1\n6,2\n");

    Cli fit = Cli.words("fit --state q --time time --output x --input", path);

    assertThat(fit.code()).isEqualTo(ExitCode.FAILED);
    assertThat(fit.err()).contains("--time-unit auto").contains("\"3\"").contains(":2");
  }

  @Test
  void minutesAreReadAsMinutes() throws IOException {
    InputOptions options = timed("3m");
    options.timing.timeUnit = TimeFormat.MIN;

    assertThat(runLengths(read(options, "time,q\n0,1\n3,2\n6,3\n12,4\n"))).containsExactly(3, 1);
  }

  @Test
  void aColumnWithoutNumbersIsNamed() throws IOException {
    Path path = Files.writeString(folder.resolve("t.csv"), "q,p\n1,on\n2,off\n");

    Cli fit = Cli.words("fit --state q,p --output x --input", path);

    assertThat(fit.code()).isEqualTo(ExitCode.FAILED);
    assertThat(fit.err()).contains("no complete state of q,p").contains("text in p: 2 cells");
  }

  @Test
  void durationsNeedATime() throws IOException {
    Path path = Files.writeString(folder.resolve("t.csv"), "q\n1\n2\n");
    for (String option : new String[] {"--step", "--idle", "--hold"}) {
      Cli fit = Cli.words("fit --state q " + option + " 5m --output x --input", path);

      assertThat(fit.code()).isEqualTo(ExitCode.USAGE);
      assertThat(fit.err()).contains(option + " needs --time");
    }
  }

  @Test
  void offlineCommandsGiveTheSameNumbersWhereverTheHolesAre() throws IOException {
    StringBuilder whole = new StringBuilder("time,q,p\n");
    StringBuilder holes = new StringBuilder("time;p;note;q\n");
    for (int i = 0; i < 400; i++) {
      double q = Math.sin(0.2 * i);
      double p = Math.cos(0.2 * i);
      long time = 1_700_000_000L + 60L * i + (i >= 200 ? 600 : 0);
      whole.append(String.format(Locale.ROOT, "%d,%.17g,%.17g%n", time, q, p));
      holes.append(String.format(Locale.ROOT, "%d;%.17g;x;%.17g%n", time, p, q).replace('.', ','));
      if (i == 99) {
        // A row that cannot be used between two that can: with the declared step it leaves no
        // trace.
        holes.append((time + 30) + ";No Data;x;1\n");
      }
    }
    Path model = folder.resolve("m");
    Path first = Files.writeString(folder.resolve("whole.csv"), whole);
    Path second = Files.writeString(folder.resolve("holes.csv"), holes);
    String fit =
        "fit --state q,p --time time --step 1m --idle 5m --classes 4 --horizons 1 --output ";
    assertThat(Cli.words(fit + model + " --input", first).code()).isZero();

    String evaluate =
        "evaluate --allow-training-data --state q,p --time time --step 1m --idle 5m --horizons 1,5"
            + " --model "
            + model
            + " --input ";
    JsonNode plain = Cli.words(evaluate + first).json();
    JsonNode rough = Cli.words(evaluate + second).json();

    assertThat(rough.get("horizons").get(1).get("starts").asInt()).isEqualTo(390);
    assertThat(rough.get("horizons").get(1).get("rmse"))
        .isEqualTo(plain.get("horizons").get(1).get("rmse"));
    assertThat(rough.get("variation")).isEqualTo(plain.get("variation"));
  }

  @Test
  void pairsThatTheMonitorDropsAreNeitherUsedNorCalledSo() throws IOException {
    InputOptions options = timed(null);
    options.timing.timeUnit = Labels.find(TimeFormat.class, "s");
    options.next = List.of("q_next");

    StateData data = read(options, "time,q,q_next\n0,1,2\n0,3,4\n10,5,6\n5,7,8\n20,9,10\n");

    assertThat(runLengths(data)).containsExactly(2, 2, 2);
    assertThat(data.episodes().state(1, 0)).containsExactly(5);
    assertThat(data.rows()).hasSize(5);
    assertThat(String.join("\n", data.report().lines()))
        .contains("5 rows read, 3 used")
        .contains("1 with the time of the row before", "1 earlier than a row before");
  }

  /**
   * An episode with a gap counts as one unit and what follows the gap as none: {@code certify} must
   * ask for as many units as the monitor will find, or its only window never closes.
   */
  @Test
  void aCertificateOfEpisodesAndOfRecordsIsGivenAlsoWhereFilesHaveGaps() throws IOException {
    StringBuilder text = new StringBuilder("time,run,q,p\n");
    for (int i = 0; i < 400; i++) {
      int run = i / 40;
      long time = 1_700_000_000L + 60L * i + (i % 40 >= 25 ? 3600 : 0) + 7200L * run;
      text.append(
          String.format(
              Locale.ROOT, "%d,%d,%.17g,%.17g%n", time, run, Math.sin(i * 0.2), Math.cos(i * 0.2)));
    }
    Path file = Files.writeString(folder.resolve("gaps.csv"), text);
    Path model = folder.resolve("m");
    String columns = " --state q,p --time time --episode run --step 1m --idle 5m ";
    assertThat(
            Cli.words("fit --classes 4 --horizons 1 --output " + model + columns + "--input", file)
                .code())
        .isZero();
    String certify = "certify --allow-training-data --tolerance 0.5 --model " + model + columns;

    JsonNode episodes = Cli.words(certify + "--sampling episodes --input", file).json();
    JsonNode records =
        Cli.words(certify + "--sampling records --independent asserted --stride 2 --input", file)
            .json();

    // Ten episodes of 25 rows, then 15 after the gap that count for nothing.
    assertThat(episodes.get("units").asInt()).isEqualTo(10);
    assertThat(episodes.get("pairs").asInt()).isEqualTo(240);
    assertThat(records.get("units").asInt()).isEqualTo(120);
  }
}
