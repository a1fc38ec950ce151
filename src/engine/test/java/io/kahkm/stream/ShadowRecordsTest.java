package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.engine.EngineListener;
import io.kahkm.incident.IncidentComposer;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.setting.InputTiming;
import io.kahkm.internal.monitor.setting.OtherForecaster;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** A map on trial record by record, beside a monitor that takes what it should have taken. */
class ShadowRecordsTest {
  private static final Model MODEL = KnownTopologyTest.MODEL;
  private static final byte[] KEY = "a".getBytes(UTF_8);
  private static final long STEP = 20_000_000;
  private static final TopologyConfig CONFIG = config();
  private static final MonitorBlueprint BLUEPRINT =
      TestTopology.blueprint(CONFIG, MODEL).withJournalLength(50);

  private final JournalStore journal =
      new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
  private final KeyValueStore<Bytes, byte[]> snapshots =
      MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
  private final MonitorStore store = store();
  private final List<String> told = new ArrayList<>();
  private final StreamMonitor expected = StreamMonitor.create(BLUEPRINT.settings(), MODEL);

  /** Thrown when the next reading has been taken; null for none. */
  private Throwable failure;

  private final ShadowMonitors shadow =
      new ShadowMonitors(
          store,
          IncidentComposer.ofShadow(
              MODEL.map(),
              Map.of(),
              EngineListener.SILENT.incidents(),
              InstantSource.system(),
              CONFIG.streams()),
          new EngineListener() {
            @Override
            public void shadowed(int partition, String stream, RowAssessment assessment) {
              if (failure instanceof RuntimeException thrown) {
                throw thrown;
              }
              if (failure instanceof Error thrown) {
                throw thrown;
              }
              told.add(stream + " is shown a record");
            }

            @Override
            public void shadowFailed(int partition, String stream) {
              told.add(stream + " failed in partition " + partition);
            }

            @Override
            public void shadowStatus(int partition, String stream, StreamStatus status) {
              told.add(stream + ": " + status.counts().records());
            }
          },
          4,
          key -> told.add(new String(key, UTF_8) + " is to be promoted no more"));

