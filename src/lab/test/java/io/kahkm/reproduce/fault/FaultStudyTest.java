package io.kahkm.reproduce.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.StandInCommands;
import io.kahkm.reproduce.StudySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the study says of alarms, computed once more from the alarms themselves: commands that stand
 * in for those of the product raise them as the test wants.
 */
class FaultStudyTest {
  private static final List<String> SENSORS = List.of("a", "b", "c", "d", "e", "f", "g");
  private static final int FITTED = 11_520;
  private static final int ROWS = 13_500;

  /** Nothing moves in these rows of the transformer. */
  private static final int[][] STANDSTILLS = {{11_600, 11_620}, {13_000, 13_012}};

  /** Alarms of four channels, and the sensors named, of one stream in one run of {@code score}. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Told(boolean[][] alarms, String[][] named) {
    static Told none(int rows) {
      String[][] named = new String[rows][];
      Arrays.setAll(named, row -> new String[] {"", ""});
      return new Told(new boolean[4][rows], named);
    }

    int rows() {
      return named.length;
    }
  }

  /** Decides what is told of a stream. */
  private interface Teller {
    Told of(int run, String stream, int rows);
  }

  @TempDir Path folder;

  private final List<Map<String, Told>> runs = new ArrayList<>();

  private List<ResultTable> study(Teller teller) {
    runs.clear();
    return new FaultStudy(
            folder,
            arguments ->
                StandInCommands.of(
                    Map.of(
                        "init",
                        StandInCommands::init,
                        "fit",
                        words -> "",
                        "score",
                        words -> score(words, teller))))
        .run(new StudySettings(StudySettings.FEWEST_WINDOWS, 1), Progress.NONE)
        .tables();
  }

