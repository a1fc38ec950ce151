package io.kahkm.stream.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalStoreTest {
  private static final byte[] KEY = "pump".getBytes(StandardCharsets.UTF_8);

  /** A stream whose state is the list of the entries that it has taken. */
  private static final class Numbers extends HeldStream {
    private final List<Integer> taken;

    Numbers(byte[] key, List<Integer> taken, long sequence, SnapshotHeader stored) {
      super(key, sequence, stored);
      this.taken = new ArrayList<>(taken);
    }

    @Override
    protected long lastTime() {
      return 0;
    }

    @Override
    protected void write(StateWriter writer) {
      writer.putInt(taken.size());
      taken.forEach(writer::putInt);
    }
  }

  /** A task: journal, snapshots, and what was there at the last commit. */
  private static final class Task {
    private final int length;
    private KeyValueStore<Bytes, byte[]> entries;
    private KeyValueStore<Bytes, byte[]> snapshots;
    private JournalStore store;
    private StreamJournal journal;
    private Map<Bytes, byte[]> committedEntries = Map.of();
    private Map<Bytes, byte[]> committedSnapshots = Map.of();

    Task(int length) {
      this.length = length;
      begin();
    }

    private void begin() {
      entries = filled("journal", committedEntries);
      snapshots = filled("snapshot", committedSnapshots);
      store = new JournalStore(entries);
      journal = new StreamJournal(store, new ChunkedSnapshots(snapshots), length, "map");
    }

    private static KeyValueStore<Bytes, byte[]> filled(String name, Map<Bytes, byte[]> entries) {
      KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore(name).get();
      entries.forEach(store::put);
      return store;
    }

    void commit() {
      store.flushCache();
      committedEntries = all(entries);
      committedSnapshots = all(snapshots);
    }

    void crash() {
      begin();
    }

    Numbers load(byte[] key) {
      ChunkedSnapshots all = new ChunkedSnapshots(snapshots);
      SnapshotHeader header = all.header(key);
      if (header == null) {
        Numbers begun = new Numbers(key, List.of(), 0, null);
        journal.store(begun);
        return begun;
      }
      StateReader reader = new StateReader(all.read(key, header));
      List<Integer> taken = new ArrayList<>();
      int size = reader.getInt();
      for (int i = 0; i < size; i++) {
        taken.add(reader.getInt());
      }
      Numbers held = new Numbers(key, taken, header.sequence(), header);
      journal.replay(held, entry -> held.taken.add(entry.getInt()));
      return held;
    }

    void begin(Numbers held, int number) {
      journal.entry(held).putInt(number);
      journal.append();
    }

    void take(Numbers held, int number) {
      begin(held, number);
      held.taken.add(number);
      journal.advanced(held);
    }
  }

  private static Map<Bytes, byte[]> all(KeyValueStore<Bytes, byte[]> store) {
    Map<Bytes, byte[]> all = new TreeMap<>();
    try (var entries = store.all()) {
      entries.forEachRemaining(entry -> all.put(entry.key, entry.value));
    }
    return all;
  }

  @Test
  void writesTheEntriesOfACommitAsOneValue() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    for (int i = 0; i < 40; i++) {
      task.take(held, i);
    }
    assertThat(all(task.entries)).isEmpty();
    task.commit();

    assertThat(all(task.entries)).hasSize(1);
    assertThat(task.load(KEY).taken).isEqualTo(held.taken);
  }

  @Test
  void writesOneEntryAsEarlierVersionsDid() {
    Task task = new Task(100);
    task.take(task.load(KEY), 7);
    task.commit();
    StateWriter expected = new StateWriter();
    expected.putLong(1);
    expected.putInt(7);

    assertThat(all(task.entries).values()).containsExactly(expected.toByteArray());
  }

  @Test
  void forgetsWhatWaitsWithTheTransaction() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    task.take(held, 1);
    task.commit();
    task.take(held, 2);
    task.store.clearCache();

    assertThat(task.load(KEY).taken).containsExactly(1);
  }

  @Test
  void readsAStreamThatLeftTheHeapBeforeTheCommit() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    task.take(held, 1);
    task.take(held, 2);
    Numbers again = task.load(KEY);
    task.take(again, 3);

    assertThat(task.load(KEY).taken).containsExactly(1, 2, 3);
  }

  @Test
  void takesBackTheLastEntryOnly() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    task.take(held, 1);
    task.begin(held, 2);
    task.journal.withdraw(KEY, held.sequence + 1);
    // It is not there any more: those before it stay.
    task.journal.withdraw(KEY, held.sequence + 1);
    Numbers again = task.load(KEY);
    task.take(again, 3);
    task.commit();

    assertThat(task.load(KEY).taken).containsExactly(1, 3);
  }

  @Test
  void takesBackAnEntryThatIsAlone() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    task.begin(held, 1);
    task.journal.withdraw(KEY, 1);
    Numbers again = task.load(KEY);
    task.take(again, 2);
    task.commit();

    assertThat(task.load(KEY).taken).containsExactly(2);
  }

  @Test
  void anEntryThatWasOnlyBegunIsNone() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    task.take(held, 1);
    task.journal.entry(held).putInt(99);
    task.commit();

    assertThat(task.load(KEY).taken).containsExactly(1);
  }

  @Test
  void doesNotWriteWhatASnapshotHolds() {
    Task task = new Task(5);
    Numbers held = task.load(KEY);
    for (int i = 0; i < 5; i++) {
      task.take(held, i);
    }
    task.commit();

    assertThat(all(task.entries)).isEmpty();
    assertThat(task.load(KEY).taken).hasSize(5);
  }

  @Test
  void cutsLongValues() {
    Task task = new Task(100_000);
    Numbers held = task.load(KEY);
    for (int i = 0; i < 20_000; i++) {
      task.take(held, i);
    }
    task.commit();

    assertThat(all(task.entries).values())
        .hasSize(5)
        .allMatch(value -> value.length < 17_000, "below 17,000 bytes");
    assertThat(task.load(KEY).taken).isEqualTo(held.taken);
  }

  @Test
  void refusesACommitThatDidNotAskForWhatWaits() {
    Task task = new Task(100);
    task.take(task.load(KEY), 1);

    assertThatThrownBy(() -> task.store.commit(Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1 streams have journal entries that were not written");
  }

  @Test
  void deletesAStreamWithWhatWaits() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    task.take(held, 1);
    task.commit();
    task.take(held, 2);
    task.journal.delete(KEY);
    task.commit();

    assertThat(all(task.entries)).isEmpty();
    assertThat(all(task.snapshots)).isEmpty();
    assertThat(task.load(KEY).taken).isEmpty();
  }

  @Test
  void refusesAnEntryThatDoesNotFollow() {
    Task task = new Task(100);
    task.take(task.load(KEY), 1);
    Numbers elsewhere = new Numbers(KEY, List.of(), 5, null);

    assertThatThrownBy(() -> task.store.entry(elsewhere))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("entry 6 does not follow 1");
  }

  /** A commit of many streams makes no garbage of what their entries waited in. */
  @Test
  void whatEntriesWaitedInIsUsedAgainUnlessItIsLong() {
    Task task = new Task(100_000);
    Numbers held = task.load(KEY);
    Numbers other = task.load("other".getBytes(StandardCharsets.UTF_8));
    StateWriter used = task.store.entry(held);
    used.putInt(1);
    task.store.append();
    assertThat(task.store.waiting(held.place)).isEqualTo(Integer.BYTES);
    task.store.write(held.place);
    assertThat(task.store.waiting(held.place)).isZero();
    assertThat(task.store.entry(other)).isSameAs(used).returns(0, StateWriter::length);

    used.putDoubles(new double[2 * JournalStore.LONG_VALUE]);
    task.store.append();
    task.store.write(other.place);
    Numbers third = task.load(new byte[] {3});
    assertThat(task.store.entry(third)).isNotSameAs(used);

    // After a crash of the task, or a snapshot, nothing waits, and the rest is used again.
    StateWriter begun = task.store.entry(third);
    task.store.clearCache();
    assertThat(task.store.entry(other)).isSameAs(begun);
    task.store.forget(other.place);
    assertThat(task.store.entry(third)).isSameAs(begun);
  }

  /** A snapshot is in as many values as it needs; what waits would have to be one. */
  @Test
  void aStreamOfLongEntriesIsStoredWholeBeforeTheyAreTooLong() {
    Task task = new Task(100_000);
    Numbers held = task.load(KEY);
    task.journal.entry(held).putDoubles(new double[StoreKeys.CHUNK_BYTES / Double.BYTES]);
    task.journal.append();
    task.journal.advanced(held);
    assertThat(task.store.waiting(held.place)).isZero();
    assertThat(held.stored().sequence()).isEqualTo(1);
  }

  /** A few entries are read again quickly; after more a snapshot saves reading them. */
  @ParameterizedTest
  @CsvSource({"8, 0", "9, 9"})
  void aStreamThatLeavesTheHeapIsStoredOnceItsReplayIsLong(int entries, int stored) {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    for (int i = 0; i < entries; i++) {
      task.take(held, i);
    }
    task.journal.leave(held);
    assertThat(held.stored().sequence()).isEqualTo(stored);
  }

  /** What is left behind the entries of a value is no entry: the state would be another. */
  @Test
  void aValueThatGoesOnBehindItsEntriesIsRefused() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    task.take(held, 1);
    task.take(held, 2);
    task.commit();
    Bytes key = all(task.entries).keySet().iterator().next();
    byte[] value = task.entries.get(key);
    task.entries.put(key, Arrays.copyOf(value, value.length + 1));
    assertThatThrownBy(() -> task.load(KEY)).isInstanceOf(MalformedStateException.class);

    // The negative number of the first entry, how many, and none.
    StateWriter none = new StateWriter();
    none.putLong(-1);
    none.putInt(0);
    task.entries.put(key, none.toByteArray());
    assertThatThrownBy(() -> task.load(KEY))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("entries of a value");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @SuppressWarnings({"unchecked", "deprecation"})
  void theRestIsAskedOfTheStoreThatItWritesTo(boolean yes) {
    List<String> asked = new ArrayList<>();
    KeyValueStore<Bytes, byte[]> written =
        (KeyValueStore<Bytes, byte[]>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {KeyValueStore.class},
                (proxy, method, arguments) -> {
                  asked.add(method.getName());
                  return switch (method.getReturnType().getSimpleName()) {
                    case "boolean" -> yes;
                    case "Long" -> 17L;
                    case "String" -> "journal";
                    case "Position" -> Position.emptyPosition();
                    default -> null;
                  };
                });
    JournalStore store = new JournalStore(written);
    assertThat(store.persistent()).isEqualTo(yes);
    assertThat(store.isOpen()).isEqualTo(yes);
    assertThat(store.managesOffsets()).isEqualTo(yes);
    assertThat(store.committedOffset(new TopicPartition("changelog", 0))).isEqualTo(17);
    assertThat(store.getPosition()).isEqualTo(Position.emptyPosition());
    assertThat(store.name()).isEqualTo("journal");
    assertThat(store.setFlushListener(record -> {}, yes)).isFalse();
    store.init(null, null);
    store.commit(Map.of());

    store.entry(new Numbers(KEY, List.of(), 0, null));
    store.append();
    store.close();
    assertThat(store.waiting(Bytes.wrap(KEY))).isZero();
    assertThat(asked)
        .containsExactly(
            "persistent",
            "isOpen",
            "managesOffsets",
            "committedOffset",
            "getPosition",
            "name",
            "init",
            "commit",
            "close");
    store.entry(new Numbers(KEY, List.of(), 0, null)).putInt(1);
    store.append();
    store.init(null, null);
    assertThat(store.waiting(Bytes.wrap(KEY))).isZero();
  }

  @Test
  void isBuiltAroundWhatItWritesTo() {
    StoreBuilder<JournalStore> builder =
        JournalStore.builder(
            Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("journal"), Serdes.Bytes(), Serdes.ByteArray()));
    assertThat(builder.name()).isEqualTo("journal");
    assertThat(builder.loggingEnabled()).isTrue();
    assertThat(builder.withLoggingEnabled(Map.of("cleanup.policy", "compact")).logConfig())
        .containsEntry("cleanup.policy", "compact");
    assertThat(builder.withCachingDisabled()).isSameAs(builder);
    assertThat(builder.build().name()).isEqualTo("journal");
    assertThat(builder.withLoggingDisabled().loggingEnabled()).isFalse();
  }

  /** A journal of another length is of earlier settings: nothing of it may be needed any more. */
  @Test
  void aStreamOfAnotherLengthIsStoredWholeWhenItIsRead() {
    Task task = new Task(100);
    Numbers held = task.load(KEY);
    for (int i = 0; i < 5; i++) {
      task.take(held, i);
    }
    task.commit();
    assertThat(task.load(KEY).stored().sequence()).as("the same length").isZero();

    StreamJournal other =
        new StreamJournal(task.store, new ChunkedSnapshots(task.snapshots), 7, "map");
    Numbers again =
        new Numbers(KEY, List.of(), 0, new ChunkedSnapshots(task.snapshots).header(KEY));
    other.replay(again, entry -> again.taken.add(entry.getInt()));
    assertThat(again.taken).isEqualTo(held.taken);
    assertThat(again.stored().sequence()).isEqualTo(5);
    assertThat(again.stored().journalLength()).isEqualTo(7);
  }

  /** One entry a value, at the sequence modulo N: what is read so is stored whole. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3, 7, 8, 13})
  void continuesAJournalOfEarlierVersions(int before) {
    int length = 8;
    Task task = new Task(length);
    Numbers held = task.load(KEY);
    for (int i = 0; i < before; i++) {
      task.take(held, i);
    }
    task.journal.store(held);
    List<Integer> expected = new ArrayList<>(held.taken);
    for (int i = 1; i < length; i++) {
      StateWriter entry = new StateWriter();
      entry.putLong(before + i);
      entry.putInt(100 + i);
      task.entries.put(
          StoreKeys.journal(KEY, (int) ((before + i) % (long) length)), entry.toByteArray());
      expected.add(100 + i);
    }
    Numbers read = task.load(KEY);
    assertThat(read.taken).isEqualTo(expected);
    // Seven entries before it, the first of them lies where it would today.
    assertThat(read.stored().sequence())
        .as("is stored whole")
        .isEqualTo(before == 7 ? before : before + length - 1L);
    task.take(read, -1);
    task.commit();
    expected.add(-1);

    assertThat(task.load(KEY).taken).isEqualTo(expected);
  }

  /** Whatever happens in between: after a crash there is what the last commit had, no more. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 40})
  void afterAnyCrashThereIsWhatWasCommitted(int length) {
    Random random = new Random(length);
    List<byte[]> keys = List.of(KEY, new byte[] {1}, "pump-2".getBytes(StandardCharsets.UTF_8));
    for (int trial = 0; trial < 200; trial++) {
      Task task = new Task(length);
      Map<Bytes, List<Integer>> now = new HashMap<>();
      Map<Bytes, List<Integer>> committed = new HashMap<>();
      Map<Bytes, Numbers> heap = new HashMap<>();
      for (int step = 0; step < 120; step++) {
        byte[] key = keys.get(random.nextInt(keys.size()));
        Bytes place = Bytes.wrap(key);
        int what = random.nextInt(40);
        if (what == 0) {
          task.crash();
          heap.clear();
          now = copy(committed);
        } else if (what < 5) {
          task.commit();
          committed = copy(now);
        } else if (what < 8) {
          Numbers left = heap.remove(place);
          if (left != null) {
            task.journal.leave(left);
          }
        } else {
          Numbers held = heap.computeIfAbsent(place, stream -> task.load(stream.get()));
          List<Integer> expected = now.computeIfAbsent(place, stream -> new ArrayList<>());
          assertThat(held.taken).isEqualTo(expected);
          if (what < 10) {
            task.begin(held, -step);
            heap.remove(place);
            task.journal.withdraw(key, held.sequence + 1);
          } else {
            task.take(held, step);
            expected.add(step);
          }
        }
      }
    }
  }

  private static Map<Bytes, List<Integer>> copy(Map<Bytes, List<Integer>> streams) {
    Map<Bytes, List<Integer>> copy = new HashMap<>();
    streams.forEach((stream, numbers) -> copy.put(stream, new ArrayList<>(numbers)));
    return copy;
  }
}
