package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.Promotions;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** What a task tells of its maps and of the streams that it finds, and what it deletes of them. */
class TaskMapsTest {
  private static final Model MODEL = TestTopology.MODEL;
  private static final Model OTHER = TestTopology.OTHER_MODEL;
  private static final byte[] A = "a".getBytes(UTF_8);
  private static final byte[] B = "b".getBytes(UTF_8);
  private static final List<SimulatedInput.Message> MESSAGES = SimulatedInput.messages(2, 3, 12);

  private final JournalStore journal =
      new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
  private final KeyValueStore<Bytes, byte[]> snapshots =
      MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
  private final Told told = new Told();

  /** What was told of streams, in order. */
  private static final class Told implements EngineListener {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void status(int partition, String stream, StreamStatus status) {
      lines.add(stream + " is published: " + status.counts().records());
    }

    @Override
    public void shadowStatus(int partition, String stream, StreamStatus status) {
      lines.add(stream + " is on trial: " + status.counts().records());
    }

    @Override
    public void mode(int partition, String stream, String mode, String judging) {
      lines.add(stream + " is in mode " + mode + ", judged by " + judging);
    }

    @Override
    public void leads(int partition, String stream, boolean second) {
      lines.add(stream + (second ? " is promoted" : " is as the file says"));
    }
  }

