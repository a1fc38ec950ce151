package io.kahkm.internal.numeric;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A growing little-endian buffer that snapshots are written to; {@link StateReader} reads it back.
 *
 * <p>Arrays and strings carry their length. Doubles keep their bits. Not thread-safe. Who writes
 * often keeps one writer and clears it: it allocates no more than the arrays it hands out.
 */
public final class StateWriter implements StateTransfer {
  private static final int INITIAL_CAPACITY = 256;
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[INITIAL_CAPACITY];
  private int length;

  /** Creates an empty buffer. */
  public StateWriter() {}

  /** Makes room for more bytes and counts them as written; returns where they go. */
  private int append(int count) {
    int position = length;
    long wanted = (long) position + count;
    if (wanted > bytes.length) {
      if (wanted > LARGEST) {
        throw new IllegalStateException("a snapshot of " + wanted + " bytes is too large");
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(wanted, 2L * bytes.length), LARGEST));
    }
    length = (int) wanted;
    return position;
  }

  private void append(double[] values, int from, int count) {
    int position = append(Math.multiplyExact(count, Double.BYTES));
    byte[] target = bytes;
    for (int i = 0; i < count; i++) {
      long bits = Double.doubleToRawLongBits(values[from + i]);
      LONGS.set(target, position + i * Double.BYTES, bits);
    }
  }

  /**
   * Begins a section, which {@link StateReader#getSection} reads apart from what follows it.
   *
   * @return what {@link #endSection} takes
   */
  public int beginSection() {
    return append(Integer.BYTES);
  }

  /**
   * Ends a section: all that was written since it began belongs to it.
   *
   * @param section what {@link #beginSection} returned
   */
  public void endSection(int section) {
    INTS.set(bytes, section, length - section - Integer.BYTES);
  }

  /**
   * Appends one byte.
   *
   * @param value the byte
   */
  public void putByte(int value) {
    int position = append(1);
    bytes[position] = (byte) value;
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
    int position = append(Integer.BYTES);
    INTS.set(bytes, position, value);
  }

  /**
   * Appends a 64-bit integer.
   *
   * @param value the integer
   */
  public void putLong(long value) {
    int position = append(Long.BYTES);
    LONGS.set(bytes, position, value);
  }

  /**
   * Appends a count: in four bytes up to 2^31 - 1, as {@link #putInt} does; a larger one as -1 and
   * its eight bytes.
   *
   * @param value the count, at least 0
   */
  public void putCount(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("value is " + value + ", must be at least 0");
    }
    if (value <= Integer.MAX_VALUE) {
      putInt((int) value);
    } else {
      putInt(-1);
      putLong(value);
    }
  }

  /**
   * Appends a double, bit by bit.
   *
   * @param value the double
   */
  public void putDouble(double value) {
    putLong(Double.doubleToRawLongBits(value));
  }

  /**
   * Appends a length and the values.
   *
   * @param values not modified
   */
  public void putDoubles(double[] values) {
    putInt(values.length);
    append(values, 0, values.length);
  }

  /**
   * Appends a length and a part of an array.
   *
   * @param values not modified
   * @param from index of the first value
   * @param count how many
   */
  public void putDoubles(double[] values, int from, int count) {
    putInt(count);
    append(values, from, count);
  }

  /**
   * Appends the values of several rows as one array: their number, then row after row.
   *
   * @param rows not modified; all at least as long as {@code from} and {@code columns} together
   * @param from index of the first value of each row
   * @param columns values of each row
   */
  public void putRows(double[][] rows, int from, int columns) {
    putInt(Math.multiplyExact(rows.length, columns));
    for (double[] row : rows) {
      append(row, from, columns);
    }
  }

  /**
   * Appends a string as its length in bytes and UTF-8; {@code null} is kept apart from the empty
   * string.
   *
   * @param value the string or {@code null}
   */
  public void putString(@Nullable String value) {
    if (value == null) {
      putInt(-1);
      return;
    }
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    putInt(text.length);
    int position = append(text.length);
    System.arraycopy(text, 0, bytes, position, text.length);
  }

  /** Forgets everything written so far and keeps the room. */
  public void clear() {
    length = 0;
  }

  /**
   * Forgets what was written last and keeps the room.
   *
   * @param end bytes that stay, at most {@link #length}
   */
  public void truncate(int end) {
    length = Objects.checkIndex(end, length + 1);
  }

  /**
   * How much was written so far.
   *
   * @return bytes
   */
  public int length() {
    return length;
  }

  /**
   * Everything written so far.
   *
   * @return a copy, owned by the caller
   */
  public byte[] toByteArray() {
    return toByteArray(0, length);
  }

  /**
   * Copies what was written first.
   *
   * @param target gets the bytes at its position, which goes on by as many
   * @param count how many, at most {@link #length}
   */
  public void copyTo(ByteBuffer target, int count) {
    Objects.checkFromToIndex(0, count, length);
    target.put(bytes, 0, count);
  }

  /**
   * A part of what was written so far.
   *
   * @param from first byte
   * @param to byte after the last, at most {@link #length}
   * @return a copy, owned by the caller
   */
  public byte[] toByteArray(int from, int to) {
    Objects.checkFromToIndex(from, to, length);
    return Arrays.copyOfRange(bytes, from, to);
  }

  @Override
  public boolean reads() {
    return false;
  }

  @Override
  public byte byteOf(byte value) {
    putByte(value);
    return value;
  }

  @Override
  public boolean booleanOf(boolean value) {
    putBoolean(value);
    return value;
  }

  @Override
  public int intOf(int value) {
    putInt(value);
    return value;
  }

  @Override
  public int intOf(int value, int low, int high, String name) {
    putInt(value);
    return value;
  }

  @Override
  public long longOf(long value) {
    putLong(value);
    return value;
  }

  @Override
  public long countOf(long value, String name) {
    putCount(value);
    return value;
  }

  @Override
  public double doubleOf(double value) {
    putDouble(value);
    return value;
  }

  @Override
  public @Nullable String stringOf(@Nullable String value) {
    putString(value);
    return value;
  }

  @Override
  public String textOf(String value) {
    putString(value);
    return value;
  }

  @Override
  public void doubles(double[] values) {
    putDoubles(values);
  }

  @Override
  public double[] doublesIfAny(double[] values, int length) {
    putDoubles(values);
    return values;
  }

  @Override
  public void doubles(double[] values, int from, int count) {
    putDoubles(values, from, count);
  }

  @Override
  public void rows(double[][] rows, int from, int columns) {
    putRows(rows, from, columns);
  }
}