  private static TopologyConfig config() {
    try {
      return TopologyConfig.parse(
          """
          name: plant
          model: {file: unused}
          input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms}
          forecasts: {horizons: [1, 5], every: 1, known: [setpoint]}
          """,
          "plant",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private MonitorStore store() {
    return new MonitorStore(
        journal, snapshots, BLUEPRINT, new HeapBudget(Long.MAX_VALUE), MonitorProbe.NONE);
  }

  private static Observation reading(int n) {
    return Observation.state(STEP * n, new double[] {n % 4, n % 9}, null, false);
  }

  private static KnownValues known(int n, double... values) {
    return new KnownValues(STEP * n, values);
  }

  private void take(int n) {
    assertThat(shadow.take(KEY, reading(n), List.of())).isEmpty();
  }

  /** The heap's monitor, and the one that is read from the stores. */
  private void assertAsExpected() {
    assertThat(store.get(KEY).monitor.snapshot()).isEqualTo(expected.snapshot());
    assertThat(store().get(KEY).monitor.snapshot()).isEqualTo(expected.snapshot());
  }

  @Test
  void whatIsKnownAheadIsKeptWithTheReadings() {
    for (int n = 1; n <= 6; n++) {
      take(n);
      expected.advance(reading(n));
      shadow.take(KEY, known(n + 3, Double.NaN, n));
      expected.advance(known(n + 3, Double.NaN, n));
      // Of a time that has passed.
      shadow.take(KEY, known(n - 1, Double.NaN, 77));
      assertThat(store.get(KEY).sequence).isEqualTo(2L * n);
    }
    assertThat(expected.knownSteps()).isPositive();
    assertAsExpected();
    assertThat(told).hasSize(6).containsOnly("a is shown a record");
  }

  @Test
  void aReadingThatChangesNothingIsNotKept() {
    take(2);
    take(2);
    take(1);
    expected.advance(reading(2));
    assertThat(told).hasSize(1);
    assertAsExpected();
  }

  @Test
  void aFailureIsLoggedOnceAndCountedEachTime() {
    take(1);
    expected.advance(reading(1));
    try (CapturedLog log = new CapturedLog(ShadowMonitors.class.getName())) {
      failure = new IllegalStateException("a mistake");
      take(2);
      assertAsExpected();
      failure = new AssertionError("another one");
      take(2);
      assertAsExpected();
      assertThat(log.errors())
          .containsExactly(
              "The map on trial failed on a record of partition 4; the record was skipped for it"
                  + " alone, the main map is not affected. Do not promote the map on trial; keep"
                  + " this log for the developers. Later failures are only counted.");
    }
    assertThat(told)
        .containsExactly(
            "a is shown a record",
            "a failed in partition 4",
            "a is to be promoted no more",
            "a failed in partition 4",
            "a is to be promoted no more");
    failure = null;
    take(2);
    expected.advance(reading(2));
    assertAsExpected();
  }

  @Test
  void aStreamGoesOnFromBeforeValuesThatCannotBeTaken() {
    take(1);
    take(2);
    expected.advance(reading(1));
    expected.advance(reading(2));
    shadow.take(KEY, known(4, 1));
    assertThat(told).endsWith("a failed in partition 4", "a is to be promoted no more");
    assertAsExpected();
  }

  /** Brokers and memory are not the record's fault: the engine has to know. */
  @Test
  void whatIsNotOfTheRecordIsThrownOn() {
    int n = 1;
    take(n);
    for (Throwable thrown : List.of(new KafkaException("gone"), new OutOfMemoryError("full"))) {
      Observation next = reading(++n);
      failure = thrown;
      assertThatThrownBy(() -> shadow.take(KEY, next, List.of())).isSameAs(thrown);
      assertThat(store.holds(KEY)).as("its change may be half done").isFalse();
    }
    assertThat(told).containsExactly("a is shown a record");
  }

  @Test
  void onlyStreamsOnTheHeapAreToldOf() {
    shadow.report("a", KEY);
    assertThat(shadow.isProven(KEY)).isFalse();
    take(1);
    told.clear();
    shadow.report("a", KEY);
    assertThat(told).containsExactly("a: 1");
  }

  /** A record of another mode ends its sequence, and is none of its own. */
  @Test
  void aStreamThatLeavesItsModeIsNotCounted() {
    take(1);
    shadow.leave(KEY, reading(2).elsewhere());
    assertThat(told).containsExactly("a is shown a record");
    assertThat(store.get(KEY).monitor.isInMode()).isFalse();
  }

  /** What was taken before it of the same record stays, in the journal too. */
  @Test
  void aForecastOfTheMainMapThatCannotBeComparedCostsNoReading() {
    MonitorBlueprint compared =
        BLUEPRINT.withSettings(
            BLUEPRINT.settings().toBuilder()
                .others(List.of(new OtherForecaster(ShadowMonitors.MAIN, List.of(1, 5))))
                .build());
    MonitorStore trial =
        new MonitorStore(
            journal, snapshots, compared, new HeapBudget(Long.MAX_VALUE), MonitorProbe.NONE);
    ShadowMonitors shown =
        new ShadowMonitors(
            trial,
            IncidentComposer.ofShadow(
                MODEL.map(),
                Map.of(),
                EngineListener.SILENT.incidents(),
                InstantSource.system(),
                CONFIG.streams()),
            EngineListener.SILENT,
            4,
            key -> told.add("failed"));
    // Of three sensors, where the map on trial has two.
    StreamMonitor main =
        StreamMonitor.create(
            MonitorSettings.builder()
                .timing(InputTiming.TIMED.withStep(STEP, 0.1))
                .horizons(List.of(1, 5))
                .every(1)
                .build(),
            ForecastRecordsTest.MODEL);
    StreamMonitor alone = StreamMonitor.create(compared.settings(), MODEL);
    for (int n = 1; n <= 4; n++) {
      Observation three = Observation.state(STEP * n, new double[] {10, 20, 30}, null, false);
      assertThat(shown.take(KEY, reading(n), main.advance(three).issued())).isEmpty();
      alone.advance(reading(n));
    }

    assertThat(told).contains("failed");
    MonitorStore again =
        new MonitorStore(
            journal, snapshots, compared, new HeapBudget(Long.MAX_VALUE), MonitorProbe.NONE);
    assertThat(again.get(KEY).monitor.snapshot()).isEqualTo(alone.snapshot());
  }
}
