package io.kahkm.stream;

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

/** Which streams the passes over a store find old, to the nanosecond. */
class ForgettingPassesTest {
  private static final long FORGET = 1600;

  /** Streams by when they were heard last. */
  private static final class Heard implements Forgetting.Streams {
    final Map<String, Long> last = new TreeMap<>();
    private final KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore("notes").get();
    private final StreamNotes notes = new StreamNotes(store, FORGET);

    void hear(String stream, long time) {
      last.put(stream, time);
      byte[] key = stream.getBytes(UTF_8);
      notes.note(
          key,
          new HeldStream(key, 0, null) {
            @Override
            long lastTime() {
              return time;
            }

            @Override
            void write(StateWriter writer) {}
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
  private final Forgetting forgetting = new Forgetting(streams, FORGET);

  private List<String> pass() {
    forgetting.begin();
    List<String> forgotten = new ArrayList<>();
    forgetting.go(() -> false).forEach(key -> forgotten.add(new String(key, UTF_8)));
    return forgotten;
  }

  @Test
  void aStreamIsOldOnceTwoOthersWereHeardLongerAfterItThanTheLimit() {
    streams.hear("late", 10_000);
    streams.hear("silent", 10_000 - FORGET - 1);
    streams.hear("just", 10_000 - FORGET);
    streams.hear("ahead", 99_000);

    assertThat(pass()).as("one pass is not enough").isEmpty();
    assertThat(pass()).containsExactly("silent");
    assertThat(pass()).isEmpty();
    assertThat(streams.last).containsOnlyKeys("late", "just", "ahead");
  }

  @Test
  void aStreamThatIsHeardBetweenTwoPassesStays() {
    streams.hear("one", 10_000);
    streams.hear("other", 10_000);
    streams.hear("silent", 0);
    assertThat(pass()).isEmpty();
    streams.last.put("silent", 1L);

    assertThat(pass()).as("still old, but not the same").isEmpty();
    assertThat(pass()).containsExactly("silent");
  }

  @Test
  void centuriesAgoIsLongAgoAndOneClockAheadIsNoTime() {
    streams.hear("first", Long.MIN_VALUE + 5);
    streams.hear("second", Long.MAX_VALUE - 5);
    pass();
    assertThat(pass()).isEmpty();
    streams.hear("third", Long.MAX_VALUE - 6);
    pass();
    assertThat(pass()).containsExactly("first");
  }

  /** More than are read at once, whichever of them are old; no two are taken for one. */
  @Test
  void manyStreamsAreAllJudgedInSmallSteps() {
    for (int i = 0; i < 2500; i++) {
      streams.hear("pump-" + i, i % 3 == 0 ? 0 : 10_000 + i % 7);
    }
    List<String> forgotten = new ArrayList<>();
    for (int passes = 0; passes < 2; passes++) {
      forgetting.begin();
      for (int step = 0; step < 3000; step++) {
        int[] asked = new int[1];
        forgetting.go(() -> asked[0]++ > 0).forEach(key -> forgotten.add(new String(key, UTF_8)));
      }
      assertThat(forgotten).hasSize(passes == 0 ? 0 : 834);
    }
    assertThat(forgotten).doesNotHaveDuplicates();
    assertThat(streams.last.values()).allMatch(time -> time >= 10_000).hasSize(1666);
  }

  @Test
  void aPassThatIsUnderWayIsNotBegunAgain() {
    streams.hear("one", 10_000);
    streams.hear("other", 10_000);
    streams.hear("silent", 0);
    pass();
    forgetting.begin();
    int[] asked = new int[1];
    assertThat(forgetting.go(() -> asked[0]++ > 0)).isEmpty();
    forgetting.begin();

    assertThat(forgetting.go(() -> false)).hasSize(1);
    assertThat(forgetting.go(() -> false)).as("no pass is under way").isEmpty();
  }
}
