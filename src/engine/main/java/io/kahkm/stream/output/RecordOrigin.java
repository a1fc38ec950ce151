package io.kahkm.stream.output;

import io.kahkm.config.HeaderPolicy;
import io.kahkm.decode.InputRecord;
import io.kahkm.engine.TraceParent;
import io.kahkm.stream.input.RoutedReadings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Where a record of tags came from, also after it went through the topic that brings those of a
 * stream together: that one has the stream as key, so that key and place travel in headers.
 *
 * @param topic input topic
 * @param partition input partition
 * @param offset input offset
 * @param record the record as it was read; where only the readings of a stream came, its value is
 *     {@link RoutedReadings}
 * @param split whether that is so
 */
public record RecordOrigin(
    String topic, int partition, long offset, Record<byte[], byte[]> record, boolean split)
    implements RecordMetadata {
  private static final String KEY = "kahkm.routed.key";

  /**
   * The key where the value holds readings. Earlier versions miss the other header, and stop
   * instead of taking the value for a payload.
   */
  private static final String KEY_OF_READINGS = "kahkm.routed.readings.key";

  private static final String TOPIC = "kahkm.routed.topic";
  private static final String PLACE = "kahkm.routed.place";
  private static final int PLACE_BYTES = Integer.BYTES + Long.BYTES;

  /** The origin of a record that comes from the input topic. */
  public static RecordOrigin direct(Record<byte[], byte[]> record, RecordMetadata metadata) {
    return new RecordOrigin(
        metadata.topic(), metadata.partition(), metadata.offset(), record, false);
  }

  /** The record under another key, with its origin in headers. */
  public Record<byte[], byte[]> routed(byte[] key) {
    return routed(key, KEY, record.value(), new RecordHeaders(record.headers().toArray()));
  }

  /**
   * Readings of one of the record's streams, with their origin in headers.
   *
   * @param key the stream's
   * @param readings {@link RoutedReadings}
   * @param policy which of the record's headers go on with what it causes
   */
  public Record<byte[], byte[]> routed(byte[] key, byte[] readings, HeaderPolicy policy) {
    Headers headers = PassedHeaders.of(record.headers(), policy);
    keep(RecordTimestamps.HEADER, headers);
    if (TraceParent.of(record.headers()) != null) {
      keep(TraceParent.HEADER, headers);
    }
    return routed(key, KEY_OF_READINGS, readings, headers);
  }

  private void keep(String name, Headers headers) {
    Header header = record.headers().lastHeader(name);
    if (header != null) {
      headers.remove(name).add(header);
    }
  }

  private Record<byte[], byte[]> routed(
      byte[] key, String keyHeader, byte[] value, Headers headers) {
    // Whoever sent the record may have used these names: they would say what it is not.
    headers.remove(KEY).remove(KEY_OF_READINGS).remove(TOPIC).remove(PLACE);
    headers.add(keyHeader, record.key());
    headers.add(TOPIC, topic.getBytes(StandardCharsets.UTF_8));
    headers.add(PLACE, ByteBuffer.allocate(PLACE_BYTES).putInt(partition).putLong(offset).array());
    return new Record<>(key, value, record.timestamp(), headers);
  }

  /**
   * The origin of a record that {@link #routed} made.
   *
   * @return empty for a record that no engine has sent: others may write to the topic too
   */
  public static Optional<RecordOrigin> restored(Record<byte[], byte[]> routed) {
    Headers headers = new RecordHeaders(routed.headers().toArray());
    boolean split = headers.lastHeader(KEY_OF_READINGS) != null;
    String keyHeader = split ? KEY_OF_READINGS : KEY;
    boolean sent = routed.key() != null && headers.lastHeader(keyHeader) != null;
    byte[] key = take(headers, keyHeader);
    byte[] topic = take(headers, TOPIC);
    byte[] place = take(headers, PLACE);
    if (!sent || topic == null || place == null || place.length != PLACE_BYTES) {
      return Optional.empty();
    }
    ByteBuffer numbers = ByteBuffer.wrap(place);
    return Optional.of(
        new RecordOrigin(
            new String(topic, StandardCharsets.UTF_8),
            numbers.getInt(),
            numbers.getLong(),
            new Record<>(key, routed.value(), routed.timestamp(), headers),
            split));
  }

  /** The same, with a value that can be shown to people. */
  public RecordOrigin shown(byte[] value) {
    return new RecordOrigin(topic, partition, offset, record.withValue(value), false);
  }

  private static byte @Nullable [] take(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    headers.remove(name);
    return header == null ? null : header.value();
  }

  /** The record as decoders see it. */
  public InputRecord input() {
    return new InputRecord(
        topic, record.key(), record.value(), record.headers(), RecordTimestamps.of(record));
  }
}
