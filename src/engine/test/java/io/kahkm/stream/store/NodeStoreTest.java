package io.kahkm.stream.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.decode.SparkplugAliases;
import io.kahkm.internal.numeric.StateWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class NodeStoreTest {
  private final KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore("births").get();

  private NodeStore nodes(long most) {
    return new NodeStore(store, most, new HeapBudget(Long.MAX_VALUE));
  }

  @Test
  void copiesOfBirthsStayWithinTheBudgetOfAllTasks() {
    long one = born(10, 100).heapBytes();
    HeapBudget budget = new HeapBudget(3 * one);
    NodeStore nodes = new NodeStore(store, 100, budget);
    NodeStore otherTask = new NodeStore(Stores.inMemoryKeyValueStore("others").get(), 100, budget);
    for (int i = 0; i < 20; i++) {
      assertThat(nodes.put("g/" + i, born(i, 100))).isTrue();
      assertThat(otherTask.put("h/" + i, born(i, 100))).isTrue();
      // The one that is used stays, whatever the other task holds.
      assertThat(budget.used()).isLessThanOrEqualTo(4 * one);
    }
    for (int i = 0; i < 20; i++) {
      assertThat(nodes.get("g/" + i).toByteArray())
          .as("node %d", i)
          .isEqualTo(born(i, 100).toByteArray());
      assertThat(budget.used()).isLessThanOrEqualTo(4 * one);
    }

    SparkplugAliases larger = born(19, 1_000);
    nodes.put("g/19", larger);
    assertThat(budget.used()).isGreaterThanOrEqualTo(larger.heapBytes());
    assertThat(nodes.get("g/19")).isSameAs(larger);

    nodes.dropAll();
    otherTask.dropAll();
    assertThat(budget.used()).isZero();
  }

  /** What the birth of a node with so many metrics says, each with an alias. */
  private static SparkplugAliases born(int node, int metrics) {
    StateWriter writer = new StateWriter();
    writer.putByte(2);
    writer.putLong(0);
    writer.putInt(1);
    writer.putString("g/" + node);
    writer.putInt(metrics);
    for (int i = 0; i < metrics; i++) {
      writer.putString("metric-" + (1_000 + i));
      writer.putInt(10);
    }
    writer.putInt(metrics);
    for (int i = 0; i < metrics; i++) {
      writer.putLong(i);
      writer.putString("g/" + node);
      writer.putString("metric-" + (1_000 + i));
      writer.putInt(10);
    }
    return SparkplugAliases.read(writer.toByteArray());
  }

  @Test
  void keepsNoMoreNodesThanThereMayBe() {
    NodeStore nodes = nodes(2);
    assertThat(nodes.put("g/a", new SparkplugAliases())).isTrue();
    assertThat(nodes.put("g/b", new SparkplugAliases())).isTrue();
    assertThat(nodes.put("g/c", new SparkplugAliases())).isFalse();
    // A node that is known is born again at any time, also after a restart.
    NodeStore restarted = nodes(2);
    assertThat(restarted.put("g/a", new SparkplugAliases())).isTrue();
    assertThat(restarted.put("g/c", new SparkplugAliases())).isFalse();
    assertThat(restarted.get("g/c")).isNull();
    assertThat(restarted.get("g/b")).isNotNull();
  }

  @Test
  void aBirthThatCannotBeReadCostsItsNodeUntilTheNextOne() {
    NodeStore nodes = nodes(3);
    nodes.put("g/a", new SparkplugAliases());
    nodes.put("g/b", new SparkplugAliases());
    byte[] stored = new SparkplugAliases().toByteArray();
    Bytes first = StoreKeys.chunk("g/a".getBytes(StandardCharsets.UTF_8), 0);
    byte[] damaged = store.get(first).clone();
    damaged[0] = 9;
    store.put(first, damaged);

    NodeStore restarted = nodes(3);
    assertThat(restarted.get("g/a")).isNotNull();
    assertThat(restarted.get("g/a").toByteArray()).isEqualTo(stored);
    assertThat(restarted.get("g/b").toByteArray()).isEqualTo(stored);
    assertThat(restarted.put("g/a", new SparkplugAliases())).isTrue();
    assertThat(nodes(3).get("g/a").toByteArray()).isEqualTo(stored);
  }

  @Test
  void countsTheNodesOfStoresThatDidNot() {
    nodes(2).put("g/a", new SparkplugAliases());
    store.delete(StoreKeys.count(MapSpace.PLAIN));

    NodeStore nodes = nodes(2);
    assertThat(nodes.put("g/b", new SparkplugAliases())).isTrue();
    assertThat(nodes.put("g/c", new SparkplugAliases())).isFalse();
  }

  @Test
  void aSmallerBirthLeavesNothingOfALargerOne() {
    NodeStore nodes = nodes(2);
    nodes.put("g/a", born(1, 20_000));
    assertThat(keys()).as("count, header and parts").hasSizeGreaterThan(3);
    nodes.put("g/a", born(1, 3));
    Set<Bytes> left = keys();
    KeyValueStore<Bytes, byte[]> fresh = Stores.inMemoryKeyValueStore("fresh").get();
    new NodeStore(fresh, 2, new HeapBudget(Long.MAX_VALUE)).put("g/a", born(1, 3));

    assertThat(left).isEqualTo(keys(fresh));
    assertThat(nodes(2).get("g/a").toByteArray()).isEqualTo(born(1, 3).toByteArray());
  }

  private Set<Bytes> keys() {
    return keys(store);
  }

  private static Set<Bytes> keys(KeyValueStore<Bytes, byte[]> store) {
    Set<Bytes> keys = new TreeSet<>();
    try (var all = store.all()) {
      all.forEachRemaining(entry -> keys.add(entry.key));
    }
    return keys;
  }
}
