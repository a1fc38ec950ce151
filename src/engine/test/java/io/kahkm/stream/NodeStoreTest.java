package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.SparkplugAliases;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class NodeStoreTest {
  private final KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore("births").get();

  @Test
  void keepsNoMoreNodesThanThereMayBe() {
    NodeStore nodes = new NodeStore(store, 2);
    assertThat(nodes.put("g/a", new SparkplugAliases())).isTrue();
    assertThat(nodes.put("g/b", new SparkplugAliases())).isTrue();
    assertThat(nodes.put("g/c", new SparkplugAliases())).isFalse();
    // A node that is known is born again at any time, also after a restart.
    NodeStore restarted = new NodeStore(store, 2);
    assertThat(restarted.put("g/a", new SparkplugAliases())).isTrue();
    assertThat(restarted.put("g/c", new SparkplugAliases())).isFalse();
    assertThat(restarted.get("g/c")).isNull();
    assertThat(restarted.get("g/b")).isNotNull();
  }

  @Test
  void aBirthThatCannotBeReadCostsItsNodeUntilTheNextOne() {
    NodeStore nodes = new NodeStore(store, 3);
    nodes.put("g/a", new SparkplugAliases());
    nodes.put("g/b", new SparkplugAliases());
    byte[] stored = new SparkplugAliases().toByteArray();
    Bytes first = StoreKeys.chunk("g/a".getBytes(StandardCharsets.UTF_8), 0);
    byte[] damaged = store.get(first).clone();
    damaged[0] = 9;
    store.put(first, damaged);

    NodeStore restarted = new NodeStore(store, 3);
    assertThat(restarted.get("g/a")).isNotNull();
    assertThat(restarted.get("g/a").toByteArray()).isEqualTo(stored);
    assertThat(restarted.get("g/b").toByteArray()).isEqualTo(stored);
    assertThat(restarted.put("g/a", new SparkplugAliases())).isTrue();
    assertThat(new NodeStore(store, 3).get("g/a").toByteArray()).isEqualTo(stored);
  }

  @Test
  void countsTheNodesOfStoresThatDidNot() {
    new NodeStore(store, 2).put("g/a", new SparkplugAliases());
    store.delete(StoreKeys.count(MapSpace.PLAIN));

    NodeStore nodes = new NodeStore(store, 2);
    assertThat(nodes.put("g/b", new SparkplugAliases())).isTrue();
    assertThat(nodes.put("g/c", new SparkplugAliases())).isFalse();
  }
}
