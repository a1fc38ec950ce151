package io.kahkm.stream;

import io.kahkm.decode.SparkplugAliases;
import io.kahkm.decode.SparkplugDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the births of edge nodes have said, in the task's store: a death or a restart of the engine
 * must not forget the aliases. One owner, the task's thread.
 */
final class NodeStore implements SparkplugDecoder.Nodes {
  /** Nodes on the heap; others are read again. */
  private static final int MOST_CACHED = 1_000;

  private final ChunkedSnapshots births;
  private final Map<String, SparkplugAliases> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SparkplugAliases> eldest) {
          return size() > MOST_CACHED;
        }
      };

  NodeStore(KeyValueStore<Bytes, byte[]> store) {
    births = new ChunkedSnapshots(store);
  }

  @Override
  public SparkplugAliases get(String node) {
    SparkplugAliases cached = cache.get(node);
    if (cached != null) {
      return cached;
    }
    byte[] key = node.getBytes(StandardCharsets.UTF_8);
    SnapshotHeader stored = births.header(key);
    if (stored == null) {
      return null;
    }
    SparkplugAliases aliases = SparkplugAliases.read(births.read(key, stored));
    cache.put(node, aliases);
    return aliases;
  }

  @Override
  public void put(String node, SparkplugAliases aliases) {
    byte[] key = node.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = aliases.toByteArray();
    births.write(
        key,
        new SnapshotHeader(0, 1, bytes.length, null),
        (from, to) -> Arrays.copyOfRange(bytes, from, to),
        births.header(key));
    cache.put(node, aliases);
  }

  /** Forgets every heap copy: they may be ahead of the store. */
  void dropAll() {
    cache.clear();
  }
}
