package io.kahkm.stream.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.InputConfig;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.AssemblerStore;
import io.kahkm.stream.TestStores;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is stored of a stream is its own, whatever the names of others and in whichever order. */
class StreamStoresTest {
  /** Two streams; the name of one may be the beginning of the other's. */
  @SuppressWarnings("ArrayRecordComponent") // compared as told below
  private record Pair(byte[] one, byte[] other) {
    @Override
    public String toString() {
      return Bytes.wrap(one) + " and " + Bytes.wrap(other);
    }
  }

  static Stream<Pair> pairs() {
    List<byte[]> names =
        List.of(
            "pump-1".getBytes(UTF_8),
            "pump-10".getBytes(UTF_8),
            "pump-1\u0000\u0000\u0000\u0000".getBytes(UTF_8),
            "pump-2".getBytes(UTF_8));
    return names.stream()
        .flatMap(
            one ->
                names.stream()
                    .filter(other -> !Arrays.equals(one, other))
                    .map(other -> new Pair(one, other)));
  }

  private static KeyValueStore<Bytes, byte[]> store(String name) {
    return Stores.inMemoryKeyValueStore(name).get();
  }

  private static List<Bytes> keys(KeyValueStore<Bytes, byte[]> store) {
    List<Bytes> keys = new ArrayList<>();
    try (var all = store.all()) {
      all.forEachRemaining(entry -> keys.add(entry.key));
    }
    return keys;
  }

  /** A stream whose state is how many entries it has taken. */
  private static final class Counter extends HeldStream {
    private int taken;

    Counter(byte[] key) {
      super(key, 0, null);
    }

    @Override
    protected long lastTime() {
      return taken;
    }

    @Override
    protected void write(StateWriter writer) {
      writer.putInt(taken);
    }
  }

  private final KeyValueStore<Bytes, byte[]> entries = store("journal");
  private final KeyValueStore<Bytes, byte[]> snapshots = store("snapshot");
  private final JournalStore journals = new JournalStore(entries);
  private final StreamJournal journal =
      new StreamJournal(journals, new ChunkedSnapshots(snapshots), 100, "map");

  private Counter begun(byte[] key, int count) {
    Counter held = new Counter(key);
    journal.store(held);
    take(held, count);
    return held;
  }

  private void take(Counter held, int count) {
    for (int i = 0; i < count; i++) {
      journal.entry(held).putInt(held.taken);
      journal.append();
      held.taken++;
      journal.advanced(held);
      journals.flushCache();
    }
  }

