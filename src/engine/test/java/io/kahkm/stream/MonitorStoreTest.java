package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.monitor.SnapshotOrigin;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.input.OtherAdmission;
import io.kahkm.internal.monitor.input.OtherForecast;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.monitor.status.MonitorProbe;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.stream.store.ChunkedSnapshots;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.MapSpace;
import io.kahkm.stream.store.MapSpaces;
import io.kahkm.stream.store.SnapshotHeader;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.stream.store.StreamNotes;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Monitors that leave the heap and come back, beside monitors that never leave it. */
class MonitorStoreTest {
  private static final byte[] PUMP = "pump".getBytes(UTF_8);
  private static final byte[] FAN = "fan".getBytes(UTF_8);
  private static final byte[] MIXER = "mixer".getBytes(UTF_8);

  private static final String USUAL = "recent: 1000";

  private final KeyValueStore<Bytes, byte[]> entries =
      Stores.inMemoryKeyValueStore("journal").get();
  private final KeyValueStore<Bytes, byte[]> snapshots =
      Stores.inMemoryKeyValueStore("snapshot").get();
  private final AtomicInteger loads = new AtomicInteger();
  private JournalStore journal = new JournalStore(entries);
  private HeapBudget budget = new HeapBudget(1);
  private long wall;

  private static MonitorBlueprint blueprint(String skill) throws Exception {
    return blueprint(skill, "");
  }

  private static MonitorBlueprint blueprint(String skill, String others) throws Exception {
    TopologyConfig config =
        TopologyConfig.parse(
            """
            name: pump
            model: {file: unused}
            input: {state: [q, p], time: t, time-unit: ms, step: 20ms}
            forecasts: {horizons: [1, 5], every: 3, skill: {%s}%s}
            """
                .formatted(skill, others),
            "pump",
            Map.of());
    return MonitorBlueprint.of(config, TestTopology.MIXED_MODEL).withJournalLength(20);
  }

  private final MonitorBlueprint usual = blueprint(USUAL);

  private final MonitorBlueprint judging =
      blueprint(
          USUAL,
          ", others: [{name: chronos, topic: c, horizons: [5], fields: {horizon: h, state: v}}]");

  MonitorStoreTest() throws Exception {}

  /** A task that begins, on what is in the stores; nothing of the one before is on its heap. */
  private MonitorStore begin(MonitorBlueprint blueprint) {
    journal = new JournalStore(entries);
    MonitorProbe probe =
        new MonitorProbe() {
          @Override
          public void loaded() {
            loads.incrementAndGet();
          }
        };
    MonitorStore store =
        new MonitorStore(
            journal,
            snapshots,
            new MapSpaces(journal, snapshots, blueprint.fingerprints())
                .of(blueprint.model().map().fingerprint()),
            blueprint,
            budget,
            stream -> new StreamRole(blueprint.settings(), probe),
            160_000_000,
            () -> wall);
    store.requireSameOrigin();
    return store;
  }

  private Observation observation(int t) {
    return CentroidObservations.of(usual.settings(), usual.model().map(), t);
  }

  private void advance(MonitorStore store, byte[] key, Observation observation) {
    HeldMonitor held = store.get(key);
    store.journal(held, observation);
    held.monitor.advance(observation);
    store.advanced(held);
  }

  private static byte[] state(MonitorStore store, byte[] key) {
    return store.get(key).monitor.snapshot();
  }

  private StreamMonitor alone() {
    return StreamMonitor.create(usual.settings(), usual.model());
  }

