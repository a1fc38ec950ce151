package io.kahkm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.CellValue;
import io.kahkm.internal.assembly.RowAssembler;
import io.kahkm.internal.assembly.SensorRule;
import io.kahkm.internal.monitor.setting.IncompatibleStateException;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.input.TagReading;
import io.kahkm.stream.store.HeapBudget;
import io.kahkm.stream.store.JournalStore;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.stream.store.StreamNotes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Open cells that leave the heap and come back, beside cells that never leave it. */
class AssemblerStoreTest {
  private static final byte[] PUMP = "pump".getBytes(UTF_8);
  private static final byte[] FAN = "fan".getBytes(UTF_8);
  private static final byte[] MIXER = "mixer".getBytes(UTF_8);
  private static final long SECOND = 1_000_000_000L;
  private static final String TAGS = "flow mean, pressure last, batch";

  private static final AssemblySettings SETTINGS =
      new AssemblySettings(
          SECOND,
          3 * SECOND,
          2 * SECOND,
          0,
          List.of(
              new SensorRule(CellValue.MEAN, false, 0), new SensorRule(CellValue.LAST, true, 0)),
          OptionalLong.of(0));

  private final KeyValueStore<Bytes, byte[]> entries =
      Stores.inMemoryKeyValueStore("cells-journal").get();
  private final KeyValueStore<Bytes, byte[]> snapshots =
      Stores.inMemoryKeyValueStore("cells").get();
  private JournalStore journal = new JournalStore(entries);
  private HeapBudget budget = new HeapBudget(1);
  private long wall = 1_000;

  private AssemblerStore begin(String tags) {
    journal = new JournalStore(entries);
    AssemblerStore store =
        new AssemblerStore(
            journal, snapshots, SETTINGS, tags, 20, budget, 160 * SECOND, () -> wall);
    store.requireSameTags();
    return store;
  }

