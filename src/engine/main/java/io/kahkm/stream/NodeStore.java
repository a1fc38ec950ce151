package io.kahkm.stream;

import io.kahkm.decode.SparkplugAliases;
import io.kahkm.decode.SparkplugDecoder;
import io.kahkm.internal.numeric.MalformedStateException;
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

  private final KeyValueStore<Bytes, byte[]> store;
  private final Map<String, SparkplugAliases> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SparkplugAliases> eldest) {
          return size() > MOST_CACHED;
        }
      };

  NodeStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  @Override
  public SparkplugAliases get(String node) {
    SparkplugAliases cached = cache.get(node);
    if (cached != null) {
      return cached;
    }
    byte[] key = node.getBytes(StandardCharsets.UTF_8);
    byte[] header = store.get(StoreKeys.header(key));
    if (header == null) {
      return null;
    }
    SnapshotHeader stored = SnapshotHeader.of(header);
    byte[] bytes = new byte[stored.length()];
    int position = 0;
    for (int i = 0; i < stored.chunks(); i++) {
      byte[] chunk = store.get(StoreKeys.chunk(key, i));
      if (chunk == null || chunk.length > bytes.length - position) {
        throw new MalformedStateException("part " + i + " of a stored birth is not whole");
      }
      System.arraycopy(chunk, 0, bytes, position, chunk.length);
      position += chunk.length;
    }
    SparkplugAliases aliases = SparkplugAliases.read(bytes);
    cache.put(node, aliases);
    return aliases;
  }

  @Override
  public void put(String node, SparkplugAliases aliases) {
    byte[] key = node.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = aliases.toByteArray();
    SnapshotHeader header = new SnapshotHeader(0, 1, bytes.length, null);
    byte[] before = store.get(StoreKeys.header(key));
    int chunksBefore = before == null ? 0 : SnapshotHeader.of(before).chunks();
    for (int i = 0; i < header.chunks(); i++) {
      int from = i * StoreKeys.CHUNK_BYTES;
      int to = Math.min(bytes.length, from + StoreKeys.CHUNK_BYTES);
      store.put(StoreKeys.chunk(key, i), Arrays.copyOfRange(bytes, from, to));
    }
    for (int i = header.chunks(); i < chunksBefore; i++) {
      store.delete(StoreKeys.chunk(key, i));
    }
    store.put(StoreKeys.header(key), header.toBytes());
    cache.put(node, aliases);
  }

  /** Forgets every heap copy: they may be ahead of the store. */
  void dropAll() {
    cache.clear();
  }
}
