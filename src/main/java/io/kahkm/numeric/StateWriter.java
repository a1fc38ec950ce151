package io.kahkm.numeric;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A growing little-endian buffer that snapshots are written to; {@link StateReader} reads it back.
 *
 * <p>Arrays and strings carry their length. Doubles keep their bits. Not thread-safe; one writer
 * per snapshot.
 */
public final class StateWriter {
  private static final int INITIAL_CAPACITY = 1024;
  private ByteBuffer buffer = ByteBuffer.allocate(INITIAL_CAPACITY).order(ByteOrder.LITTLE_ENDIAN);

  /** Creates an empty buffer. */
  public StateWriter() {}

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      long wanted = Math.max((long) buffer.position() + bytes, 2L * buffer.capacity());
      ByteBuffer larger =
          ByteBuffer.allocate((int) Math.min(wanted, Integer.MAX_VALUE - 8))
              .order(ByteOrder.LITTLE_ENDIAN);
      buffer.flip();
      larger.put(buffer);
      buffer = larger;
    }
    return buffer;
  }

  /**
   * Appends one byte.
   *
   * @param value the byte
   */
  public void putByte(int value) {
    room(1).put((byte) value);
  }

  /**
   * Appends a boolean as one byte.
   *
   * @param value the boolean
   */
  public void putBoolean(boolean value) {
    putByte(value ? 1 : 0);
  }

  /**
   * Appends a 32-bit integer.
   *
   * @param value the integer
   */
  public void putInt(int value) {
    room(Integer.BYTES).putInt(value);
  }

  /**
   * Appends a 64-bit integer.
   *
   * @param value the integer
   */
  public void putLong(long value) {
    room(Long.BYTES).putLong(value);
  }

  /**
   * Appends a double, bit by bit.
   *
   * @param value the double
   */
  public void putDouble(double value) {
    room(Double.BYTES).putLong(Double.doubleToRawLongBits(value));
  }

  /**
   * Appends a length and the values.
   *
   * @param values not modified
   */
  public void putDoubles(double[] values) {
    putInt(values.length);
    ByteBuffer target = room(Math.multiplyExact(values.length, Double.BYTES));
    for (double value : values) {
      target.putLong(Double.doubleToRawLongBits(value));
    }
  }

  /**
   * Appends a string as its length in bytes and UTF-8; {@code null} is kept apart from the empty
   * string.
   *
   * @param value the string or {@code null}
   */
  public void putString(String value) {
    if (value == null) {
      putInt(-1);
      return;
    }
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    putInt(bytes.length);
    room(bytes.length).put(bytes);
  }

  /**
   * Everything written so far.
   *
   * @return a copy, owned by the caller
   */
  public byte[] toByteArray() {
    byte[] bytes = new byte[buffer.position()];
    buffer.get(0, bytes);
    return bytes;
  }
}