  private int loaded(byte[] key) {
    ChunkedSnapshots all = new ChunkedSnapshots(snapshots);
    SnapshotHeader header = all.header(key);
    Counter held = new Counter(key);
    held.taken = new StateReader(all.read(key, header)).getInt();
    held.sequence = header.sequence();
    held.stored = header;
    journal.replay(
        held,
        entry -> {
          assertThat(entry.getInt()).isEqualTo(held.taken);
          held.taken++;
        });
    return held.taken;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void journalsOfTwoStreamsAreApartAndOneIsForgottenAlone(Pair pair) {
    begun(pair.one(), 3);
    Counter other = begun(pair.other(), 5);

    assertThat(loaded(pair.one())).isEqualTo(3);
    assertThat(loaded(pair.other())).isEqualTo(5);
    journal.delete(pair.one());
    assertThat(keys(snapshots)).doesNotContain(StoreKeys.header(pair.one()));
    assertThat(loaded(pair.other())).as("its neighbour's journal").isEqualTo(5);
    take(other, 2);
    assertThat(loaded(pair.other())).isEqualTo(7);
    journal.delete(pair.other());
    assertThat(keys(entries)).isEmpty();
    assertThat(keys(snapshots)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void notesAndMarksOfTwoStreamsAreApart(Pair pair) {
    StreamNotes notes = new StreamNotes(snapshots, 1600, () -> 0);
    QuarantineMarks marks = new QuarantineMarks(snapshots);
    Counter one = new Counter(pair.one());
    one.taken = 7;
    Counter other = new Counter(pair.other());
    other.taken = 9;
    notes.heard(pair.one(), one);
    notes.heard(pair.other(), other);
    marks.add(pair.one(), 1, 11, 12, new IllegalStateException("first"));
    marks.add(pair.other(), 2, 21, 22, new IllegalStateException("second"));
    marks.add(pair.other(), 2, 23, 24, new IllegalStateException("third"));

    List<String> seen = new ArrayList<>();
    marks.each((stream, mark) -> seen.add(stream + " " + mark.records() + " " + mark.offset()));
    assertThat(seen)
        .containsExactlyInAnyOrder(
            new String(pair.one(), UTF_8) + " 1 11", new String(pair.other(), UTF_8) + " 2 23");
    marks.delete(pair.one());
    notes.delete(pair.one());
    seen.clear();
    marks.each((stream, mark) -> seen.add(stream + " " + mark.error()));
    assertThat(seen)
        .containsExactly(
            new String(pair.other(), UTF_8) + " java.lang.IllegalStateException: third");
    List<StreamNotes.Note> left = new ArrayList<>();
    assertThat(notes.next(null, 5, left)).isNull();
    assertThat(left)
        .containsExactly(new StreamNotes.Note(Bytes.wrap(pair.other()), other.taken, 0));
  }

  private static StreamNotes.Note noted(KeyValueStore<Bytes, byte[]> store) {
    List<StreamNotes.Note> notes = new ArrayList<>();
    new StreamNotes(store, 1600, () -> 0).next(null, 5, notes);
    assertThat(notes).hasSize(1);
    return notes.get(0);
  }

  /** A sixteenth of the time after which it would be forgotten. */
  @Test
  void aNoteIsWrittenAgainOnceItIsASixteenthOld() {
    StreamNotes notes = new StreamNotes(snapshots, 1600, () -> 0);
    Counter held = new Counter("a".getBytes(UTF_8));
    held.taken = 500;
    notes.heard(held.key, held);
    held.taken = 599;
    notes.heard(held.key, held);
    assertThat(noted(snapshots).heard()).isEqualTo(500);
    held.taken = 600;
    notes.heard(held.key, held);
    assertThat(noted(snapshots).heard()).isEqualTo(600);
    held.taken = 599;
    notes.heard(held.key, held);
    assertThat(noted(snapshots).heard()).as("a clock set back").isEqualTo(599);
    Counter again = new Counter(held.key);
    again.taken = 650;
    notes.heard(again.key, again);
    assertThat(noted(snapshots).heard()).as("what is stored is known again").isEqualTo(599);
  }

  /** Each is told once, and the page that is not full is the last one. */
  @Test
  void notesAreReadPageByPage() {
    StreamNotes notes = new StreamNotes(snapshots, 1600, () -> 0);
    for (String stream : List.of("a", "b", "c")) {
      notes.heard(stream.getBytes(UTF_8), new Counter(stream.getBytes(UTF_8)));
    }
    snapshots.put(StoreKeys.header("z".getBytes(UTF_8)), new byte[1]);
    List<String> pages = new ArrayList<>();
    Bytes from = null;
    do {
      List<StreamNotes.Note> page = new ArrayList<>();
      from = notes.next(from, 2, page);
      pages.add(
          page.stream()
              .map(note -> new String(note.stream().get(), UTF_8))
              .collect(Collectors.joining()));
    } while (from != null);

    assertThat(pages).containsExactly("ab", "c");
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (seed + 31 * i);
    }
    return bytes;
  }

  private SnapshotHeader write(byte[] key, int length, SnapshotHeader before) {
    byte[] whole = bytes(length, key.length + length);
    SnapshotHeader header = new SnapshotHeader(7, 100, length, "map");
    new ChunkedSnapshots(snapshots)
        .write(key, header, (from, to) -> Arrays.copyOfRange(whole, from, to), before);
    return header;
  }

  private void holds(byte[] key, int length) {
    ChunkedSnapshots all = new ChunkedSnapshots(snapshots);
    assertThat(all.read(key, all.header(key))).isEqualTo(bytes(length, key.length + length));
  }

  /** One that became smaller leaves no part behind, and what is stored of another stays. */
  @ParameterizedTest
  @MethodSource("pairs")
  void snapshotsGrowAndShrinkWithoutAnythingLeft(Pair pair) {
    int chunk = StoreKeys.CHUNK_BYTES;
    SnapshotHeader other = write(pair.other(), 2 * chunk + 5, null);
    SnapshotHeader before = null;
    for (int length : List.of(1, chunk, chunk + 1, 3 * chunk, 10, 2 * chunk, 0, 1)) {
      before = write(pair.one(), length, before);
      holds(pair.one(), length);
      int parts = (length + chunk - 1) / chunk;
      assertThat(before.chunks()).isEqualTo(parts);
      assertThat(keys(snapshots)).hasSize(1 + 3 + 1 + parts);
    }
    holds(pair.other(), 2 * chunk + 5);
    new ChunkedSnapshots(snapshots).delete(pair.one());
    holds(pair.other(), 2 * chunk + 5);
    assertThat(other.chunks()).isEqualTo(3);
    assertThat(keys(snapshots)).hasSize(1 + 3);
  }

  private AssemblerStore cells() {
    InputConfig input;
    try {
      input =
          TopologyConfig.parse(
                  """
                  name: pump
                  model: {file: unused}
                  input: {layout: tags, tag: {from: field id}, sensors: {q: Q, p: P}, time: ts,
                    step: 1s, grace: 3s}
                  """,
                  "test",
                  Map.of())
              .input();
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
    AssemblerStore store =
        new AssemblerStore(
            journals,
            snapshots,
            input.assembly().orElseThrow(),
            "Q P",
            10,
            new HeapBudget(Long.MAX_VALUE),
            0,
            () -> 0);
    store.requireSameTags();
    return store;
  }

  /** The limit of streams holds across restarts and makes room where one is forgotten. */
  @ParameterizedTest
  @MethodSource("pairs")
  void streamsWithOpenCellsAreCountedAcrossRestarts(Pair pair) {
    byte[] third = "third".getBytes(UTF_8);
    AssemblerStore first = cells();
    assertThat(TestStores.exceeds(first, pair.one(), 1)).isFalse();
    first.get(pair.one());
    assertThat(TestStores.exceeds(first, pair.other(), 1)).isTrue();
    assertThat(TestStores.exceeds(first, pair.other(), 2)).isFalse();
    first.get(pair.other());
    first.get(pair.one());

    AssemblerStore second = cells();
    assertThat(TestStores.exceeds(second, third, 2)).as("after a restart").isTrue();
    assertThat(TestStores.exceeds(second, third, 3)).isFalse();
    assertThat(TestStores.exceeds(second, pair.one(), 2)).as("one that is stored").isFalse();
    second.get(pair.one());
    second.forget(pair.one());
    assertThat(TestStores.exceeds(second, third, 2)).isFalse();
    assertThat(TestStores.exceeds(second, third, 1)).isTrue();
    AssemblerStore last = cells();
    assertThat(TestStores.exceeds(last, third, 2)).as("after another one").isFalse();
    assertThat(TestStores.exceeds(last, third, 1)).isTrue();
  }
}
