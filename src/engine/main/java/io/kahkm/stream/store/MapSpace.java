package io.kahkm.stream.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Where the entries of one map's monitors lie in the two stores of a task. Immutable.
 *
 * <p>Space 0 has the keys of streams as they are, the only ones there were before two maps could
 * run side by side. In every other space the byte -3, which begins no UTF-8, and the number of the
 * space, int32 big-endian, come before them.
 */
public final class MapSpace {
  /** The space of the keys without a prefix. */
  public static final MapSpace PLAIN = new MapSpace(0);

  private static final byte PREFIX = -3;

  private final int number;
  private final byte[] prefix;

  private MapSpace(int number) {
    this.number = number;
    prefix =
        number == 0
            ? new byte[0]
            : ByteBuffer.allocate(1 + Integer.BYTES).put(PREFIX).putInt(number).array();
  }

  /**
   * A space by its number.
   *
   * @param number at least 0
   * @return the space
   */
  public static MapSpace of(int number) {
    return number == 0 ? PLAIN : new MapSpace(number);
  }

  /** Its number; 0 of the one that has no prefix. */
  public int number() {
    return number;
  }

  /**
   * Where a stream's entries are.
   *
   * @param stream the stream's key; not modified
   * @return the same array in space 0, a new one in others
   */
  public byte[] place(byte[] stream) {
    return prefix.length == 0
        ? stream
        : ByteBuffer.allocate(prefix.length + stream.length).put(prefix).put(stream).array();
  }

  /**
   * Whether a key is that of the header of one of this space's streams.
   *
   * @param key of this space
   * @return false too for the header of what every stream began with
   */
  public boolean isHeader(Bytes key) {
    return key.get().length > prefix.length + Integer.BYTES && StoreKeys.isHeader(key);
  }

  /** The stream of a header of this space. */
  public byte[] stream(Bytes header) {
    byte[] place = StoreKeys.stream(header);
    return Arrays.copyOfRange(place, prefix.length, place.length);
  }

  /** Before the first key of the space, null for the beginning of the store. */
  public @Nullable Bytes from() {
    return prefix.length == 0 ? null : Bytes.wrap(prefix);
  }

  /** After the last key of the space that belongs to a stream; no key is equal to it. */
  public Bytes end() {
    return prefix.length == 0 ? Bytes.wrap(new byte[] {PREFIX}) : Bytes.wrap(of(number + 1).prefix);
  }
}
