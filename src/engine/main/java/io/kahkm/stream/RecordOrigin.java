package io.kahkm.stream;

import io.kahkm.decode.InputRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Where a record of tags came from, also after it went through the topic that brings those of a
 * stream together: that one has the stream as key, so that key and place travel in headers.
 *
 * @param topic input topic
 * @param partition input partition
 * @param offset input offset
 * @param record the record as it was read
 */
record RecordOrigin(String topic, int partition, long offset, Record<byte[], byte[]> record)
    implements RecordMetadata {
  private static final String KEY = "kahkm.routed.key";
  private static final String TOPIC = "kahkm.routed.topic";
  private static final String PLACE = "kahkm.routed.place";
  private static final int PLACE_BYTES = Integer.BYTES + Long.BYTES;

  /** The origin of a record that comes from the input topic. */
  static RecordOrigin direct(Record<byte[], byte[]> record, RecordMetadata metadata) {
    return new RecordOrigin(metadata.topic(), metadata.partition(), metadata.offset(), record);
  }

  /** The record under another key, with its origin in headers. */
  Record<byte[], byte[]> routed(byte[] key) {
    Headers headers = new RecordHeaders(record.headers().toArray());
    headers.add(KEY, record.key());
    headers.add(TOPIC, topic.getBytes(StandardCharsets.UTF_8));
    headers.add(PLACE, ByteBuffer.allocate(PLACE_BYTES).putInt(partition).putLong(offset).array());
    return new Record<>(key, record.value(), record.timestamp(), headers);
  }

  /** The origin of a record that {@link #routed} made. */
  static RecordOrigin restored(Record<byte[], byte[]> routed) {
    Headers headers = new RecordHeaders(routed.headers().toArray());
    byte[] key = take(headers, KEY);
    byte[] topic = take(headers, TOPIC);
    ByteBuffer place = ByteBuffer.wrap(take(headers, PLACE));
    return new RecordOrigin(
        new String(topic, StandardCharsets.UTF_8),
        place.getInt(),
        place.getLong(),
        new Record<>(key, routed.value(), routed.timestamp(), headers));
  }

  private static byte[] take(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    headers.remove(name);
    return header.value();
  }

  /** The record as decoders see it. */
  InputRecord input() {
    return new InputRecord(
        topic, record.key(), record.value(), record.headers(), RecordTimestamps.of(record));
  }
}
