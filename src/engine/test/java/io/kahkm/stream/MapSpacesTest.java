package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.store.ChunkedSnapshots;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.MapSpace;
import io.kahkm.stream.store.MapSpaces;
import io.kahkm.stream.store.SnapshotHeader;
import io.kahkm.stream.store.StoreKeys;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** Who has which part of a partition's stores, over changes of the topology file. */
class MapSpacesTest {
  private final KeyValueStore<Bytes, byte[]> entries =
      Stores.inMemoryKeyValueStore("journal").get();
  private final KeyValueStore<Bytes, byte[]> snapshots =
      Stores.inMemoryKeyValueStore("snapshot").get();
  private final JournalStore journal = new JournalStore(entries);

  private MapSpaces spaces(String... named) {
    return new MapSpaces(journal, snapshots, List.of(named));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  /** What a store of one map begins with, then streams with a snapshot and an entry each. */
  private void fill(MapSpace space, String map, String... streams) {
    SnapshotHeader header = new SnapshotHeader(0, 64, 3, map);
    ChunkedSnapshots written = new ChunkedSnapshots(snapshots);
    written.write(space.place(new byte[0]), header, (from, to) -> new byte[to - from], null);
    snapshots.put(StoreKeys.count(space), new byte[8]);
    for (String stream : streams) {
      byte[] place = space.place(utf8(stream));
      written.write(place, header, (from, to) -> new byte[to - from], null);
      entries.put(StoreKeys.journal(place, 0), new byte[] {1});
    }
  }

  private static int size(KeyValueStore<Bytes, byte[]> store) {
    int size = 0;
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      while (all.hasNext()) {
        all.next();
        size++;
      }
    }
    return size;
  }

  @Test
  void theFirstMapHasTheKeysWithoutAPrefixAndNoTable() {
    MapSpaces first = spaces("a");
    assertThat(first.of("a")).isSameAs(MapSpace.PLAIN);
    assertThat(first.beginsAnew()).isFalse();
    assertThat(first.dropped()).isEmpty();
    first.settle();
    assertThat(snapshots.get(StoreKeys.maps())).isNull();

    fill(MapSpace.PLAIN, "a", "pump");
    MapSpaces again = spaces("a");
    assertThat(again.of("a").number()).isZero();
    assertThat(again.beginsAnew()).isFalse();
    again.settle();
    assertThat(snapshots.get(StoreKeys.maps())).isNull();
    assertThat(again.sweep(() -> false)).isTrue();
    assertThat(size(snapshots)).isEqualTo(5);
    assertThat(size(entries)).isEqualTo(1);
  }

  @Test
  void mapsThatAreNamedBesideGetSpacesOfTheirOwn() {
    MapSpaces first = spaces("a", "b", "c");
    assertThat(List.of("a", "b", "c"))
        .extracting(map -> first.of(map).number())
        .containsExactly(0, 1, 2);
    first.settle();
    MapSpaces other = spaces("c", "b", "a");
    assertThat(List.of("a", "b", "c"))
        .extracting(map -> other.of(map).number())
        .containsExactly(0, 1, 2);
    assertThat(other.beginsAnew()).isFalse();
    assertThatThrownBy(() -> other.of("d"))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("d");
  }

  @Test
  void stateOfNoMapOfTheFileIsRefused() {
    fill(MapSpace.PLAIN, "a", "pump");
    assertThatThrownBy(() -> spaces("b", "c"))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("belongs to map a, the model's map is b")
        .hasMessageContaining("model.shadow first");
    spaces("b", "a").settle();
    assertThatThrownBy(() -> spaces("c"))
        .hasMessageContaining("belongs to map a and b, the model's map is c");
  }

  @Test
  void aNewMainMapBesideAnOldOneBeginsAnewUntilItHasASpace() {
    fill(MapSpace.PLAIN, "a", "pump");
    MapSpaces changed = spaces("b", "a");
    assertThat(changed.beginsAnew()).isTrue();
    assertThat(changed.of("b").number()).isEqualTo(1);
    changed.settle();
    assertThat(spaces("b", "a").beginsAnew()).isFalse();
  }