  /**
   * Streams in any order, most of which are read anew each time, whose task now and then begins
   * again: what is replayed, stored whole when it leaves or when its journal is full, or still
   * waits to be written, comes to the same bits.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void aStreamIsWhatItsObservationsMadeOfIt(int seed) {
    Random random = new Random(seed);
    budget = new HeapBudget(random.nextInt(4) * usual.heap().young());
    Map<Bytes, StreamMonitor> expected = new HashMap<>();
    List<byte[]> keys = List.of(PUMP, FAN, MIXER);
    keys.forEach(key -> expected.put(Bytes.wrap(key), alone()));
    Map<Bytes, Integer> taken = new HashMap<>();
    MonitorStore store = begin(usual);
    for (int i = 0; i < 200; i++) {
      byte[] key = keys.get(random.nextInt(3));
      int t = taken.merge(Bytes.wrap(key), 1, Integer::sum);
      advance(store, key, observation(t));
      expected.get(Bytes.wrap(key)).advance(observation(t));
      if (random.nextInt(30) == 0) {
        journal.flushCache();
        store = begin(usual);
      } else if (random.nextInt(20) == 0) {
        store.dropAll();
      }
      byte[] other = keys.get(random.nextInt(3));
      Bytes name = Bytes.wrap(other);
      if (taken.containsKey(name)) {
        assertThat(state(store, other)).isEqualTo(expected.get(name).snapshot());
        assertThat(store.lastTime(other)).isEqualTo(expected.get(name).lastTime());
      }
    }
    assertThat(store.streams()).isEqualTo(3);
    assertThat(store.get(PUMP).sequence).isEqualTo(taken.get(Bytes.wrap(PUMP)).longValue());
    assertThat(store.get(PUMP).stream).isEqualTo("pump");
  }

  @Test
  void theHeapIsAskedFirstAndSaysWhatItHolds() {
    budget = new HeapBudget(10 * usual.heap().grown());
    MonitorStore store = begin(usual);
    assertThat(store.isNew(PUMP)).isTrue();
    assertThat(store.knows(PUMP)).isFalse();
    assertThat(store.find(PUMP)).isEmpty();
    assertThat(store.onHeap(PUMP)).isNull();
    assertThat(store.streams()).isZero();

    HeldMonitor held = store.get(PUMP);
    assertThat(loads).hasValue(1);
    assertThat(store.get(PUMP)).isSameAs(held);
    assertThat(store.onHeap(PUMP)).isSameAs(held);
    assertThat(store.holds(PUMP)).isTrue();
    assertThat(store.isNew(PUMP)).isFalse();
    assertThat(store.knows(PUMP)).isTrue();
    assertThat(store.streams()).isEqualTo(1);
    assertThat(loads).hasValue(1);
    assertThat(budget.used()).isEqualTo(usual.heap().bytes(0));

    store.drop(PUMP);
    store.drop(FAN);
    assertThat(store.holds(PUMP)).isFalse();
    assertThat(store.isNew(PUMP)).as("it is in the stores").isFalse();
    assertThat(budget.used()).isZero();
    assertThat(store.find(PUMP)).isPresent();
    assertThat(loads).hasValue(2);
    assertThat(store.streams()).isEqualTo(1);
  }

  /** Forecasts of others are part of a stream's past, and of no snapshot's due. */
  @Test
  void forecastsOfOthersAreReplayedToo() {
    MonitorStore store = begin(judging);
    StreamMonitor expected = StreamMonitor.create(judging.settings(), judging.model());
    for (int t = 0; t < 60; t++) {
      Observation observation = observation(t);
      advance(store, PUMP, observation);
      expected.advance(observation);
      HeldMonitor held = store.get(PUMP);
      int due = held.due;
      OtherForecast forecast =
          new OtherForecast(
              "chronos", 5, observation.time(), observation.time(), observation.state());
      assertThat(held.monitor.admit(forecast)).isEqualTo(OtherAdmission.ACCEPTED);
      store.journal(held, forecast);
      held.monitor.advance(forecast);
      store.advancedBeside(held);
      expected.advance(forecast);
      assertThat(held.due).isEqualTo(due);
      assertThat(held.sequence).isEqualTo(2L * t + 2);
      store.dropAll();
      assertThat(state(store, PUMP)).isEqualTo(expected.snapshot());
      assertThat(store.get(PUMP).due).isEqualTo(due);
    }
    assertThat(expected.status().forecasts().others()).isNotEmpty();
  }

  @Test
  void aMonitorThatIsReadTellsItsProbe() {
    AtomicInteger encoded = new AtomicInteger();
    MonitorProbe probe =
        new MonitorProbe() {
          @Override
          public void encoded() {
            encoded.incrementAndGet();
          }
        };
    MonitorStore store = new MonitorStore(journal, snapshots, usual, budget, probe);
    advance(store, PUMP, observation(0));
    store.dropAll();
    advance(store, PUMP, observation(1));
    // What is replayed is not told.
    assertThat(encoded).hasValue(2);
    assertThat(store.streams()).isEqualTo(1);
  }

  /** An observation that failed is taken back: the stream goes on from before it. */
  @Test
  void whatIsWithdrawnWasNeverTaken() {
    MonitorStore store = begin(usual);
    StreamMonitor expected = alone();
    for (int t = 0; t < 5; t++) {
      advance(store, PUMP, observation(t));
      expected.advance(observation(t));
    }
    HeldMonitor held = store.get(PUMP);
    store.journal(held, observation(90));
    held.monitor.advance(observation(90));
    store.undo(held, held.sequence + 1, new IllegalStateException("a record's own"));
    assertThat(store.get(PUMP)).isNotSameAs(held);
    assertThat(state(store, PUMP)).isEqualTo(expected.snapshot());
    advance(store, PUMP, observation(5));
    expected.advance(observation(5));
    store.dropAll();
    assertThat(state(store, PUMP)).isEqualTo(expected.snapshot());
  }

