package io.kahkm.cli.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.cli.console.DataException;
import io.kahkm.profile.StepStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which columns init leaves out and why, and what it finds of times, episodes and streams. */
class SampleReasonsTest {
  @TempDir Path folder;

  /** One row by its number. */
  private interface Row {
    String of(int t, SplittableRandom random);
  }

  private String file(String header, int rows, Row row) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder text = new StringBuilder(header).append('\n');
    for (int t = 0; t < rows; t++) {
      text.append(row.of(t, random)).append('\n');
    }
    return Files.writeString(folder.resolve("rows.csv"), text).toString();
  }

  private static String words(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  @Test
  void everyReasonAgainstAColumn() throws IOException {
    SampleProfile profile =
        SampleProfile.of(
            file(
                "time,a,b,blank,kind,count,anomaly,epoch,elapsed time,steady,sparse,often,-c",
                400,
                (t, random) ->
                    words(
                        "2026-01-01T%02d:%02d:00Z,%.2f,%.2f,,k%d,%d,%d,%d,%d,%.14f,%s,%s,%d",
                        t / 60,
                        t % 60,
                        random.nextGaussian(),
                        random.nextGaussian(),
                        t * 7 % 400,
                        t,
                        t / 390,
                        1_767_225_600L + 60L * t + (t % 2),
                        3 * t + t % 2,
                        1 + 1e-14 * (t % 2),
                        t % 8 == 0 ? "" : words("%.2f", random.nextGaussian()),
                        t % 12 == 0 ? "" : words("%.2f", random.nextGaussian()),
                        t % 5)));

    assertThat(profile.findings().leftOut())
        .isEqualTo(
            Map.of(
                "empty", List.of("blank"),
                "text", List.of("kind (\"k0\")"),
                "counts the rows", List.of("count"),
                "labels rows, by its name", List.of("anomaly"),
                "a clock", List.of("epoch", "elapsed time"),
                "constant up to rounding", List.of("steady"),
                "without a number in more than a tenth of the rows", List.of("sparse"),
                "named with a character that options cannot carry", List.of("-c")));
    assertThat(profile.sensors()).containsExactly("a", "b", "often");
    assertThat(profile.scan().time()).hasValue("time");
  }

  @Test
  void aLongFileIsJudgedByTheRowsThatAFitWouldUse() throws IOException {
    SampleProfile profile =
        SampleProfile.of(
            file(
                "a,b",
                120_000,
                (t, random) -> random.nextInt(100) + "," + t % 1_000 + '.' + random.nextInt(10)));

    assertThat(profile.data().rows()).hasSize(100_000);
    assertThat(profile.scan().rows()).isEqualTo(120_000);
    assertThat(DraftVerdict.of(profile).lines("rows.csv"))
        .contains("  recording    100,000 of 120,000 rows of 2 sensors");
  }

  /** Eight starts; after the last one the speed is another one, which no fit would have seen. */
  @Test
  void aStandstillIsForgottenWithTheSensorThatTellsIt() throws IOException {
    SampleProfile profile =
        SampleProfile.of(
            file(
                "speed,flow,heat",
                800,
                (t, random) ->
                    t % 100 < 80
                        ? words(
                            "%d,%.2f,%.2f",
                            t < 700 ? 100 : 101,
                            50 + random.nextGaussian(),
                            20 + random.nextGaussian())
                        : "0,8,5"));

    assertThat(profile.findings().leftOut())
        .isEqualTo(Map.of(SampleProfile.LATE, List.of("speed")));
    assertThat(profile.findings().standstill()).isEmpty();
    assertThat(profile.file().steps().when()).isEmpty();
    assertThat(profile.sensors()).containsExactly("flow", "heat");
  }

  /** 160 rows are ten for each of two readings of two sensors, not of ten. */
  @Test
  void constantSensorsDoNotCountForTheSizeOfTheMap() throws IOException {
    SampleProfile profile =
        SampleProfile.of(
            file(
                "a,b,c,d,e,f,g,h,i,j",
                200,
                (t, random) ->
                    words(
                        "%.2f,%.2f,1,2,3,4,5,6,7,8",
                        random.nextGaussian(), random.nextGaussian())));

    assertThat(profile.constant()).containsExactly("c", "d", "e", "f", "g", "h", "i", "j");
    assertThat(profile.sensors()).hasSize(10);
    assertThat(profile.proposal().fittingRows()).isEqualTo(160);
    assertThat(profile.proposal().size().delays()).isEqualTo(2);
  }

  /** Both never fall; the second one in ever longer steps. */
  @Test
  void aCounterIsNoMeterToo() throws IOException {
    SampleProfile profile =
        SampleProfile.of(
            file(
                "n,meter,a,b",
                1_200,
                (t, random) ->
                    words(
                        "%.4f,%d,%.2f,%.2f",
                        t + 0.3 * random.nextDouble(),
                        t * t,
                        random.nextGaussian(),
                        random.nextGaussian())));

    assertThat(profile.findings().leftOut())
        .isEqualTo(
            Map.of(
                "counts rows or time",
                List.of("n"),
                "only ever rises, as meters do",
                List.of("meter")));
  }

  @Test
  void noSensorIsLeftSaysWhy() throws IOException {
    String file = file("kind,blank", 30, (t, random) -> "k" + t + ",");

    assertThatThrownBy(() -> SampleProfile.of(file))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("kind")
        .hasMessageContaining("blank");
  }

  @Test
  void aSwitchThatMovesInFewerThanATwentiethOfTheRowsIsRare() throws IOException {
    SampleProfile profile =
        SampleProfile.of(
            file(
                "a,b,switch,level",
                1_000,
                (t, random) ->
                    words(
                        "%.2f,%.2f,%d,%d",
                        random.nextGaussian(), random.nextGaussian(), t / 250, t / 10)));

    assertThat(profile.findings().rarelyChanging()).containsExactly("switch");
  }

  @Test
  void stepsAreOfEpisodesAndStreams() throws IOException {
    String file =
        file(
            "time,run,machine,a",
            1_200,
            (t, random) ->
                words(
                    "%d,r%d,m%d,%.2f",
                    1_767_225_600L + 10L * (t / 2) + (t >= 600 ? 5_000 : 0),
                    t / 600,
                    t % 2,
                    random.nextGaussian()));
    SampleScan scan = SampleScan.of(file);
    StepStatistics steps = scan.steps(file).orElseThrow();

    assertThat(scan.episode()).hasValue("run");
    assertThat(scan.stream()).hasValue("machine");
    assertThat(scan.rows()).isEqualTo(1_200);
    assertThat(steps.median()).isEqualTo(10_000_000_000L);
    assertThat(steps.gaps()).as("between two episodes is none").isZero();
    assertThat(steps.regularShare()).isEqualTo(1);
  }

  @Test
  void theFinestOfSeveralTimesIsTaken() throws IOException {
    SampleScan scan =
        SampleScan.of(
            file(
                "day,at,again,a",
                200,
                (t, random) ->
                    words(
                        "2026-01-%02d,2026-01-%02dT%02d:00:00Z,2026-01-%02dT%02d:00:00Z,%.2f",
                        1 + t / 24,
                        1 + t / 24,
                        t % 24,
                        1 + t / 24,
                        t % 24,
                        random.nextGaussian())));

    assertThat(scan.time()).hasValue("at");
    assertThat(scan.timeNote()).isEqualTo("ISO text; without a zone it is taken as UTC");
  }

  @Test
  void theUnitOfACountedTimeIsAGuessUnlessTheNameSaysIt() throws IOException {
    SampleScan guess =
        SampleScan.of(file("t,a", 50, (t, random) -> 0.5 * t + "," + random.nextGaussian()));
    SampleScan named =
        SampleScan.of(file("t_ms,a", 50, (t, random) -> 0.5 * t + "," + random.nextGaussian()));

    assertThat(guess.timeNote())
        .isEqualTo("counted from a start; the unit is a GUESS, correct it if it is not seconds");
    assertThat(named.timeNote()).isEqualTo("counted from a start, the unit as the name says");
    assertThat(named.timeFormat().label()).isEqualTo("ms");
  }

  @Test
  void machinesAreNamedByTheColumnThatChangesWhereTheTimeStartsAgain() throws IOException {
    Row row =
        (t, random) ->
            words("%s,%s,%d,%.2f", "x" + t / 100, "y" + t / 50, t % 100, random.nextGaussian());
    SampleScan scan = SampleScan.of(file("one,other,time,a", 400, row));
    SampleScan shifted =
        SampleScan.of(
            file(
                "one,time,a",
                400,
                (t, random) ->
                    words("%s,%d,%.2f", "x" + (t + 1) / 100, t % 100, random.nextGaussian())));

    assertThat(scan.stream().or(scan::episode)).isPresent();
    assertThat(shifted.stream()).isEmpty();
  }

  @Test
  void whereAColumnNamesEpisodesNoOtherIsTakenForMachines() throws IOException {
    Row row = (t, random) -> words("%d,%d,%.2f", 1 + t / 100, t % 100, random.nextGaussian());
    SampleScan alone = SampleScan.of(file("one,time,a", 400, row));
    SampleScan named =
        SampleScan.of(
            file("run,one,time,a", 400, (t, random) -> "r" + t / 50 + "," + row.of(t, random)));

    assertThat(alone.stream()).hasValue("one");
    assertThat(named.episode()).hasValue("run");
    assertThat(named.stream()).isEmpty();
  }
}