  @Test
  void whatNoMapHasIsDeletedPieceByPieceAndItsNumberNotGivenAgain() {
    fill(MapSpace.PLAIN, "a", "pump", "fan");
    MapSpaces both = spaces("b", "a");
    both.settle();
    fill(both.of("b"), "b", "pump");
    byte[] mark = StoreKeys.mark(utf8("pump")).get();
    snapshots.put(Bytes.wrap(mark), new byte[] {7});

    MapSpaces alone = spaces("b");
    assertThat(alone.dropped()).containsExactly("a");
    assertThat(alone.of("b").number()).isEqualTo(1);
    alone.settle();
    assertThat(spaces("b").dropped()).isEmpty();
    AtomicInteger pieces = new AtomicInteger();
    int rounds = 1;
    while (!alone.sweep(() -> pieces.incrementAndGet() > 0)) {
      rounds++;
    }
    assertThat(rounds).isEqualTo(pieces.get()).isGreaterThan(1);
    assertThat(entries.get(StoreKeys.journal(utf8("pump"), 0))).isNull();
    assertThat(snapshots.get(StoreKeys.header(utf8("fan")))).isNull();
    assertThat(snapshots.get(StoreKeys.header(new byte[0]))).isNull();
    assertThat(snapshots.get(StoreKeys.count(MapSpace.PLAIN))).isNull();
    // The other map's, the table of maps and what belongs to no map stay.
    assertThat(snapshots.get(Bytes.wrap(mark))).isNotNull();
    assertThat(size(snapshots)).isEqualTo(5 + 2);
    assertThat(size(entries)).isEqualTo(1);
    assertThat(alone.sweep(() -> false)).isTrue();

    MapSpaces third = spaces("b", "c");
    assertThat(third.of("c").number()).isEqualTo(2);
    third.settle();
    spaces("b").settle();
    assertThat(spaces("b", "d").of("d").number()).isEqualTo(3);
  }

  @Test
  void aLargeSpaceIsDeletedAThousandKeysAtOnce() {
    fill(MapSpace.PLAIN, "a");
    for (int i = 0; i < 1500; i++) {
      entries.put(StoreKeys.journal(utf8("s" + i), 0), new byte[] {1});
    }
    MapSpaces both = spaces("b", "a");
    both.settle();
    MapSpaces alone = spaces("b");
    alone.settle();
    assertThat(alone.sweep(() -> true)).isFalse();
    assertThat(size(entries)).isEqualTo(500);
    assertThat(alone.sweep(() -> true)).isFalse();
    assertThat(size(entries)).isZero();
    assertThat(alone.sweep(() -> false)).isTrue();
  }

  /** What is stored of which map has which number. */
  static byte[] table(int version, int next, Map<String, Integer> numbers) {
    StateWriter writer = new StateWriter();
    writer.putInt(version);
    writer.putInt(next);
    writer.putInt(numbers.size());
    numbers.forEach(
        (map, number) -> {
          writer.putString(map);
          writer.putInt(number);
        });
    return writer.toByteArray();
  }

  private void table(int version, int next, int... numbers) {
    Map<String, Integer> maps = new TreeMap<>();
    for (int number : numbers) {
      maps.put("map" + number, number);
    }
    snapshots.put(StoreKeys.maps(), table(version, next, maps));
  }

  @Test
  void aTableThatIsNoneIsRefused() {
    table(2, 1, 0);
    assertThatThrownBy(() -> spaces("map0"))
        .isInstanceOf(MalformedStateException.class)
        .hasMessage("table of maps version 2 cannot be read, this is version 1");
    table(1, 1, 0, 1);
    assertThatThrownBy(() -> spaces("map0"))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("number of maps");
    table(1, 2, 2);
    assertThatThrownBy(() -> spaces("map2"))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("space");
    table(1, 2, 1);
    assertThat(spaces("map1").of("map1").number()).isEqualTo(1);
  }
}
