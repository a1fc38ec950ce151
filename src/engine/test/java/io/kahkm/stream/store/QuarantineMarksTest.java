package io.kahkm.stream.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.engine.QuarantineMark;
import io.kahkm.internal.numeric.MalformedStateException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** What is kept of records that were put aside, stream by stream. */
class QuarantineMarksTest {
  private static final byte[] PUMP = "pump-1".getBytes(UTF_8);
  private static final byte[] OTHER = "pump-10".getBytes(UTF_8);

  private final KeyValueStore<Bytes, byte[]> store = Stores.inMemoryKeyValueStore("marks").get();
  private final QuarantineMarks marks = new QuarantineMarks(store);

  private Map<String, QuarantineMark> all() {
    Map<String, QuarantineMark> all = new TreeMap<>();
    marks.each(all::put);
    return all;
  }

  @Test
  void aMarkCountsTheRecordsOfItsStreamAndTellsOfTheLast() {
    RuntimeException failure = new IllegalStateException("x".repeat(900));
    assertThat(marks.add(PUMP, 3, 41, 1_000, failure).records()).isEqualTo(1);
    QuarantineMark second = marks.add(PUMP, 4, 42, 2_000, new IllegalStateException("again"));
    marks.add(OTHER, 5, 43, 3_000, failure);

    assertThat(second)
        .isEqualTo(new QuarantineMark(2, 4, 42, 2_000, "java.lang.IllegalStateException: again"));
    assertThat(all()).containsOnlyKeys("pump-1", "pump-10").containsEntry("pump-1", second);
    assertThat(all().get("pump-10").error())
        .hasSize(QuarantineMarks.LONGEST_ERROR)
        .startsWith("java.lang.IllegalStateException: xxx");

    marks.delete(PUMP);
    assertThat(all()).containsOnlyKeys("pump-10");
  }

  /** Notes and other entries lie beside the marks. */
  @Test
  void whatLiesBesideTheMarksIsNone() {
    store.put(StoreKeys.note(PUMP), new byte[16]);
    store.put(StoreKeys.promotion(PUMP), new byte[3]);
    store.put(StoreKeys.mode(PUMP), new byte[3]);
    store.put(StoreKeys.maps(), new byte[3]);
    store.put(StoreKeys.header(PUMP), new byte[3]);
    assertThat(all()).isEmpty();
  }

  @Test
  void onlyStateThatCannotBeReadTwiceIsUnreadable() {
    MalformedStateException malformed = new MalformedStateException("cut off");
    RuntimeException other = new IllegalStateException("broken");
    assertThat(marks.isUnreadable(PUMP, malformed)).as("no mark").isFalse();

    marks.add(PUMP, 0, 1, 1, other);
    assertThat(marks.isUnreadable(PUMP, malformed)).as("put aside for another reason").isFalse();
    marks.add(PUMP, 0, 2, 1, malformed);
    assertThat(marks.isUnreadable(PUMP, malformed)).isTrue();
    assertThat(marks.isUnreadable(PUMP, other)).as("fails for another reason").isFalse();
    assertThat(marks.isUnreadable(OTHER, malformed)).as("another stream").isFalse();
  }

  @Test
  void aMarkThatGoesOnIsNone() {
    marks.add(PUMP, 0, 1, 1, new IllegalStateException("broken"));
    byte[] mark = store.get(StoreKeys.mark(PUMP));
    store.put(StoreKeys.mark(PUMP), Arrays.copyOf(mark, mark.length + 1));
    assertThatThrownBy(this::all).isInstanceOf(MalformedStateException.class);
  }
}
