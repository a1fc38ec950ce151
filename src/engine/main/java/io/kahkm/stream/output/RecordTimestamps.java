package io.kahkm.stream.output;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Gives every input record a timestamp that Kafka can go on with, so that none stops the engine
 * before the processor sees it: a record without one (-1) ends Kafka's own extractor, and what is
 * stored and published carries the record's timestamp, of which brokers refuse one that is more
 * than an hour ahead of their clock.
 *
 * <p>Such records are passed on under the present time. What they really carry travels in a header
 * of their own, which {@link #of} reads; a header of that name that came from outside is taken off.
 * Thread-safe.
 */
public final class RecordTimestamps implements TimestampExtractor {
  /** Holds the timestamp of a record that could not keep it, as decimal digits. */
  public static final String HEADER = "kahkm.record-timestamp";

  /** How far a timestamp may be ahead of this machine's clock: half of what brokers allow. */
  public static final Duration MOST_AHEAD = Duration.ofMinutes(30);

  private final InstantSource clock;

  /**
   * Creates an extractor.
   *
   * @param clock wall clock of this machine
   */
  public RecordTimestamps(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    record.headers().remove(HEADER);
    long now = clock.millis();
    if (record.timestamp() >= 0 && record.timestamp() <= now + MOST_AHEAD.toMillis()) {
      return record.timestamp();
    }
    record
        .headers()
        .add(HEADER, Long.toString(record.timestamp()).getBytes(StandardCharsets.US_ASCII));
    return now;
  }

  /**
   * What a record carries.
   *
   * @param record as the processor gets it, its timestamp extracted here
   * @return milliseconds since the epoch as its producer or broker wrote them; negative for none
   */
  public static long of(Record<byte[], byte[]> record) {
    Header own = record.headers().lastHeader(HEADER);
    return own == null
        ? record.timestamp()
        : Long.parseLong(new String(own.value(), StandardCharsets.US_ASCII));
  }
}
