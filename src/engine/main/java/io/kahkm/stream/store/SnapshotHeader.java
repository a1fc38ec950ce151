package io.kahkm.stream.store;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * What a stored snapshot is of.
 *
 * @param sequence observations the monitor had taken, at least 0
 * @param journalLength N under which the journal after it is written, at least 1
 * @param length bytes of the snapshot
 * @param fingerprint fingerprint of the map
 */
public record SnapshotHeader(
    long sequence, int journalLength, int length, @Nullable String fingerprint) {
  private static final int VERSION = 1;

  /** Number of chunks that the snapshot lies in. */
  public int chunks() {
    return (length + StoreKeys.CHUNK_BYTES - 1) / StoreKeys.CHUNK_BYTES;
  }

  /** The stored form, a new array. */
  public byte[] toBytes() {
    StateWriter writer = new StateWriter();
    writer.putInt(VERSION);
    writer.putLong(sequence);
    writer.putInt(journalLength);
    writer.putInt(length);
    writer.putString(fingerprint);
    return writer.toByteArray();
  }

  /** Reads a stored form. */
  public static SnapshotHeader of(byte[] bytes) {
    StateReader reader = new StateReader(bytes);
    int version = reader.getInt();
    if (version != VERSION) {
      throw new MalformedStateException(
          "snapshot header version " + version + " cannot be read, this is version " + VERSION);
    }
    SnapshotHeader header =
        new SnapshotHeader(
            reader.getLong(),
            reader.getInt(1, Integer.MAX_VALUE, "journal length"),
            reader.getInt(0, Integer.MAX_VALUE, "snapshot length"),
            reader.getString());
    reader.finish();
    return header;
  }
}
