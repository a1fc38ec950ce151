package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.report.Suitability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of recordings in which something is unusual, word by word. */
class DraftWordsTest {
  @TempDir Path folder;

  /** One row: its number, two values that move, and a random source for more. */
  private interface Row {
    String of(int t, double swing, SplittableRandom random);
  }

  private SampleProfile profile(String header, int rows, Row row) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder text = new StringBuilder(header).append('\n');
    double swing = 0;
    for (int t = 0; t < rows; t++) {
      swing = 0.8 * swing + random.nextGaussian();
      text.append(row.of(t, swing, random)).append('\n');
    }
    return SampleProfile.of(Files.writeString(folder.resolve("rows.csv"), text).toString());
  }

  private static String time(long seconds) {
    return Instant.ofEpochSecond(1_767_225_600L + seconds).toString();
  }

  private static String words(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private List<String> lines(SampleProfile profile) {
    return ProfileText.lines(profile).stream()
        .map(line -> line.replace(folder.toString() + "/", ""))
        .toList();
  }

  private static List<String> verdict(SampleProfile profile) {
    Suitability verdict = DraftVerdict.of(profile);
    return verdict.lines("rows.csv");
  }

  /** What is printed of a recording, and the verdict below it. */
  private void says(SampleProfile profile, String expected) {
    assertThat(String.join("\n", lines(profile)) + "\n" + String.join("\n", verdict(profile)))
        .isEqualTo(expected.stripTrailing());
  }

  @Test
  void aClockThatStopsAndGoesBack() throws IOException {
    says(
        profile(
            "time,temp_C,flow,level,note",
            600,
            (t, swing, random) -> {
              long at = 60L * t + (t >= 200 ? 7_200 : 0) + (t >= 400 ? 1_800 : 0);
              at = t == 300 ? at - 60 : at;
              at = t >= 500 ? at - 90_000 : at;
              return words(
                  "%s,%.2f,%.2f,%.2f,%s",
                  time(at), 20 + swing, 5 + random.nextGaussian(), 7.0, "a" + t);
            }),
        """
        rows.csv: 600 rows read, 599 used in 5 uninterrupted runs
          rows skipped: 1 with the time of the row before
          breaks: 1 irregular step, 2 gaps, 1 time the clock was set back
          Time runs back within a stream. If the file holds several machines, name their column with --stream. If its times are local, write them with their offset from UTC.
        time: time, ISO text; without a zone it is taken as UTC
        step: 1m, 99.5 % of the steps within a tenth of it; 2 gaps, the longest 121m; 1 repeated time; the clock jumps back 1 time, by at most 1499m
        episodes: no column divides the rows
        sensors, 3: temp_C, flow, level
        units, from names or a second line: °C of 1; unknown of flow, level
        left out, text: note ("a0")
        ranges: temp_C 13.83 to 24.50, flow 1.840 to 8.200, level 7.000 to 7.000; scaling standard makes them comparable
        memory: correlation of consecutive readings 0.777, a linear forecast needs 1 (medians over the sensors): 2 delays
        season: none stands out
        map: 480 rows to fit, 3 sensors x 2 delays; try classes [5, 9] with omega [2.0, 4.0, 8.0], first 9 with 4.0 (53 rows per class)
        rows.csv: WITH CARE
          because      a model learns what is normal from 480 rows, which are few
          do           record more, best several days of everything that is normal
          because      the clock goes back 1 time, by at most 1499m
          do           if the file holds several machines, name the column that distinguishes them with fit --stream
          recording    599 of 600 rows of 3 sensors, one every 1m
          sensors      temp_C, flow, level
          not watched  note ("a0"): text
          constant     level never changed in the recording; any other value raises an alarm
        """);
  }

  /** Of a recording every {@code step} seconds whose clock went back at every 300th row. */
  private String verdictWhereTheClockGoesBack(long step, long seconds, int times)
      throws IOException {
    return String.join(
        "\n",
        verdict(
            profile(
                "time,a,b",
                2000,
                (t, swing, random) ->
                    words(
                        "%s,%.2f,%.2f",
                        time(step * t - seconds * Math.min(times, t / 300)),
                        swing,
                        random.nextGaussian()))));
  }

  @Test
  void aClockThatLosesAnHourIsThatOfLocalTime() throws IOException {
    String local =
        """
          because      the clock goes back 1 time, by at most 55m, as local time does at the end of summer time
          do           write the times in UTC, or with their offset such as +01:00
        """
            .stripTrailing();
    String machines = "if the file holds several machines, name the column";
    assertThat(verdictWhereTheClockGoesBack(300, 3_600, 1))
        .contains(local)
        .doesNotContain(machines);
    // A row is missing where it does.
    assertThat(verdictWhereTheClockGoesBack(300, 3_300, 1))
        .contains(local.replace("55m", "50m"))
        .doesNotContain(machines);
    assertThat(verdictWhereTheClockGoesBack(300, 3_900, 2))
        .contains(local.replace("1 time, by at most 55m", "2 times, by at most 1h"));
    assertThat(verdictWhereTheClockGoesBack(1_800, 3_600, 1)).contains(local.replace("55m", "30m"));
    for (String other :
        List.of(
            verdictWhereTheClockGoesBack(300, 3_000, 1),
            verdictWhereTheClockGoesBack(300, 4_200, 1),
            verdictWhereTheClockGoesBack(300, 3_600, 3),
            verdictWhereTheClockGoesBack(1_801, 3_600, 1))) {
      assertThat(other).contains(machines).doesNotContain("local time");
    }
  }

  /** Every row of the last {@code twice} of 1,000 is there twice. */
  private List<String> verdictWhereRowsAreRepeated(int twice) throws IOException {
    return verdict(
        profile(
            "time,a,b",
            1_000 + twice,
            (t, swing, random) ->
                words(
                    "%s,%.2f,%.2f",
                    time(60L * (t < 1_000 - twice ? t : (t + 1_000 - twice) / 2)),
                    swing,
                    random.nextGaussian())));
  }

  @Test
  void rowsThatAreThereTwiceAreAReasonUnlessTheyAreFew() throws IOException {
    assertThat(verdictWhereRowsAreRepeated(40))
        .contains(
            "  because      40 rows have the time of the row before and are left out",
            "  do           find out why: an export that repeats rows, several machines, or times"
                + " without seconds",
            "  recording    1,000 of 1,040 rows of 2 sensors, one every 1m");
    assertThat(verdictWhereRowsAreRepeated(5))
        .contains("  recording    1,000 of 1,005 rows of 2 sensors, one every 1m")
        .noneMatch(line -> line.contains("the time of the row before"));
  }

  @Test
  void aStepThatVaries() throws IOException {
    says(
        profile(
            "time,a,b",
            400,
            (t, swing, random) ->
                words(
                    "%s,%.2f,%.2f",
                    time(60L * t + random.nextInt(50)), swing, random.nextGaussian())),
        """
        rows.csv: 400 rows read, 400 used in 1 uninterrupted run
        time: time, ISO text; without a zone it is taken as UTC
        step: 61s, 21.8 % of the steps within a tenth of it; too irregular to declare a step: resample the data, otherwise transitions differ in length
        episodes: no column divides the rows
        sensors, 2: a, b
        units: none found in names or a second line; set them in input.units
        ranges: a -4.980 to 4.320, b -2.670 to 2.960; scaling standard makes them comparable
        memory: correlation of consecutive readings 0.784, a linear forecast needs 1 (medians over the sensors): 2 delays
        season: none stands out
        map: 320 rows to fit, 2 sensors x 2 delays; try classes [3, 6] with omega [2.0, 4.0, 8.0], first 6 with 4.0 (53 rows per class)
        rows.csv: WITH CARE
          because      a model learns what is normal from 320 rows, which are few
          do           record more, best several days of everything that is normal
          because      the time from row to row varies too much to declare a step
          do           resample the recording to a steady step
          recording    400 rows of 2 sensors, one every 61s
          sensors      a, b
        """);
  }

  @Test
  void rowsWithoutATimeAndASensorThatMovesTooLate() throws IOException {
    says(
        profile(
            "run,a,b,late",
            90,
            (t, swing, random) ->
                words(
                    "%s,%.2f,%.2f,%d",
                    "r" + t / 30, swing, random.nextGaussian(), t % 30 < 28 ? 4 : 5)),
        """
        rows.csv: 90 rows read, 90 used in 3 uninterrupted runs
        time: no column found, the order of the rows is the order of time
        episodes: the values of run divide the rows
        sensors, 2: a, b
        units: none found in names or a second line; set them in input.units
        left out, constant in the rows that would be fitted: late
        ranges: a -3.740 to 3.460, b -2.450 to 2.490; scaling standard makes them comparable
        memory: correlation of consecutive readings 0.774, a linear forecast needs 1 (medians over the sensors): 2 delays
        season: none stands out
        map: 72 rows to fit, 2 sensors x 2 delays; try classes [2] with omega [2.0, 4.0, 8.0], first 2 with 4.0 (36 rows per class)
        rows.csv: NOT USABLE
          because      a model learns what is normal from 72 rows, which are few
          do           record more, best several days of everything that is normal
          because      no column has the time, so gaps cannot be seen
          do           add a column of times, if there is any doubt about gaps
          because      changing only at the end of the recording and therefore not watched: late
          do           record longer, if they matter
          recording    90 rows of 2 sensors
          sensors      a, b
          not watched  late: constant in the rows that would be fitted
        """);
  }

  @Test
  void machinesInTurnsATwinAndASwitch() throws IOException {
    says(
        profile(
            "machine,time,a,b,twin,switch",
            2400,
            (t, swing, random) ->
                words(
                    "%s,%s,%.2f,%.2f,%.4f,%d",
                    "m" + t % 2,
                    time(60L * (t / 2)),
                    swing,
                    random.nextGaussian(),
                    swing + 0.001 * random.nextGaussian(),
                    t / 600)),
        """
        rows.csv: 2,400 rows read, 2,400 used in 2 uninterrupted runs
        time: time, ISO text; without a zone it is taken as UTC
        step: 1m, 100.0 % of the steps within a tenth of it
        episodes: no column divides the rows
        streams: the values of machine; each is read by itself. Live records name the stream by their key
        sensors, 4: a, b, twin, switch
        units: none found in names or a second line; set them in input.units
        rarely changing: switch (a switch or a setpoint? each of its values must be in the fitted rows)
        near-duplicates: a and twin (1.0000)
        ranges: a -4.170 to 7.410, b -3.940 to 3.240, twin -4.174 to 7.411, switch 0.000 to 3.000; scaling standard makes them comparable
        memory: correlation of consecutive readings 0.629, a linear forecast needs 1 (medians over the sensors): 2 delays
        season: none stands out
        map: 1,920 rows to fit, 4 sensors x 2 delays; try classes [13, 25] with omega [2.0, 4.0, 8.0], first 25 with 4.0 (76 rows per class)
        rows.csv: GOOD
          recording    2,400 rows of 4 sensors, 2 streams by machine, one every 1m
          sensors      a, b, twin, switch
        """);
  }

  @Test
  void codesForNoReadingAndStuckTransmitters() throws IOException {
    says(
        profile(
            "time,a,b,c",
            3000,
            (t, swing, random) ->
                words(
                    "%s,%.2f,%.2f,%s",
                    time(60L * t),
                    t % 500 == 7 ? -9999 : swing,
                    t >= 1000 && t < 1300 ? 1.5 : random.nextGaussian(),
                    t >= 2000 && t < 2200
                        ? words("%.3f", 2.0)
                        : words("%.3f", random.nextGaussian()))),
        """
        rows.csv: 3,000 rows read, 3,000 used in 1 uninterrupted run
          cells: 6 missing, 6 filled with the last value
        time: time, ISO text; without a zone it is taken as UTC
        step: 1m, 100.0 % of the steps within a tenth of it
        episodes: no column divides the rows
        sensors, 3: a, b, c
        units: none found in names or a second line; set them in input.units
        ranges: a -5.130 to 7.410, b -3.590 to 3.240, c -3.115 to 3.335; scaling standard makes them comparable
        memory: correlation of consecutive readings 0.233, a linear forecast needs 1 (medians over the sensors): 2 delays
        season: none stands out
        map: 2,400 rows to fit, 3 sensors x 2 delays; try classes [13, 25] with omega [2.0, 4.0, 8.0], first 25 with 4.0 (96 rows per class)
        rows.csv: WITH CARE
          because      b has the same value for 300 rows, and there is one more such stretch: a stuck transmitter, or a logger that wrote its last value on
          do           if that is not normal, fit with the --exclude below
          because      numbers that stand for "no reading" are taken for missing: a is -9999 in 6 rows
          do           check input.missing in the drafted file: it names these numbers
          recording    3,000 rows of 3 sensors, one every 1m
          sensors      a, b, c
        """);
  }

  @Test
  void aRowThatIsRepeated() throws IOException {
    String[] last = new String[1];
    says(
        profile(
            "time,a,b",
            1500,
            (t, swing, random) -> {
              last[0] =
                  t >= 700 && t < 800 ? last[0] : words("%.3f,%.3f", swing, random.nextGaussian());
              return time(60L * t) + "," + last[0];
            }),
        """
        rows.csv: 1,500 rows read, 1,500 used in 1 uninterrupted run
        time: time, ISO text; without a zone it is taken as UTC
        step: 1m, 100.0 % of the steps within a tenth of it
        episodes: no column divides the rows
        sensors, 2: a, b
        units: none found in names or a second line; set them in input.units
        ranges: a -6.173 to 4.501, b -3.294 to 3.504; scaling standard makes them comparable
        memory: correlation of consecutive readings 0.780, a linear forecast needs 1 (medians over the sensors): 2 delays
        season: none stands out
        map: 1,200 rows to fit, 2 sensors x 2 delays; try classes [12, 24] with omega [2.0, 4.0, 8.0], first 24 with 4.0 (50 rows per class)
        rows.csv: WITH CARE
          because      the same row is repeated 101 times: a standstill, or a logger that wrote its last values on
          do           if that is not normal, fit with the --exclude below
          recording    1,500 rows of 2 sensors, one every 1m
          sensors      a, b
        """);
  }

  @Test
  void theZerosOfAStandstillAreNoMissingReadings() throws IOException {
    says(
        profile(
            "time,speed,flow,pressure",
            3000,
            (t, swing, random) -> {
              double part = t % 500 >= 440 ? 0 : 1;
              return words(
                  "%s,%.2f,%.2f,%.3f",
                  time(60L * t),
                  part * (1480 + 2 * random.nextGaussian()),
                  part * (100 + 5 * swing),
                  part * (5 + 0.02 * random.nextGaussian()));
            }),
        """
        rows.csv: 3,000 rows read, 2,640 used in 6 uninterrupted runs
          rows skipped: 360 not in operation
          breaks: 6 stops
        time: time, ISO text; without a zone it is taken as UTC
        step: 1m, 100.0 % of the steps within a tenth of it
        episodes: no column divides the rows
        sensors, 3: speed, flow, pressure
        units: none found in names or a second line; set them in input.units
        ranges: speed 0.000 to 1487, flow 0.000 to 134.7, pressure 0.000 to 5.065; scaling standard makes them comparable
        memory: correlation of consecutive readings 0.045, a linear forecast needs 1 (medians over the sensors): 2 delays
        season: none stands out
        map: 2,112 rows to fit, 3 sensors x 2 delays; try classes [13, 25] with omega [2.0, 4.0, 8.0], first 25 with 4.0 (84 rows per class)
        rows.csv: WITH CARE
          because      the machine stands still in 360 rows, in 6 stretches: speed is near 0 there
          do           check input.when in the drafted file: it leaves these rows out, here and live
          recording    2,640 of 3,000 rows of 3 sensors, one every 1m
          sensors      speed, flow, pressure
        """);
  }

  @Test
  void commandsAreTakenApartByAShellAsTheyWerePutTogether() {
    assertThat(TopologyDraft.shell(List.of("./kahkm", "fit", "it's a plant.yaml", "$HOME", "")))
        .isEqualTo("./kahkm fit 'it'\\''s a plant.yaml' '$HOME' ''");
  }
}
