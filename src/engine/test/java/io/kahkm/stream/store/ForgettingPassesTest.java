package io.kahkm.stream.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which streams the passes over a store find old, to the nanosecond and the millisecond. */
class ForgettingPassesTest {
  /** In event time, nanoseconds; by the wall clock it is 16 ms. */
  private static final long FORGET = 16_000_000;

  private static final long SILENCE = 16;

  /** Long after the partition came here. */
  private static final long NOW = 1_000_000;

  /** Streams by when they were heard last. */
  private static final class Heard implements Forgetting.Streams {
    final Map<String, Long> last = new TreeMap<>();
    private final KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore("notes").get();
    private long wall;
    private final StreamNotes notes = new StreamNotes(store, FORGET, () -> wall);

    void hear(String stream, long time, long atWall) {
      last.put(stream, time);
      wall = atWall;
      byte[] key = stream.getBytes(UTF_8);
      notes.heard(
          key,
          new HeldStream(key, 0, null) {
            @Override
            protected long lastTime() {
              return time;
            }

            @Override
            protected void write(StateWriter writer) {}
          });
    }

    @Override
    public StreamNotes notes() {
      return notes;
    }

    @Override
    public long lastTime(byte[] key) {
      return last.get(new String(key, UTF_8));
    }

    @Override
    public void forget(byte[] key) {
      last.remove(new String(key, UTF_8));
      notes.delete(key);
    }
  }

  private final Heard streams = new Heard();
  private final Forgetting forgetting = new Forgetting(streams, FORGET, 0);

  private void alive(String stream, long time) {
    streams.hear(stream, time, NOW);
  }

  private void silent(String stream, long time) {
    streams.hear(stream, time, NOW - SILENCE - 1);
  }

  private List<String> pass() {
    forgetting.begin(NOW);
    List<String> forgotten = new ArrayList<>();
    forgetting.go(() -> false).forEach(key -> forgotten.add(new String(key, UTF_8)));
    return forgotten;
  }

  @Test
  void aStreamIsOldWhenItIsBehindTheMedianAndSilentByTheWallClockToo() {
    alive("a", 5 * FORGET);
    alive("b", 5 * FORGET);
    alive("ahead", 99 * FORGET);
    silent("old", 4 * FORGET - 1);
    silent("just", 4 * FORGET);
    alive("slow", 4 * FORGET - 1);
    streams.hear("justSilent", 4 * FORGET - 1, NOW - SILENCE);

    assertThat(pass()).as("one pass is not enough").isEmpty();
    assertThat(pass()).containsExactly("old");
    assertThat(pass()).isEmpty();
    assertThat(streams.last).containsOnlyKeys("a", "b", "ahead", "just", "slow", "justSilent");
  }

  @Test
  void clocksAheadMakeNobodyOldWhileTheyAreNotTheMajority() {
    for (String stream : List.of("a", "b", "c", "d", "e", "f")) {
      alive(stream, 5 * FORGET);
    }
    alive("wrong", 1000 * FORGET);
    alive("wrong too", 2000 * FORGET);
    silent("slow", 5 * FORGET - 1);
    pass();

    assertThat(pass()).isEmpty();
  }

  @Test
  void nothingIsForgottenSoonAfterThePartitionCameHere() {
    Forgetting begun = new Forgetting(streams, FORGET, NOW - SILENCE + 1);
    alive("a", 5 * FORGET);
    alive("b", 5 * FORGET);
    silent("old", 0);
    List<byte[]> forgotten = new ArrayList<>();
    for (int passes = 0; passes < 3; passes++) {
      begun.begin(NOW);
      forgotten.addAll(begun.go(() -> false));
    }
    assertThat(forgotten).isEmpty();
    for (int passes = 0; passes < 2; passes++) {
      begun.begin(NOW + 1);
      forgotten.addAll(begun.go(() -> false));
    }
    assertThat(forgotten).hasSize(1);
  }

  @Test
  void aStreamThatIsHeardBetweenTwoPassesStays() {
    alive("one", 5 * FORGET);
    alive("other", 5 * FORGET);
    silent("silent", 0);
    assertThat(pass()).isEmpty();
    streams.last.put("silent", 1L);

    assertThat(pass()).as("still old, but not the same").isEmpty();
    assertThat(pass()).containsExactly("silent");
  }

