package io.kahkm.stream.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When how far a stream has come is written down again, and what the next pass finds. */
class StreamNotesTest {
  private static final byte[] PUMP = "pump".getBytes(UTF_8);

  /** A sixteenth of it are ten milliseconds. */
  private static final long FORGET = 160_000_000;

  private static final long MILLI = 1_000_000;

  private static final class Heard extends HeldStream {
    private long time;

    Heard(byte[] key, long time) {
      super(key, 0, null);
      this.time = time;
    }

    @Override
    protected long lastTime() {
      return time;
    }

    @Override
    protected void write(StateWriter writer) {}
  }

  private final KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore("notes").get();
  private long wall = 1_000;
  private final StreamNotes notes = new StreamNotes(store, FORGET, () -> wall);

  private StreamNotes.Note note() {
    List<StreamNotes.Note> all = new ArrayList<>();
    assertThat(notes.next(null, 10, all)).isNull();
    return all.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    // event time and wall clock later than noted, in milliseconds; whether it is noted anew
    "0, 0, false",
    "9, 9, false",
    "10, 0, true",
    "9, 10, true",
    "0, -1, true",
    "-1, 0, true"
  })
  void aStreamIsNotedAgainAfterASixteenthOfTheSilence(long later, long clock, boolean anew) {
    Heard pump = new Heard(PUMP, 500 * MILLI);
    notes.heard(PUMP, pump);
    assertThat(note()).isEqualTo(new StreamNotes.Note(Bytes.wrap(PUMP), 500 * MILLI, 1_000));

    pump.time += later * MILLI;
    wall += clock;
    // Whoever takes the task over has read no note yet.
    Heard restored = new Heard(PUMP, pump.time);
    for (Heard held : List.of(pump, restored)) {
      notes.heard(PUMP, held);
      assertThat(note())
          .isEqualTo(
              anew
                  ? new StreamNotes.Note(Bytes.wrap(PUMP), pump.time, wall)
                  : new StreamNotes.Note(Bytes.wrap(PUMP), 500 * MILLI, 1_000));
    }
  }

  /** Event times centuries apart, whose difference is no number of nanoseconds. */
  @Test
  void timesCenturiesApartAreNotNear() {
    Heard pump = new Heard(PUMP, Long.MIN_VALUE + 5);
    notes.heard(PUMP, pump);
    pump.time = Long.MAX_VALUE;
    notes.heard(PUMP, pump);
    assertThat(note().heard()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aStreamThatIsFoundKeepsTheClockOfItsNote() {
    Heard pump = new Heard(PUMP, 500 * MILLI);
    notes.found(PUMP, pump);
    assertThat(note().wall()).isEqualTo(1_000);

    wall = 9_000;
    notes.found(PUMP, pump);
    pump.time += 9 * MILLI;
    notes.found(PUMP, pump);
    assertThat(note()).isEqualTo(new StreamNotes.Note(Bytes.wrap(PUMP), 500 * MILLI, 1_000));
    pump.time += MILLI;
    notes.found(PUMP, pump);
    assertThat(note()).isEqualTo(new StreamNotes.Note(Bytes.wrap(PUMP), 510 * MILLI, 1_000));
  }

  @Test
  void nothingIsNotedWhereNothingIsForgotten() {
    StreamNotes none = new StreamNotes(store, 0, () -> wall);
    none.heard(PUMP, new Heard(PUMP, 1));
    none.found(PUMP, new Heard(PUMP, 1));
    assertThat(store.all().hasNext()).isFalse();
  }

  /** Notes of the first version have no clock: their silence begins when they are met. */
  @Test
  void aNoteWithoutAClockGetsOne() {
    StateWriter old = new StateWriter();
    old.putLong(7);
    store.put(StoreKeys.note(PUMP), old.toByteArray());
    assertThat(note()).isEqualTo(new StreamNotes.Note(Bytes.wrap(PUMP), 7, 1_000));
    wall = 5_000;
    assertThat(note().wall()).isEqualTo(1_000);
  }

  @Test
  void aPassGoesOnWhereTheLastOneStopped() {
    List<String> names = List.of("a", "b", "c", "d", "e");
    for (String name : names) {
      notes.heard(name.getBytes(UTF_8), new Heard(name.getBytes(UTF_8), 3));
    }
    // What belongs to no stream follows the last note.
    store.put(StoreKeys.maps(), new byte[] {1});
    List<String> found = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    Bytes from = null;
    do {
      List<StreamNotes.Note> some = new ArrayList<>();
      from = notes.next(from, 2, some);
      some.forEach(one -> found.add(new String(one.stream().get(), UTF_8)));
      sizes.add(some.size());
    } while (from != null);
    assertThat(found).isEqualTo(names);
    assertThat(sizes).containsExactly(2, 2, 1);

    notes.delete("c".getBytes(UTF_8));
    List<StreamNotes.Note> left = new ArrayList<>();
    notes.next(null, 10, left);
    assertThat(left).hasSize(4);
  }
}
