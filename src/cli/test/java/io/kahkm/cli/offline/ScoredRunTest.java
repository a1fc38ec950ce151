package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.rows.ForecastFile;
import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.decode.RejectReason;
import io.kahkm.incident.NamedSensors;
import io.kahkm.internal.incident.IncidentChange;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.json.SkillJson;
import io.kahkm.telemetry.condition.StreamState;
import io.kahkm.testing.TestModels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every reading meant, beside what a monitor of each pump alone says of it. */
class ScoredRunTest {
  @TempDir private Path folder;

  private static StreamMonitor monitor(Model model) {
    return StreamMonitor.create(
        MonitorSettings.builder().timing(WatchedPumps.TIMING).build(), model);
  }

  /** Notes what it is shown, one line each. */
  private static final class Notes implements ScoredRun.Follower {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void begins(int stream) {
      lines.add("pump " + stream);
    }

    @Override
    public void advanced(RowAssessment assessment, StreamMonitor monitor) {
      lines.add(assessment.time() + " after " + monitor.status().counts().records());
    }

    @Override
    public void happened(ScoredRun.StreamIncident incident) {
      lines.add(incident.toString());
    }

    @Override
    public void ended(StreamMonitor monitor) {
      lines.add("ended after " + monitor.status().counts().records());
    }
  }

