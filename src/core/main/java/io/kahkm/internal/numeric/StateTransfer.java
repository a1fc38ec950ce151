package io.kahkm.internal.numeric;

import org.jspecify.annotations.Nullable;

/**
 * Moves the state of an object into bytes, and bytes back into an object. One method of the object
 * names its fields in the order in which they are stored, and does both: {@code count =
 * state.longOf(count)} leaves the field as it is where state is written, and gives it the value
 * that was stored where it is read.
 *
 * <p>Reading ends in {@link MalformedStateException} where the bytes hold no such value. Not
 * thread-safe.
 */
public sealed interface StateTransfer permits StateReader, StateWriter {
  /**
   * Which way the state goes.
   *
   * @return true if it is read, false if it is written
   */
  boolean reads();

  /**
   * One byte.
   *
   * @param value what is written
   * @return the value, or the one that was read
   */
  byte byteOf(byte value);

  /**
   * A boolean.
   *
   * @param value what is written
   * @return the value, or the one that was read
   */
  boolean booleanOf(boolean value);

  /**
   * A 32-bit integer.
   *
   * @param value what is written
   * @return the value, or the one that was read
   */
  int intOf(int value);

  /**
   * A 32-bit integer in a range.
   *
   * @param value what is written
   * @param low smallest value that may be read
   * @param high largest value that may be read
   * @param name what the value is, for the message
   * @return the value, or the one that was read
   */
  int intOf(int value, int low, int high, String name);

  /**
   * A 64-bit integer.
   *
   * @param value what is written
   * @return the value, or the one that was read
   */
  long longOf(long value);

  /**
   * A count, in four bytes where it fits them.
   *
   * @param value what is written, at least 0
   * @param name what the value is, for the message
   * @return the value, or the one that was read
   */
  long countOf(long value, String name);

  /**
   * A double, bit by bit.
   *
   * @param value what is written
   * @return the value, or the one that was read
   */
  double doubleOf(double value);

  /**
   * A string.
   *
   * @param value what is written
   * @return the value, or the one that was read
   */
  @Nullable String stringOf(@Nullable String value);

  /**
   * A string that is there.
   *
   * @param value what is written
   * @return the value, or the one that was read
   */
  String textOf(String value);

  /**
   * An array whose length is stored with it, and must be the same where it is read.
   *
   * @param values what is written, or filled
   */
  void doubles(double[] values);

  /**
   * An array that has no elements as long as it would say nothing.
   *
   * @param values what is written
   * @param length of an array that has elements
   * @return the array, or a new one that was read
   */
  double[] doublesIfAny(double[] values, int length);

  /**
   * A part of an array, stored as an array.
   *
   * @param values what is written in part, or filled in part
   * @param from index of the first value
   * @param count how many
   */
  void doubles(double[] values, int from, int count);

  /**
   * Several rows, stored as one array.
   *
   * @param rows what is written, or filled; all at least as long as {@code from} and {@code
   *     columns} together
   * @param from index of the first value of each row
   * @param columns values of each row
   */
  void rows(double[][] rows, int from, int columns);

  /**
   * As many 64-bit integers as the array holds; their number is not stored.
   *
   * @param values what is written, or filled
   */
  default void longs(long[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = longOf(values[i]);
    }
  }

  /**
   * As many booleans as the array holds; their number is not stored.
   *
   * @param values what is written, or filled
   */
  default void booleans(boolean[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = booleanOf(values[i]);
    }
  }
}
