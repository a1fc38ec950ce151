package io.kahkm.internal.numeric;

import java.util.Arrays;
import java.util.Objects;

/**
 * An immutable dense matrix of doubles in row-major order, compared bit by bit.
 *
 * <p>Instances are safe to share between threads. Arrays that come in are copied, arrays that go
 * out are copies, so a matrix can be a record component without leaking state.
 */
public final class Matrix {
  private final int rows;
  private final int columns;
  private final double[] values;

  private Matrix(int rows, int columns, double[] values) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /**
   * Copies a row-major array into a matrix.
   *
   * @param rows number of rows, at least 0
   * @param columns number of columns, at least 0
   * @param rowMajor exactly {@code rows * columns} values; copied
   * @return the matrix
   * @throws IllegalArgumentException if the length does not fit the shape
   */
  public static Matrix of(int rows, int columns, double[] rowMajor) {
    requireShape(rows, columns);
    if (rowMajor.length != rows * columns) {
      throw new IllegalArgumentException(
          "rowMajor has "
              + rowMajor.length
              + " values, "
              + rows
              + " x "
              + columns
              + " needs "
              + rows * columns);
    }
    return new Matrix(rows, columns, rowMajor.clone());
  }

  /**
   * Copies rows of equal length into a matrix.
   *
   * @param rows at least one row, all of the same length; copied
   * @return the matrix
   * @throws IllegalArgumentException if there is no row or the lengths differ
   */
  public static Matrix ofRows(double[][] rows) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("rows is empty, at least one row is needed");
    }
    int columns = rows[0].length;
    double[] values = new double[rows.length * columns];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != columns) {
        throw new IllegalArgumentException(
            "row " + i + " has " + rows[i].length + " values, row 0 has " + columns);
      }
      System.arraycopy(rows[i], 0, values, i * columns, columns);
    }
    return new Matrix(rows.length, columns, values);
  }

  /**
   * The identity matrix.
   *
   * @param size number of rows and columns, at least 0
   * @return ones on the diagonal, zeros elsewhere
   */
  public static Matrix identity(int size) {
    requireShape(size, size);
    double[] values = new double[size * size];
    for (int i = 0; i < size; i++) {
      values[i * size + i] = 1;
    }
    return new Matrix(size, size, values);
  }

  /**
   * A matrix of zeros.
   *
   * @param rows number of rows, at least 0
   * @param columns number of columns, at least 0
   * @return the zero matrix of that shape
   */
  public static Matrix zero(int rows, int columns) {
    requireShape(rows, columns);
    return new Matrix(rows, columns, new double[rows * columns]);
  }

  private static void requireShape(int rows, int columns) {
    if (rows < 0 || columns < 0 || (long) rows * columns > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("shape " + rows + " x " + columns + " is not possible");
    }
  }

  /**
   * Number of rows.
   *
   * @return number of rows
   */
  public int rows() {
    return rows;
  }

  /**
   * Number of columns.
   *
   * @return number of columns
   */
  public int columns() {
    return columns;
  }

  /**
   * One entry.
   *
   * @param row 0-based row
   * @param column 0-based column
   * @return the value
   * @throws IndexOutOfBoundsException outside the shape
   */
  public double get(int row, int column) {
    if (row < 0 || row >= rows || column < 0 || column >= columns) {
      throw new IndexOutOfBoundsException(
          "(" + row + ", " + column + ") of " + rows + " x " + columns);
    }
    return values[row * columns + column];
  }

  /**
   * One row.
   *
   * @param row 0-based row
   * @return a copy, owned by the caller
   */
  public double[] row(int row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException("row " + row + " of " + rows);
    }
    return Arrays.copyOfRange(values, row * columns, (row + 1) * columns);
  }

  /** All values in row-major order, not to be modified. */
  double[] values() {
    return values;
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param reader advanced
   * @param rows number of rows, at least 0
   * @param columns number of columns, at least 0
   * @return the matrix with the stored bits
   * @throws MalformedStateException if there are not as many values
   */
  public static Matrix read(StateReader reader, int rows, int columns) {
    double[] values = reader.getDoubles();
    if (values.length != (long) rows * columns) {
      throw new MalformedStateException(
          "matrix of " + rows + " x " + columns + " expected, " + values.length + " values found");
    }
    return new Matrix(rows, columns, values);
  }

  /**
   * Copies one row.
   *
   * @param row 0-based row
   * @param target receives its values
   * @param from where the first of them goes
   */
  public void copyRow(int row, double[] target, int from) {
    System.arraycopy(values, Objects.checkIndex(row, rows) * columns, target, from, columns);
  }

  /**
   * The first value that is not finite.
   *
   * @return its index in row-major order, -1 if all are finite
   */
  public int firstNotFinite() {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Appends all values in row-major order, and their number.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    writer.putDoubles(values);
  }

  /**
   * All values in row-major order.
   *
   * @return a copy, owned by the caller
   */
  public double[] toArray() {
    return values.clone();
  }

  /**
   * All rows.
   *
   * @return copies, owned by the caller
   */
  public double[][] toRows() {
    double[][] result = new double[rows][];
    for (int i = 0; i < rows; i++) {
      result[i] = row(i);
    }
    return result;
  }

  /** Equal shape and equal bits; {@code 0.0} and {@code -0.0} differ. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Matrix that
        && rows == that.rows
        && columns == that.columns
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rows + columns) + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Matrix[" + rows + " x " + columns + "]";
  }
}