  private static ScoredRow expected(StateData.Row row, RowAssessment now, boolean watched) {
    List<ScoredRow.Share> shares = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      if (now.contributions()[i] > 0) {
        shares.add(new ScoredRow.Share(i, now.contributions()[i]));
      }
    }
    shares.sort(Comparator.comparing(ScoredRow.Share::share).reversed());
    StreamState state = watched ? StreamState.NORMAL : StreamState.NOT_WATCHED;
    state = watched && now.alarms().learning() ? StreamState.LEARNING : state;
    state = now.alarms().sensorFaulty() ? StreamState.FAULTY : state;
    state = now.alarms().relationBroken() ? StreamState.BROKEN : state;
    state = now.alarms().outsideMap() ? StreamState.OUTSIDE : state;
    return new ScoredRow(
        row.line(),
        row.stream(),
        now.time(),
        state,
        new ScoredRow.Novelty(
            now.novelty(),
            now.novelty() > 0.7,
            now.alarms().outsideMap(),
            now.alarms().noveltyNotice()),
        new ScoredRow.Relations(
            now.alarms().relation(),
            now.alarms().relationEvidence(),
            now.alarms().relationBroken(),
            now.alarms().relationNotice()),
        new ScoredRow.Sensors(
            now.alarms().sensorEvidence(),
            now.alarms().sensorFaulty(),
            now.alarms().sensorNotice(),
            now.alarms().sensorFindings().stream()
                .findFirst()
                .map(first -> (first.sensor() == 0 ? "q " : "p ") + first.kind().label())
                .orElse("")),
        shares,
        now.incidentNumber(),
        Math.sqrt(now.squaredError().orElse(Double.NaN)));
  }

  /**
   * Rows, incidents and what a follower is shown, by the models that watch one thing or another.
   */
  @Test
  void everyReadingIsWhatAMonitorOfItsPumpMakesOfIt() {
    StateData data = WatchedPumps.faulty();
    Set<String> notices = new HashSet<>();
    Set<String> faults = new HashSet<>();
    Set<StreamState> states = new HashSet<>();
    for (boolean provisional : new boolean[] {false, true}) {
      for (boolean relations : new boolean[] {false, true}) {
        for (boolean sensors : new boolean[] {false, true}) {
          Model model = WatchedPumps.model(relations, sensors, provisional);
          ScoredRun run = new ScoredRun(model, data, Map.of());
          Notes notes = new Notes();
          run.score(() -> monitor(model), List.of(), notes);

          ScoredRow[] rows = new ScoredRow[data.rows().size()];
          List<ScoredRun.StreamIncident> incidents = new ArrayList<>();
          List<String> told = new ArrayList<>();
          for (int pump = 0; pump < 2; pump++) {
            told.add("pump " + pump);
            StreamMonitor monitor = monitor(model);
            Optional<ScoredRun.StreamIncident> open = Optional.empty();
            for (StateData.Row row : data.rows()) {
              if (row.stream() != pump) {
                continue;
              }
              RowAssessment now = monitor.advance(row.observation());
              if (!now.admission().changesState()) {
                continue;
              }
              rows[(int) row.line()] = expected(row, now, monitor.status().watched());
              told.add(now.time() + " after " + monitor.status().counts().records());
              int number = pump;
              Optional<ScoredRun.StreamIncident> latest =
                  now.incident().map(one -> new ScoredRun.StreamIncident(number, one));
              if (now.incidentChange() == IncidentChange.ENDED) {
                incidents.add(latest.orElseThrow());
                told.add(latest.orElseThrow().toString());
              }
              open = now.incidentNumber() > 0 ? latest : Optional.empty();
            }
            open.ifPresent(incidents::add);
            open.ifPresent(one -> told.add(one.toString()));
            told.add("ended after " + monitor.status().counts().records());
          }
          assertThat(run.rows()).isEqualTo(rows);
          assertThat(run.incidents()).isEqualTo(incidents);
          assertThat(notes.lines).isEqualTo(told);
          for (ScoredRow row : rows) {
            if (row != null) {
              notices.add(row.notice());
              faults.add(row.sensors().fault());
              states.add(row.state());
            }
          }
        }
      }
    }
    assertThat(notices).containsExactlyInAnyOrder("", "novelty", "relations", "sensors");
    assertThat(faults).contains("", "q stuck", "q high", "p high");
    assertThat(states)
        .contains(StreamState.NORMAL, StreamState.OUTSIDE, StreamState.BROKEN, StreamState.FAULTY);
  }

  /** Of a pump that lacks both values for five readings and one for fifteen, nothing held. */
  @Test
  void aReadingThatLacksAValueIsNeverNormal() {
    StateData data = WatchedPumps.faulty();
    InputTiming withoutHold = WatchedPumps.TIMING.withHold(0);
    Model model = WatchedPumps.model(true, false, false);
    ScoredRun run = new ScoredRun(model, data, Map.of());
    run.score(
        () -> StreamMonitor.create(MonitorSettings.builder().timing(withoutHold).build(), model),
        List.of(),
        Progress.NONE);

    Map<Boolean, Set<StreamState>> states = Map.of(false, new HashSet<>(), true, new HashSet<>());
    for (StateData.Row row : data.rows()) {
      ScoredRow scored = run.rows()[(int) row.line()];
      if (scored != null) {
        boolean lacking =
            Arrays.stream(row.observation().state()).anyMatch(value -> Double.isNaN(value));
        states.get(lacking).add(scored.state());
      }
    }
    assertThat(states.get(true)).containsExactly(StreamState.LEARNING);
    assertThat(states.get(false)).contains(StreamState.NOT_WATCHED);
    assertThat(states.get(false)).doesNotContain(StreamState.LEARNING);
  }

  @Test
  void rowsThatBringNothingNewHaveNoResult() {
    StateData data = WatchedPumps.faulty();
    Model model = WatchedPumps.watched();
    ScoredRun run = new ScoredRun(model, data, Map.of("q", "bar"));
    run.score(() -> monitor(model), List.of(), Progress.NONE);

    assertThat(run.rows()).hasSize(2 * (WatchedPumps.READINGS + 2));
    assertThat(run.rows()).filteredOn(row -> row == null).hasSize(4);
    assertThat(run.streams()).isEqualTo(2);
    assertThat(run.stream(1)).isEqualTo("pump-b");
    assertThat(run.sensors()).containsExactly("q", "p");
    assertThat(run.named()).isEqualTo(new NamedSensors(List.of("q", "p"), Map.of("q", "bar")));
    assertThat(run.forecasts()).as("no claim is examined").isEmpty();
    assertThat(run.data()).isSameAs(data);
  }

  @Test
  void progressIsToldEveryThousandReadingsAndAtTheEnd() {
    List<StateData.Row> rows = new ArrayList<>();
    for (int t = 0; t < 2001; t++) {
      rows.add(WatchedPumps.row(0, t, t, 0, 0));
    }
    List<String> told = new ArrayList<>();
    Model model = TestModels.smallVanDerPol();
    new ScoredRun(model, GivenRows.of(List.of(), rows, WatchedPumps.TIMING), Map.of())
        .score(
            () -> monitor(model),
            List.of(),
            (stage, done, total) -> told.add(stage + " " + done + "/" + total));

    assertThat(told)
        .containsExactly(
            "readings replayed 0/2001",
            "readings replayed 1000/2001",
            "readings replayed 2000/2001",
            "readings replayed 2001/2001");
  }

  @Test
  void howFarARowIsBeyondIsTheLargerOfItsRatiosToTheLimits() {
    Model watched = WatchedPumps.watched();
    double limit = watched.alarms().orElseThrow().relations().orElseThrow().normal().limit();
    ScoredRun run = new ScoredRun(watched, WatchedPumps.faulty(), Map.of());

    assertThat(run.noveltyLimit()).hasValue(0.7);
    assertThat(run.relationLimit()).hasValue(limit);
    assertThat(run.excess(row(0.35, limit / 4))).isEqualTo(0.35 / 0.7);
    assertThat(run.excess(row(0.07, 3 * limit))).isEqualTo(3 * limit / limit);
    assertThat(run.excess(row(Double.NaN, limit / 2))).isEqualTo(limit / 2 / limit);
    assertThat(run.excess(row(0.14, Double.NaN))).isEqualTo(0.14 / 0.7);
    assertThat(run.excess(row(Double.NaN, Double.NaN))).isZero();
    ScoredRun alone =
        new ScoredRun(WatchedPumps.model(false, false, false), WatchedPumps.faulty(), Map.of());
    assertThat(alone.relationLimit()).isEmpty();
    assertThat(alone.excess(row(0.35, 1000))).isEqualTo(0.35 / 0.7);
  }

  private static ScoredRow row(double novelty, double relation) {
    return new ScoredRow(
        0,
        0,
        0,
        StreamState.NORMAL,
        new ScoredRow.Novelty(novelty, false, false, false),
        new ScoredRow.Relations(relation, Double.NaN, false, false),
        ScoredRow.Sensors.NONE,
        List.of(),
        0,
        Double.NaN);
  }

  /** A forecast from the last reading of a pump is of no other: it is shown before that one's. */
  @Test
  void forecastsOfOthersAreShownToTheMonitorOfTheirStream() throws Exception {
    ForecastFile rival =
        WatchedPumps.rival(
            folder,
            """
            t,pump,q,p
            0,pump-a,0,0
            60,pump-a,0,0
            120,pump-a,0,0
            120,pump-a,1,1
            60,pump-b,0,0
            120,pump-b,0,0
            120,pump-b,1,1
            """);
    List<StateData.Row> rows = new ArrayList<>();
    for (int line = 0; line < 6; line++) {
      rows.add(WatchedPumps.row(line / 3, line, line % 3, 0.1, 0.1));
    }
    Model model = TestModels.smallVanDerPol();
    MonitorSettings settings =
        MonitorSettings.builder()
            .timing(WatchedPumps.TIMING)
            .horizons(List.of(1))
            .others(List.of(rival.forecaster()))
            .build();
    List<Long> scored = new ArrayList<>();
    List<StreamMonitor> monitors = new ArrayList<>();
    ScoredRun run =
        new ScoredRun(model, GivenRows.of(WatchedPumps.NAMES, rows, WatchedPumps.TIMING), Map.of());
    run.score(
        () -> {
          monitors.add(StreamMonitor.create(settings, model));
          return monitors.get(monitors.size() - 1);
        },
        List.of(rival),
        ScoredRun.Follower.NONE);
    monitors.forEach(monitor -> scored.add(monitor.status().forecasts().others().get(0).scored()));

    assertThat(rival.refused())
        .as("the second from the last reading of each")
        .isEqualTo(Map.of(RejectReason.DUPLICATE.label(), 2));
    assertThat(scored).containsExactly(2L, 1L);
    List<ScoredRun.StreamForecasts> claims = new ArrayList<>();
    for (StreamMonitor monitor : monitors) {
      claims.add(
          new ScoredRun.StreamForecasts(
              claims.size(), SkillJson.words(monitor.status().forecasts())));
    }
    assertThat(run.forecasts()).isEqualTo(claims);
    assertThat(claims).allSatisfy(one -> assertThat(one.sentences()).isNotEmpty());
  }

  @Test
  void aSetPointThatIsKnownAheadIsToldBeforeEachRow() {
    DrivenRows driven = new DrivenRows();
    List<Double> forecasts = new ArrayList<>();
    new ScoredRun(driven.model, driven.data, Map.of())
        .score(
            driven::monitor,
            List.of(),
            new ScoredRun.Follower() {
              @Override
              public void advanced(RowAssessment assessment, StreamMonitor monitor) {
                DrivenRows.add(assessment, forecasts);
              }
            });

    assertThat(forecasts)
        .isEqualTo(driven.forecasts())
        .hasSize(2 * (DrivenRows.ROWS - 1 + DrivenRows.ROWS - 5));
  }
}