  private static List<String> visited(MonitorStore store, int enough, @Nullable String unwanted) {
    List<String> seen = new ArrayList<>();
    AtomicInteger asked = new AtomicInteger();
    Bytes from = null;
    do {
      from =
          store.visit(
              from,
              key -> !new String(key, UTF_8).equals(unwanted),
              (held, status) -> seen.add(held.stream + " " + status.counts().records()),
              () -> asked.incrementAndGet() % enough == 0);
    } while (from != null);
    return seen;
  }

  /** The map's number in the table, as after a change of maps. */
  private void space(int number) {
    snapshots.put(
        StoreKeys.maps(),
        MapSpacesTest.table(1, number + 1, Map.of(usual.model().map().fingerprint(), number)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void streamsInTheStoresAreVisitedInTheOrderOfTheirKeysAndStayThere(int number) {
    space(number);
    // Of another map.
    byte[] foreign = MapSpace.of(number + 1).place(PUMP);
    snapshots.put(StoreKeys.header(foreign), new byte[] {1});
    MonitorStore store = begin(usual);
    for (byte[] key : List.of(PUMP, FAN, MIXER)) {
      for (int t = 0; t < key.length; t++) {
        advance(store, key, observation(t));
      }
    }
    store.dropAll();
    List<String> all = List.of("fan 3", "mixer 5", "pump 4");
    for (int enough : List.of(1, 2, 3, 9)) {
      assertThat(visited(store, enough, null)).as("%d at once", enough).isEqualTo(all);
    }
    assertThat(visited(store, 1, "mixer")).containsExactly("fan 3", "pump 4");
    assertThat(store.holds(FAN)).isFalse();
    store.get(FAN);
    assertThat(visited(store, 1, null)).containsExactly("mixer 5", "pump 4");
    // Those on the heap count as pieces, too.
    assertThat(store.visit(null, key -> false, (held, status) -> {}, () -> true))
        .isEqualTo(StoreKeys.header(MapSpace.of(number).place(FAN)));
    assertThat(snapshots.get(StoreKeys.header(foreign))).isEqualTo(new byte[] {1});
  }

  /** Nobody waits for a stream whose state cannot be read. */
  @Test
  void aVisitPassesOverStateThatCannotBeRead() {
    space(0);
    MonitorStore store = begin(usual);
    for (byte[] key : List.of(PUMP, FAN, MIXER)) {
      for (int t = 0; t < key.length; t++) {
        advance(store, key, observation(t));
      }
    }
    store.dropAll();
    Bytes header = StoreKeys.header(MapSpace.of(0).place(FAN));
    assertThat(snapshots.get(header)).isNotNull();
    snapshots.put(header, new byte[] {1, 2, 3});

    assertThat(visited(store, 1, null)).containsExactly("mixer 5", "pump 4");
  }

  /** State of before streams were forgotten has no notes: a visit makes them. */
  @Test
  void aVisitedStreamIsNoted() {
    MonitorStore store = begin(usual);
    advance(store, PUMP, observation(3));
    snapshots.delete(StoreKeys.note(PUMP));
    store.dropAll();
    visited(store, 1, null);
    assertThat(notes(store)).containsEntry("pump", observation(3).time());
  }

  /** What is noted of a stream, by its key. */
  private static Map<String, Long> notes(MonitorStore store) {
    List<StreamNotes.Note> notes = new ArrayList<>();
    store.notes().next(null, 10, notes);
    Map<String, Long> heard = new TreeMap<>();
    notes.forEach(note -> heard.put(new String(note.stream().get(), UTF_8), note.heard()));
    return heard;
  }

  private static boolean mentions(KeyValueStore<Bytes, byte[]> store, byte[] key) {
    boolean found = false;
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      while (all.hasNext()) {
        found |= all.next().key.toString().contains(new String(key, UTF_8));
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aForgottenStreamLeavesNothing(int number) {
    space(number);
    budget = new HeapBudget(10 * usual.heap().grown());
    MonitorStore store = begin(usual);
    store.marks().add(PUMP, 0, 1, 2, new IllegalStateException("bad"));
    for (int t = 0; t < 30; t++) {
      advance(store, PUMP, observation(t));
      advance(store, FAN, observation(t));
    }
    long last = observation(29).time();
    assertThat(notes(store)).containsOnlyKeys("fan", "pump");
    assertThat(notes(store).get("pump")).isBetween(last - 10_000_000L, last);
    journal.flushCache();
    assertThat(mentions(entries, PUMP)).isTrue();

    store.forget(PUMP);
    journal.flushCache();
    assertThat(mentions(entries, PUMP)).isFalse();
    assertThat(mentions(snapshots, PUMP)).isFalse();
    assertThat(store.isNew(PUMP)).isTrue();
    assertThat(store.streams()).isEqualTo(1);
    assertThat(new StateReader(snapshots.get(StoreKeys.count(MapSpace.of(number)))).getLong())
        .isEqualTo(1);
    assertThat(begin(usual).streams()).isEqualTo(1);
    assertThat(notes(store)).containsOnlyKeys("fan");
    assertThat(state(store, PUMP)).as("it begins again").isEqualTo(alone().snapshot());
  }

  /** Stores of the first release had no count. */
  @Test
  void streamsThatWereNeverCountedAre() {
    MonitorStore store = begin(usual);
    for (byte[] key : List.of(PUMP, FAN, MIXER)) {
      advance(store, key, observation(0));
    }
    journal.flushCache();
    snapshots.delete(StoreKeys.count(MapSpace.PLAIN));
    assertThat(begin(usual).streams()).isEqualTo(3);
    snapshots.put(StoreKeys.count(MapSpace.PLAIN), new byte[9]);
    assertThatThrownBy(() -> begin(usual)).isInstanceOf(MalformedStateException.class);
  }

  private StateReader origin() {
    ChunkedSnapshots stored = new ChunkedSnapshots(snapshots);
    StateReader reader = new StateReader(stored.read(new byte[0], stored.header(new byte[0])));
    reader.getInt();
    return reader;
  }

  /**
   * Where an earlier release wrote what streams began with, it is written as this release does
   * before anything else is: the earlier one looks there first, and refuses to go on.
   */
  @Test
  void whatStreamsBeganWithIsBroughtForwardBeforeAnythingIsWritten() {
    advance(begin(usual), PUMP, observation(0));
    journal.flushCache();
    // The version before differs in the state of relations, which this map has none of.
    byte[] earlier = alone().snapshot();
    earlier[Integer.BYTES]--;
    ChunkedSnapshots stored = new ChunkedSnapshots(snapshots);
    SnapshotHeader header = stored.header(new byte[0]);
    stored.write(new byte[0], header, (from, to) -> Arrays.copyOfRange(earlier, from, to), header);

    MonitorStore store = begin(usual);
    assertThat(origin().getInt()).isEqualTo(SnapshotOrigin.VERSION - 1);
    byte[] before = state(store, PUMP);
    assertThat(origin().getInt())
        .as("reading writes nothing")
        .isEqualTo(SnapshotOrigin.VERSION - 1);
    advance(store, PUMP, observation(1));
    assertThat(origin().getInt()).isEqualTo(SnapshotOrigin.VERSION);
    StreamMonitor expected = alone();
    expected.advance(observation(0));
    assertThat(before).isEqualTo(expected.snapshot());
    expected.advance(observation(1));
    store.dropAll();
    assertThat(state(store, PUMP)).isEqualTo(expected.snapshot());
    assertThat(begin(usual).streams()).isEqualTo(1);
  }

  @Test
  void settingsThatCannotContinueTheStoreAreRefused() throws Exception {
    advance(begin(usual), PUMP, observation(0));
    MonitorBlueprint other =
        MonitorBlueprint.of(TestTopology.config("pump"), TestTopology.MIXED_MODEL);
    assertThatThrownBy(() -> begin(other))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("certificates");
  }

  /**
   * Of a stream that has not left the heap yet a header alone is stored: it began as the first one
   * of the store did. Under settings that begin otherwise the old ones are read as they began, and
   * new ones have a snapshot of their own.
   */
  @Test
  void whereStreamsBeginOtherwiseNowEachKeepsItsBeginning() throws Exception {
    MonitorStore store = begin(usual);
    advance(store, PUMP, observation(0));
    journal.flushCache();
    assertThat(snapshots.get(StoreKeys.chunk(PUMP, 0))).as("a header alone").isNull();

    MonitorBlueprint changed = blueprint("recent: 300");
    StreamMonitor fresh = StreamMonitor.create(changed.settings(), changed.model());
    assertThat(fresh.snapshot()).isNotEqualTo(alone().snapshot());
    store = begin(changed);
    advance(store, FAN, observation(0));
    assertThat(snapshots.get(StoreKeys.chunk(FAN, 0))).isEqualTo(fresh.snapshot());
    StreamMonitor old =
        StreamMonitor.restore(changed.settings(), changed.model(), alone().snapshot());
    old.advance(observation(0));
    fresh.advance(observation(0));
    assertThat(state(store, PUMP)).isEqualTo(old.snapshot());
    assertThat(state(store, FAN)).isEqualTo(fresh.snapshot());
    journal.flushCache();

    store = begin(usual);
    StreamMonitor expected = alone();
    expected.advance(observation(0));
    assertThat(state(store, PUMP)).isEqualTo(expected.snapshot());
    assertThat(store.streams()).isEqualTo(2);
  }
}