  @Test
  void centuriesAgoIsLongAgo() {
    silent("first", Long.MIN_VALUE + 5);
    alive("second", Long.MAX_VALUE - 5);
    alive("third", Long.MAX_VALUE - 6);
    pass();

    assertThat(pass()).containsExactly("first");
  }

  /** More than a quarter at once: they stay until they have been silent for twice the time. */
  @Test
  void manyAtOnceStayAndAreCounted() {
    for (int i = 0; i < 9; i++) {
      alive("alive " + i, 5 * FORGET);
    }
    for (int i = 0; i < 3; i++) {
      silent("old " + i, 0);
    }
    pass();
    assertThat(pass()).as("a quarter of all").hasSize(3);
    assertThat(forgetting.held()).isZero();
    for (int i = 0; i < 3; i++) {
      silent("again " + i, 0);
    }
    alive("alive 0", 6 * FORGET);
    silent("and one more", 0);
    pass();
    assertThat(pass()).as("4 of 13").isEmpty();
    assertThat(forgetting.held()).isEqualTo(4);
    streams.hear("again 0", 0, NOW - 2 * SILENCE - 1);
    streams.hear("twice as long", 0, NOW - 2 * SILENCE - 1);
    pass();
    assertThat(pass()).contains("twice as long").doesNotContain("again 1", "and one more");
  }

  /** More than are read at once, whichever of them are old; no two are taken for one. */
  @Test
  void manyStreamsAreAllJudgedInSmallSteps() {
    for (int i = 0; i < 2500; i++) {
      if (i % 5 == 0) {
        silent("pump-" + i, 0);
      } else {
        alive("pump-" + i, 5 * FORGET + i % 7);
      }
    }
    List<String> forgotten = new ArrayList<>();
    for (int passes = 0; passes < 2; passes++) {
      forgetting.begin(NOW);
      for (int step = 0; step < 3000; step++) {
        int[] asked = new int[1];
        forgetting.go(() -> asked[0]++ > 0).forEach(key -> forgotten.add(new String(key, UTF_8)));
      }
      assertThat(forgotten).hasSize(passes == 0 ? 0 : 500);
    }
    assertThat(forgotten).doesNotHaveDuplicates();
    assertThat(streams.last.values()).allMatch(time -> time >= 5 * FORGET).hasSize(2000);
  }

  @Test
  void aPassThatIsUnderWayIsNotBegunAgain() {
    alive("one", 5 * FORGET);
    alive("other", 5 * FORGET);
    silent("silent", 0);
    pass();
    forgetting.begin(NOW);
    int[] asked = new int[1];
    assertThat(forgetting.go(() -> asked[0]++ > 0)).isEmpty();
    forgetting.begin(NOW);

    assertThat(forgetting.go(() -> false)).hasSize(1);
    assertThat(forgetting.go(() -> false)).as("no pass is under way").isEmpty();
  }

  /** The clocks of the others were behind in the second pass. */
  @Test
  void twoPassesThatAreNotInARowForgetNothing() {
    alive("one", 5 * FORGET);
    alive("other", 5 * FORGET);
    silent("silent", 0);
    pass();
    alive("one", FORGET / 2);
    alive("other", FORGET / 2);
    assertThat(pass()).isEmpty();
    alive("one", 5 * FORGET);
    alive("other", 5 * FORGET);

    assertThat(pass()).as("the first of two").isEmpty();
    assertThat(pass()).containsExactly("silent");
  }

  /** A pass lasts; in each part of it a stream may send something. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aStreamThatIsHeardDuringAPassStays(int parts) {
    alive("one", 5 * FORGET);
    alive("other", 5 * FORGET);
    silent("silent", 0);
    pass();
    forgetting.begin(NOW);
    int[] asked = new int[1];
    assertThat(forgetting.go(() -> asked[0]++ == parts)).isEmpty();
    streams.last.put("silent", 1L);

    assertThat(forgetting.go(() -> false)).isEmpty();
    assertThat(streams.last).containsEntry("silent", 1L);
  }
}
