package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.engine.EngineListener;
import io.kahkm.internal.forecast.KnownAhead;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.KnownValues;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.input.ParsedInput;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.DrivenPlant;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/**
 * Forecasts of others and values that are known ahead, shown to the monitors of a press: of two
 * recipes, the first with a map on trial.
 */
class SideInputsTest {
  private static final long STEP = 20_000_000;
  private static final byte[] KEY = "a".getBytes(UTF_8);
  private static final double[][] READINGS = DrivenPlant.rows(9, 500);

  private static final Model FIRST = fit(300);
  private static final Model TRIAL = fit(320);
  private static final Model SECOND = fit(340);

  private final JournalStore journal =
      new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
  private final KeyValueStore<Bytes, byte[]> snapshots =
      MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
  private final List<String> told = new ArrayList<>();
  private final MonitorBlueprint blueprint = blueprint();
  private final MockProcessorContext<byte[], byte[]> context = context();
  private final TaskMaps maps = maps();
  private final PartitionUpkeep upkeep = new PartitionUpkeep(0, maps, listener(), Optional.empty());
  private final SideInputs sideInputs = new SideInputs(maps, upkeep);

  /** What each monitor should have taken. */
  private final StreamMonitor first = expected("A", FIRST, false);

  private final StreamMonitor trial = expected("A", TRIAL, true);
  private final StreamMonitor second = expected("B", SECOND, false);

  private static Model fit(int rows) {
    return DrivenPlant.fit(DrivenPlant.head(READINGS, rows), List.of(1, 5), List.of("setpoint"))
        .model();
  }