  private String score(List<String> words, Teller teller) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(StandInCommands.option(words, "--input")));
    String column = StandInCommands.option(words, "--stream");
    int stream = List.of(lines.get(0).split(",")).indexOf(column);
    Map<String, Integer> rows = new LinkedHashMap<>();
    lines
        .subList(1, lines.size())
        .forEach(line -> rows.merge(stream < 0 ? "" : line.split(",")[stream], 1, Integer::sum));
    Map<String, Told> told = new LinkedHashMap<>();
    rows.forEach((name, count) -> told.put(name, teller.of(runs.size(), name, count)));
    List<String> written = new ArrayList<>();
    written.add(
        (stream < 0 ? "" : "stream,")
            + "time,incident,sensor_2,sensor_1,outside_map,sensor_faulty,relation_broken");
    told.forEach(
        (name, of) -> {
          for (int row = 0; row < of.rows(); row++) {
            written.add(
                (stream < 0 ? "" : name + ",")
                    + row
                    + (of.alarms()[3][row] ? ",17," : ",,")
                    + of.named()[row][1]
                    + ","
                    + of.named()[row][0]
                    + (of.alarms()[0][row] ? ",1," : ",0,")
                    + (of.alarms()[2][row] ? "notice," : ",")
                    + (of.alarms()[1][row] ? "1" : "0"));
          }
        });
    Files.write(Path.of(StandInCommands.option(words, "--output")), written);
    runs.add(told);
    return "";
  }

  /** Alarms by chance, long and short ones, with any sensors named. */
  private static Told byChance(long seed, int rows, List<String> sensors) {
    SplittableRandom random = new SplittableRandom(seed);
    Told told = Told.none(rows);
    for (boolean[] channel : told.alarms()) {
      for (int alarm = random.nextInt(4); alarm > 0; alarm--) {
        int from = random.nextInt(rows);
        Arrays.fill(channel, from, Math.min(rows, from + 1 + random.nextInt(20)), true);
      }
    }
    for (String[] named : told.named()) {
      for (int place = 0; place < named.length; place++) {
        named[place] =
            sensors.get(random.nextInt(sensors.size())) + (random.nextBoolean() ? "@3" : "");
      }
    }
    return told;
  }

  private void transformer() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("date," + String.join(",", SENSORS));
    for (int row = 0; row < ROWS; row++) {
      int moves = row;
      for (int[] still : STANDSTILLS) {
        moves = row >= still[0] && row < still[1] ? still[0] : moves;
      }
      lines.add("t" + row + ("," + moves % 97).repeat(SENSORS.size()));
    }
    Files.write(folder.resolve("etth1.csv"), lines);
  }

  private static boolean any(boolean[] alarms, int from, int to) {
    return first(alarms, from, to) >= 0;
  }

  private static int first(boolean[] alarms, int from, int to) {
    for (int row = from; row < to; row++) {
      if (alarms[row]) {
        return row;
      }
    }
    return -1;
  }

  private static int begins(boolean[] alarms, int from, int to) {
    String text = "";
    for (int row = from; row < to; row++) {
      text += alarms[row] ? "x" : ".";
    }
    return (int) Pattern.compile("x+").matcher(text).results().count();
  }

  private static String plain(String named) {
    return named.replaceFirst("@.*", "");
  }

  /** A fault that all channels find in row 510, and an incident where nothing moves. */
  private static Told perfect(int run, String stream, int rows) {
    Told told = Told.none(rows);
    if (run == 0) {
      for (int[] still : STANDSTILLS) {
        Arrays.fill(told.alarms()[3], still[0] + 5 - FITTED, still[1] + 9 - FITTED, true);
      }
    } else {
      for (boolean[] channel : told.alarms()) {
        Arrays.fill(channel, 510, 530, true);
      }
      Arrays.stream(told.named()).forEach(named -> named[0] = stream);
    }
    return told;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void injectedFaultsAreCountedAsTheyWereTold(long seed) throws IOException {
    transformer();
    List<ResultTable> tables =
        study(
            (run, stream, rows) ->
                byChance(seed * 1000 + 20L * run + stream.hashCode(), rows, SENSORS));

    List<List<String>> expected = new ArrayList<>();
    int scored = 0;
    for (InjectedFault fault : InjectedFault.values()) {
      Map<String, Told> told = runs.get(++scored);
      assertThat(told).hasSize(7);
      int[] found = new int[4];
      List<Integer> rows = new ArrayList<>();
      int one = 0;
      int two = 0;
      int before = 0;
      for (String sensor : SENSORS) {
        Told of = told.get(sensor);
        assertThat(of.rows()).isEqualTo(700);
        for (int channel = 0; channel < 4; channel++) {
          found[channel] += any(of.alarms()[channel], 500, 700) ? 1 : 0;
        }
        before += any(of.alarms()[3], 0, 500) ? 1 : 0;
        int row = first(of.alarms()[3], 500, 700);
        if (row >= 0) {
          rows.add(row - 500);
          String[] named = of.named()[Math.min(row + 5, 699)];
          one += plain(named[0]).equals(sensor) ? 1 : 0;
          two += plain(named[0]).equals(sensor) || plain(named[1]).equals(sensor) ? 1 : 0;
        }
      }
      rows.sort(null);
      expected.add(
          List.of(
              "Etth1",
              fault.words,
              "7",
              "" + found[0],
              "" + found[1],
              "" + found[2],
              "" + found[3],
              "" + one,
              "" + two,
              rows.isEmpty() ? "-" : "" + rows.get(rows.size() / 2),
              rows.isEmpty() ? "-" : "" + rows.get(rows.size() - 1),
              "" + before));
    }
    assertThat(tables.get(0).rows()).isEqualTo(expected);

    Told sound = runs.get(0).get("");
    assertThat(sound.rows()).isEqualTo(ROWS - FITTED);
    int noticed = 0;
    for (int[] still : STANDSTILLS) {
      noticed += any(sound.alarms()[3], still[0] - FITTED, still[1] - FITTED) ? 1 : 0;
    }
    assertThat(tables.get(1).rows())
        .containsExactly(
            List.of(
                "Etth1",
                "" + (ROWS - FITTED),
                "" + begins(sound.alarms()[0], 0, sound.rows()),
                "" + begins(sound.alarms()[1], 0, sound.rows()),
                "" + begins(sound.alarms()[2], 0, sound.rows()),
                "" + begins(sound.alarms()[3], 0, sound.rows()),
                "2",
                "" + noticed));
  }

  @Test
  void whatIsAimedAtIsJudged() throws IOException {
    transformer();
    assertThat(study(FaultStudyTest::perfect)).allMatch(ResultTable::passed);

    assertThat(passed(2, 1, told -> Arrays.fill(told.alarms()[3], false)))
        .as("one of seven biases is not found, which is allowed")
        .isTrue();
    assertThat(passed(1, 1, told -> Arrays.fill(told.alarms()[3], false)))
        .as("a stuck sensor is not found")
        .isFalse();
    assertThat(passed(2, 3, told -> Arrays.fill(told.alarms()[3], false)))
        .as("three of seven biases of .5 are not found")
        .isFalse();
    assertThat(passed(4, 2, told -> Arrays.fill(told.alarms()[3], false)))
        .as("two of seven biases of 2 are not found")
        .isFalse();
    assertThat(passed(7, 7, told -> Arrays.fill(told.alarms()[3], false)))
        .as("nothing is aimed at where a sensor has its own readings")
        .isTrue();
    assertThat(passed(6, 1, told -> told.alarms()[3][499] = true)).as("an alarm before").isFalse();
    assertThat(passed(1, 1, told -> Arrays.fill(told.alarms()[3], 510, 601, false)))
        .as("no alarm at all")
        .isFalse();
    assertThat(passed(1, 1, told -> late(told, 600))).as("within 100 rows").isTrue();
    assertThat(passed(1, 1, told -> late(told, 601))).as("after 101").isFalse();
    assertThat(passed(1, 1, told -> told.named()[515][0] = "other")).isFalse();
    assertThat(passed(2, 7, told -> told.named()[515][0] = "other"))
        .as("35 of 42 are named first or second")
        .isTrue();
    assertThat(
            study(
                    (run, stream, rows) -> {
                      Told told = perfect(run, stream, rows);
                      if (run == 2 || run == 3) {
                        told.named()[515][0] = "other";
                      }
                      return told;
                    })
                .get(0)
                .passed())
        .as("28 of 42")
        .isFalse();
  }

  private static void late(Told told, int row) {
    Arrays.fill(told.alarms()[3], false);
    told.alarms()[3][row] = true;
    told.named()[Math.min(row + 5, 699)] = told.named()[0];
  }

  /** Whether the first table passes where something else is told of some streams of a run. */
  private boolean passed(int run, int streams, Consumer<Told> change) {
    return study(
            (of, stream, rows) -> {
              Told told = perfect(of, stream, rows);
              if (of == run && SENSORS.indexOf(stream) < streams) {
                change.accept(told);
              }
              return told;
            })
        .get(0)
        .passed();
  }

  @Test
  void untouchedRowsHaveOneIncidentForEachDayThatStandsStill() throws IOException {
    transformer();
    for (int row : new int[] {0, 900, ROWS - FITTED - 1}) {
      List<ResultTable> tables =
          study(
              (run, stream, rows) -> {
                Told told = perfect(run, stream, rows);
                if (run == 0) {
                  told.alarms()[3][row] = true;
                }
                return told;
              });
      assertThat(tables.get(1).passed()).as("an incident besides, in row %d", row).isFalse();
      assertThat(tables.get(0).passed()).isTrue();
    }
    List<ResultTable> tables =
        study((run, stream, rows) -> run == 0 ? Told.none(rows) : perfect(run, stream, rows));
    assertThat(tables.get(1).passed()).as("none at all").isFalse();
  }

  private static List<String> run(String name, int rows) {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      lines.add(name + "," + row + ",1,2");
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void sharesOfFaultyRowsAreThoseTold(long seed) throws IOException {
    List<String> test = new ArrayList<>(List.of("run,t_min,x,y"));
    test.addAll(run("d00a", 90));
    test.addAll(run("d01", 260));
    test.addAll(run("d08", 200));
    Files.write(folder.resolve("tep_test.csv"), test);
    Files.write(folder.resolve("tep_train.csv"), test.subList(0, 50));
    ResultTable table =
        study((run, stream, rows) -> byChance(seed + 31L * run, rows, List.of("x", "y"))).get(0);

    List<List<String>> expected = new ArrayList<>();
    Told normal = runs.get(0).get("d00a");
    expected.add(List.of("d00a", "" + begins(normal.alarms()[3], 0, 90), "", "", "", "", ""));
    for (int run = 1; run < 3; run++) {
      String name = run == 1 ? "d01" : "d08";
      Told of = runs.get(run).get(name);
      List<String> cells = new ArrayList<>();
      cells.add(name);
      cells.add("" + begins(of.alarms()[3], 0, 160));
      for (boolean[] channel : of.alarms()) {
        int alarmed = 0;
        for (int row = 160; row < of.rows(); row++) {
          alarmed += channel[row] ? 1 : 0;
        }
        cells.add(String.format(Locale.ROOT, "%.1f", 100.0 * alarmed / (of.rows() - 160)));
      }
      int first = first(of.alarms()[3], 160, of.rows());
      cells.add("" + ((first < 0 ? of.rows() : first) - 160));
      expected.add(cells);
    }
    assertThat(table.rows()).isEqualTo(expected);
    assertThat(table.passed()).isFalse();
  }

  @Test
  void tennesseePassesWhereNearlyAllFaultyRowsAreInAlarmAndNoOther() throws IOException {
    List<String> test = new ArrayList<>(List.of("run,t_min,x,y"));
    test.addAll(run("d00a", 90));
    test.addAll(run("d01", 1360));
    test.addAll(run("d08", 1160));
    Files.write(folder.resolve("tep_test.csv"), test);
    Files.write(folder.resolve("tep_train.csv"), test.subList(0, 50));

    assertThat(tennessee(172, 185, -1)).isTrue();
    assertThat(tennessee(173, 185, -1)).as("row 13 of a fast fault").isFalse();
    assertThat(tennessee(172, 186, -1)).as("row 26 of a slow one").isFalse();
    assertThat(tennessee(172, 185, 159)).as("an alarm before").isFalse();
    assertThat(tennessee(160, 160, 10)).as("an alarm in normal operation, too").isFalse();
  }

  private boolean tennessee(int fast, int slow, int before) {
    return study(
            (run, stream, rows) -> {
              Told told = Told.none(rows);
              if (run > 0) {
                Arrays.fill(told.alarms()[3], run == 1 ? fast : slow, rows, true);
              }
              if (before >= 0 && (before < 90 ? run == 0 : run == 1)) {
                told.alarms()[3][before] = true;
              }
              return told;
            })
        .get(0)
        .passed();
  }

  /** Thirteen files, the fault from row 30 to 39 of those that are scored. */
  @ParameterizedTest
  @ValueSource(longs = {6, 7})
  void rowsFromTheFaultToTheAlarmAreThoseTold(long seed) throws IOException {
    skab();
    List<ResultTable> tables =
        study((run, stream, rows) -> byChance(seed + 31L * run, rows, List.of("x", "y")));

    int wrong = 0;
    int found = 0;
    int[] counts = new int[8];
    List<List<String>> expected = new ArrayList<>();
    for (int file = 0; file < 13; file++) {
      Told of = runs.get(file).get("");
      boolean before = any(of.alarms()[3], 0, 30);
      List<String> cells = new ArrayList<>();
      cells.add(String.format(Locale.ROOT, "f%02d.csv", file));
      cells.add(before ? "yes" : "");
      for (boolean[] channel : of.alarms()) {
        int first = first(channel, 30, 40);
        cells.add(first < 0 ? "-" : "" + (first - 30));
      }
      expected.add(cells);
      wrong += before ? 1 : 0;
      found += any(of.alarms()[3], 30, 40) ? 1 : 0;
      for (int row = 0; row < of.rows(); row++) {
        int faulty = row >= 30 && row < 40 ? 2 : 0;
        counts[faulty + (of.alarms()[3][row] ? 1 : 0)]++;
        counts[4 + faulty + (of.alarms()[1][row] ? 1 : 0)]++;
      }
    }
    expected.add(List.of("together", "" + wrong, "", "", "", "" + found));
    assertThat(tables.get(0).rows()).isEqualTo(expected);
    assertThat(tables.get(0).passed()).isEqualTo(found >= 12 && wrong <= 2);
    for (int line = 0; line < 2; line++) {
      double quiet = counts[4 * line];
      double falsely = counts[4 * line + 1];
      double missed = counts[4 * line + 2];
      double hit = counts[4 * line + 3];
      double precision = hit / (hit + falsely);
      double recall = hit / (hit + missed);
      assertThat(tables.get(1).rows().get(line).subList(1, 4))
          .containsExactly(
              String.format(Locale.ROOT, "%.2f", 2 * precision * recall / (precision + recall)),
              String.format(Locale.ROOT, "%.2f", 100 * falsely / (falsely + quiet)),
              String.format(Locale.ROOT, "%.2f", 100 * missed / (missed + hit)));
    }
  }

  @Test
  void skabPassesWithTwelveFilesFoundAndTwoWithAnAlarmBefore() throws IOException {
    skab();
    assertThat(skab(12, 2)).isTrue();
    assertThat(skab(11, 2)).isFalse();
    assertThat(skab(13, 3)).isFalse();
  }

  private boolean skab(int found, int before) {
    return study(
            (run, stream, rows) -> {
              Told told = Told.none(rows);
              told.alarms()[3][39] = run < found;
              told.alarms()[3][29] = run < before;
              return told;
            })
        .get(0)
        .passed();
  }

  private void skab() throws IOException {
    Path files = Files.createDirectories(folder.resolve("skab_open"));
    for (int file = 0; file < 13; file++) {
      List<String> lines = new ArrayList<>();
      lines.add("datetime;s1;s2;s3;s4;s5;s6;s7;s8;anomaly;changepoint");
      for (int row = 0; row < 460; row++) {
        lines.add(
            "t" + row + ";1".repeat(8) + (row >= 430 && row < 440 ? ";1.0" : ";0.0") + ";0.0");
      }
      Files.write(files.resolve(String.format(Locale.ROOT, "f%02d.csv", file)), lines);
    }
  }
}
