package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.rows.ForecastFile;
import io.kahkm.cli.rows.GivenRows;
import io.kahkm.cli.rows.StateData;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.skill.SkillSettings;
import io.kahkm.json.CertificateJson;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file fed to a monitor, beside monitors that see each stream alone. */
class OfflineRunTest {
  private static final Model MODEL = TestModels.withNoveltyLimit(TestModels.smallVanDerPol(), 0.9);

  @TempDir private Path folder;

  /** Orbits, a stream for each, with the episode that names it. */
  private static StateData orbits(int streams, int length, InputTiming timing) {
    Episodes orbits =
        Simulation.episodes(DynamicalSystems.named("vanderpol"), 77, streams, length - 1);
    List<StateData.Row> rows = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int stream = 0; stream < streams; stream++) {
      names.add("pump-" + stream);
      for (int t = 0; t < length; t++) {
        rows.add(WatchedPumps.row(stream, rows.size(), t, orbits.state(stream, t)));
      }
    }
    return GivenRows.of(names, rows, timing);
  }

  @Test
  void everyRowIsShownWithWhatAMonitorOfItsStreamMakesOfIt() {
    StateData data = orbits(2, 20, WatchedPumps.TIMING);
    List<String> shown = new ArrayList<>();
    OfflineRun.forecast(
        MODEL,
        data,
        List.of(1, 5),
        Projection.NONE,
        OptionalDouble.empty(),
        (row, now) ->
            shown.add(row.line() + " " + now.novelty() + now.squaredError() + now.scored().size()));

    List<String> expected = new ArrayList<>();
    StreamMonitor monitor = null;
    for (StateData.Row row : data.rows()) {
      if (row.line() % 20 == 0) {
        monitor =
            StreamMonitor.create(
                MonitorSettings.builder()
                    .timing(WatchedPumps.TIMING)
                    .horizons(List.of(1, 5))
                    .build(),
                MODEL);
      }
      var now = monitor.advance(row.observation());
      expected.add(row.line() + " " + now.novelty() + now.squaredError() + now.scored().size());
    }
    assertThat(shown).isEqualTo(expected);
    assertThat(shown.get(39)).endsWith("2");
  }

  @Test
  void aSetPointThatIsKnownAheadIsToldBeforeEachRow() {
    DrivenRows driven = new DrivenRows();
    List<Double> forecasts = new ArrayList<>();
    OfflineRun.forecast(
        driven.model,
        driven.data,
        DrivenRows.HORIZONS,
        Projection.NONE,
        OptionalDouble.empty(),
        (row, now) -> DrivenRows.add(now, forecasts));

    assertThat(forecasts).isEqualTo(driven.forecasts());
  }

  /** Of the last reading of each stream there is one, too, which nothing can be compared with. */
  @Test
  void forecastsOfOthersAreShownUntilTheirStreamEnds() throws Exception {
    StringBuilder text = new StringBuilder("t,pump,q,p\n");
    for (int stream = 0; stream < 2; stream++) {
      for (int t = 0; t < 4 - stream; t++) {
        text.append(60 * t + 60 * stream).append(",pump-").append(stream).append(",0,0\n");
      }
      text.append(180).append(",pump-").append(stream).append(",1,1\n");
    }
    ForecastFile rival = WatchedPumps.rival(folder, text.toString());
    List<String> ends = new ArrayList<>();
    OfflineRun.forecast(
        MODEL,
        orbits(2, 4, WatchedPumps.TIMING),
        List.of(1),
        Projection.NONE,
        OptionalDouble.empty(),
        SkillSettings.NONE,
        Optional.of(rival),
        (row, now) -> {},
        (last, status) ->
            ends.add(last.line() + ": " + status.forecasts().others().get(0).scored() + " scored"));

    assertThat(ends).containsExactly("3: 3 scored", "7: 2 scored");
    assertThat(rival.refused())
        .as("the second from the last reading of each")
        .isEqualTo(Map.of(RejectReason.DUPLICATE.label(), 2));
  }

  private static CertificateSettings.Builder certificates(int units) {
    return CertificateSettings.builder(Sampling.EPISODES, units)
        .delta(0.05)
        .tolerance(0.3)
        .displayKappas(List.of(1.0));
  }

  /** The first pass finds the closure that the bound refers to. */
  @Test
  void theTightBoundRefersToTheMinimumOfAFirstPass() {
    StateData data = orbits(40, 12, InputTiming.NONE);
    CertificateSettings settings = certificates(40).bound(Bound.TIGHT).build();
    assertThat(settings.needsReferences()).isTrue();
    List<String> certified = new ArrayList<>();
    OfflineRun.certify(
        MODEL,
        data,
        1,
        settings,
        (row, now) ->
            now.certificates().forEach(one -> certified.add(CertificateJson.of(one).toString())));

    MonitorSettings monitor =
        MonitorSettings.builder()
            .timing(InputTiming.NONE)
            .horizons(List.of(1))
            .certificates(Optional.of(settings))
            .build();
    StreamMonitor first = StreamMonitor.create(monitor, MODEL);
    StreamMonitor second = StreamMonitor.create(monitor, MODEL);
    List<String> before = words(first, data);
    second.references(first.minima());
    List<String> expected = words(second, data);
    assertThat(certified).isEqualTo(expected).hasSize(1).isNotEqualTo(before);
  }

  /** Certificates of a monitor that sees the streams one after the other. */
  private static List<String> words(StreamMonitor monitor, StateData data) {
    List<WindowCertificate> certificates = new ArrayList<>();
    int stream = 0;
    for (StateData.Row row : data.rows()) {
      if (row.stream() != stream) {
        stream = row.stream();
        certificates.addAll(monitor.startStream(Optional.empty()).certificates());
      }
      certificates.addAll(monitor.advance(row.observation()).certificates());
    }
    certificates.addAll(monitor.finish().certificates());
    return certificates.stream().map(one -> CertificateJson.of(one).toString()).toList();
  }

  /** A window whose last unit ends with its stream is certified with the stream's last row. */
  @Test
  void aWindowEndsWithTheStreamThatFillsIt() {
    StateData data = orbits(4, 12, InputTiming.NONE);
    List<String> certified = new ArrayList<>();
    OfflineRun.run(
        MODEL,
        data,
        1,
        List.of(1),
        Projection.NONE,
        Optional.of(certificates(2).policy(WindowPolicy.TUMBLING).build()),
        (row, now) -> {
          if (!now.certificates().isEmpty()) {
            certified.add("after row " + row.line());
          }
        });

    assertThat(certified).containsExactly("after row 23", "after row 47");
  }

  /** Episodes of 12 rows are one unit, or with a stride of 4 three records of 11 pairs. */
  @Test
  void unitsAreThoseThatTheMonitorWillCount() {
    StateData data = orbits(3, 12, InputTiming.NONE);

    assertThat(OfflineRun.units(MODEL, data, Sampling.EPISODES, 1)).isEqualTo(3);
    assertThat(OfflineRun.units(MODEL, data, Sampling.RECORDS, 1)).isEqualTo(33);
    assertThat(OfflineRun.units(MODEL, data, Sampling.RECORDS, 4)).isEqualTo(9);
    assertThat(OfflineRun.units(MODEL, data, Sampling.RECORDS, 11)).isEqualTo(3);
    List<StateData.Row> rows = new ArrayList<>(data.rows());
    // After a gap, and without values, no pair counts.
    for (int line = 6; line < 12; line++) {
      StateData.Row row = rows.get(line);
      rows.set(line, new StateData.Row(0, 0, line, row.observation(), true, row.step()));
    }
    Observation empty = Observation.state(0, new double[] {Double.NaN, 0}, "1", false);
    for (int line = 12; line < 24; line++) {
      rows.set(line, new StateData.Row(1, 1, line, empty, false, StateData.Row.NO_STEP));
    }
    StateData gaps = GivenRows.of(data.streams(), rows, InputTiming.NONE);
    assertThat(OfflineRun.units(MODEL, gaps, Sampling.EPISODES, 1)).isEqualTo(2);
    assertThat(OfflineRun.units(MODEL, gaps, Sampling.RECORDS, 1)).isEqualTo(5 + 11);
  }
}
