package io.kahkm.decode;

import io.kahkm.text.TimeText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** One input record as decoders see it. The arrays are those of the record: not to be modified. */
public final class InputRecord {
  /** Stands for a record where none has come. */
  static final InputRecord NONE = new InputRecord("", null, null, new RecordHeaders(), -1);

  private final String topic;
  private final byte @Nullable [] key;
  private final byte @Nullable [] value;
  private final Headers headers;
  private final long timestamp;

  /**
   * A record.
   *
   * @param topic topic it came from
   * @param key may be null; retained
   * @param value may be null; retained
   * @param headers retained
   * @param timestamp milliseconds since the epoch, negative for none
   */
  public InputRecord(
      String topic,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers,
      long timestamp) {
    this.topic = topic;
    this.key = key;
    this.value = value;
    this.headers = headers;
    this.timestamp = timestamp;
  }

  /**
   * Where the record came from.
   *
   * @return a topic
   */
  public String topic() {
    return topic;
  }

  /**
   * The record's value.
   *
   * @return the retained array, or null
   */
  public byte @Nullable [] value() {
    return value;
  }

  /**
   * The record's own timestamp.
   *
   * @return milliseconds since the epoch, negative for none
   */
  public long timestamp() {
    return timestamp;
  }

  /**
   * The record's own timestamp as a time of its readings.
   *
   * @return nanoseconds since the epoch
   * @throws Unreadable if the record has none
   */
  long time() throws Unreadable {
    if (timestamp < 0 || timestamp > Long.MAX_VALUE / TimeText.NANOS_PER_MILLISECOND) {
      throw new Unreadable(RejectReason.MISSING_TIME);
    }
    return timestamp * TimeText.NANOS_PER_MILLISECOND;
  }

  /**
   * The key as text.
   *
   * @return the text, empty if there is no key or it is not UTF-8
   */
  public Optional<String> key() {
    return text(key);
  }

  /** The bytes of the key, or null. */
  byte @Nullable [] keyBytes() {
    return key;
  }

  /**
   * A header as text.
   *
   * @param name the header's name
   * @return the text of the last header of that name, empty if there is none or it is not UTF-8
   */
  public Optional<String> header(String name) {
    return text(headerBytes(name));
  }

  /** The bytes of the last header of a name, or null. */
  byte @Nullable [] headerBytes(String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }

  /** The text of a key or a header, empty if there is none or it is not UTF-8. */
  static Optional<String> text(byte @Nullable [] bytes) {
    if (bytes == null || bytes.length == 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
  }
}