  private static TopologyConfig config(String model) {
    try {
      return TopologyConfig.parse(
          TestTopology.config("pump")
              .toMaskedYaml()
              .replace("incidents:\n", "incidents:\n  topic: pump.incidents\n")
              .replace("  file: unused\n", model),
          "pump",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static TopologyConfig one() {
    return config("  file: unused\n");
  }

  private static TopologyConfig trial() {
    return config("  file: unused\n  shadow: other\n  promote: evidence\n");
  }

  private static MonitorBlueprint blueprint(TopologyConfig config, Model main, Model... shadow) {
    try {
      return MonitorBlueprint.of(config, Models.of(main, List.of(shadow).stream().findFirst()))
          .withJournalLength(5);
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private TaskMaps maps(TopologyConfig config, MonitorBlueprint blueprint) {
    MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    context.addStateStore(journal);
    context.addStateStore(snapshots);
    return new TaskMaps(config, blueprint, context, new HeapBudget(Long.MAX_VALUE), told);
  }

  /** A task takes all records, and stores what it knows. */
  private void taken(TopologyConfig config, Model main, Model... shadow) {
    new TaskInstance(
            config,
            blueprint(config, main, shadow),
            Long.MAX_VALUE,
            journal,
            snapshots,
            EngineListener.SILENT)
        .take(MESSAGES)
        .aSecondPasses();
    journal.flushCache();
  }

  private static String fingerprint(Model model) {
    return model.map().fingerprint();
  }

  private Promotions promotions() {
    return new Promotions(
        snapshots,
        Map.of(fingerprint(MODEL), fingerprint(OTHER)),
        List.of(fingerprint(MODEL), fingerprint(OTHER)),
        true);
  }

  @Test
  void aMapThatTheFileNoLongerNamesIsToldAndItsStateGoesPieceByPiece() {
    taken(trial(), MODEL, OTHER);
    int both = keysOf(journal.written());
    try (CapturedLog log = new CapturedLog(TaskMaps.class.getName())) {
      TaskMaps maps = maps(one(), blueprint(one(), OTHER));
      assertThat(log.lines())
          .containsExactly(
              "Partition 0: the topology file no longer names map "
                  + fingerprint(MODEL)
                  + "; the stored state of its streams is deleted.");
      maps.settle();
      assertThat(maps.sweep(() -> true)).as("there is more").isFalse();
      assertThat(maps.sweep(() -> false)).as("nothing is left").isTrue();
    }
    journal.flushCache();
    assertThat(keysOf(journal.written())).isPositive().isLessThan(both);
    assertThat(maps(one(), blueprint(one(), OTHER)).streams().knows(A)).isTrue();
  }

  @Test
  void aMainMapThatBeginsWhereAnotherOneWasIsToldWithTheWayToPromoteIt() {
    taken(one(), MODEL);
    try (CapturedLog log = new CapturedLog(TaskMaps.class.getName())) {
      maps(trial(), blueprint(trial(), OTHER, MODEL));
      assertThat(log.lines())
          .containsExactly(
              "Partition 0: the main map "
                  + fingerprint(OTHER)
                  + " has no stored state here, so its streams start over. Before you promote a"
                  + " map, run it as model.shadow for a while.");
    }
  }

  private static int keysOf(KeyValueStore<Bytes, byte[]> store) {
    int keys = 0;
    try (var all = store.all()) {
      while (all.hasNext()) {
        all.next();
        keys++;
      }
    }
    return keys;
  }

  @Test
  void aMapWithItsStateNeedsNoWord() {
    try (CapturedLog log = new CapturedLog(TaskMaps.class.getName())) {
      maps(one(), blueprint(one(), MODEL));
      taken(one(), MODEL);
      maps(one(), blueprint(one(), MODEL));
      assertThat(log.lines()).isEmpty();
      assertThat(told.lines).isEmpty();
    }
  }

  /** Nothing has been taken yet: another file, or the reset of the application, helps. */
  @Test
  void stateOfOtherSettingsIsRefusedBeforeTheFirstRecord() throws Exception {
    taken(one(), MODEL);
    TopologyConfig other =
        TopologyConfig.parse(one().toMaskedYaml().replace("- 5", "- 6"), "pump", Map.of());
    assertThatThrownBy(() -> maps(other, blueprint(other, MODEL)))
        .isInstanceOf(IncompatibleStateException.class);
  }

  @Test
  void storedStreamsAreToldOnceByBothMaps() {
    taken(trial(), MODEL, OTHER);
    TaskMaps maps = maps(trial(), blueprint(trial(), MODEL, OTHER));
    int turns = 0;
    while (maps.visiting() && turns < 100) {
      maps.visit(() -> true);
      turns++;
    }
    assertThat(told.lines)
        .containsExactlyInAnyOrder(
            "a is published: 39", "b is published: 39", "a is on trial: 39", "b is on trial: 39");
    assertThat(turns).as("a stream a turn").isBetween(4, 6);
    maps.visit(() -> true);
    assertThat(told.lines).hasSize(4);
  }

  @Test
  void aPromotedStreamIsToldWhereTheTaskStartsAndWhenItIsVisited() {
    taken(trial(), MODEL, OTHER);
    promotions().promote(B, fingerprint(OTHER), fingerprint(MODEL));
    TaskMaps maps = maps(trial(), blueprint(trial(), MODEL, OTHER));
    assertThat(told.lines).containsExactly("b is promoted");
    told.lines.clear();
    for (int i = 0; i < 2; i++) {
      maps.visit(() -> false);
    }
    assertThat(maps.visiting()).as("each map takes a turn").isFalse();
    assertThat(told.lines)
        .containsExactlyInAnyOrder(
            "a is published: 39", "b is published: 39", "a is on trial: 39", "b is on trial: 39");
    ModeMaps mode = maps.present(B);
    assertThat(mode.leading(B).fingerprint()).isEqualTo(fingerprint(OTHER));
    assertThat(mode.trying(B))
        .isNotNull()
        .extracting(TaskMap::fingerprint)
        .isEqualTo(fingerprint(MODEL));
    assertThat(mode.leading(A).fingerprint()).isEqualTo(fingerprint(MODEL));
    assertThat(mode.store(B)).isSameAs(mode.leading(B).store());
    assertThat(mode.published(B)).isSameAs(mode.leading(B).published());
  }

  @Test
  void aForgottenStreamIsNoLongerPromoted() {
    taken(trial(), MODEL, OTHER);
    promotions().promote(A, fingerprint(OTHER), fingerprint(MODEL));
    promotions().promote(B, fingerprint(OTHER), fingerprint(MODEL));
    TaskMaps maps = maps(trial(), blueprint(trial(), MODEL, OTHER));
    assertThat(maps.forgettable().lastTime(A)).isPositive();
    maps.forgettable().forget(A);
    maps.forgotten(A);
    assertThat(promotions().isPromoted(A, fingerprint(MODEL))).isFalse();
    assertThat(promotions().isPromoted(B, fingerprint(MODEL))).isTrue();
    assertThat(maps.streams().knows(A)).isFalse();
    assertThat(maps.streams().knows(B)).isTrue();
  }

  @Test
  void viewsAreToldOfStreamsOnTheHeap() {
    taken(trial(), MODEL, OTHER);
    TaskMaps maps = maps(trial(), blueprint(trial(), MODEL, OTHER));
    maps.report("a", A);
    assertThat(told.lines).as("of streams that are not read").isEmpty();
    ModeMaps mode = maps.present(A);
    mode.each(map -> map.store().get(A));
    maps.report("a", A);
    assertThat(told.lines).containsExactly("a is published: 39", "a is on trial: 39");
    told.lines.clear();
    maps.dropAll();
    maps.report("a", A);
    assertThat(told.lines).isEmpty();
  }

  private static TopologyConfig modes() {
    try {
      return TopologyConfig.parse(
          """
          name: press
          model: {by-mode: {A: a, B: b}}
          input: {state: [flow, heat], time: t, time-unit: ms, step: 1s, mode: recipe}
          """,
          "press",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static MonitorBlueprint modesBlueprint() throws Exception {
    Map<String, Models> byMode = new LinkedHashMap<>();
    byMode.put("A", Models.of(Recipes.A, Optional.empty()));
    byMode.put("B", Models.of(Recipes.B, Optional.empty()));
    return MonitorBlueprint.of(modes(), Models.ofModes(byMode));
  }

  private static List<SimulatedInput.Message> readings(String stream, String modes) {
    Recipes machine = new Recipes(7);
    List<SimulatedInput.Message> readings = new ArrayList<>();
    for (int n = 0; n < modes.length(); n++) {
      String mode = modes.substring(n, n + 1);
      readings.add(
          new SimulatedInput.Message(
              stream, Recipes.json(n, machine.next(mode), '"' + mode + '"')));
    }
    return readings;
  }

  /** What is known ahead of a stream is for the monitors of all modes that it was in. */
  @Test
  void aStreamsOtherModesAreThoseThatItWasIn() throws Exception {
    new TaskInstance(
            modes(), modesBlueprint(), Long.MAX_VALUE, journal, snapshots, EngineListener.SILENT)
        .take(readings("a", "AAAABBBB"))
        .take(readings("b", "AAAA"))
        .take(readings("c", "BBBB"))
        .aSecondPasses();
    journal.flushCache();
    TaskMaps maps = maps(modes(), modesBlueprint());
    assertThat(maps.areSeveral()).isTrue();
    assertThat(maps.present(A).mode()).isEqualTo("B");
    assertThat(maps.others(A, maps.present(A))).extracting(ModeMaps::mode).containsExactly("A");
    assertThat(maps.present(B).mode()).isEqualTo("A");
    assertThat(maps.others(B, maps.present(B))).isEmpty();

    maps.tell("a", A);
    maps.tell("b", B);
    maps.tell("x", "x".getBytes(UTF_8));
    assertThat(told.lines)
        .containsExactly(
            "a is in mode B, judged by B",
            "a is as the file says",
            "b is in mode A, judged by A",
            "b is as the file says");
    ModeTurn turn = maps.turn(A, Optional.of("A"));
    assertThat(turn.changes()).isTrue();
    assertThat(turn.judged()).isTrue();
    maps.entered(A, turn);
    assertThat(maps.present(A).mode()).isEqualTo("A");
    ModeTurn unknown = maps.turn(A, Optional.of("C"));
    assertThat(unknown.changes()).isFalse();
    assertThat(unknown.judged()).isFalse();
  }
}
