package io.kahkm.stream.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

/** Where everything of a store lies: no key is another's, and each kind lies together. */
class StoreKeysTest {
  private static final List<String> STREAMS = List.of("a", "pump", "pump-1", "zzz", "ü");

  private static final Map<String, Function<byte[], Bytes>> KINDS =
      Map.of(
          "header", StoreKeys::header,
          "first entry", stream -> StoreKeys.journal(stream, 0),
          "second chunk", stream -> StoreKeys.chunk(stream, 1),
          "note", StoreKeys::note,
          "mark", StoreKeys::mark,
          "mode", StoreKeys::mode,
          "promotion", StoreKeys::promotion);

  /** In the order of the store: bytes without a sign. */
  private static NavigableMap<Bytes, String> all() {
    TreeMap<Bytes, String> keys = new TreeMap<>();
    KINDS.forEach(
        (kind, place) -> {
          for (String stream : STREAMS) {
            // The first entry and a chunk of index 0 lie in two stores: never both are listed.
            assertThat(keys.put(place.apply(stream.getBytes(UTF_8)), kind + " of " + stream))
                .isNull();
          }
        });
    assertThat(keys.put(StoreKeys.maps(), "maps")).isNull();
    assertThat(keys.put(StoreKeys.firstMark(), "before marks")).isNull();
    assertThat(keys.put(StoreKeys.firstNote(), "before notes")).isNull();
    assertThat(keys.put(StoreKeys.firstPromotion(), "before promotions")).isNull();
    return keys;
  }

  private static List<String> kinds(Map<Bytes, String> keys) {
    return keys.values().stream().map(name -> name.replaceAll(" of .*", "")).distinct().toList();
  }

  @Test
  void everyKindLiesTogetherBehindItsFirstKey() {
    NavigableMap<Bytes, String> keys = all();
    assertThat(kinds(keys.tailMap(StoreKeys.firstNote(), false))).containsExactly("note");
    assertThat(kinds(keys.subMap(StoreKeys.firstMark(), false, StoreKeys.firstNote(), false)))
        .containsExactly("mark");
    assertThat(kinds(keys.subMap(StoreKeys.firstPromotion(), false, StoreKeys.maps(), false)))
        .containsExactly("promotion");
  }

  @Test
  void aKeyIsOfOneKindOnly() {
    all()
        .forEach(
            (key, name) -> {
              assertThat(StoreKeys.isHeader(key)).as(name).isEqualTo(name.startsWith("header"));
              assertThat(StoreKeys.isNote(key)).as(name).isEqualTo(name.startsWith("note"));
              assertThat(StoreKeys.isMark(key)).as(name).isEqualTo(name.startsWith("mark"));
              // It is asked of what follows the first place of a promotion.
              assertThat(StoreKeys.isPromotion(key))
                  .as(name)
                  .isEqualTo(name.startsWith("promotion"));
            });
    byte[] none = new byte[0];
    assertThat(StoreKeys.isHeader(StoreKeys.header(none))).as("of no stream").isFalse();
    assertThat(StoreKeys.isNote(StoreKeys.note(none))).isFalse();
    assertThat(StoreKeys.isMark(StoreKeys.mark(none))).isFalse();
    assertThat(StoreKeys.isPromotion(StoreKeys.promotion(none))).isFalse();
  }

  @Test
  void theStreamOfAKeyIsThatItWasMadeOf() {
    for (String stream : STREAMS) {
      byte[] name = stream.getBytes(UTF_8);
      assertThat(StoreKeys.stream(StoreKeys.header(name))).isEqualTo(name);
      assertThat(StoreKeys.stream(StoreKeys.journal(name, 7))).isEqualTo(name);
      assertThat(StoreKeys.noted(StoreKeys.note(name))).isEqualTo(name);
      assertThat(StoreKeys.noted(StoreKeys.mark(name))).isEqualTo(name);
      assertThat(StoreKeys.promoted(StoreKeys.promotion(name))).isEqualTo(name);
    }
  }

  /** What a release wrote is where the next one looks. */
  @Test
  void theBytesOfAKeyAreThoseOfEveryVersion() {
    byte[] stream = {'s'};
    assertThat(StoreKeys.header(stream).get()).containsExactly('s', -1, -1, -1, -1);
    assertThat(StoreKeys.journal(stream, 258).get()).containsExactly('s', 0, 0, 1, 2);
    assertThat(StoreKeys.note(stream).get()).containsExactly(-1, 's', -1, -1, -1, -3);
    assertThat(StoreKeys.mark(stream).get()).containsExactly(-2, 's', -1, -1, -1, -4);
    assertThat(StoreKeys.maps().get()).containsExactly(-3, -1, -1, -1, -5);
    assertThat(StoreKeys.promotion(stream).get())
        .isEqualTo(
            ByteBuffer.allocate(10).put((byte) -3).putInt(-6).put(stream).putInt(-6).array());
    assertThat(StoreKeys.mode(stream).get())
        .isEqualTo(
            ByteBuffer.allocate(10).put((byte) -3).putInt(-7).put(stream).putInt(-7).array());
  }
}
