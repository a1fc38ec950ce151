package io.kahkm.stream.store;

import io.kahkm.decode.SparkplugAliases;
import io.kahkm.decode.SparkplugDecoder;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the births of edge nodes have said, in the task's store: a death or a restart of the engine
 * must not forget the aliases. One owner, the task's thread.
 */
public final class NodeStore implements SparkplugDecoder.Nodes {
  private static final Logger LOGGER = LoggerFactory.getLogger(NodeStore.class);

  private final KeyValueStore<Bytes, byte[]> store;
  private final ChunkedSnapshots births;
  private final long most;
  private final HeapCache<HeldNode> cache;

  /** The aliases of a node. */
  private static final class HeldNode extends HeldCopy {
    private final SparkplugAliases aliases;

    HeldNode(byte[] key, SparkplugAliases aliases) {
      super(key);
      this.aliases = aliases;
    }
  }

  /**
   * What is kept of a task's nodes.
   *
   * @param store where it is
   * @param most nodes that there may be
   * @param budget heap that copies may take; those beyond it are read again
   */
  public NodeStore(KeyValueStore<Bytes, byte[]> store, long most, HeapBudget budget) {
    this.store = store;
    this.most = most;
    cache = new HeapCache<>(budget, node -> node.aliases.heapBytes(), node -> {});
    births = new ChunkedSnapshots(store);
  }

  @Override
  public @Nullable SparkplugAliases get(String node) {
    byte[] key = node.getBytes(StandardCharsets.UTF_8);
    HeldNode cached = cache.get(key);
    if (cached != null) {
      return cached.aliases;
    }
    SnapshotHeader stored = births.header(key);
    if (stored == null) {
      return null;
    }
    SparkplugAliases aliases = read(node, key, stored);
    cache.put(new HeldNode(key, aliases));
    return aliases;
  }

  /** A birth that cannot be read costs its node the aliases until it is born again. */
  private SparkplugAliases read(String node, byte[] key, SnapshotHeader stored) {
    try {
      return SparkplugAliases.read(births.read(key, stored));
    } catch (MalformedStateException unreadable) {
      LOGGER.warn(
          "The stored birth of edge node {} cannot be read ({}). Its aliases are unknown until its"
              + " next birth; until then its data goes to the dead-letter topic as unknown-alias.",
          node,
          unreadable.getMessage());
      return new SparkplugAliases();
    }
  }

  @Override
  public boolean put(String node, SparkplugAliases aliases) {
    byte[] key = node.getBytes(StandardCharsets.UTF_8);
    SnapshotHeader before = births.header(key);
    if (before == null) {
      long known = count();
      if (known >= most) {
        return false;
      }
      StateWriter count = new StateWriter();
      count.putLong(known + 1);
      store.put(StoreKeys.count(MapSpace.PLAIN), count.toByteArray());
    }
    byte[] bytes = aliases.toByteArray();
    births.write(
        key,
        new SnapshotHeader(0, 1, bytes.length, null),
        (from, to) -> Arrays.copyOfRange(bytes, from, to),
        before);
    hold(key, aliases);
    return true;
  }

  private void hold(byte[] key, SparkplugAliases aliases) {
    HeldNode held = cache.get(key);
    if (held == null || held.aliases != aliases) {
      if (held != null) {
        cache.drop(held);
      }
      cache.put(new HeldNode(key, aliases));
    }
  }

  /** How many nodes are kept; stores of earlier versions did not count them. */
  private long count() {
    byte[] stored = store.get(StoreKeys.count(MapSpace.PLAIN));
    if (stored != null) {
      return new StateReader(stored).getLong();
    }
    long found = 0;
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      while (all.hasNext()) {
        found += StoreKeys.isHeader(all.next().key) ? 1 : 0;
      }
    }
    return found;
  }

  /** Forgets every heap copy: they may be ahead of the store. */
  public void dropAll() {
    cache.dropAll();
  }
}
