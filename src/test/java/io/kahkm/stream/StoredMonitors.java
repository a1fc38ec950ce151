package io.kahkm.stream;

import io.kahkm.stream.config.TopologyConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;

/** Rebuilds monitors from the changelog topics alone, as a new machine would. */
final class StoredMonitors {
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private StoredMonitors() {}

  /** Snapshot bytes of every named stream. */
  static Map<String, byte[]> snapshots(
      Cluster cluster,
      TopologyConfig config,
      MonitorBlueprint blueprint,
      Set<String> streams,
      Path directory) {
    Properties settings = StreamsSettings.of(config);
    settings.setProperty(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            MonitorTopology.build(config, blueprint, SilentListener.INSTANCE), settings)) {
      for (String store : Set.of(StoreKeys.JOURNAL, StoreKeys.SNAPSHOT)) {
        load(cluster, config.applicationId() + "-" + store + "-changelog", driver, store);
      }
      MonitorStore store =
          new MonitorStore(
              driver.getKeyValueStore(StoreKeys.JOURNAL),
              driver.getKeyValueStore(StoreKeys.SNAPSHOT),
              blueprint,
              new HeapBudget(Long.MAX_VALUE),
              SilentListener.INSTANCE);
      Map<String, byte[]> snapshots = new TreeMap<>();
      for (String stream : streams) {
        byte[] key = stream.getBytes(StandardCharsets.UTF_8);
        snapshots.put(stream, store.get(key).monitor.snapshot());
      }
      return snapshots;
    }
  }

  private static void load(Cluster cluster, String topic, TopologyTestDriver driver, String name) {
    KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(name);
    for (ConsumerRecord<byte[], byte[]> record : cluster.read(topic, Integer.MAX_VALUE, LONGEST)) {
      store.put(Bytes.wrap(record.key()), record.value());
    }
  }
}
