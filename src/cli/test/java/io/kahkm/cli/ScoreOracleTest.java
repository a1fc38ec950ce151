package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.offline.PlainVolume;
import io.kahkm.telemetry.condition.StreamState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every figure that {@code score} prints, computed again from the rows that it writes. */
class ScoreOracleTest {
  @TempDir static Path folder;
  private static TwoPumps pumps;
  private static String printed;

  /** Scored rows of each pump in their order. */
  private static final Map<String, List<Row>> READINGS = new LinkedHashMap<>();

  private static int lines;
  private static Path page;

  private record Row(
      long line, String state, double score, boolean alarm, long incident, boolean label) {}

  @BeforeAll
  static void score() throws Exception {
    READINGS.clear();
    pumps = new TwoPumps(folder);
    Path output = folder.resolve("scores.csv");
    page = folder.resolve("page.html");
    Cli score =
        Cli.words(
            "score --state a,b,c,d --stream plant --time t --time-unit ms --step 10s --hold 30s"
                + " --labels label --input "
                + pumps.history
                + " --model "
                + pumps.model
                + " --report "
                + page
                + " --output",
            output);
    assertThat(score.code()).as(score.err()).isZero();
    printed = score.out();
    List<String> written = Files.readAllLines(output);
    List<String> header = List.of(written.get(0).split(","));
    lines = written.size() - 1;
    for (int i = 0; i < lines; i++) {
      String[] cells = written.get(i + 1).split(",", -1);
      String state = cells[header.indexOf("state")];
      if (state.equals("skipped")) {
        continue;
      }
      READINGS
          .computeIfAbsent(cells[header.indexOf("stream")], name -> new ArrayList<>())
          .add(
              new Row(
                  i,
                  state,
                  Math.max(
                      number(cells[header.indexOf("novelty")])
                          / number(cells[header.indexOf("novelty_limit")]),
                      number(cells[header.indexOf("relation")])
                          / number(cells[header.indexOf("relation_limit")])),
                  cells[header.indexOf("outside_map")].equals("1")
                      || cells[header.indexOf("relation_broken")].equals("1")
                      || cells[header.indexOf("sensor_faulty")].equals("1"),
                  (long) number(cells[header.indexOf("incident")]),
                  pumps.rows.get(i)[2].equals("1")));
    }
  }

  /** What is not known counts as nothing. */
  private static double number(String cell) {
    return cell.isEmpty() ? 0 : Double.parseDouble(cell);
  }

  private static List<Row> all() {
    return READINGS.values().stream().flatMap(List::stream).toList();
  }

  @Test
  void theRecordingHasWhatTheFiguresAreAbout() {
    assertThat(READINGS).containsOnlyKeys("pump-a", "pump-c", "pump-b");
    assertThat(lines).isEqualTo(pumps.rows.size());
    assertThat(all()).as("but for the duplicate").hasSize(lines - 1);
    List<Row> a = READINGS.get("pump-a");
    assertThat(a.get(a.size() - 1).incident()).as("open at the end").isEqualTo(2);
    assertThat(READINGS.get("pump-b")).extracting(Row::incident).contains(1L).doesNotContain(2L);
    assertThat(READINGS.get("pump-c")).extracting(Row::incident).containsOnly(0L);
    assertThat(a.get(100).alarm()).as("the first fault shows later").isFalse();
  }

  @Test
  void readingsAreCountedByTheirStates() {
    List<String> parts = new ArrayList<>();
    for (StreamState state : StreamState.values()) {
      long count = all().stream().filter(row -> row.state().equals(state.label())).count();
      if (count > 0) {
        parts.add(count + " " + state.words());
      }
    }

    assertThat(all()).extracting(Row::state).contains("learning", "outside", "on");
    for (List<Row> rows : READINGS.values()) {
      assertThat(rows.get(0).state()).as("delays are not filled").isEqualTo("learning");
      assertThat(rows.get(5).state()).isEqualTo("on");
    }
    assertThat(printed.lines().findFirst())
        .contains(all().size() + " of " + lines + " readings scored: " + String.join(", ", parts));
  }

