package io.kahkm.internal.numeric;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link StateWriter} wrote, in the same order. Every malformed input ends in {@link
 * MalformedStateException}, never in an allocation larger than the input. Not thread-safe.
 */
public final class StateReader implements StateTransfer {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer buffer;

  /**
   * Reads from the start of an array.
   *
   * @param bytes not modified; must not change while reading
   */
  public StateReader(byte[] bytes) {
    buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private ByteBuffer need(long bytes) {
    if (buffer.remaining() < bytes) {
      throw new MalformedStateException(
          "state ends at byte "
              + buffer.limit()
              + ", "
              + bytes
              + " more were expected at "
              + buffer.position());
    }
    return buffer;
  }

  /**
   * Reads a section: what {@link StateWriter#beginSection} began. The rest of it may be left.
   *
   * @return a reader of the section alone; this reader stands behind it
   */
  public StateReader getSection() {
    int length = getInt();
    if (length < 0) {
      throw new MalformedStateException("section length is " + length);
    }
    need(length);
    StateReader section = new StateReader(buffer.array());
    section.buffer.position(buffer.position()).limit(buffer.position() + length);
    buffer.position(buffer.position() + length);
    return section;
  }

  /**
   * Looks at an integer without reading it.
   *
   * @param ahead bytes from here to it, at least 0
   * @return the integer
   * @throws MalformedStateException if the state ends before it does
   */
  public int peekInt(int ahead) {
    ByteBuffer rest = need((long) ahead + Integer.BYTES);
    return rest.getInt(rest.position() + ahead);
  }

  /**
   * Reads one byte.
   *
   * @return the byte, -128 to 127
   */
  public byte getByte() {
    return need(1).get();
  }

  /**
   * Reads a boolean.
   *
   * @return the boolean
   */
  public boolean getBoolean() {
    byte value = getByte();
    if (value != 0 && value != 1) {
      throw new MalformedStateException("boolean expected, byte " + value + " found");
    }
    return value == 1;
  }

  /**
   * Reads a 32-bit integer.
   *
   * @return the integer
   */
  public int getInt() {
    return need(Integer.BYTES).getInt();
  }

  /**
   * Reads a 32-bit integer and checks its range.
   *
   * @param low smallest allowed value
   * @param high largest allowed value
   * @param name what the value is, for the message
   * @return the integer
   */
  public int getInt(int low, int high, String name) {
    int value = getInt();
    if (value < low || value > high) {
      throw new MalformedStateException(
          name + " is " + value + ", must be from " + low + " to " + high);
    }
    return value;
  }

  /**
   * Reads a 64-bit integer.
   *
   * @return the integer
   */
  public long getLong() {
    return need(Long.BYTES).getLong();
  }

  /**
   * Reads a count that {@link StateWriter#putCount} or {@link StateWriter#putInt} wrote.
   *
   * @param name what the value is, for the message
   * @return the count, at least 0
   */
  public long getCount(String name) {
    int small = getInt();
    long value = small == -1 ? getLong() : small;
    if (value < 0) {
      throw new MalformedStateException(name + " is " + value + ", must be at least 0");
    }
    return value;
  }

  /**
   * Reads a double, bit by bit.
   *
   * @return the double
   */
  public double getDouble() {
    return Double.longBitsToDouble(need(Double.BYTES).getLong());
  }

  /**
   * Reads an array of any stored length.
   *
   * @return a new array, owned by the caller
   */
  public double[] getDoubles() {
    int length = getInt();
    if (length < 0) {
      throw new MalformedStateException("array length is " + length);
    }
    need((long) length * Double.BYTES);
    double[] values = new double[length];
    fill(values);
    return values;
  }

  /**
   * Reads an array whose stored length must equal the target's.
   *
   * @param target filled; its length is the expected one
   */
  public void getDoubles(double[] target) {
    getDoubles(target, 0, target.length);
  }

  /**
   * Reads an array of a known length into a part of another one.
   *
   * @param target filled in part
   * @param from index of the first value
   * @param count the length that is expected
   */
  public void getDoubles(double[] target, int from, int count) {
    int length = getInt();
    requireLength(length, count);
    need((long) length * Double.BYTES);
    fill(target, from, count);
  }

  private static void requireLength(int found, int expected) {
    if (found != expected) {
      throw new MalformedStateException(
          "array of " + expected + " values expected, " + found + " found");
    }
  }

  private void fill(double[] values) {
    fill(values, 0, values.length);
  }

  private void fill(double[] values, int from, int count) {
    int position = buffer.position();
    byte[] bytes = buffer.array();
    for (int i = 0; i < count; i++) {
      values[from + i] =
          Double.longBitsToDouble((long) LONGS.get(bytes, position + i * Double.BYTES));
    }
    buffer.position(position + count * Double.BYTES);
  }

  /**
   * Reads one array into several rows: what {@link StateWriter#putRows} wrote.
   *
   * @param rows filled; all at least as long as {@code from} and {@code columns} together
   * @param from index of the first value of each row
   * @param columns values of each row
   */
  public void getRows(double[][] rows, int from, int columns) {
    int length = getInt();
    if (length != Math.multiplyExact(rows.length, columns)) {
      throw new MalformedStateException(
          "array of " + rows.length + " x " + columns + " values expected, " + length + " found");
    }
    need((long) length * Double.BYTES);
    for (double[] row : rows) {
      fill(row, from, columns);
    }
  }

  /**
   * Reads a string.
   *
   * @return the string, or {@code null} if {@code null} was written
   */
  public @Nullable String getString() {
    int length = getInt();
    if (length == -1) {
      return null;
    }
    if (length < 0) {
      throw new MalformedStateException("string length is " + length);
    }
    need(length);
    byte[] bytes = new byte[length];
    buffer.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Reads a string that was not {@code null}.
   *
   * @return the string
   * @throws MalformedStateException if {@code null} was written
   */
  public String getText() {
    String text = getString();
    if (text == null) {
      throw new MalformedStateException("a string is missing");
    }
    return text;
  }

  @Override
  public boolean reads() {
    return true;
  }

  @Override
  public byte byteOf(byte value) {
    return getByte();
  }

  @Override
  public boolean booleanOf(boolean value) {
    return getBoolean();
  }

  @Override
  public int intOf(int value) {
    return getInt();
  }

  @Override
  public int intOf(int value, int low, int high, String name) {
    return getInt(low, high, name);
  }

  @Override
  public long longOf(long value) {
    return getLong();
  }

  @Override
  public long countOf(long value, String name) {
    return getCount(name);
  }

  @Override
  public double doubleOf(double value) {
    return getDouble();
  }

  @Override
  public @Nullable String stringOf(@Nullable String value) {
    return getString();
  }

  @Override
  public String textOf(String value) {
    return getText();
  }

  @Override
  public void doubles(double[] values) {
    getDoubles(values);
  }

  @Override
  public double[] doublesIfAny(double[] values, int length) {
    double[] read = getDoubles();
    if (read.length != 0) {
      requireLength(read.length, length);
    }
    return read;
  }

  @Override
  public void doubles(double[] values, int from, int count) {
    getDoubles(values, from, count);
  }

  @Override
  public void rows(double[][] rows, int from, int columns) {
    getRows(rows, from, columns);
  }

  /** Checks that everything was read. */
  public void finish() {
    if (buffer.hasRemaining()) {
      throw new MalformedStateException(
          buffer.remaining() + " bytes are left after the end of the state");
    }
  }
}
