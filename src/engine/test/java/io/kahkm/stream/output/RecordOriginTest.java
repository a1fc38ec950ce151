package io.kahkm.stream.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.decode.InputRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A record comes out of the topic in between as it went in. */
class RecordOriginTest {
  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  private static RecordOrigin origin(@Nullable String key, String value, Headers headers) {
    return new RecordOrigin(
        "plant.tags",
        3,
        9_000_000_000L,
        new Record<>(bytes(key), bytes(value), 1234, headers),
        false);
  }

  private static RecordOrigin through(Record<byte[], byte[]> routed) {
    return RecordOrigin.restored(routed).orElseThrow();
  }

  private static List<String> names(Headers headers) {
    List<String> names = new ArrayList<>();
    for (Header header : headers) {
      names.add(header.key());
    }
    return names;
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"line/Q", "key of another record"})
  void aWholeRecordKeepsItsKeyPlaceAndHeaders(@Nullable String key) {
    Headers headers = new RecordHeaders().add("a", bytes("1")).add("b", null).add("a", bytes("2"));

    Record<byte[], byte[]> routed = origin(key, "payload", headers).routed(bytes("pump-1"));
    assertThat(routed.key()).isEqualTo(bytes("pump-1"));
    assertThat(routed.timestamp()).isEqualTo(1234);

    RecordOrigin restored = through(routed);
    assertThat(restored.topic()).isEqualTo("plant.tags");
    assertThat(restored.partition()).isEqualTo(3);
    assertThat(restored.offset()).isEqualTo(9_000_000_000L);
    assertThat(restored.split()).isFalse();
    assertThat(restored.record().key()).isEqualTo(bytes(key));
    assertThat(restored.record().value()).isEqualTo(bytes("payload"));
    assertThat(restored.record().timestamp()).isEqualTo(1234);
    assertThat(names(restored.record().headers())).containsExactly("a", "b", "a");
    assertThat(names(headers)).as("of the record itself").containsExactly("a", "b", "a");
    assertThat(names(routed.headers())).as("of what was routed").hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kahkm.routed.key",
        "kahkm.routed.readings.key",
        "kahkm.routed.topic",
        "kahkm.routed.place"
      })
  void namesOfOursInARecordSayNothing(String name) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(name, bytes("forged"));
    RecordOrigin record = origin("line/Q", "payload", headers);

    RecordOrigin whole = through(record.routed(bytes("pump-1")));
    RecordOrigin part =
        through(
            record.routed(
                bytes("pump-1"), bytes("readings"), new HeaderPolicy(List.of("*"), false)));

    assertThat(whole.split()).isFalse();
    assertThat(part.split()).isTrue();
    for (RecordOrigin restored : List.of(whole, part)) {
      assertThat(restored.topic()).isEqualTo("plant.tags");
      assertThat(restored.partition()).isEqualTo(3);
      assertThat(restored.offset()).isEqualTo(9_000_000_000L);
      assertThat(restored.record().key()).isEqualTo(bytes("line/Q"));
      assertThat(names(restored.record().headers())).isEmpty();
    }
  }

  @Test
  void readingsOfOneStreamTakeTheHeadersThatGoOnAndWhatTheEngineNeeds() {
    Headers headers =
        new RecordHeaders()
            .add("site", bytes("north"))
            .add(RecordTimestamps.HEADER, bytes("-1"))
            .add("other", bytes("x"))
            .add("traceparent", bytes(TRACE));

    RecordOrigin part =
        through(
            origin("line/Q", "payload", headers)
                .routed(
                    bytes("pump-1"), bytes("readings"), new HeaderPolicy(List.of("site"), false)));

    assertThat(part.split()).isTrue();
    assertThat(part.record().value()).isEqualTo(bytes("readings"));
    assertThat(names(part.record().headers()))
        .containsExactly("site", RecordTimestamps.HEADER, "traceparent");
    assertThat(part.record().headers().lastHeader("traceparent").value()).isEqualTo(bytes(TRACE));
    assertThat(part.input().timestamp()).isEqualTo(-1);

    RecordOrigin shown = part.shown(bytes("for people"));
    assertThat(shown.split()).isFalse();
    assertThat(shown.record().value()).isEqualTo(bytes("for people"));
    assertThat(shown.record().key()).isEqualTo(bytes("line/Q"));
    assertThat(shown.offset()).isEqualTo(9_000_000_000L);
  }

  @Test
  void aTraceThatIsNoneAndATimestampThatWasKeptAreNotSentOn() {
    Headers headers = new RecordHeaders().add("traceparent", bytes("00-zz"));

    RecordOrigin part =
        through(
            origin("line/Q", "payload", headers)
                .routed(bytes("pump-1"), bytes("readings"), HeaderPolicy.NONE));

    assertThat(names(part.record().headers())).isEmpty();
  }

  /** A policy that lets the engine's own header go on does not send it twice. */
  @Test
  void whatGoesOnAndIsNeededIsSentOnce() {
    Headers headers =
        new RecordHeaders().add("traceparent", bytes("first")).add("traceparent", bytes(TRACE));

    RecordOrigin part =
        through(
            origin("line/Q", "payload", headers)
                .routed(
                    bytes("pump-1"),
                    bytes("readings"),
                    new HeaderPolicy(List.of("trace*"), false)));

    assertThat(names(part.record().headers())).containsExactly("traceparent");
    assertThat(part.record().headers().lastHeader("traceparent").value()).isEqualTo(bytes(TRACE));
  }

  /** Others may write to the topic in between: what says nothing of its origin has none. */
  @Test
  void aRecordThatNoEngineSentHasNoOrigin() {
    Record<byte[], byte[]> sent =
        origin("line/Q", "payload", new RecordHeaders()).routed(bytes("p"));
    assertThat(RecordOrigin.restored(sent)).isPresent();
    for (String missing : List.of("kahkm.routed.key", "kahkm.routed.topic", "kahkm.routed.place")) {
      Headers headers = new RecordHeaders(sent.headers().toArray());
      headers.remove(missing);
      assertThat(RecordOrigin.restored(sent.withHeaders(headers))).as(missing).isEmpty();
    }
    Headers shorter = new RecordHeaders(sent.headers().toArray());
    shorter.remove("kahkm.routed.place").add("kahkm.routed.place", new byte[11]);
    assertThat(RecordOrigin.restored(sent.withHeaders(shorter))).isEmpty();
    assertThat(RecordOrigin.restored(new Record<>(null, sent.value(), 0, sent.headers())))
        .isEmpty();
  }

  @Test
  void decodersSeeTheRecordAsItCame() {
    Headers headers = new RecordHeaders().add("site", bytes("north"));

    InputRecord seen = origin("line/Q", "payload", headers).input();

    assertThat(seen.topic()).isEqualTo("plant.tags");
    assertThat(Objects.requireNonNull(seen.value())).isEqualTo(bytes("payload"));
    assertThat(seen.header("site")).contains("north");
    assertThat(seen.timestamp()).isEqualTo(1234);
  }
}
