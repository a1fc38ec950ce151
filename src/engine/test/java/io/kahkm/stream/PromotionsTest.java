package io.kahkm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.stream.store.Promotions;
import io.kahkm.stream.store.StoreKeys;
import io.kahkm.stream.store.StreamModes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** What evidence promoted, of one mode and of several, and how it is stored. */
class PromotionsTest {
  private static final byte[] STREAM = "a".getBytes(StandardCharsets.UTF_8);
  private static final List<String> MAPS = List.of("mainA", "trialA", "mainB", "trialB");
  private static final Map<String, String> TRIALS = Map.of("mainA", "trialA", "mainB", "trialB");

  private final KeyValueStore<Bytes, byte[]> store =
      MonitorTopologyStores.store(StoreKeys.SNAPSHOT);

  private Promotions read() {
    return new Promotions(store, TRIALS, MAPS, true);
  }

  @Test
  void everyModeHasItsOwnPromotionAlsoAfterARestart() {
    Promotions promotions = read();
    promotions.promote(STREAM, "trialB", "mainB");
    assertThat(promotions.isPromoted(STREAM, "mainA")).isFalse();
    promotions.promote(STREAM, "trialA", "mainA");
    promotions.failed(STREAM, "mainA");
    promotions.failed(STREAM, "trialB");

    for (Promotions one : List.of(promotions, read())) {
      assertThat(one.isPromoted(STREAM, "mainA")).isTrue();
      assertThat(one.isPromoted(STREAM, "mainB")).isTrue();
      assertThat(one.mayPromote(STREAM, "mainA")).isFalse();
      assertThat(one.mayPromote(STREAM, "trialB")).isFalse();
      assertThat(one.mayPromote(STREAM, "mainB")).isTrue();
    }
    Promotions back = read();
    back.promote(STREAM, "mainB", "trialB");
    assertThat(back.isPromoted(STREAM, "mainB")).isFalse();
    assertThat(read().isPromoted(STREAM, "mainB")).isFalse();
    assertThat(read().isPromoted(STREAM, "mainA")).isTrue();
    List<String> told = new ArrayList<>();
    read().each("mainA", key -> told.add(new String(key, StandardCharsets.UTF_8)));
    read().each("mainB", key -> told.add("none"));
    assertThat(told).containsExactly("a");
  }

  /** With one map promoted the bytes are those of before there were modes. */
  @Test
  void aSinglePromotionHasTheBytesOfTheFirstVersion() {
    read().promote(STREAM, "trialA", "mainA");
    StateWriter expected = new StateWriter();
    expected.putInt(1);
    expected.putString("trialA");
    expected.putString("");

    assertThat(store.get(StoreKeys.promotion(STREAM))).isEqualTo(expected.toByteArray());
  }

  @Test
  void whatTheFileNamesNoMoreIsDropped() {
    Promotions promotions = read();
    promotions.promote(STREAM, "trialA", "mainA");
    promotions.promote(STREAM, "trialB", "mainB");
    Promotions less =
        new Promotions(store, Map.of("mainA", "trialA"), List.of("mainA", "trialA"), true);
    less.settle();

    assertThat(less.isPromoted(STREAM, "mainA")).isTrue();
    assertThat(read().isPromoted(STREAM, "mainB")).isFalse();
  }

  @Test
  void otherVersionsAreRefused() {
    StateWriter later = new StateWriter();
    later.putInt(3);
    store.put(StoreKeys.promotion(STREAM), later.toByteArray());
    store.put(StoreKeys.mode(STREAM), later.toByteArray());

    assertThatThrownBy(this::read)
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("promotion version 3");
    assertThatThrownBy(() -> new StreamModes(store).get(STREAM))
        .isInstanceOf(MalformedStateException.class)
        .hasMessageContaining("mode of a stream version 3");
  }
}
