package io.kahkm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * What came of decoding a record in a test, as text.
 *
 * @param problem why it was rejected, or null
 * @param field the field at fault, or null
 */
record Decoded(List<String> readings, RejectReason problem, String field) {
  static final long TIMESTAMP = 1_700_000_000_123L;

  static InputRecord record(String key, byte[] value, String... headers) {
    RecordHeaders all = new RecordHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1].getBytes(UTF_8));
    }
    return new InputRecord(
        "plant.tags", key == null ? null : key.getBytes(UTF_8), value, all, TIMESTAMP);
  }

  static Decoded of(TagDecoder decoder, String key, String json, String... headers) {
    return of(decoder, record(key, json.getBytes(UTF_8), headers));
  }

  static Decoded of(TagDecoder decoder, InputRecord record) {
    List<String> readings = new ArrayList<>();
    RejectCause cause = decoder.decode(record, reading -> readings.add(text(reading)));
    return cause == null
        ? new Decoded(readings, null, null)
        : new Decoded(readings, cause.reason(), cause.field().orElse(null));
  }

  private static String text(RawReading r) {
    String value =
        switch (r.kind()) {
          case NUMBER -> Double.toString(r.number());
          case TEXT -> "\"" + r.text() + "\"";
          default -> r.kind().name();
        };
    return r.stream() + " " + r.tag() + " " + r.time() / 1_000_000 + " " + value;
  }
}
