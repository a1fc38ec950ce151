package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.monitor.status.OtherStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.MapSpaces;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.TestModels;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** Two maps in one task: instances come and go, the stores stay. */
class ShadowMonitorsTest {
  private static final Model OLD = TestTopology.MODEL;
  private static final Model NEW = TestTopology.OTHER_MODEL;

  private final TopologyConfig config = publishingIncidents();
  private final JournalStore journal = new JournalStore(store(StoreKeys.JOURNAL));
  private final KeyValueStore<Bytes, byte[]> snapshots = store(StoreKeys.SNAPSHOT);
  private final List<SimulatedInput.Message> messages = SimulatedInput.messages(3, 6, 12);
  private final Map<String, StreamStatus> shadowed = new TreeMap<>();

  private static TopologyConfig publishingIncidents() {
    try {
      return TopologyConfig.parse(
          TestTopology.config("pump")
              .toMaskedYaml()
              .replace("incidents:\n", "incidents:\n  topic: pump.incidents\n"),
          "pump",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static TopologyConfig withHalfTheStep() throws TopologyConfigException {
    return TopologyConfig.parse(
        publishingIncidents().toMaskedYaml().replaceFirst("beta: [0-9.]+", "beta: 0.02"),
        "pump",
        Map.of());
  }

  private static KeyValueStore<Bytes, byte[]> store(String name) {
    return Stores.inMemoryKeyValueStore(name).get();
  }

  private static MonitorBlueprint blueprint(TopologyConfig config, Model main, Model... shadow) {
    try {
      return MonitorBlueprint.of(config, main, List.of(shadow).stream().findFirst())
          .withJournalLength(5);
    } catch (Exception wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  /** One task on one instance. */
  private final class Instance extends TaskInstance {
    Instance(Model main, Model... shadow) {
      this(config, new Listener(), main, shadow);
    }

    Instance(TopologyConfig file, EngineListener listener, Model main, Model... shadow) {
      this(file, 1, listener, main, shadow);
    }

    Instance(TopologyConfig file, long heap, EngineListener listener, Model main, Model... shadow) {
      this(file, heap, journal, snapshots, listener, main, shadow);
    }

    Instance(
        TopologyConfig file,
        long heap,
        JournalStore entries,
        KeyValueStore<Bytes, byte[]> states,
        EngineListener listener,
        Model main,
        Model... shadow) {
      super(file, blueprint(file, main, shadow), heap, entries, states, listener);
    }

    @Override
    Instance take(List<SimulatedInput.Message> some) {
      super.take(some);
      return this;
    }

    @Override
    Instance aSecondPasses() {
      super.aSecondPasses();
      return this;
    }
  }

  private final class Listener implements EngineListener {
    @Override
    public void shadowStatus(int partition, String stream, StreamStatus status) {
      shadowed.put(stream, status);
    }
  }

  private static Map<String, List<String>> ofMain(Map<String, List<String>> published) {
    Map<String, List<String>> main = new TreeMap<>(published);
    main.keySet().removeIf(name -> name.contains("~"));
    return main;
  }

  private Map<String, List<String>> alone(Model model, List<SimulatedInput.Message> some) {
    return new ShadowMonitorsTest().new Instance(model).take(some).published();
  }

  /** What is published of the later records by one map that took all of them. */
  private Map<String, List<String>> alone(Model model, int from) {
    Instance instance =
        new ShadowMonitorsTest().new Instance(model).take(messages.subList(0, from));
    instance.resetForwards();
    return instance.take(messages.subList(from, messages.size())).published();
  }

  private List<Bytes> keys() {
    List<Bytes> keys = new ArrayList<>();
    journal.flushCache();
    for (KeyValueStore<Bytes, byte[]> store : List.of(journal.written(), snapshots)) {
      try (var all = store.all()) {
        while (all.hasNext()) {
          KeyValue<Bytes, byte[]> entry = all.next();
          keys.add(entry.key);
        }
      }
    }
    return keys;
  }

  @Test
  void publishesTheSameBytesWithAndWithoutAShadow() {
    Map<String, List<String>> with = new Instance(OLD, NEW).take(messages).published();

    assertThat(ofMain(with)).isEqualTo(alone(OLD, messages));
    // The control: the other map says something else.
    assertThat(alone(NEW, messages)).isNotEqualTo(alone(OLD, messages));
  }

  @Test
  void incidentsOfBothMapsHaveWhatPeopleCallTheStream() throws Exception {
    TopologyConfig named =
        TopologyConfig.parse(
            config.toMaskedYaml() + "streams: {key: '(?<site>.)(?<name>.*)'}\n", "pump", Map.of());
    Map<String, List<String>> published =
        new Instance(
                named,
                EngineListener.SILENT,
                TestModels.withNoveltyLimit(OLD, 1e-3),
                TestModels.withNoveltyLimit(NEW, 1e-3))
            .take(messages)
            .published();

    for (boolean ofShadow : new boolean[] {false, true}) {
      assertThat(published.entrySet())
          .filteredOn(entry -> entry.getKey().contains("~") == ofShadow)
          .flatExtracting(Map.Entry::getValue)
          .filteredOn(value -> value.contains("\"kind\":\"incident\""))
          .isNotEmpty()
          .allMatch(value -> value.contains("\"site\":"));
    }
  }

  @Test
  void theTopologyIsTheSameWithAShadowAndAfterItsPromotion() throws Exception {
    String yaml = config.toMaskedYaml();
    TopologyConfig shadowed =
        TopologyConfig.parse(
            yaml.replace("file: unused", "file: unused\n  shadow: other"), "t", Map.of());

    assertThat(shadowed.model().shadow()).isPresent();
    assertThat(MonitorTopology.description(shadowed))
        .isEqualTo(MonitorTopology.description(config));
  }

  @Test
  void showsTheShadowEveryRecordAndTellsItsView() {
    new Instance(OLD, NEW).take(messages).aSecondPasses();
    ExpectedOutput expected = new ExpectedOutput(config, blueprint(config, NEW)).takeAll(messages);

    // With room for one stream on the heap, the last one is told.
    String last = messages.get(messages.size() - 1).stream();
    assertThat(shadowed).containsOnlyKeys(last);
    assertThat(shadowed.get(last).counts())
        .isEqualTo(expected.monitors().get(last).status().counts());
  }

  @Test
  void aPromotedMapGoesOnFromItsOwnStateAsIfItHadBeenAloneFromTheBeginning() {
    int third = messages.size() / 3;
    new Instance(OLD, NEW).take(messages.subList(0, third));
    Instance promoted = new Instance(NEW, OLD).take(messages.subList(third, messages.size()));

    assertThat(ofMain(promoted.published())).isEqualTo(alone(NEW, third));
    // The control: a map that begins at the promotion says something else.
    assertThat(alone(NEW, messages.subList(third, messages.size())))
        .isNotEqualTo(alone(NEW, third));
  }

  @Test
  void rolesThatChangeWithEveryInstanceLoseNothing() {
    int part = messages.size() / 6;
    for (int i = 0; i < 5; i++) {
      List<SimulatedInput.Message> some = messages.subList(i * part, (i + 1) * part);
      Instance instance = i % 2 == 0 ? new Instance(OLD, NEW) : new Instance(NEW, OLD);
      instance.take(some).aSecondPasses();
    }
    Instance back = new Instance(OLD, NEW).take(messages.subList(5 * part, messages.size()));

    assertThat(ofMain(back.published())).isEqualTo(alone(OLD, 5 * part));
    assertThat(stored(NEW)).isEqualTo(expected(NEW));
    assertThat(stored(OLD)).isEqualTo(expected(OLD));
  }

  private Map<String, String> expected(Model model) {
    ExpectedOutput expected =
        new ExpectedOutput(config, blueprint(config, model)).takeAll(messages);
    Map<String, String> states = new TreeMap<>();
    expected
        .monitors()
        .forEach(
            (stream, monitor) -> states.put(stream, Bytes.wrap(monitor.snapshot()).toString()));
    return states;
  }

  private Map<String, String> stored(Model model) {
    MonitorStore store =
        new MonitorStore(
            journal,
            snapshots,
            blueprint(config, model, model == OLD ? NEW : OLD),
            new HeapBudget(1),
            EngineListener.SILENT);
    Map<String, String> states = new TreeMap<>();
    for (String stream : List.of("a", "b", "c")) {
      StreamMonitor monitor = store.find(stream.getBytes(StandardCharsets.UTF_8)).orElseThrow();
      states.put(stream, Bytes.wrap(monitor.snapshot()).toString());
    }
    return states;
  }

  @Test
  void deletesWhatIsStoredOfAMapThatTheFileNamesNoMore() {
    int half = messages.size() / 2;
    new Instance(OLD, NEW).take(messages.subList(0, half)).aSecondPasses();
    new Instance(NEW, OLD).aSecondPasses();
    List<Bytes> both = keys();
    Instance after = new Instance(NEW).aSecondPasses();
    List<Bytes> left = keys();

    assertThat(left).hasSizeLessThan(both.size());
    assertThat(left).allMatch(key -> key.get()[0] == -3);
    assertThat(ofMain(after.take(messages.subList(half, messages.size())).published()))
        .isEqualTo(alone(NEW, half));
    // A map that is named again has missed records: it begins anew, elsewhere.
    new Instance(NEW, OLD).take(messages.subList(0, 3)).aSecondPasses();
    assertThat(
            new MapSpaces(journal, snapshots, List.of(fingerprint(NEW), fingerprint(OLD)))
                .of(fingerprint(OLD))
                .number())
        .isEqualTo(2);
  }

  @Test
  void aShadowThatAnInstanceWithoutItPassedOverBeginsAnew() {
    new Instance(OLD, NEW).take(messages.subList(0, 30));
    new Instance(OLD).take(messages.subList(30, 60));
    new Instance(OLD, NEW).take(messages.subList(60, messages.size()));

    ExpectedOutput expected = new ExpectedOutput(config, blueprint(config, NEW));
    messages.subList(60, messages.size()).forEach(m -> expected.take(m.stream(), m.value()));
    Map<String, String> states = new TreeMap<>();
    expected
        .monitors()
        .forEach(
            (stream, monitor) -> states.put(stream, Bytes.wrap(monitor.snapshot()).toString()));
    assertThat(stored(NEW)).isEqualTo(states);
    assertThat(stored(OLD)).isEqualTo(expected(OLD));
  }

  @Test
  void refusesAMapThatNeverRanBesideTheStoredOne() {
    new Instance(OLD).take(messages.subList(0, 30)).aSecondPasses();

    assertThatThrownBy(() -> new Instance(NEW))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining(fingerprint(OLD))
        .hasMessageContaining("model.shadow");
    assertThat(keys()).as("nothing is deleted by the slip").isNotEmpty();
    new Instance(OLD).take(messages.subList(30, messages.size()));
    assertThat(stored(OLD)).isEqualTo(expected(OLD));
  }

  @Test
  void anUnwarmedMapMayBeSwappedInAndBeginsAnew() {
    new Instance(OLD).take(messages.subList(0, 30));
    Instance swapped = new Instance(NEW, OLD).take(messages.subList(30, messages.size()));

    assertThat(ofMain(swapped.published()))
        .isEqualTo(alone(NEW, messages.subList(30, messages.size())));
    assertThat(stored(OLD)).isEqualTo(expected(OLD));
  }

  @Test
  void aShadowThatThrowsChangesNothingOfTheMainMap() {
    List<String> failed = new ArrayList<>();
    Instance instance =
        new Instance(
            config,
            new EngineListener() {
              private int taken;

              @Override
              public void shadowed(int partition, String stream, RowAssessment assessment) {
                if (++taken % 7 == 0) {
                  throw new IllegalStateException("a mistake of the map on trial");
                }
              }

              @Override
              public void shadowFailed(int partition, String stream) {
                failed.add(stream);
              }
            },
            OLD,
            NEW);
    instance.take(messages);

    assertThat(ofMain(instance.published())).isEqualTo(alone(OLD, messages));
    assertThat(stored(OLD)).isEqualTo(expected(OLD));
    assertThat(failed).hasSizeGreaterThan(20);
  }

  /** Whether its monitors are on the heap or read again from the stores. */
  @Test
  void aShadowThatThrowsGoesOnFromBeforeTheRecord() {
    List<SimulatedInput.Message> taken = new ArrayList<>();
    EngineListener failing =
        new EngineListener() {
          private int seen;

          @Override
          public void shadowed(int partition, String stream, RowAssessment assessment) {
            if (++seen % 7 == 0) {
              throw new IllegalStateException("a mistake of the map on trial");
            }
            taken.add(messages.get(seen - 1));
          }

          @Override
          public void shadowStatus(int partition, String stream, StreamStatus status) {
            ShadowMonitorsTest.this.shadowed.put(stream, status);
          }
        };
    new Instance(config, Long.MAX_VALUE, failing, OLD, NEW).take(messages).aSecondPasses();
    ExpectedOutput expected = new ExpectedOutput(config, blueprint(config, NEW)).takeAll(taken);
    Map<String, String> states = new TreeMap<>();
    expected
        .monitors()
        .forEach(
            (stream, monitor) -> states.put(stream, Bytes.wrap(monitor.snapshot()).toString()));

    assertThat(stored(NEW)).isEqualTo(states);
    // One that failed with its last record has left the heap.
    assertThat(shadowed).isNotEmpty();
    shadowed.forEach(
        (stream, status) ->
            assertThat(status.counts())
                .isEqualTo(expected.monitors().get(stream).status().counts()));
  }

  @Test
  void refusesAShadowThatCannotBeCompared() {
    assertThatThrownBy(() -> MonitorBlueprint.of(config, OLD, Optional.of(OLD)))
        .hasMessageContaining("model.shadow: is the same map as model.file");
  }

  /**
   * With another length every stream would be stored whole at a promotion, and a later change of a
   * setting would take effect elsewhere than the sequential run has it.
   */
  @Test
  void aMapKeepsTheLengthOfItsJournalWhenRolesAreExchanged() throws Exception {
    MonitorBlueprint both = MonitorBlueprint.of(config, OLD, Optional.of(NEW));
    MonitorBlueprint trial = both.shadow().orElseThrow();

    assertThat(trial.settings().forecasts().others())
        .as("a map on trial keeps forecasts of the main map besides")
        .isNotEmpty();
    assertThat(trial.journalLength())
        .isEqualTo(MonitorBlueprint.of(config, NEW).journalLength())
        .isBetween(65, 16_383);
  }

  /**
   * A setting takes effect at the last snapshot of a stream, so that a trial must not have moved
   * it: the same readings under the same settings have to give the same bits.
   */
  @Test
  void aChangedSettingTakesEffectAtTheSameReadingWithAndWithoutATrialBefore() throws Exception {
    // Both in the middle of a journal of five.
    int promotion = 3 * 27;
    int change = 3 * 53;
    TopologyConfig changed = withHalfTheStep();
    Instance trial = new Instance(config, Long.MAX_VALUE, new Listener(), OLD, NEW);
    trial.take(messages.subList(0, promotion));
    new Instance(config, Long.MAX_VALUE, new Listener(), NEW, OLD)
        .take(messages.subList(promotion, change));
    ShadowMonitorsTest without = new ShadowMonitorsTest();
    without.new Instance(config, Long.MAX_VALUE, new Listener(), NEW)
        .take(messages.subList(0, change));

    List<SimulatedInput.Message> rest = messages.subList(change, messages.size());
    Map<String, List<String>> published =
        new Instance(changed, new Listener(), NEW).take(rest).published();

    assertThat(published)
        .isEqualTo(without.new Instance(changed, new Listener(), NEW).take(rest).published());
    // The control: the setting matters, and did not from the beginning.
    assertThat(published)
        .isNotEqualTo(alone(NEW, change))
        .isNotEqualTo(
            new ShadowMonitorsTest().new Instance(changed, new Listener(), NEW)
                .take(messages)
                .published());
  }

  private static String fingerprint(Model model) {
    return model.map().fingerprint();
  }

  /** The forecasts of both maps are compared on the same readings, whatever is replayed. */
  @Test
  void theMapOnTrialIsComparedWithTheMainOneInBothDirections() {
    Map<String, StreamStatus> expected = new TreeMap<>();
    for (long heap : List.of(Long.MAX_VALUE, 1L)) {
      JournalStore ownJournal = new JournalStore(store(StoreKeys.JOURNAL));
      KeyValueStore<Bytes, byte[]> ownSnapshots = store(StoreKeys.SNAPSHOT);
      shadowed.clear();
      new Instance(config, heap, ownJournal, ownSnapshots, new Listener(), OLD, NEW)
          .take(SimulatedInput.messages(2, 8, 40))
          .aSecondPasses();
      if (expected.isEmpty()) {
        expected.putAll(shadowed);
      }
      // Only streams on the heap are told of.
      assertThat(shadowed).isNotEmpty();
      shadowed.forEach((stream, status) -> assertThat(status).isEqualTo(expected.get(stream)));
    }
    for (OtherStatus main : expected.get("a").forecasts().others()) {
      assertThat(main.forecaster()).isEqualTo(ShadowMonitors.MAIN);
      assertThat(main.ours().outcomes()).isGreaterThan(50);
      double ours = main.ours().observed().orElseThrow();
      double theirs = main.theirs().observed().orElseThrow();
      assertThat(ours > 0).as("one of two different maps is better").isNotEqualTo(theirs > 0);
    }
    assertThat(expected.get("a").forecasts().others()).hasSize(2);
  }
}
