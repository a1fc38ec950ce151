package io.kahkm.stream;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.test.TestRecord;

/** A record of an input or output topic as a fixture of stored state keeps it. Immutable. */
final class StoredRecord {
  private static final int NULL = -1;

  private final byte[] key;
  private final byte[] value;
  private final long timestamp;
  private final Map<String, String> headers;

  /**
   * Makes one.
   *
   * @param key its key, or null; retained
   * @param value its value, or null; retained
   * @param timestamp milliseconds since the epoch
   * @param headers header values as text by name
   */
  StoredRecord(byte[] key, byte[] value, long timestamp, Map<String, String> headers) {
    this.key = key;
    this.value = value;
    this.timestamp = timestamp;
    this.headers = Map.copyOf(headers);
  }

  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }

  long timestamp() {
    return timestamp;
  }

  Map<String, String> headers() {
    return headers;
  }

  static StoredRecord of(TestRecord<byte[], byte[]> record) {
    Map<String, String> headers = new TreeMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
    }
    return new StoredRecord(record.key(), record.value(), record.timestamp(), headers);
  }

  void write(DataOutputStream out) throws IOException {
    writeBytes(out, key);
    writeBytes(out, value);
    out.writeLong(timestamp);
    out.writeInt(headers.size());
    for (Map.Entry<String, String> header : new TreeMap<>(headers).entrySet()) {
      out.writeUTF(header.getKey());
      out.writeUTF(header.getValue());
    }
  }

  static StoredRecord read(DataInputStream in) throws IOException {
    byte[] key = readBytes(in);
    byte[] value = readBytes(in);
    long timestamp = in.readLong();
    Map<String, String> headers = new TreeMap<>();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      String name = in.readUTF();
      headers.put(name, in.readUTF());
    }
    return new StoredRecord(key, value, timestamp, headers);
  }

  static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes == null ? NULL : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length == NULL ? null : in.readNBytes(length);
  }
}