  private static List<TagReading> record(Random random, long around) {
    List<TagReading> readings = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      long time = around + random.nextInt(5) * SECOND / 2;
      int sensor = random.nextInt(3) - 1;
      readings.add(
          sensor == TagReading.EPISODE
              ? new TagReading(sensor, time, Double.NaN, "batch " + random.nextInt(4))
              : new TagReading(sensor, time, random.nextGaussian(), null));
    }
    return readings;
  }

  private static void offer(RowAssembler assembler, List<TagReading> readings) {
    readings.forEach(
        reading -> reading.offer(assembler, (time, values, held, episode, closing) -> {}));
  }

  private static void take(AssemblerStore store, byte[] key, List<TagReading> readings) {
    HeldAssembler held = store.get(key);
    store.journal(held, readings);
    offer(held.assembler, readings);
    store.advanced(held);
  }

  private static byte[] state(RowAssembler assembler) {
    StateWriter writer = new StateWriter();
    assembler.write(writer);
    return writer.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void openCellsAreWhatTheReadingsMadeOfThem(int seed) {
    Random random = new Random(seed);
    budget = new HeapBudget(random.nextInt(3) * 3L * SETTINGS.openBytes());
    List<byte[]> keys = List.of(PUMP, FAN, MIXER);
    Map<Bytes, RowAssembler> expected = new HashMap<>();
    Map<Bytes, Long> taken = new HashMap<>();
    AssemblerStore store = begin(TAGS);
    for (int i = 0; i < 300; i++) {
      byte[] key = keys.get(random.nextInt(3));
      List<TagReading> readings = record(random, i * SECOND / 3);
      take(store, key, readings);
      offer(
          expected.computeIfAbsent(Bytes.wrap(key), k -> RowAssembler.create(SETTINGS)), readings);
      taken.merge(Bytes.wrap(key), 1L, Long::sum);
      if (random.nextInt(30) == 0) {
        journal.flushCache();
        store.dropAll();
        store = begin(TAGS);
      } else if (random.nextInt(20) == 0) {
        store.dropAll();
      }
      byte[] other = keys.get(random.nextInt(3));
      Bytes name = Bytes.wrap(other);
      if (expected.containsKey(name)) {
        assertThat(state(store.get(other).assembler)).isEqualTo(state(expected.get(name)));
        assertThat(store.get(other).sequence).isEqualTo(taken.get(name));
        assertThat(store.lastTime(other)).isEqualTo(expected.get(name).latestTime());
      }
    }
    assertThat(store.streams()).isEqualTo(3);
    assertThat(budget.used())
        .isLessThanOrEqualTo(Math.max(budget.limit(), 3L * SETTINGS.openBytes()));
  }

  @Test
  void theHeapIsAskedFirst() {
    budget = new HeapBudget(100L * SETTINGS.openBytes());
    AssemblerStore store = begin(TAGS);
    assertThat(store.isNew(PUMP)).isTrue();
    assertThat(store.streams()).isZero();
    HeldAssembler held = store.get(PUMP);
    assertThat(store.get(PUMP)).isSameAs(held);
    assertThat(store.isNew(PUMP)).isFalse();
    assertThat(store.streams()).isEqualTo(1);
    assertThat(budget.used()).isEqualTo(3L * SETTINGS.openBytes());
    store.drop(held);
    assertThat(budget.used()).isZero();
    assertThat(store.isNew(PUMP)).as("it is in the stores").isFalse();
    assertThat(store.get(PUMP)).isNotSameAs(held);
    assertThat(store.streams()).isEqualTo(1);
  }

  @Test
  void whatIsWithdrawnWasNeverTaken() {
    AssemblerStore store = begin(TAGS);
    RowAssembler expected = RowAssembler.create(SETTINGS);
    Random random = new Random(9);
    for (int i = 0; i < 5; i++) {
      List<TagReading> readings = record(random, i * SECOND);
      take(store, PUMP, readings);
      offer(expected, readings);
    }
    HeldAssembler held = store.get(PUMP);
    List<TagReading> bad = record(random, 9 * SECOND);
    store.journal(held, bad);
    offer(held.assembler, bad);
    store.withdraw(PUMP, held.sequence + 1);
    store.drop(held);
    assertThat(state(store.get(PUMP).assembler)).isEqualTo(state(expected));
  }

  private static Map<String, StreamNotes.Note> notes(AssemblerStore store) {
    List<StreamNotes.Note> notes = new ArrayList<>();
    store.notes().next(null, 10, notes);
    Map<String, StreamNotes.Note> all = new TreeMap<>();
    notes.forEach(note -> all.put(new String(note.stream().get(), UTF_8), note));
    return all;
  }

  private static TagReading reading(long time) {
    return new TagReading(0, time, 0.5, null);
  }

  @Test
  void aForgottenStreamLeavesNothing() {
    AssemblerStore store = begin(TAGS);
    for (byte[] key : List.of(PUMP, FAN)) {
      take(store, key, List.of(reading(7 * SECOND)));
    }
    journal.flushCache();
    assertThat(notes(store)).containsOnlyKeys("fan", "pump");
    store.forget(PUMP);
    store.forget(FAN);
    journal.flushCache();
    assertThat(entries.all().hasNext()).isFalse();
    assertThat(notes(store)).isEmpty();
    assertThat(store.isNew(PUMP)).isTrue();
    assertThat(store.streams()).isZero();
    assertThat(begin(TAGS).streams()).isZero();
    assertThat(state(store.get(PUMP).assembler)).isEqualTo(state(RowAssembler.create(SETTINGS)));
  }

  /**
   * State of before streams were forgotten has no notes: all streams get one, a piece at a time.
   */
  @Test
  void streamsWithoutANoteGetOne() {
    AssemblerStore store = begin(TAGS);
    int seconds = 3;
    for (byte[] key : List.of(PUMP, FAN, MIXER)) {
      take(store, key, List.of(reading(seconds++ * SECOND)));
      snapshots.delete(StoreKeys.note(key));
    }
    store.dropAll();
    store.get(MIXER);
    wall = 5_000;
    int pieces = 0;
    Bytes from = null;
    do {
      pieces++;
      from = store.noteStored(from, () -> true);
    } while (from != null);
    // Those on the heap note it when they go on.
    assertThat(pieces).isEqualTo(4);
    assertThat(notes(store)).containsOnlyKeys("fan", "pump");
    assertThat(notes(store).get("pump"))
        .isEqualTo(new StreamNotes.Note(Bytes.wrap(PUMP), 3 * SECOND, 5_000));
    assertThat(notes(store).get("fan").heard()).isEqualTo(4 * SECOND);
    assertThat(store.noteStored(null, () -> false)).isNull();
  }

  @Test
  void storesOfOtherTagsAreRefused() {
    take(begin(TAGS), PUMP, List.of(reading(0)));
    assertThat(begin(TAGS).streams()).isEqualTo(1);
    assertThatThrownBy(() -> begin("flow last"))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining(TAGS)
        .hasMessageContaining("the topology file names flow last");
  }
}