  /** One that is open at the end of a pump's rows is told once, under its own pump. */
  @Test
  void everyIncidentIsToldOnceUnderItsStream() {
    List<String> expected = new ArrayList<>();
    READINGS.forEach(
        (stream, rows) ->
            new TreeSet<>(rows.stream().map(Row::incident).filter(n -> n > 0).toList())
                .forEach(number -> expected.add(number + " of " + stream + ": " + stream)));
    List<String> told =
        printed
            .lines()
            .filter(line -> line.startsWith("  "))
            .map(line -> line.strip().replaceFirst("^(\\d+ of \\S+: \\S+).*", "$1"))
            .toList();

    assertThat(told).isEqualTo(expected);
    assertThat(printed).contains("\n" + expected.size() + " incidents\n");
    assertThat(printed.lines().filter(line -> line.contains("pump-a ha")))
        .singleElement()
        .asString()
        .contains("2 of pump-a: pump-a has ");
  }

  @Test
  void faultsDelaysAndFalseAlarmsAreThoseOfTheRows() {
    int faults = 0;
    int found = 0;
    List<Integer> delays = new ArrayList<>();
    int inFaults = 0;
    int outside = 0;
    long unlabelled = 0;
    for (List<Row> rows : READINGS.values()) {
      TreeSet<Long> seen = new TreeSet<>();
      for (int i = 0; i < rows.size(); i++) {
        Row row = rows.get(i);
        unlabelled += row.label() ? 0 : 1;
        if (row.incident() > 0 && seen.add(row.incident())) {
          inFaults += row.label() ? 1 : 0;
          outside += row.label() ? 0 : 1;
        }
        if (row.label() && (i == 0 || !rows.get(i - 1).label())) {
          faults++;
          int first = -1;
          for (int j = i; j < rows.size() && rows.get(j).label() && first < 0; j++) {
            first = rows.get(j).alarm() ? j : -1;
          }
          if (first >= 0) {
            found++;
            delays.add(first - i);
          }
        }
      }
    }
    assertThat(faults).isEqualTo(3);
    assertThat(delays).as("two faults of one pump, one at once").hasSize(2).doesNotHaveDuplicates();
    long median = TwoPumps.STEP_MILLIS / 1000 * Math.min(delays.get(0), delays.get(1));
    String words = median < 120 ? median + " s" : median / 60 + " min";
    double days = unlabelled * TwoPumps.STEP_MILLIS / 86_400_000.0;

    assertThat(printed)
        .contains(
            "%d of %d labelled faults found, after %s readings, median delay %s; %d %s opened during them\n"
                .formatted(
                    found,
                    faults,
                    delays.get(0) + ", " + delays.get(1),
                    words,
                    inFaults,
                    inFaults == 1 ? "incident" : "incidents"))
        .contains(
            String.format(
                Locale.ROOT,
                "\n%d %s opened at other times, %.3g a day\n",
                outside,
                outside == 1 ? "incident" : "incidents",
                outside / days));
  }

  @Test
  void precisionRecallAndVolumeAreThoseOfTheRows() {
    double both = all().stream().filter(row -> row.alarm() && row.label()).count();
    double alarms = all().stream().filter(Row::alarm).count();
    double labels = all().stream().filter(Row::label).count();
    double precision = both / alarms;
    double recall = both / labels;
    assertThat(precision).as("not the recall").isNotEqualTo(recall);
    List<double[]> scores = new ArrayList<>();
    List<boolean[]> truth = new ArrayList<>();
    for (List<Row> rows : READINGS.values()) {
      scores.add(rows.stream().mapToDouble(Row::score).toArray());
      boolean[] labelled = new boolean[rows.size()];
      for (int i = 0; i < labelled.length; i++) {
        labelled[i] = rows.get(i).label();
      }
      truth.add(labelled);
    }

    String expected =
        String.format(
            Locale.ROOT,
            "single readings, without point adjustment: precision %.1f %%, recall %.1f %%, F1 %.3f;"
                + " VUS-PR %.3f",
            100 * precision,
            100 * recall,
            2 * both / (alarms + labels),
            PlainVolume.of(scores, truth));
    assertThat(printed).contains(expected);
  }

  @Test
  void thePageHasTheSameFigures() throws Exception {
    String text = Files.readString(page);
    List<String> said = printed.lines().toList();

    assertThat(said.stream().filter(line -> line.contains("labelled faults found")))
        .singleElement()
        .satisfies(line -> assertThat(text).contains(line));
    assertThat(said.stream().filter(line -> line.startsWith("single readings")))
        .singleElement()
        .satisfies(line -> assertThat(text).contains(line));
  }
}
