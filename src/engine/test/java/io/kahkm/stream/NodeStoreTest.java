package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.SparkplugAliases;
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
  void countsTheNodesOfStoresThatDidNot() {
    new NodeStore(store, 2).put("g/a", new SparkplugAliases());
    store.delete(StoreKeys.count(MapSpace.PLAIN));

    NodeStore nodes = new NodeStore(store, 2);
    assertThat(nodes.put("g/b", new SparkplugAliases())).isTrue();
    assertThat(nodes.put("g/c", new SparkplugAliases())).isFalse();
  }
}
