package io.kahkm.stream.output;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Makes records of the rejects topic: key and value as they came, reason and origin in headers, all
 * header values UTF-8 text. A value above 1 MB and a key above 64 KB are cut to their first 64 KB,
 * with length and SHA-256 in headers; of the headers that go on those are kept that fit 64 KB.
 */
public final class RejectRecords {
  /** Why. */
  public static final String REASON = "kahkm.reason";

  /** The field or tag at fault, the first of several, where there is one. */
  public static final String FIELD = "kahkm.field";

  /** Input topic. */
  public static final String TOPIC = "kahkm.topic";

  /** Input partition. */
  public static final String PARTITION = "kahkm.partition";

  /** Input offset. */
  public static final String OFFSET = "kahkm.offset";

  /** Timestamp of the input record, milliseconds since the epoch; negative where it has none. */
  public static final String TIMESTAMP = "kahkm.timestamp";

  /** The reason once more, under the name that Kafka Streams' own dead letters have. */
  public static final String STREAMS_MESSAGE = "__streams.errors.message";

  /** What the engine threw on a record that was put aside. */
  public static final String ERROR = "kahkm.error";

  /** Class of the exception, under the name that Kafka Streams' own dead letters have. */
  public static final String STREAMS_EXCEPTION = "__streams.errors.exception";

  /** Where it was thrown, likewise; cut after some thousand characters. */
  public static final String STREAMS_STACK_TRACE = "__streams.errors.stacktrace";

  /** Input topic, likewise. */
  public static final String STREAMS_TOPIC = "__streams.errors.topic";

  /** Input partition, likewise. */
  public static final String STREAMS_PARTITION = "__streams.errors.partition";

  /** Input offset, likewise. */
  public static final String STREAMS_OFFSET = "__streams.errors.offset";

  /** Length of a value that was cut, bytes. */
  public static final String LENGTH = "kahkm.length";

  /** SHA-256 of a value that was cut, 64 hexadecimal digits. */
  public static final String SHA_256 = "kahkm.sha256";

  /** Length of a key that was cut, bytes. */
  public static final String KEY_LENGTH = "kahkm.key.length";

  /** SHA-256 of a key that was cut, 64 hexadecimal digits. */
  public static final String KEY_SHA_256 = "kahkm.key.sha256";

  /** Number of headers that were left out because together they are longer than is kept. */
  public static final String HEADERS_DROPPED = "kahkm.headers.dropped";

  /** Values up to here are kept whole. */
  public static final int LARGEST_WHOLE_VALUE = 1024 * 1024;

  /** What is kept of longer ones, and at most of a key and of the headers that go on. */
  public static final int KEPT_BYTES = 64 * 1024;

  /** What the rejects topic and the producer must allow: a kept value with key and headers. */
  public static final int LARGEST_MESSAGE = 2 * 1024 * 1024;

  private static final int LONGEST_ERROR = 2_000;

  private static final int LONGEST_STACK_TRACE = 8_000;

  private RejectRecords() {}

  /**
   * A record on which the engine threw.
   *
   * @param failure what it threw
   */
  public static Record<byte[], byte[]> failed(
      Record<byte[], byte[]> input, RecordMetadata origin, Throwable failure, HeaderPolicy policy) {
    Record<byte[], byte[]> reject = of(input, origin, RejectReason.FAILED, policy);
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    put(reject.headers(), ERROR, start(failure.toString(), LONGEST_ERROR));
    put(reject.headers(), STREAMS_EXCEPTION, failure.getClass().getName());
    put(reject.headers(), STREAMS_STACK_TRACE, start(trace.toString(), LONGEST_STACK_TRACE));
    return reject;
  }

  private static String start(String text, int most) {
    return text.substring(0, Math.min(text.length(), most));
  }

  static Record<byte[], byte[]> of(
      Record<byte[], byte[]> input,
      RecordMetadata origin,
      RejectReason reason,
      HeaderPolicy policy) {
    Headers headers = headers(input, policy);
    put(headers, REASON, reason.label());
    put(headers, TOPIC, origin.topic());
    put(headers, PARTITION, Integer.toString(origin.partition()));
    put(headers, OFFSET, Long.toString(origin.offset()));
    put(headers, TIMESTAMP, Long.toString(RecordTimestamps.of(input)));
    put(headers, STREAMS_MESSAGE, reason.label());
    put(headers, STREAMS_TOPIC, origin.topic());
    put(headers, STREAMS_PARTITION, Integer.toString(origin.partition()));
    put(headers, STREAMS_OFFSET, Long.toString(origin.offset()));
    byte[] value = input.value();
    if (value != null && value.length > LARGEST_WHOLE_VALUE) {
      value = cut(value, headers, LENGTH, SHA_256);
    }
    byte[] key = input.key();
    if (key != null && key.length > KEPT_BYTES) {
      key = cut(key, headers, KEY_LENGTH, KEY_SHA_256);
    }
    return new Record<>(key, value, input.timestamp(), headers);
  }

  /** The headers that go on, as many as there is room for. */
  private static Headers headers(Record<byte[], byte[]> input, HeaderPolicy policy) {
    Headers passed = PassedHeaders.of(input.headers(), policy);
    if (RecordLimits.bytes(passed) <= KEPT_BYTES) {
      return passed;
    }
    Headers kept = new RecordHeaders();
    long bytes = 0;
    int dropped = 0;
    for (Header header : passed) {
      long own = RecordLimits.bytes(header);
      if (bytes + own <= KEPT_BYTES) {
        bytes += own;
        kept.add(header);
      } else {
        dropped++;
      }
    }
    put(kept, HEADERS_DROPPED, Integer.toString(dropped));
    return kept;
  }

  /** A record that was rejected, with the field at fault where it is one. */
  public static Record<byte[], byte[]> of(
      Record<byte[], byte[]> input, RecordMetadata origin, RejectCause cause, HeaderPolicy policy) {
    Record<byte[], byte[]> reject = of(input, origin, cause.reason(), policy);
    cause.field().ifPresent(field -> put(reject.headers(), FIELD, field));
    return reject;
  }

  private static byte[] cut(byte[] bytes, Headers headers, String length, String digest) {
    put(headers, length, Integer.toString(bytes.length));
    put(headers, digest, sha256(bytes));
    return Arrays.copyOf(bytes, KEPT_BYTES);
  }

  private static void put(Headers headers, String name, String text) {
    headers.add(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String sha256(byte[] value) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
