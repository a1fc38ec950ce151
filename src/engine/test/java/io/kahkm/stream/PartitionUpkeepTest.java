package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.StreamStatus;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.MapSpace;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.testing.CapturedLog;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** What a partition does by the clock, between records. */
class PartitionUpkeepTest {
  private static final Duration FORGET = Duration.ofHours(1);
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final JournalStore journal =
      new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
  private final KeyValueStore<Bytes, byte[]> snapshots =
      MonitorTopologyStores.store(StoreKeys.SNAPSHOT);

  /** What was told, in order. */
  private final List<String> told = new ArrayList<>();

  private final EngineListener listener =
      new EngineListener() {
        @Override
        public void status(int partition, String stream, StreamStatus status) {
          told.add(stream + ": " + status.counts().records());
        }

        @Override
        public void forgotten(int partition, String stream) {
          told.add(stream + " is forgotten by partition " + partition);
        }

        @Override
        public void forgettingHeld(int partition, int streams) {
          told.add(streams + " are kept by partition " + partition);
        }
      };

  /** One task: its maps and what it does by the clock. */
  private final class Task {
    private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    private final TaskMaps maps;
    private final PartitionUpkeep upkeep;
    private long wall;

    /** Nanoseconds that pass whenever a turn asks whether it has had enough. */
    private long pace;

    private long nanos = Long.MAX_VALUE - 5;

    private Task(Optional<Duration> forget, Model model) {
      TopologyConfig config = config(forget);
      context.addStateStore(journal);
      context.addStateStore(snapshots);
      context.setCurrentSystemTimeMs(0);
      MonitorBlueprint blueprint = TestTopology.blueprint(config, model);
      maps = new TaskMaps(config, blueprint, context, new HeapBudget(Long.MAX_VALUE), listener);
      upkeep = new PartitionUpkeep(3, maps, listener, forget, () -> nanos += pace);
      upkeep.schedule(context);
    }

    /** A reading of each of some streams, at an event time. */
    private void take(long millis, String... streams) {
      for (String stream : streams) {
        MonitorStore store = maps.streams();
        HeldMonitor held = store.get(stream.getBytes(UTF_8));
        Observation reading =
            Observation.state(millis * NANOS_PER_MILLI, new double[] {2, 0.1}, null, false);
        store.journal(held, reading);
        held.monitor.advance(reading);
        store.advanced(held);
        upkeep.changed(held);
      }
    }

    private CapturedPunctuator every(Duration interval) {
      return context.scheduledPunctuators().stream()
          .filter(one -> one.getInterval().equals(interval))
          .findFirst()
          .orElseThrow();
    }

    private void aSecondPasses() {
      every(Duration.ofSeconds(1)).getPunctuator().punctuate(wall);
    }

    private CapturedPunctuator visits() {
      return every(Duration.ofMillis(100));
    }

    private void at(long minute) {
      wall = minute * MINUTE;
      context.setCurrentSystemTimeMs(wall);
    }

    /** A pass over all streams, some minutes after the task began. */
    private void passes(long minute) {
      at(minute);
      every(Duration.ofMinutes(10)).getPunctuator().punctuate(wall);
      aSecondPasses();
    }
  }

