package io.kahkm.stream.store;

import io.kahkm.internal.numeric.MalformedStateException;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots in a store of a task, each a header and as many chunks as it takes: a value has to stay
 * below what a topic takes. Laid out as {@link StoreKeys} says. One owner, the task's thread.
 */
public final class ChunkedSnapshots {
  private final KeyValueStore<Bytes, byte[]> store;

  /**
   * Snapshots in a store.
   *
   * @param store of headers and chunks; not closed here
   */
  public ChunkedSnapshots(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /** Gives bytes {@code [from, to)} of a snapshot that is written. */
  @FunctionalInterface
  public interface Part {
    /**
     * Copies a part.
     *
     * @param from first byte
     * @param to end, exclusive
     * @return a new array
     */
    byte[] copy(int from, int to);
  }

  /** The header under a key, null where nothing is stored. */
  public @Nullable SnapshotHeader header(byte[] key) {
    byte[] header = store.get(StoreKeys.header(key));
    return header == null ? null : SnapshotHeader.of(header);
  }

  /**
   * Reads a snapshot.
   *
   * @param key its stream
   * @param header what {@link #header} gave
   * @return its bytes, not to be modified
   * @throws MalformedStateException if a chunk is missing or has another length
   */
  public byte[] read(byte[] key, SnapshotHeader header) {
    if (header.chunks() == 1) {
      return chunk(key, 0, header.length());
    }
    byte[] bytes = new byte[header.length()];
    int position = 0;
    for (int i = 0; i < header.chunks(); i++) {
      byte[] chunk = chunk(key, i, Math.min(StoreKeys.CHUNK_BYTES, bytes.length - position));
      System.arraycopy(chunk, 0, bytes, position, chunk.length);
      position += chunk.length;
    }
    return bytes;
  }

  private byte[] chunk(byte[] key, int index, int expected) {
    byte[] chunk = store.get(StoreKeys.chunk(key, index));
    if (chunk == null || chunk.length != expected) {
      throw new MalformedStateException(
          "part "
              + index
              + " of a stored snapshot has "
              + (chunk == null ? "gone" : chunk.length + " bytes, not " + expected));
    }
    return chunk;
  }

  /**
   * Writes a snapshot in the place of the one before.
   *
   * @param key its stream
   * @param header what it is of, with its length
   * @param bytes its bytes
   * @param before header of the one that it replaces, null where there is none
   */
  public void write(
      byte[] key, SnapshotHeader header, Part bytes, @Nullable SnapshotHeader before) {
    for (int i = 0; i < header.chunks(); i++) {
      int from = i * StoreKeys.CHUNK_BYTES;
      int to = Math.min(header.length(), from + StoreKeys.CHUNK_BYTES);
      store.put(StoreKeys.chunk(key, i), bytes.copy(from, to));
    }
    deleteChunks(key, header.chunks(), before == null ? 0 : before.chunks());
    store.put(StoreKeys.header(key), header.toBytes());
  }

  /**
   * Deletes a snapshot.
   *
   * @param key its stream, stored
   */
  void delete(byte[] key) {
    deleteChunks(key, 0, Objects.requireNonNull(header(key)).chunks());
    store.delete(StoreKeys.header(key));
  }

  private void deleteChunks(byte[] key, int from, int to) {
    for (int i = from; i < to; i++) {
      store.delete(StoreKeys.chunk(key, i));
    }
  }
}
