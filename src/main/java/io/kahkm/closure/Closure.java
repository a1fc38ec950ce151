package io.kahkm.closure;

import io.kahkm.numeric.Lanes;
import io.kahkm.numeric.MalformedStateException;
import io.kahkm.numeric.Matrix;
import io.kahkm.numeric.Rows;
import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;
import java.util.Arrays;

/**
 * The live closure matrix B (C x C): the prediction of the next soft coordinates is {@code B^T phi}
 * (in row form {@code phi B}), and NLMS updates B in place.
 *
 * <p>All sums run in an order that does not depend on the machine, so that an implementation with
 * vectors, or one that fuses the update with the next prediction, gives the same bits:
 *
 * <ul>
 *   <li>{@code (B^T phi)_k} starts at 0 and adds {@code phi_l B_lk} for l = 0, 1, .. by fused
 *       multiply-add, for every k on its own;
 *   <li>the update adds {@code (gain phi_l) e_k} to {@code B_lk} by one fused multiply-add, where
 *       {@code gain phi_l} is rounded first;
 *   <li>{@code |phi|^2} and {@code |e|^2} are sums of eight lanes: lane j takes the elements with
 *       index i mod 8 == j by fused multiply-add in ascending order; the lanes are added as
 *       ((0+4)+(2+6)) + ((1+5)+(3+7)).
 * </ul>
 *
 * <p>Where the coordinates of an update are the successor of the one before, as in a stream, the
 * update computes the next prediction in the same pass over B; it is used if the next vector is
 * that successor and discarded otherwise.
 *
 * <p>Mutable; one owner, not thread-safe. Vectors passed in are not retained.
 */
public final class Closure {
  private final int classes;

  /** Rows of B, padded by zeros to whole vectors. */
  private final double[][] rows;

  private final double[] residual;

  /** The successor of the last update, probably the current coordinates of the next one; padded. */
  private double[] last;

  /** Takes the successor while the coordinates before are needed; zeros behind it. */
  private double[] successor;

  private final double[] lanes;

  /** B^T last if known. */
  private final double[] prediction;

  private boolean predicted;

  private Closure(int classes) {
    this.classes = classes;
    int padded = Lanes.padded(classes);
    rows = new double[classes][padded];
    residual = new double[padded];
    last = new double[padded];
    successor = new double[padded];
    lanes = new double[Lanes.COUNT];
    prediction = new double[padded];
  }

  private Closure(int classes, double[] rowMajor) {
    this(classes);
    for (int l = 0; l < classes; l++) {
      System.arraycopy(rowMajor, l * classes, rows[l], 0, classes);
    }
  }

  /**
   * A closure that starts from a matrix.
   *
   * @param b square, at least 1 x 1, finite; copied
   * @return the closure
   * @throws IllegalArgumentException if b is empty, not square or not finite
   */
  public static Closure of(Matrix b) {
    if (b.rows() != b.columns() || b.rows() == 0) {
      throw new IllegalArgumentException(
          "b is " + b.rows() + " x " + b.columns() + ", a closure is square and not empty");
    }
    double[] values = b.toArray();
    int bad = firstNotFinite(values);
    if (bad >= 0) {
      throw new IllegalArgumentException(
          "b(" + bad / b.columns() + ", " + bad % b.columns() + ") is " + values[bad]);
    }
    return new Closure(b.rows(), values);
  }