  private static TopologyConfig config(Optional<Duration> forget) {
    try {
      return TopologyConfig.parse(
          """
          name: pump
          model: {file: unused}
          input: {state: [q, p], time: t, time-unit: ms, idle: 1m%s}
          """
              .formatted(forget.map(silence -> ", forget: " + silence.toHours() + "h").orElse("")),
          "test",
          Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private Task task() {
    return new Task(Optional.empty(), TestTopology.MODEL);
  }

  private Task forgetful() {
    return new Task(Optional.of(FORGET), TestTopology.MODEL);
  }

  @Test
  void streamsThatChangedAreToldOfOnceWithinASecond() {
    Task task = task();
    task.take(0, "a", "b");
    task.take(1, "a");
    assertThat(told).isEmpty();
    task.aSecondPasses();
    assertThat(told).containsExactly("a: 2", "b: 1");
    task.aSecondPasses();
    assertThat(told).hasSize(2);
    task.take(2, "b");
    task.aSecondPasses();
    assertThat(told).containsExactly("a: 2", "b: 1", "b: 2");
  }

  /** The heap copies of all but the last two are gone, and nothing is told of those. */
  @Test
  void twoThousandStreamsHaveTheirTurnInASecond() {
    Task task = task();
    HeldMonitor first = task.maps.streams().get("x".getBytes(UTF_8));
    for (int i = 1; i < 2_000; i++) {
      task.upkeep.changed(
          new HeldMonitor(MapSpace.of(0), ("s" + i).getBytes(UTF_8), first.monitor, 0, null));
    }
    task.take(0, "a", "b");
    task.aSecondPasses();
    assertThat(told).containsExactly("a: 1");
    task.aSecondPasses();
    assertThat(told).containsExactly("a: 1", "b: 1");
  }

  @Test
  void storedStreamsAreVisitedAFewAtATimeUntilAllWereTold() {
    Task before = task();
    before.take(0, "a", "b", "c", "d", "e");
    journal.flushCache();
    Task task = task();
    task.pace = 5 * NANOS_PER_MILLI;
    CapturedPunctuator visits = task.visits();
    visits.getPunctuator().punctuate(0);
    assertThat(told).as("in ten milliseconds").containsExactly("a: 1", "b: 1");
    visits.getPunctuator().punctuate(100);
    assertThat(told).hasSize(4);
    visits.getPunctuator().punctuate(200);
    assertThat(told).containsExactly("a: 1", "b: 1", "c: 1", "d: 1", "e: 1");
    assertThat(visits.cancelled()).isFalse();
    visits.getPunctuator().punctuate(300);
    assertThat(told).hasSize(5);
    assertThat(visits.cancelled()).isTrue();
  }

  @Test
  void whatIsStoredOfAMapThatNobodyNamesIsDeletedWithTheNoteOfWhoHasWhichPlace() throws Exception {
    TopologyConfig config = config(Optional.empty());
    new TaskInstance(
            config,
            MonitorBlueprint.of(config, TestTopology.MODEL, Optional.of(TestTopology.OTHER_MODEL)),
            Long.MAX_VALUE,
            journal,
            snapshots,
            EngineListener.SILENT)
        .take(SimulatedInput.messages(1, 1, 12));
    journal.flushCache();
    int both = keys();
    byte[] places = snapshots.get(StoreKeys.maps());

    Task task = new Task(Optional.empty(), TestTopology.OTHER_MODEL);
    assertThat(keys()).isEqualTo(both);
    task.aSecondPasses();
    assertThat(snapshots.get(StoreKeys.maps())).isNotEqualTo(places);
    assertThat(keys()).isLessThan(both);
    assertThat(task.maps.sweep(() -> false)).as("nothing is left").isTrue();
    assertThat(task.maps.streams().knows("a".getBytes(UTF_8))).isTrue();
  }

  private int keys() {
    int keys = 0;
    try (var all = snapshots.all()) {
      for (; all.hasNext(); all.next()) {
        keys++;
      }
    }
    return keys;
  }

  @Test
  void aSilentStreamIsForgottenAndToldNoMore() {
    try (CapturedLog log = new CapturedLog(PartitionUpkeep.class.getName())) {
      Task task = forgetful();
      task.take(0, "a", "b");
      task.at(90);
      task.take(90 * MINUTE, "a");
      task.passes(90);
      told.clear();
      task.take(90 * MINUTE + 1, "a");
      task.passes(100);
      assertThat(told).containsExactly("a: 3", "b is forgotten by partition 3");
      assertThat(log.lines())
          .containsExactly(
              "Partition 3 forgot 1 streams that had sent nothing for more than PT1H of event time"
                  + " and of wall-clock time (input.forget). A record from one of them starts a"
                  + " new stream. No action needed.");
      assertThat(task.maps.streams().streams()).isEqualTo(1);
    }
  }

  @Test
  void withoutThatSettingNothingIsForgotten() {
    assertThat(task().context.scheduledPunctuators())
        .extracting(CapturedPunctuator::getInterval)
        .containsExactly(Duration.ofSeconds(1), Duration.ofMillis(100));
  }

  @Test
  void streamsThatAreTooManyToForgetAreToldWhenTheirNumberChanges() {
    try (CapturedLog log = new CapturedLog(PartitionUpkeep.class.getName())) {
      Task task = forgetful();
      task.take(0, "a", "b", "c", "d", "e", "f");
      task.aSecondPasses();
      told.clear();
      task.at(90);
      task.take(90 * MINUTE, "a");
      task.passes(90);
      task.passes(100);
      assertThat(told).containsExactly("a: 2", "5 are kept by partition 3");
      assertThat(log.lines())
          .containsExactly(
              "Partition 3: 5 streams, more than a quarter of all, are due to be forgotten at once"
                  + " (input.forget). They are kept until they have been silent for twice PT1H. If"
                  + " they are not gone for good, check the clocks of the other streams; see"
                  + " KahkmForgettingHeld in the runbook.");
      told.clear();

      task.passes(105);
      assertThat(told).isEmpty();
      task.take(90 * MINUTE + 1, "b");
      task.passes(110);
      assertThat(told).containsExactly("b: 2", "4 are kept by partition 3");
      assertThat(log.lines()).as("once").hasSize(1);
      told.clear();

      task.take(90 * MINUTE + 2, "a", "b");
      task.passes(125);
      assertThat(told)
          .containsExactlyInAnyOrder(
              "a: 3",
              "b: 3",
              "0 are kept by partition 3",
              "c is forgotten by partition 3",
              "d is forgotten by partition 3",
              "e is forgotten by partition 3",
              "f is forgotten by partition 3");
      assertThat(log.lines()).hasSize(2);
    }
  }

  @Test
  void aFullPartitionIsToldOnceUntilStreamsAreForgotten() {
    String full =
        "Partition 3 is full with 4 streams; records of further streams are rejected as"
            + " too-many-streams. If these streams are genuine, raise input.most-streams, or the"
            + " heap if it is not set.";
    try (CapturedLog log = new CapturedLog(PartitionUpkeep.class.getName())) {
      Task task = forgetful();
      task.take(0, "a", "b");
      for (int i = 0; i < 2; i++) {
        task.upkeep.sayFull(4, "too-many-streams");
      }
      assertThat(log.lines()).containsExactly(full);
      task.at(90);
      task.take(90 * MINUTE, "a");
      task.passes(90);
      task.upkeep.sayFull(4, "too-many-streams");
      assertThat(log.lines()).hasSize(1);
      task.passes(100);
      task.upkeep.sayFull(4, "too-many-streams");
      assertThat(log.lines()).hasSize(3).last().isEqualTo(full);
    }
  }
}
