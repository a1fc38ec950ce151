package io.kahkm.stream.output;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.decode.InputJson;
import io.kahkm.decode.RejectCause;
import io.kahkm.decode.RejectReason;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.stream.input.StreamIds;
import io.kahkm.stream.input.TagReading;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * What one record may bring along. A message that a topic does not take would stop the engine at
 * the same record at every start, and a record that is written many times over fills transaction,
 * heap and disk: both are decided before anything is written. What is beyond these limits is
 * rejected as {@link RejectReason#TOO_LARGE}.
 */
public final class RecordLimits {
  /**
   * Bytes of the headers that go on: they are copied to every forecast and reject that the record
   * causes. {@code traceparent} and what events bring take some hundred.
   */
  public static final int MOST_HEADER_BYTES = 16 * 1024;

  /**
   * Bytes of a record of tags on its way to the partition of its stream: as many as any topic takes
   * unless somebody set it to less.
   */
  public static final int LARGEST_ROUTED = 990_000;

  /** Bytes of all records that one record becomes on its way to the partitions of its streams. */
  public static final long MOST_ROUTED_TOGETHER = 8 * 1024 * 1024;

  /** Bytes of all rows that one record may complete: they wait until its stream has taken it. */
  static final long MOST_ROW_BYTES = 32 * 1024 * 1024;

  /** What a row takes besides its values: record, array and time. */
  private static final int ROW_BYTES = 128;

  /** Lengths and attributes of a header in a message. */
  private static final int HEADER_FRAME = 12;

  /** The field that is told where headers are too long. */
  private static final String HEADERS = "headers";

  private RecordLimits() {}

  /**
   * Why a record's headers cannot go on with what it causes.
   *
   * @param headers those of the record
   * @param policy which of them go on
   * @return null where they can
   */
  public static @Nullable RejectCause headers(Headers headers, HeaderPolicy policy) {
    if (policy.pass().isEmpty() || bytes(PassedHeaders.of(headers, policy)) <= MOST_HEADER_BYTES) {
      return null;
    }
    return RejectCause.of(RejectReason.TOO_LARGE, HEADERS);
  }

  /** Bytes of headers in a message. */
  public static long bytes(Headers headers) {
    long bytes = 0;
    for (Header header : headers) {
      bytes += bytes(header);
    }
    return bytes;
  }

  /** Bytes of a header in a message. */
  public static long bytes(Header header) {
    return (long) HEADER_FRAME
        + header.key().getBytes(StandardCharsets.UTF_8).length
        + (header.value() == null ? 0 : header.value().length);
  }

  /** Bytes of a record in a message, without the frame of a batch. */
  public static long bytes(Record<byte[], byte[]> record) {
    return bytes(record.headers())
        + (record.key() == null ? 0 : record.key().length)
        + (record.value() == null ? 0 : record.value().length);
  }

  /**
   * Whether a record of tags fits the topic that brings those of a stream together. A value that no
   * reader would read goes nowhere.
   */
  public static boolean canBeRouted(Record<byte[], byte[]> routed) {
    return (routed.value() == null || routed.value().length <= InputJson.LONGEST_VALUE)
        && routed.key().length <= StreamIds.LONGEST_KEY
        && bytes(routed) <= LARGEST_ROUTED;
  }

  /**
   * Whether readings of one record may complete so many rows of their stream that these take too
   * much: every cell in which one of them lies may be a row, and so may those after it in which its
   * value is held.
   *
   * @param readings of one stream
   * @param settings of the stream's assembler
   */
  public static boolean tooManyRows(List<TagReading> readings, AssemblySettings settings) {
    long row = ROW_BYTES + (long) settings.dimension() * Double.BYTES;
    long each = 1 + (settings.hold() + settings.step() - 1) / settings.step();
    if (readings.size() * each * row <= MOST_ROW_BYTES) {
      return false;
    }
    long[] cells =
        readings.stream()
            .mapToLong(reading -> Math.floorDiv(reading.time(), settings.step()))
            .sorted()
            .distinct()
            .toArray();
    long rows = each;
    for (int i = 1; i < cells.length; i++) {
      // A difference of two far apart may be more than a long holds, and is negative then.
      long apart = cells[i] - cells[i - 1];
      rows += apart < 0 ? each : Math.min(each, apart);
    }
    return rows * row > MOST_ROW_BYTES;
  }
}