  private static int firstNotFinite(double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Number of classes.
   *
   * @return C, at least 1
   */
  public int classes() {
    return classes;
  }

  /**
   * Predicts the next coordinates, {@code out = B^T phi} (section "Finite-dimensional Koopman
   * closure of the soft abstraction").
   *
   * @param phi C coordinates; not modified
   * @param out C values; overwritten; must not be {@code phi}
   */
  public void predict(double[] phi, double[] out) {
    requireLength(phi, "phi");
    requireLength(out, "out");
    if (phi == out) {
      throw new IllegalArgumentException("out is the same array as phi");
    }
    predictPadded(phi, residual);
    System.arraycopy(residual, 0, out, 0, classes);
  }

  /**
   * Predicts as {@link #predict}, without a copy.
   *
   * @param phi at least C coordinates; not modified
   * @param out C values and zeros up to {@link Lanes#padded}; overwritten
   */
  void predictPadded(double[] phi, double[] out) {
    if (predicted && Arrays.equals(phi, 0, classes, last, 0, classes)) {
      System.arraycopy(prediction, 0, out, 0, out.length);
    } else {
      Rows.product(rows, phi, classes, classes, out);
    }
  }

  /**
   * Predicts from four states as {@link #predict} does from each, in one pass over the matrix.
   *
   * @param phi four rows of at least C coordinates; not modified
   * @param out four rows of C values and zeros up to {@link Lanes#padded}; overwritten
   */
  void predictFour(double[][] phi, double[][] out) {
    Rows.productFour(phi, rows, out, 0, 0);
  }

  /**
   * One NLMS update (eq. 230720260912): {@code B += beta / (1 + beta |phi|^2) phi (z - B^T phi)^T}.
   * Row sums of one stay one when {@code z} sums to one.
   *
   * @param phi current coordinates, C values; not modified
   * @param z coordinates of the successor, C values; not modified
   * @param beta step size, above 0 and below 1
   * @return {@code |z - B^T phi|^2} before the update
   * @throws IllegalArgumentException if a length or beta is wrong
   */
  public double update(double[] phi, double[] z, double beta) {
    requireLength(z, "z");
    requireLength(phi, "phi");
    requireStepSize(beta);
    boolean continues = Arrays.equals(phi, 0, classes, last, 0, classes);
    if (!continues) {
      System.arraycopy(phi, 0, last, 0, classes);
    }
    if (!continues || !predicted) {
      Rows.product(rows, last, classes, classes, prediction);
    }
    System.arraycopy(z, 0, successor, 0, classes);
    double squaredError = Rows.subtract(successor, prediction, residual, lanes);
    double gain = beta / (1 + beta * Rows.squaredNorm(last, lanes));
    if (continues) {
      Rows.learnAndMultiply(rows, last, gain, classes, classes, residual, z, prediction);
    } else {
      Rows.learn(rows, last, gain, classes, residual);
    }
    predicted = continues;
    double[] before = last;
    last = successor;
    successor = before;
    return squaredError;
  }

  /**
   * The squared error of the prediction, without learning.
   *
   * @param phi current coordinates, C values; not modified
   * @param z coordinates of the successor, C values; not modified
   * @return {@code |z - B^T phi|^2}, the same bits that {@link #update} would return
   */
  public double squaredError(double[] phi, double[] z) {
    requireLength(z, "z");
    requireLength(phi, "phi");
    predictPadded(phi, residual);
    System.arraycopy(z, 0, successor, 0, classes);
    return Rows.subtract(successor, residual, residual, lanes);
  }

  static void requireStepSize(double beta) {
    if (!(beta > 0 && beta < 1)) {
      throw new IllegalArgumentException("beta is " + beta + ", must be above 0 and below 1");
    }
  }

  private void requireLength(double[] vector, String name) {
    if (vector.length != classes) {
      throw new IllegalArgumentException(
          name + " has " + vector.length + " values, the closure has " + classes + " classes");
    }
  }

  /**
   * The matrix as it is now.
   *
   * @return an immutable copy of B, C x C
   */
  public Matrix matrix() {
    return Matrix.of(classes, classes, rowMajor());
  }

  private double[] rowMajor() {
    double[] values = new double[classes * classes];
    for (int l = 0; l < classes; l++) {
      System.arraycopy(rows[l], 0, values, l * classes, classes);
    }
    return values;
  }

  /**
   * Takes over another closure's matrix, bit by bit.
   *
   * @param other of the same number of classes; not modified
   */
  public void copyFrom(Closure other) {
    if (other.classes != classes) {
      throw new IllegalArgumentException(
          "other has " + other.classes + " classes, this closure has " + classes);
    }
    for (int l = 0; l < classes; l++) {
      System.arraycopy(other.rows[l], 0, rows[l], 0, classes);
    }
    predicted = false;
  }

  /** Overwrites B with the rows of another closure projected onto the simplex. */
  void copyRowStochastic(Closure other) {
    copyFrom(other);
    for (double[] row : rows) {
      SimplexProjection.projectRow(row, classes);
    }
  }

  /**
   * Appends the number of classes and B in row-major order.
   *
   * @param writer the target
   */
  public void write(StateWriter writer) {
    writer.putInt(classes);
    writer.putRows(rows, classes);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param reader the source
   * @param classes classes that it must have, at least 1
   * @return a new closure with the same bits
   * @throws MalformedStateException if the bytes hold no finite square matrix of that size
   */
  public static Closure read(StateReader reader, int classes) {
    reader.getInt(classes, classes, "classes of the closure");
    double[] values = reader.getDoubles();
    if (values.length != classes * classes) {
      throw new MalformedStateException(
          "closure of " + classes + " classes expected, " + values.length + " values found");
    }
    int bad = firstNotFinite(values);
    if (bad >= 0) {
      throw new MalformedStateException("closure holds " + values[bad] + " at " + bad);
    }
    return new Closure(classes, values);
  }
}
