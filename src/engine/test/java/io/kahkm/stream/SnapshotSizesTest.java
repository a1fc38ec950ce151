package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.MonitorWorkspace;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownAdmission;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.AlarmSettings;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.store.HeapWalk;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is reckoned of stored and held streams, and what a blueprint takes from its file. */
class SnapshotSizesTest {
  private static final Model MODEL = TestTopology.MODEL;
  private static final Model MODEL_ON_TRIAL = TestTopology.OTHER_MODEL;

  private static TopologyConfig config(String more) {
    try {
      return TopologyConfig.parse(
          """
          name: pump
          model: {file: unused}
          input: {state: [q, p], time: t, time-unit: ms, step: 20ms, end: done}
          """
              + more,
          "pump.yaml",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static MonitorSettings settings(String more) {
    return TestTopology.blueprint(config(more), MODEL).settings();
  }

  @Test
  void aMonitorTakesMoreOfTheHeapThanItsSnapshotAndMoreStillWithCertifiedHorizons() {
    String certificates =
        "certificates: {sampling: episodes, window: {units: 4}, tolerance: 0.3%s}\n";
    for (String plain : List.of("", certificates.formatted(""))) {
      MonitorHeap heap = MonitorHeap.of(settings(plain), 700, 800, 8_000);
      assertThat(heap).isEqualTo(new MonitorHeap(700, 800, 9_000 + 12_500));
    }
    MonitorSettings certified = settings(certificates.formatted(", horizons: [1, 5]"));
    assertThat(MonitorHeap.of(certified, 700, 800, 8_000))
        .isEqualTo(new MonitorHeap(700, 800, 17_000 + 16_500));
    assertThat(MonitorHeap.of(certified, 90_000, 80_000, 8))
        .as("never less later")
        .isEqualTo(new MonitorHeap(90_000, 90_000, 90_000));
  }

  /** In proportion to its records: from its first pair to the sixteenth, and to the hundredth. */
  @Test
  void aStreamTakesMoreOfTheHeapWithEveryRecordUntilItIsGrown() {
    MonitorHeap heap = new MonitorHeap(1_000, 1_140, 9_540);
    assertThat(heap.bytes(0)).isEqualTo(1_000);
    assertThat(heap.bytes(2)).isEqualTo(1_000);
    assertThat(heap.bytes(3)).isEqualTo(1_010);
    assertThat(heap.bytes(16)).isEqualTo(1_140);
    assertThat(heap.bytes(17)).isEqualTo(1_240);
    assertThat(heap.bytes(100)).isEqualTo(9_540);
    assertThat(heap.bytes(1L << 40)).isEqualTo(9_540);
  }

  /** Its longest forecast is judged, and twenty outcomes and two more of the slowest are there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 5], every: 3 | 600",
        "[1, 5], every: 27 | 600",
        "[1, 5], every: 28 | 621",
        "[1, 700], every: 7 | 854",
        "[1, 5], every: 1000 | 10000",
        "[1, 5], every: 200000000 | 10000"
      })
  void aStreamIsGrownWhenItsForecastsAreJudged(String forecasts, int records) {
    assertThat(MonitorHeap.untilGrown(settings("forecasts: {horizons: " + forecasts + "}\n")))
        .isEqualTo(records);
  }

  @Test
  void aJournalIsAsLargeAsASnapshotWithinBounds() {
    MonitorSettings settings = settings("");
    StateWriter entry = new StateWriter();
    entry.putLong(0);
    CentroidObservations.of(settings, MODEL.map(), 0).write(entry);
    int bytes = entry.length();
    int[][] cases = {
      {0, 64},
      {64 * bytes, 64},
      {65 * bytes - 1, 64},
      {65 * bytes, 65},
      {1_000 * bytes, 1_000},
      {16_384 * bytes, 16_384},
      {20_000 * bytes, 16_384}
    };
    for (int[] each : cases) {
      assertThat(SnapshotSizes.journalLength(settings, MODEL, each[0])).isEqualTo(each[1]);
    }
  }

  /** Time goes on by the declared step, or by a millisecond; classes take turns. */
  @Test
  void observationsThatAreMadeUpAreReadingsOfEveryClass() {
    Model scaled = TestTopology.MIXED_MODEL;
    double[] mean = scaled.map().scaling().mean();
    double[] scale = scaled.map().scaling().scale();
    for (int n = 0; n < 2 * scaled.map().classes(); n++) {
      Observation made = CentroidObservations.of(settings(""), scaled.map(), n);
      assertThat(made.time()).isEqualTo((n + 1) * 20_000_000L);
      assertThat(made.next()).isNull();
      for (int i = 0; i < 2; i++) {
        double centroid = scaled.map().centroids().row(n % scaled.map().classes())[i];
        assertThat(made.state()[i]).isEqualTo(centroid / scale[i] + mean[i]);
      }
    }
  }

  /** With the forecasts of others that are waiting for their outcomes. */
  @Test
  void theHeapIsReckonedFromAStreamThatHasAllThatItMayHave() {
    TopologyConfig config =
        config(
            """
            forecasts:
              horizons: [1, 5]
              every: 2
              others:
                - {name: o, topic: o, horizons: [1, 5], fields: {horizon: h, state: v}, use: true}
            """);
    Model model = TestTopology.MIXED_MODEL;
    MonitorBlueprint blueprint = TestTopology.blueprint(config, model);
    MonitorWorkspace workspace = new MonitorWorkspace(model);
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), workspace);
    Map<Integer, Long> taken = new HashMap<>();
    for (int n = 0; n < 600; n++) {
      Observation record = CentroidObservations.of(blueprint.settings(), model.map(), n);
      monitor.advance(record);
      for (int horizon : List.of(1, 5)) {
        monitor.advance(
            new OtherForecast("o", horizon, record.time(), record.time(), record.state()));
      }
      if (n == 1 || n == 15) {
        // What monitors share belongs to whoever took the last record.
        StreamMonitor.create(blueprint.settings(), workspace).advance(record);
        HeapWalk walk = new HeapWalk().without(workspace);
        taken.put(n + 1, walk.count(monitor));
        assertThat(walk.unknown()).as("what is not counted whole").isEmpty();
      }
    }
    int grown = monitor.snapshot().length;
    MonitorHeap heap = blueprint.heap();
    // All monitors have the same settings.
    assertThat(heap.begun()).isBetween(taken.get(2) - 4_000, taken.get(2) + 500);
    assertThat(heap.young() - heap.begun()).isEqualTo(taken.get(16) - taken.get(2));
    assertThat(heap.grown()).isEqualTo(grown * 9L / 8 + 12_500);
    // Others' forecasts do not count for the journal: one on trial has them, too.
    assertThat(blueprint.journalLength())
        .isEqualTo(
            TestTopology.blueprint(config("forecasts: {horizons: [1, 5], every: 2}\n"), model)
                .journalLength());
  }

  /** As many times as are kept lie so far ahead that no record reaches them. */
  @Test
  void theHeapIsReckonedWithAllThatMayBeKnownAhead() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: plant
            model: {file: unused}
            input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms}
            forecasts: {horizons: [1, 5], every: 1, known: [setpoint]}
            """,
            "plant.yaml",
            Map.of());
    Model model = KnownTopologyTest.MODEL;
    MonitorBlueprint blueprint = TestTopology.blueprint(config, model);
    StreamMonitor monitor = StreamMonitor.create(blueprint.settings(), model);
    int most = KnownAhead.most(5);
    for (int n = 0; n < 600; n++) {
      monitor.advance(CentroidObservations.of(blueprint.settings(), model.map(), n));
      for (int ahead = 0; n == 0 && ahead < most; ahead++) {
        assertThat(
                monitor.advance(new KnownValues((1L << 60) + ahead, new double[] {Double.NaN, 1})))
            .isEqualTo(KnownAdmission.ACCEPTED);
      }
    }
    assertThat(blueprint.heap().grown()).isEqualTo(monitor.snapshot().length * 9L / 8 + 12_500);
  }

  @Test
  void streamsStartWithTheModelsClosureOrWithNone() {
    assertThat(TestTopology.blueprint(config(""), MODEL).model()).isSameAs(MODEL);
    Model started = TestTopology.blueprint(config("closure: {start: identity}\n"), MODEL).model();
    assertThat(started.closure()).isEqualTo(Matrix.identity(5));
    assertThat(started.map()).isSameAs(MODEL.map());
  }

  /** One false alarm in so many days of all streams together. */
  @Test
  void aFleetsRateOfAlarmsIsTheLengthOfEachStream() {
    String input = "input: {state: [q, p], time: t, time-unit: ms, step: 20ms}\n";
    assertThat(alarms(input).fleetLength()).isEqualTo(alarms(input).runLength());
    // 4,320,000 rows a day.
    assertThat(alarms(input + "alerts: {fleet: {per-day: 0.5, streams: 1000}}\n").fleetLength())
        .isEqualTo(8.64e9);
  }

  private static AlarmSettings alarms(String sections) {
    try {
      TopologyConfig config =
          TopologyConfig.parse(
              "name: pump\nmodel: {file: unused}\n" + sections, "pump.yaml", Map.of());
      return MonitorBlueprint.of(config, MODEL).settings().alarm();
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  @Test
  void anUndeclaredStepIsAMillisecond() throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            "name: pump\nmodel: {file: unused}\ninput: {state: [q, p]}\n", "pump", Map.of());
    MonitorSettings settings = MonitorBlueprint.of(config, MODEL).settings();
    assertThat(CentroidObservations.of(settings, MODEL.map(), 4).time()).isEqualTo(5_000_000);
  }

  /** The two maps are compared where both forecast the sensors. */
  @Test
  void aMapOnTrialIsComparedAtTheHorizonsThatBothHave() throws Exception {
    TopologyConfig config = config("forecasts: {horizons: [1, 5, 9]}\n");
    Model near = withReadout(1);
    Model far = withReadout(5);
    assertThat(compared(config, MODEL, MODEL_ON_TRIAL)).containsExactly(1, 5);
    assertThat(compared(config, near, MODEL_ON_TRIAL)).containsExactly(1);
    assertThat(compared(config, far, MODEL_ON_TRIAL)).containsExactly(5);
    assertThat(compared(config, MODEL_ON_TRIAL, near)).containsExactly(1);
    MonitorBlueprint both = MonitorBlueprint.of(config, MODEL, Optional.of(MODEL_ON_TRIAL));
    MonitorBlueprint trial = both.shadow().orElseThrow();
    assertThat(both.withOthersOf(trial).forecasts().others())
        .isEqualTo(trial.settings().forecasts().others());
    assertThat(trial.withOthersOf(both).forecasts().others()).isEmpty();
  }

  private static Model withReadout(int horizon) {
    return TestModels.bareOf(MODEL).readout(horizon, MODEL.readout(horizon)).build();
  }

  private static List<Integer> compared(TopologyConfig config, Model main, Model second)
      throws TopologyConfigException {
    List<OtherForecaster> others =
        MonitorBlueprint.of(config, main, Optional.of(second))
            .shadow()
            .orElseThrow()
            .settings()
            .forecasts()
            .others();
    assertThat(others).extracting(OtherForecaster::name).containsExactly(ShadowMonitors.MAIN);
    return others.get(0).horizons();
  }

  /** One on trial may publish one day. */
  @Test
  void topicsHoldTheMessagesOfAllMaps() throws Exception {
    TopologyConfig config = config("forecasts: {horizons: [1, 5], coordinates: text}\n");
    Model large = TestModels.vanDerPol(12, 2);
    for (MonitorBlueprint both :
        List.of(
            MonitorBlueprint.of(config, MODEL, Optional.of(large)),
            MonitorBlueprint.of(config, large, Optional.of(MODEL)))) {
      assertThat(both.largestMessages(config)).isEqualTo(MessageSizes.largest(config, large));
    }
  }

  @Test
  void aJournalHasAnEntry() {
    MonitorBlueprint blueprint = TestTopology.blueprint(config(""), MODEL);
    assertThat(blueprint.withJournalLength(1).journalLength()).isEqualTo(1);
    assertThatThrownBy(() -> blueprint.withJournalLength(0))
        .hasMessage("journalLength is 0, must be at least 1");
  }

  @Test
  void everyMapOfEveryModeHasItsPlace() throws Exception {
    TopologyConfig config = config("");
    Model second = TestTopology.OTHER_MODEL;
    MonitorBlueprint both = MonitorBlueprint.of(config, Models.of(MODEL, Optional.of(second)));
    String one = MODEL.map().fingerprint();
    String other = second.map().fingerprint();
    assertThat(both.fingerprints()).containsExactly(one, other);
    assertThat(both.trials()).containsExactly(Map.entry(one, other));
    assertThat(both.byMode()).containsExactly(Map.entry("", both));
    assertThat(both.withJournalLength(9).shadow().orElseThrow().journalLength()).isEqualTo(9);
    MonitorBlueprint alone = both.withSettings(both.settings());
    assertThat(alone.shadow()).isEmpty();
    assertThat(alone.trials()).isEmpty();
    assertThat(alone.fingerprints()).containsExactly(one);

    MonitorBlueprint modes =
        new MonitorBlueprint(
            both.settings(), MODEL, 64, both.heap(), both.shadow(), Map.of("A", both));
    assertThat(modes.byMode()).containsExactly(Map.entry("A", both));
    assertThat(modes.withJournalLength(9).modes().get("A").journalLength()).isEqualTo(9);
  }
}
