package io.kahkm.stream;

import io.kahkm.engine.EngineListener;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.topology.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * Monitors rebuilt from the changelog topics alone, as a new machine would: what the engine has
 * stored, for comparison with what it should have. Mutable, for one thread.
 */
public final class StoredMonitors {
  private final Map<String, KeyValueStore<Bytes, byte[]>> stores = new TreeMap<>();
  private final MonitorBlueprint blueprint;
  private final String journal;
  private final String snapshots;

  /** Begins when all is there: where a map's entries are is read once. */
  private @Nullable MonitorStore monitors;

  /**
   * Begins with nothing stored.
   *
   * @param config the topology file
   * @param blueprint the file resolved with its model
   */
  public StoredMonitors(TopologyConfig config, MonitorBlueprint blueprint) {
    for (String store : List.of(StoreKeys.JOURNAL, StoreKeys.SNAPSHOT)) {
      stores.put(changelog(config, store), Stores.inMemoryKeyValueStore(store).get());
    }
    this.blueprint = blueprint;
    journal = changelog(config, StoreKeys.JOURNAL);
    snapshots = changelog(config, StoreKeys.SNAPSHOT);
  }

  private static String changelog(TopologyConfig config, String store) {
    return config.applicationId() + "-" + store + "-changelog";
  }

  private KeyValueStore<Bytes, byte[]> store(String changelog) {
    return Objects.requireNonNull(stores.get(changelog), changelog);
  }

  /**
   * The changelog topics of every store that holds monitors.
   *
   * @param config the topology file
   * @return topic names
   */
  public static List<String> changelogs(TopologyConfig config) {
    return List.of(changelog(config, StoreKeys.JOURNAL), changelog(config, StoreKeys.SNAPSHOT));
  }

  /**
   * Takes a committed record of a changelog; those of a partition come in order.
   *
   * @param changelog its topic, one of {@link #changelogs}
   * @param key its key, retained
   * @param value its value, retained; null deletes
   */
  public void put(String changelog, byte[] key, byte @Nullable [] value) {
    store(changelog).put(Bytes.wrap(key), value);
  }

  /**
   * The monitor of a stream as it is stored, after the last {@link #put}.
   *
   * @param stream the stream's id
   * @return its snapshot after the last stored record; empty if nothing of the stream is stored
   */
  public Optional<byte[]> snapshot(String stream) {
    if (monitors == null) {
      monitors =
          new MonitorStore(
              new JournalStore(store(journal)),
              store(snapshots),
              blueprint,
              new HeapBudget(Long.MAX_VALUE),
              EngineListener.SILENT);
    }
    return monitors.find(stream.getBytes(StandardCharsets.UTF_8)).map(StreamMonitor::snapshot);
  }

  /**
   * Whether a stored stream stands on journaled observations beyond its snapshot: without the last
   * of them it would be another.
   *
   * @param stream the stream's id, of a stored stream
   * @return false right after its snapshot was written
   */
  public boolean needsJournal(String stream) {
    HeldMonitor held =
        Objects.requireNonNull(monitors).get(stream.getBytes(StandardCharsets.UTF_8));
    return held.sequence > held.stored().sequence();
  }
}