  private static TopologyConfig config() {
    try {
      return TopologyConfig.parse(
              """
              name: press
              model: {by-mode: {A: unused, B: unused-too}, shadow-by-mode: {A: other}}
              input: {state: [flow, setpoint], time: t, time-unit: ms, step: 20ms, mode: recipe}
              forecasts:
                horizons: [1, 5]
                every: 1
                known: [setpoint]
                others: [{name: rival, topic: press.rivals, horizon: 1}]
              """,
              "press",
              Map.of())
          .withKafka(Map.of("bootstrap.servers", "unused:1"));
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static MonitorBlueprint blueprint() {
    Map<String, Models> modes = new LinkedHashMap<>();
    modes.put("A", Models.of(FIRST, Optional.of(TRIAL)));
    modes.put("B", Models.of(SECOND, Optional.empty()));
    try {
      return MonitorBlueprint.of(config(), Models.ofModes(modes)).withJournalLength(50);
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private EngineListener listener() {
    return new EngineListener() {
      @Override
      public void status(int partition, String stream, StreamStatus status) {
        told.add(stream + " is told: " + status.counts().records());
      }
    };
  }

  private MockProcessorContext<byte[], byte[]> context() {
    MockProcessorContext<byte[], byte[]> made = new MockProcessorContext<>();
    made.addStateStore(journal);
    made.addStateStore(snapshots);
    return made;
  }

  private TaskMaps maps() {
    return new TaskMaps(config(), blueprint, context, new HeapBudget(Long.MAX_VALUE), listener());
  }

  private StreamMonitor expected(String mode, Model model, boolean onTrial) {
    MonitorBlueprint of = blueprint.byMode().get(mode);
    MonitorBlueprint shadow = of.shadow().orElse(of);
    return StreamMonitor.create(onTrial ? shadow.settings() : of.settings(), model);
  }

  private static Observation reading(int n) {
    return Observation.state(STEP * n, READINGS[400 + n], null, false);
  }

  private static KnownValues known(int n, double... values) {
    return new KnownValues(STEP * n, values);
  }

  private static OtherForecast rival(int n) {
    return new OtherForecast("rival", 1, STEP * n, STEP * n, new double[] {0.1, 0.2});
  }

  private static void take(MonitorStore store, HeldMonitor held, Observation observation) {
    store.journal(held, observation);
    held.monitor.advance(observation);
    store.advanced(held);
  }

  /** A record of the press: it is in a mode from now on. */
  private void reads(String mode, int n, StreamMonitor expected) {
    ModeTurn turn = maps.turn(KEY, Optional.of(mode));
    MonitorStore store = turn.next().store(KEY);
    take(store, maps.held(store, KEY), reading(n));
    maps.entered(KEY, turn);
    expected.advance(reading(n));
    ShadowMonitors onTrial = turn.next().trial(KEY);
    if (onTrial != null) {
      onTrial.take(KEY, reading(n), List.of());
      trial.advance(reading(n));
    }
  }

  private static byte[] snapshot(MonitorStore store) {
    return store.get(KEY).monitor.snapshot();
  }

  /** On the heap, and as a task that comes later restores them. */
  private void assertAsExpected() {
    for (TaskMaps some : List.of(maps, maps())) {
      ModeMaps press = some.turn(KEY, Optional.of("A")).next();
      assertThat(snapshot(press.main().store())).isEqualTo(first.snapshot());
      assertThat(snapshot(press.second().store())).isEqualTo(trial.snapshot());
      ModeMaps other = some.turn(KEY, Optional.of("B")).next();
      assertThat(snapshot(other.main().store())).isEqualTo(second.snapshot());
    }
  }

  private List<String> aSecondPasses() {
    told.clear();
    context.scheduledPunctuators().stream()
        .filter(one -> one.getInterval().equals(Duration.ofSeconds(1)))
        .forEach(one -> one.getPunctuator().punctuate(0));
    return told;
  }

  @Test
  void whatIsKnownAheadIsForTheMonitorsOfAllModesAndTheMapOnTrial() {
    upkeep.schedule(context);
    for (int n = 1; n <= 3; n++) {
      reads("B", n, second);
    }
    for (int n = 4; n <= 6; n++) {
      reads("A", n, first);
    }
    assertThat(aSecondPasses()).as("nobody said that it changed").isEmpty();
    KnownValues later = known(9, Double.NaN, 0.75);
    assertThat(sideInputs.take(KEY, later)).isNull();
    for (StreamMonitor monitor : List.of(first, trial, second)) {
      monitor.advance(later);
    }
    assertAsExpected();
    assertThat(aSecondPasses()).containsExactly("a is told: 3");
    assertThat(sideInputs.take(KEY, known(5, Double.NaN, 0.75)))
        .as("of a time that has passed")
        .isEqualTo(RejectCause.of(RejectReason.LATE));
    assertThat(sideInputs.take("b".getBytes(UTF_8), later))
        .isEqualTo(RejectCause.of(RejectReason.NO_READING));
  }

  /** The first time of a plan may be the reading's own, and the last too far away. */
  @Test
  void aPlanIsTakenAsFarAsMonitorsLook() {
    reads("B", 1, second);
    reads("A", 2, first);
    ModeMaps press = maps.present(KEY);
    KnownValues next = known(3, Double.NaN, 0.5);
    ParsedInput.Plan whole =
        new ParsedInput.Plan(List.of(known(1, Double.NaN, 7), next), Optional.empty());
    assertThat(sideInputs.take(KEY, press, whole)).isEmpty();
    for (StreamMonitor monitor : List.of(first, trial, second)) {
      monitor.advance(next);
    }
    // To the other recipe, whose last reading was earlier, the first value is no news either.
    assertAsExpected();
    List<KnownValues> many = new ArrayList<>();
    for (int n = 0; n < KnownAhead.most(5); n++) {
      many.add(known(4 + n, Double.NaN, n));
    }
    RejectCause fault = RejectCause.of(RejectReason.MISSING_FIELD);
    assertThat(sideInputs.take(KEY, press, new ParsedInput.Plan(many, Optional.of(fault))))
        .as("the first value was there, so the last has no room")
        .contains(RejectCause.of(RejectReason.AHEAD));
    assertThat(sideInputs.take(KEY, press, new ParsedInput.Plan(List.of(next), Optional.of(fault))))
        .contains(fault);
    List<KnownValues> farFirst = List.of(known(9_000, Double.NaN, 7), next);
    assertThat(sideInputs.take(KEY, press, new ParsedInput.Plan(farFirst, Optional.empty())))
        .as("the first of two has no room")
        .contains(RejectCause.of(RejectReason.AHEAD));
    assertThat(sideInputs.take(KEY, known(9_000, Double.NaN, 7)))
        .isEqualTo(RejectCause.of(RejectReason.AHEAD));
  }

  @Test
  void anothersForecastIsForTheMonitorThatPublishes() {
    upkeep.schedule(context);
    reads("B", 1, second);
    reads("A", 2, first);
    assertThat(sideInputs.take(KEY, rival(2))).isNull();
    first.advance(rival(2));
    assertAsExpected();
    assertThat(aSecondPasses()).containsExactly("a is told: 1");
    assertThat(sideInputs.take(KEY, rival(2))).isEqualTo(RejectCause.of(RejectReason.DUPLICATE));
    assertThat(sideInputs.take(KEY, rival(1))).isEqualTo(RejectCause.of(RejectReason.NO_READING));
    assertThat(
            sideInputs.take(
                KEY, new OtherForecast("rival", 5, 2 * STEP, 2 * STEP, new double[] {1, 2})))
        .isEqualTo(RejectCause.of(RejectReason.UNKNOWN_HORIZON));
    assertThat(sideInputs.take("b".getBytes(UTF_8), rival(2)))
        .isEqualTo(RejectCause.of(RejectReason.NO_READING));
    assertThat(aSecondPasses()).as("nothing of them was taken").isEmpty();
    int ahead = 3;
    while (sideInputs.take(KEY, rival(ahead)) == null) {
      ahead++;
    }
    assertThat(sideInputs.take(KEY, rival(ahead))).isEqualTo(RejectCause.of(RejectReason.AHEAD));
    assertThat(ahead).as("some dozens wait for their readings").isBetween(20, 200);
  }

  /** As after a mistake in what is counted: the stream goes on from what is stored. */
  @Test
  void aStreamWhoseJournalDoesNotFitIsReadAgain() {
    reads("B", 1, second);
    reads("A", 2, first);
    MonitorStore store = maps.present(KEY).main().store();
    store.get(KEY).sequence++;
    KnownValues later = known(5, Double.NaN, 0.75);
    assertThatThrownBy(() -> sideInputs.take(KEY, later))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("entry 3 does not follow 1");
    assertThat(store.holds(KEY)).as("its change may be half done").isFalse();
    assertAsExpected();
    assertThat(sideInputs.take(KEY, later)).isNull();
    for (StreamMonitor monitor : List.of(first, trial, second)) {
      monitor.advance(later);
    }
    assertAsExpected();
  }
}
