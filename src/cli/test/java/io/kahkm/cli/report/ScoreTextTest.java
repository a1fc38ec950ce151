package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.offline.DetectionFigures;
import io.kahkm.cli.offline.ScoredRow;
import io.kahkm.cli.offline.ScoredRun;
import io.kahkm.cli.rows.GivenRows;
import io.kahkm.internal.incident.Incident;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a scored file, on the terminal, as rows and as a page. */
class ScoreTextTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder;

  private static ScoredRun run(InputTiming timing, int... streams) {
    return run(List.of("pump-a", "pump-b"), timing, streams);
  }

  private static ScoredRun run(List<String> names, InputTiming timing, int... streams) {
    long[] times = new long[streams.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = timing.timed() ? i * SECOND : i;
    }
    return new ScoredRun(
        TestModels.withNoveltyLimit(TestModels.vanDerPol(3, 1), 0.5),
        GivenRows.of(names, streams, times, timing),
        Map.of());
  }

  private static void row(
      ScoredRun run, int line, int stream, StreamState state, double novelty, String notice) {
    run.rows()[line] =
        new ScoredRow(
            line,
            stream,
            line * SECOND,
            state,
            new ScoredRow.Novelty(novelty, novelty > 0.5, novelty > 0.5, notice.equals("novelty")),
            new ScoredRow.Relations(Double.NaN, Double.NaN, false, notice.equals("relations")),
            new ScoredRow.Sensors(Double.NaN, false, notice.equals("sensors"), ""),
            novelty > 0.5 ? List.of(new ScoredRow.Share(1, 0.75)) : List.of(),
            novelty > 0.5 ? 1 : 0,
            Double.NaN);
  }

  private static ScoredRun.StreamIncident incident(int stream, long number, OptionalLong ended) {
    return new ScoredRun.StreamIncident(
        stream,
        new Incident(
            number,
            60 * SECOND,
            62 * SECOND,
            240 * SECOND,
            ended,
            true,
            false,
            false,
            2.5,
            0,
            List.of(0.25, 0.75),
            List.of(OptionalLong.empty(), OptionalLong.empty()),
            List.of()));
  }

  @Test
  void everyReadingIsCountedAsWhatItWas() {
    ScoredRun run = run(InputTiming.TIMED, 0, 0, 0, 1, 1, 1);
    row(run, 0, 0, StreamState.NORMAL, 0.1, "");
    row(run, 1, 0, StreamState.OUTSIDE, 0.9, "");
    row(run, 2, 0, StreamState.LEARNING, 0.2, "");
    row(run, 3, 1, StreamState.LEARNING, Double.NaN, "");
    row(run, 4, 1, StreamState.NORMAL, 0.1, "");

    assertThat(ScoreText.lines(run, Optional.empty()))
        .containsExactly(
            "5 of 6 readings scored: 1 unlike the recording, 2 learning, 2 normal",
            "not scored: 1 reading without all values, or refused, as said above; nothing is known"
                + " of that time",
            "learning: 2 of them were not judged by every alarm: 1 lacked a value, or the readings"
                + " before that the model needs; at 1 the past of single sensors was not known or"
                + " held an alarm, or for more than 100 readings too few had enough values to tell"
                + " whether the sensors follow each other",
            "no incident");
  }

  /** Rows {@code seconds} apart, read with a step of 10 s and a tolerance of a tenth. */
  private static List<String> linesOfRows(long... seconds) {
    long[] times = LongStream.of(seconds).map(at -> at * SECOND).toArray();
    ScoredRun run =
        new ScoredRun(
            TestModels.vanDerPol(3, 1),
            GivenRows.of(
                List.of(),
                new int[times.length],
                times,
                InputTiming.TIMED.withStep(10 * SECOND, 0.1)),
            Map.of());
    for (int line = 0; line < times.length; line++) {
      row(run, line, 0, StreamState.LEARNING, Double.NaN, "");
    }
    return ScoreText.lines(run, Optional.empty());
  }

  @Test
  void rowsOfAnotherStepThanTheDeclaredOneAreTheReasonForLearning() {
    assertThat(linesOfRows(0, 100, 200, 300))
        .containsExactly(
            "4 of 4 readings scored: 4 learning",
            "rows are 100s apart, but the declared step is 10s (input.step or --step): every row"
                + " starts again, as after a gap, so most alarms judge nothing; score rows with the"
                + " step of the model",
            "learning: 4 of them were not judged by every alarm: 4 lacked a value, or the readings"
                + " before that the model needs",
            "no incident");
    assertThat(linesOfRows(0, 1, 2, 3).get(1)).startsWith("rows are 1s apart, but the declared");
    assertThat(linesOfRows(0, 11, 22, 500, 509))
        .hasSize(3)
        .startsWith("5 of 5 readings scored: 5 learning")
        .endsWith("no incident");
    assertThat(linesOfRows(0)).hasSize(3);
    assertThat(linesOfRows(0, 0, 0, 10, 10, 10)).as("times that are repeated").hasSize(3);
    ScoredRun machines =
        new ScoredRun(
            TestModels.vanDerPol(3, 1),
            GivenRows.of(
                List.of("a", "b", "c"),
                new int[] {0, 1, 2},
                new long[] {0, 100 * SECOND, 200 * SECOND},
                InputTiming.TIMED.withStep(10 * SECOND, 0.1)),
            Map.of());
    assertThat(ScoreText.otherStep(machines)).as("rows of different machines").isEmpty();
  }

  @Test
  void noticesAreCountedByStreamAndEndWithTheFirstRowWithoutOne() {
    ScoredRun run = run(InputTiming.TIMED, 0, 1, 0, 1, 0, 0);
    row(run, 0, 0, StreamState.NORMAL, 0.1, "novelty");
    row(run, 1, 1, StreamState.NORMAL, 0.1, "novelty");
    row(run, 2, 0, StreamState.NORMAL, 0.1, "novelty");
    row(run, 3, 1, StreamState.NORMAL, 0.1, "");
    row(run, 4, 0, StreamState.NORMAL, 0.1, "");
    row(run, 5, 0, StreamState.NORMAL, 0.1, "sensors");

    assertThat(ScoreText.lines(run, Optional.empty()).get(2))
        .startsWith("3 notices of a provisional alarm over 4 readings: no incident");
    row(run, 1, 1, StreamState.NORMAL, 0.1, "");
    row(run, 5, 0, StreamState.NORMAL, 0.1, "");
    assertThat(ScoreText.lines(run, Optional.empty()).get(2))
        .startsWith("1 notice of a provisional alarm over 2 readings: no incident");
    row(run, 0, 0, StreamState.NORMAL, 0.1, "");
    row(run, 2, 0, StreamState.NORMAL, 0.1, "");
    assertThat(ScoreText.lines(run, Optional.empty())).hasSize(2).endsWith("no incident");
  }

  @Test
  void incidentsAreToldInWordsUpToTwenty() {
    ScoredRun run = run(InputTiming.TIMED, 0);
    row(run, 0, 0, StreamState.NORMAL, 0.1, "");
    run.incidents().add(incident(1, 1, OptionalLong.of(240 * SECOND)));
    assertThat(ScoreText.lines(run, Optional.empty()))
        .endsWith(
            "1 incident",
            "  1 of pump-b: pump-b was unlike the recording from time 0:01:00 to"
                + " time 0:04:00: p and q stood out most.");
    for (int i = 2; i <= 20; i++) {
      run.incidents().add(incident(1, i, OptionalLong.empty()));
    }
    assertThat(ScoreText.lines(run, Optional.empty())).hasSize(22).contains("20 incidents");
    run.incidents().add(incident(1, 21, OptionalLong.empty()));
    assertThat(ScoreText.lines(run, Optional.empty()))
        .hasSize(23)
        .contains("21 incidents")
        .endsWith("  and 1 more, see --report");
  }

  @Test
  void withoutTimesAReadingHasItsRow() {
    ScoredRun run = run(InputTiming.NONE, 0);
    int[] turns = {0, 1, 0, 1, 1};
    ScoredRun pumps =
        new ScoredRun(
            TestModels.vanDerPol(3, 1),
            GivenRows.of(List.of("a", "b"), turns, new long[] {0, 0, 1, 1, 2}, InputTiming.NONE),
            Map.of());

    assertThat(ScoreText.moment(pumps.data(), 0, 1)).isEqualTo("row 3");
    assertThat(ScoreText.moment(pumps.data(), 1, 1)).isEqualTo("row 4");
    assertThat(ScoreText.moment(pumps.data(), 1, 2)).isEqualTo("row 5");

    assertThat(ScoreText.moment(run.data(), 0, 6)).isEqualTo("reading 7");
    assertThat(ScoreText.moment(run(InputTiming.TIMED, 0).data(), 0, 6 * SECOND))
        .isEqualTo("time 0:00:06");
    assertThat(ScoreText.moment(run(InputTiming.TIMED, 0).data(), 0, 1_767_225_600 * SECOND))
        .isEqualTo("1 January 2026 00:00:00 UTC");
  }

  @Test
  void forecastsOfTenStreamsAreSpokenOf() {
    ScoredRun run = run(InputTiming.TIMED, 0);
    row(run, 0, 0, StreamState.NORMAL, 0.1, "");
    for (int i = 0; i < 10; i++) {
      run.forecasts().add(new ScoredRun.StreamForecasts(i % 2, List.of("better", "worse")));
    }
    assertThat(ScoreText.lines(run, Optional.empty()))
        .hasSize(22)
        .contains("forecasts of pump-a: better")
        .endsWith("forecasts of pump-b: worse");
    run.forecasts().add(new ScoredRun.StreamForecasts(0, List.of("better")));
    assertThat(ScoreText.lines(run, Optional.empty()))
        .hasSize(23)
        .endsWith("  and forecasts of 1 more stream, see --report");
  }

  @Test
  void labelsTellWhatWasFoundHowLateAndHowOftenWrongly() {
    DetectionFigures found =
        new DetectionFigures(
            new DetectionFigures.Faults(
                4, 3, List.of(2L, 0L, 0L), Optional.of(Duration.ofSeconds(20))),
            new DetectionFigures.Incidents(3, 2, OptionalDouble.of(12.345)),
            new DetectionFigures.Readings(0.5, 0.25, 0.125, 0));
    assertThat(ScoreText.figures(found))
        .containsExactly(
            "3 of 4 labelled faults found, after 2, 0, 0 readings, median delay 20 s; 3 incidents"
                + " opened during them",
            "2 incidents opened at other times, 12.3 a day",
            "single readings, without point adjustment: precision 50.0 %, recall 25.0 %, F1 0.333;"
                + " VUS-PR 0.125");
    DetectionFigures none =
        new DetectionFigures(
            new DetectionFigures.Faults(1, 0, List.of(), Optional.empty()),
            new DetectionFigures.Incidents(1, 1, OptionalDouble.empty()),
            new DetectionFigures.Readings(0, 0, 0, 1));
    assertThat(ScoreText.figures(none))
        .startsWith(
            "0 of 1 labelled fault found; 1 incident opened during them",
            "1 incident opened at other times")
        .endsWith("1 labelled reading was not scored and counts nowhere here");
  }

  @Test
  void rowsOfTheFileAreWrittenWithEmptyCellsWhereNothingIsKnown() throws IOException {
    ScoredRun run = run(InputTiming.TIMED, 0, 1, 0);
    row(run, 0, 0, StreamState.NORMAL, 0.5, "novelty");
    row(run, 1, 1, StreamState.OUTSIDE, 0.75, "");
    Path file = folder.resolve("scores.csv");

    ScoreRows.write(file, run);

    assertThat(Files.readAllLines(file).subList(1, 4))
        .containsExactly(
            "1,1970-01-01T00:00:00Z,pump-a,on,0.5,0.5,0,,,,,0,0,,,,,,,,,novelty,,,",
            "2,1970-01-01T00:00:01Z,pump-b,outside,0.75,0.5,1,,,,,1,0,p,0.75,,,,,1,,,,,",
            "3,,,skipped,,,,,,,,,,,,,,,,,,,,,");
  }

  /** A reading above a threshold and an alarm, which takes several, are columns of their own. */
  @Test
  void rowsTellReadingsBeyondAThresholdFromAlarms() throws IOException {
    Model model =
        TestModels.withNoveltyLimit(TestModels.smallVanDerPol(), 0.5).toBuilder()
            .alarms(TestModels.alarms(2))
            .build();
    ScoredRun run =
        new ScoredRun(
            model,
            GivenRows.of(List.of(), new int[2], new long[] {0, 1}, InputTiming.NONE),
            Map.of());
    double limit = run.relationLimit().orElseThrow();
    for (int line = 0; line < 2; line++) {
      boolean beyond = line == 0;
      run.rows()[line] =
          new ScoredRow(
              line,
              0,
              line,
              StreamState.NORMAL,
              new ScoredRow.Novelty(beyond ? 0.75 : 0.25, beyond, !beyond, false),
              new ScoredRow.Relations(
                  beyond ? 2 * limit : limit / 2, beyond ? 0.125 : Double.NaN, !beyond, false),
              new ScoredRow.Sensors(beyond ? Double.NaN : 8, !beyond, false, ""),
              List.of(),
              0,
              Double.NaN);
    }
    Path file = folder.resolve("beyond.csv");

    ScoreRows.write(file, run);

    List<String> lines = Files.readAllLines(file);
    List<String> header = List.of(lines.get(0).split(",", -1));
    for (int line = 0; line < 2; line++) {
      String[] cells = lines.get(1 + line).split(",", -1);
      Map<String, String> expected =
          line == 0
              ? Map.of(
                  "novelty_outside", "1",
                  "outside_map", "0",
                  "relation_outside", "1",
                  "relation_broken", "0",
                  "relation_evidence", "0.125",
                  "sensor_evidence", "",
                  "sensor_faulty", "")
              : Map.of(
                  "novelty_outside", "0",
                  "outside_map", "1",
                  "relation_outside", "0",
                  "relation_broken", "1",
                  "relation_evidence", "",
                  "sensor_evidence", "8.0",
                  "sensor_faulty", "1");
      expected.forEach(
          (name, cell) -> assertThat(cells[header.indexOf(name)]).as(name).isEqualTo(cell));
    }
  }

  @Test
  void thePageDrawsEveryStreamShadesIncidentsAndListsThem() {
    ScoredRun run = run(InputTiming.TIMED, 0, 0, 0, 0);
    row(run, 0, 0, StreamState.NORMAL, 0.05, "");
    row(run, 1, 0, StreamState.OUTSIDE, 5, "");
    row(run, 2, 0, StreamState.OUTSIDE, 500, "");
    row(run, 3, 0, StreamState.NORMAL, 0.5, "");
    run.incidents().add(incident(0, 1, OptionalLong.of(240 * SECOND)));
    run.incidents().add(incident(0, 2, OptionalLong.empty()));
    run.forecasts().add(new ScoredRun.StreamForecasts(0, List.of("better")));

    String page = ScorePage.of("rows.csv", run, Optional.empty(), Optional.empty());

    assertThat(page)
        .startsWith("<!doctype html>")
        .endsWith("</html>\n")
        .contains("<title>Scores of rows.csv</title>")
        .contains("<p>4 of 4 readings scored: 2 unlike the recording, 2 normal.</p>")
        .contains(
            "<tr><td>pump-a</td><td>1</td><td>time 0:01:00</td><td>time"
                + " 0:04:00</td><td>3 min</td><td>map 2.50</td><td>p 75 %, q 25 %</td></tr>")
        .contains("<td>2</td><td>time 0:01:00</td><td>the end of the file</td>")
        .contains("<p>forecasts of pump-a: better.</p>")
        // A tenth of the limit is the bottom, a hundred times the top: a decade is 30 high.
        .contains("d=\"M125.0 90.0 L375.0 30.0 L625.0 0.0 L875.0 60.0 \"")
        .contains("<rect class=\"incident\" x=\"250.0\" y=\"0\" width=\"500.0\" height=\"90\"/>")
        .contains("x2=\"1000\" y1=\"60.0\" y2=\"60.0\"/>")
        .contains("<p>novelty, time 0:00:00 to time 0:00:03</p>")
        .contains("<h3>pump-b</h3>\n<p>No reading of it could be used.</p>")
        .doesNotContain("relations relative");
  }

  @Test
  void anIncidentThatIsOpenAtTheEndIsShadedToTheEdge() {
    ScoredRun run = run(InputTiming.TIMED, 0, 0, 0, 0);
    row(run, 0, 0, StreamState.NORMAL, 0.05, "");
    row(run, 1, 0, StreamState.OUTSIDE, 5, "");
    row(run, 2, 0, StreamState.NORMAL, 0.05, "");
    row(run, 3, 0, StreamState.OUTSIDE, 5, "");

    assertThat(page(run))
        .contains("<rect class=\"incident\" x=\"250.0\" y=\"0\" width=\"250.0\" height=\"90\"/>")
        .contains("<rect class=\"incident\" x=\"750.0\" y=\"0\" width=\"250.0\" height=\"90\"/>");
  }

  /** Also the line of a strip begins where the first reading was judged. */
  @Test
  void namesOfStreamsAreTextOnThePage() {
    ScoredRun run = run(List.of("<b>a&b"), InputTiming.TIMED, 0, 0);
    row(run, 0, 0, StreamState.LEARNING, Double.NaN, "");
    row(run, 1, 0, StreamState.NORMAL, 0.5, "");
    run.incidents().add(incident(0, 1, OptionalLong.empty()));

    assertThat(page(run))
        .contains("<h3>&lt;b&gt;a&amp;b</h3>", "<td>&lt;b&gt;a&amp;b</td>")
        .contains("d=\"M750.0 60.0 \"")
        .doesNotContain("<b>");
  }

  private static String page(ScoredRun run) {
    return ScorePage.of("rows.csv", run, Optional.empty(), Optional.empty());
  }

  /** Two readings share a point; one that was not judged hides no other one, whichever is first. */
  @Test
  void aPointIsTheLargestOfItsReadings() {
    ScoredRun run = run(List.of("pump"), InputTiming.TIMED, new int[2000]);
    for (int t = 0; t < 2000; t++) {
      row(run, t, 0, StreamState.NORMAL, 0.05, "");
    }
    row(run, 0, 0, StreamState.NORMAL, 50, "");
    row(run, 1, 0, StreamState.LEARNING, Double.NaN, "");
    row(run, 4, 0, StreamState.LEARNING, Double.NaN, "");
    row(run, 5, 0, StreamState.NORMAL, 50, "");
    row(run, 8, 0, StreamState.LEARNING, Double.NaN, "");
    row(run, 9, 0, StreamState.LEARNING, Double.NaN, "");
    assertThat(page(run))
        .contains("d=\"M0.5 0.0 L1.5 90.0 L2.5 0.0 L3.5 90.0 L5.5 90.0 L6.5 90.0 ")
        .doesNotContain("NaN");
  }

  @Test
  void aPageSaysWhatItLeavesOut() {
    List<String> names = new ArrayList<>();
    for (int stream = 0; stream < 51; stream++) {
      names.add("s" + stream);
    }
    ScoredRun many = run(names, InputTiming.TIMED, new int[1]);
    for (int number = 1; number <= 500; number++) {
      many.incidents().add(incident(0, number, OptionalLong.empty()));
    }
    assertThat(page(many))
        .contains("<h3>s49</h3>", "<p>Not drawn: 1 other stream.</p>", "<td>500</td>")
        .doesNotContain("<h3>s50</h3>", "<p>And ");
    many.incidents().add(incident(0, 501, OptionalLong.empty()));
    assertThat(page(many)).contains("<p>And 1 more.</p>").doesNotContain("<td>501</td>");
    ScoredRun few = run(names.subList(0, 50), InputTiming.TIMED, new int[1]);
    assertThat(page(few))
        .contains("<h3>s49</h3>", "<p>There was none.</p>", "<h2>Alarms</h2>")
        .contains("<p>Each strip shows an alarm relative to its threshold")
        .doesNotContain("Not drawn", "<h2>Forecasts</h2>", "<h2>Against the labels</h2>");
    few.forecasts().add(new ScoredRun.StreamForecasts(0, List.of("better")));
    assertThat(page(few)).contains("<h2>Forecasts</h2>");
  }
}
