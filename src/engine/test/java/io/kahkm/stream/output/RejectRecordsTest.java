package io.kahkm.stream.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.junit.jupiter.api.Test;

/** What a dead letter says, and how much of a large record it keeps. */
class RejectRecordsTest {
  private static final int MEGABYTE = 1024 * 1024;
  private static final int KEPT = 64 * 1024;
  private static final HeaderPolicy ALL = new HeaderPolicy(List.of("*"), false);

  private static RecordMetadata origin() {
    return new RecordOrigin(
        "plant.tags", 3, 42, new Record<>(new byte[0], new byte[0], 0, new RecordHeaders()), false);
  }

  private static Map<String, String> text(Headers headers) {
    Map<String, String> texts = new TreeMap<>();
    headers.forEach(header -> texts.put(header.key(), new String(header.value(), UTF_8)));
    return texts;
  }

  private static Record<byte[], byte[]> record(byte[] key, byte[] value, Headers headers) {
    return new Record<>(key, value, 1234, headers);
  }

  private static String digest(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return bytes;
  }

  @Test
  void aDeadLetterNamesReasonFieldAndPlace() {
    Headers own = new RecordHeaders().add("site", "north".getBytes(UTF_8));
    own.add(RecordTimestamps.HEADER, "-1".getBytes(UTF_8)).add("other", new byte[0]);

    Record<byte[], byte[]> reject =
        RejectRecords.of(
            record("k".getBytes(UTF_8), "v".getBytes(UTF_8), own),
            origin(),
            RejectCause.of(RejectReason.MISSING_FIELD, "q"),
            new HeaderPolicy(List.of("site"), false));

    assertThat(reject.key()).isEqualTo("k".getBytes(UTF_8));
    assertThat(reject.value()).isEqualTo("v".getBytes(UTF_8));
    assertThat(reject.timestamp()).isEqualTo(1234);
    assertThat(text(reject.headers()))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("site", "north"),
                Map.entry("kahkm.reason", "missing-field"),
                Map.entry("kahkm.field", "q"),
                Map.entry("kahkm.topic", "plant.tags"),
                Map.entry("kahkm.partition", "3"),
                Map.entry("kahkm.offset", "42"),
                Map.entry("kahkm.timestamp", "-1"),
                Map.entry("__streams.errors.message", "missing-field"),
                Map.entry("__streams.errors.topic", "plant.tags"),
                Map.entry("__streams.errors.partition", "3"),
                Map.entry("__streams.errors.offset", "42")));
  }

  @Test
  void valuesAndKeysAreCutBeyondTheirLimitsOnly() throws Exception {
    byte[] key = bytes(KEPT + 1);
    byte[] value = bytes(MEGABYTE + 1);
    RejectCause cause = RejectCause.of(RejectReason.TOO_LARGE);
    Headers none = new RecordHeaders();

    Record<byte[], byte[]> whole =
        RejectRecords.of(
            record(Arrays.copyOf(key, KEPT), Arrays.copyOf(value, MEGABYTE), none),
            origin(),
            cause,
            ALL);
    assertThat(whole.key()).hasSize(KEPT);
    assertThat(whole.value()).hasSize(MEGABYTE);
    assertThat(text(whole.headers())).doesNotContainKeys("kahkm.length", "kahkm.key.length");

    Record<byte[], byte[]> cut = RejectRecords.of(record(key, value, none), origin(), cause, ALL);
    assertThat(cut.key()).isEqualTo(Arrays.copyOf(key, KEPT));
    assertThat(cut.value()).isEqualTo(Arrays.copyOf(value, KEPT));
    assertThat(text(cut.headers()))
        .containsEntry("kahkm.length", "1048577")
        .containsEntry("kahkm.sha256", digest(value))
        .containsEntry("kahkm.key.length", "65537")
        .containsEntry("kahkm.key.sha256", digest(key))
        .doesNotContainKey("kahkm.field");
  }

  @Test
  void ofTooManyHeadersThoseAreKeptThatFit() {
    // Twelve bytes and a name of one letter besides the value.
    int half = KEPT / 2 - 13;
    Headers own = new RecordHeaders();
    own.add("a", bytes(half)).add("b", bytes(half));
    Headers kept =
        RejectRecords.of(
                record(new byte[0], new byte[0], own),
                origin(),
                RejectCause.of(RejectReason.MALFORMED),
                ALL)
            .headers();
    assertThat(text(kept)).containsKeys("a", "b").doesNotContainKey("kahkm.headers.dropped");

    own.add("c", bytes(1)).add("d", bytes(half));
    List<String> names = new ArrayList<>();
    Headers fewer =
        RejectRecords.of(
                record(new byte[0], new byte[0], own),
                origin(),
                RejectCause.of(RejectReason.MALFORMED),
                ALL)
            .headers();
    for (Header header : fewer) {
      names.add(header.key());
    }
    assertThat(names).startsWith("a", "b", "kahkm.headers.dropped", "kahkm.reason");
    assertThat(text(fewer)).containsEntry("kahkm.headers.dropped", "2");

    // A long header does not take the place of short ones behind it.
    Headers longFirst = new RecordHeaders();
    longFirst.add("a", bytes(KEPT)).add("b", bytes(5)).add("c", bytes(6));
    assertThat(
            text(
                RejectRecords.of(
                        record(new byte[0], new byte[0], longFirst),
                        origin(),
                        RejectCause.of(RejectReason.MALFORMED),
                        ALL)
                    .headers()))
        .containsKeys("b", "c")
        .doesNotContainKey("a")
        .containsEntry("kahkm.headers.dropped", "1");
  }

  @Test
  void whatWasThrownIsToldInFewWords() {
    RuntimeException failure = new IllegalStateException("x".repeat(3000));

    Map<String, String> headers =
        text(
            RejectRecords.failed(
                    record(new byte[0], new byte[0], new RecordHeaders()), origin(), failure, ALL)
                .headers());

    assertThat(headers)
        .containsEntry("kahkm.reason", "failed")
        .containsEntry("kahkm.error", failure.toString().substring(0, 2000))
        .containsEntry("__streams.errors.exception", "java.lang.IllegalStateException");
    assertThat(headers.get("__streams.errors.stacktrace"))
        .startsWith(failure.toString())
        .contains("RejectRecordsTest")
        .hasSizeLessThanOrEqualTo(8000);

    StackOverflowError deep = new StackOverflowError();
    deep.setStackTrace(
        java.util.stream.IntStream.range(0, 500)
            .mapToObj(i -> new StackTraceElement("Some", "method", "Some.java", i))
            .toArray(StackTraceElement[]::new));
    assertThat(
            text(RejectRecords.failed(
                        record(new byte[0], new byte[0], new RecordHeaders()), origin(), deep, ALL)
                    .headers())
                .get("__streams.errors.stacktrace"))
        .hasSize(8000);
  }
}
