package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/**
 * Monitors as a new machine would rebuild them from the changelogs, beside those of a plain loop.
 */
class StoredMonitorsTest {
  private static final TopologyConfig CONFIG = TestTopology.config("pump");
  private static final MonitorBlueprint BLUEPRINT =
      TestTopology.blueprint(CONFIG, TestTopology.MODEL).withJournalLength(7);
  private static final String JOURNAL = "pump-journal-changelog";
  private static final String SNAPSHOT = "pump-snapshot-changelog";

  private static void fill(
      StoredMonitors monitors, String changelog, KeyValueStore<Bytes, byte[]> store) {
    try (var all = store.all()) {
      while (all.hasNext()) {
        var entry = all.next();
        monitors.put(changelog, entry.key.get(), entry.value);
      }
    }
  }

  /** What a task has stored after these records. */
  private static StoredMonitors stored(List<SimulatedInput.Message> messages) {
    JournalStore journal = new JournalStore(MonitorTopologyStores.store(StoreKeys.JOURNAL));
    KeyValueStore<Bytes, byte[]> snapshots = MonitorTopologyStores.store(StoreKeys.SNAPSHOT);
    new TaskInstance(CONFIG, BLUEPRINT, Long.MAX_VALUE, journal, snapshots, EngineListener.SILENT)
        .take(messages);
    journal.flushCache();
    StoredMonitors monitors = new StoredMonitors(CONFIG, BLUEPRINT);
    fill(monitors, JOURNAL, journal.written());
    fill(monitors, SNAPSHOT, snapshots);
    return monitors;
  }

  @Test
  void aMonitorThatIsReadFromTheChangelogsIsTheOneThatTookTheRecords() {
    assertThat(StoredMonitors.changelogs(CONFIG)).containsExactly(JOURNAL, SNAPSHOT);
    for (int records : new int[] {1, 12, 13, 14, 15, 26}) {
      List<SimulatedInput.Message> messages = SimulatedInput.messages(2, 1, 30).subList(0, records);
      SequentialRun expected = new SequentialRun(CONFIG, BLUEPRINT, (output, key, value) -> {});
      messages.forEach(message -> expected.take(message.stream(), message.value(), 0));
      StoredMonitors monitors = stored(messages);
      expected
          .monitors()
          .forEach(
              (stream, monitor) -> {
                assertThat(monitors.snapshot(stream))
                    .as("%s after %d records of both", stream, records)
                    .hasValueSatisfying(
                        snapshot -> assertThat(snapshot).isEqualTo(monitor.snapshot()));
                int own = stream.equals("a") ? (records + 1) / 2 : records / 2;
                assertThat(monitors.needsJournal(stream))
                    .as("%s after %d records of its own", stream, own)
                    .isEqualTo(own % 7 != 0);
              });
      assertThat(monitors.snapshot("c")).isEmpty();
    }
  }

  @Test
  void whatWasDeletedIsGone() {
    StoredMonitors monitors = new StoredMonitors(CONFIG, BLUEPRINT);
    monitors.put(JOURNAL, "k".getBytes(UTF_8), new byte[] {1});
    monitors.put(JOURNAL, "k".getBytes(UTF_8), null);
    assertThat(monitors.snapshot("a")).isEmpty();
    assertThatThrownBy(() -> monitors.put("another", new byte[1], null)).hasMessage("another");
  }

  /** As in the engine, a changed setting takes effect at the last snapshot of each stream. */
  @Test
  void aRunThatIsContinuedStandsWhereTheOneBeforeDid() {
    List<SimulatedInput.Message> messages = SimulatedInput.messages(2, 1, 30);
    SequentialRun whole = new SequentialRun(CONFIG, BLUEPRINT, (output, key, value) -> {});
    SequentialRun first = new SequentialRun(CONFIG, BLUEPRINT, (output, key, value) -> {});
    messages.forEach(message -> whole.take(message.stream(), message.value(), 0));
    messages.subList(0, 33).forEach(message -> first.take(message.stream(), message.value(), 0));
    SequentialRun rest = first.continued(CONFIG, BLUEPRINT);
    messages
        .subList(33, messages.size())
        .forEach(message -> rest.take(message.stream(), message.value(), 0));
    assertThat(rest.monitors().keySet()).containsExactly("a", "b");
    for (Map.Entry<String, StreamMonitor> one : whole.monitors().entrySet()) {
      assertThat(rest.monitors().get(one.getKey()).snapshot())
          .as(one.getKey())
          .isEqualTo(one.getValue().snapshot());
    }
  }
}
