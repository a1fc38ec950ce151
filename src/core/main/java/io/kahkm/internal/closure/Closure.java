package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateTransfer;
import io.kahkm.internal.numeric.StateWriter;
import io.kahkm.internal.numeric.kernel.Lanes;
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

  /** Rows of B one after the other, unlike the vectors here, which are aligned. */
  private final double[] values;

  /** The successor of the last update, probably the current coordinates of the next one. */
  private final double[] last;

  private final Workspace workspace;

  /** B^T last if known. */
  private final double[] prediction;

  private boolean predicted;

  /**
   * What closures of one thread need during a call, and not between two; for any number of them.
   */
  public static final class Workspace {
    private final double[] residual;

    /** Takes coordinates; zeros behind them. */
    private final double[] successor;

    private final double[] lanes = new double[Lanes.COUNT];

    /**
     * A workspace.
     *
     * @param classes C of all closures that will share it
     */
    public Workspace(int classes) {
      residual = Lanes.aligned(classes);
      successor = Lanes.aligned(classes);
    }
  }

  /**
   * A closure of zeros.
   *
   * @param classes C, at least 1
   * @param workspace shared by the closures of a thread
   */
  public Closure(int classes, Workspace workspace) {
    this.classes = classes;
    this.workspace = workspace;
    values = new double[classes * classes];
    last = Lanes.aligned(classes);
    prediction = Lanes.aligned(classes);
  }

  /**
   * A closure that starts from a matrix.
   *
   * @param b square, at least 1 x 1, finite; copied
   * @return the closure
   * @throws IllegalArgumentException if b is empty, not square or not finite
   */
  public static Closure of(Matrix b) {
    return of(b, new Workspace(b.rows()));
  }

  /**
   * The same among closures of one thread.
   *
   * @param b square, at least 1 x 1, finite; copied
   * @param workspace of as many classes
   * @return the closure
   * @throws IllegalArgumentException if b is empty, not square or not finite
   */
  public static Closure of(Matrix b, Workspace workspace) {
    requireClosure(b);
    Closure closure = new Closure(b.rows(), workspace);
    for (int l = 0; l < closure.classes; l++) {
      b.copyRow(l, closure.values, l * closure.classes);
    }
    return closure;
  }

  /**
   * Checks that a matrix can be a closure.
   *
   * @param b the matrix
   * @throws IllegalArgumentException if it is not square, is empty or holds a value that is not
   *     finite
   */
  public static void requireClosure(Matrix b) {
    if (b.rows() != b.columns() || b.rows() == 0) {
      throw new IllegalArgumentException(
          "b is " + b.rows() + " x " + b.columns() + ", a closure is square and not empty");
    }
    int bad = b.firstNotFinite();
    if (bad >= 0) {
      int row = bad / b.columns();
      int column = bad % b.columns();
      throw new IllegalArgumentException("b(" + row + ", " + column + ") is " + b.get(row, column));
    }
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
    System.arraycopy(phi, 0, workspace.successor, Lanes.FIRST, classes);
    predictAligned(workspace.successor, workspace.residual);
    System.arraycopy(workspace.residual, Lanes.FIRST, out, 0, classes);
  }

  /**
   * Predicts as {@link #predict}, without a copy.
   *
   * @param phi C coordinates, {@link Lanes#aligned aligned}; not modified
   * @param out C values, aligned, zeros behind them; overwritten
   */
  void predictAligned(double[] phi, double[] out) {
    if (predicted && same(phi, Lanes.FIRST)) {
      System.arraycopy(prediction, 0, out, 0, out.length);
    } else {
      Rows.product(values, phi, classes, out);
    }
  }

  /** Whether coordinates from an index on are those of the last successor. */
  private boolean same(double[] phi, int from) {
    return Arrays.equals(phi, from, from + classes, last, Lanes.FIRST, Lanes.FIRST + classes);
  }

  /**
   * One NLMS update (equation "NLMS update"): {@code B += beta / (1 + beta |phi|^2) phi (z - B^T
   * phi)^T}. Row sums of one stay one when {@code z} sums to one.
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
    boolean continues = same(phi, 0);
    if (!continues) {
      System.arraycopy(phi, 0, last, Lanes.FIRST, classes);
    }
    if (!continues || !predicted) {
      Rows.product(values, last, classes, prediction);
    }
    double[] successor = workspace.successor;
    double[] residual = workspace.residual;
    double[] lanes = workspace.lanes;
    System.arraycopy(z, 0, successor, Lanes.FIRST, classes);
    double squaredError = Rows.subtract(successor, prediction, residual, lanes);
    double gain = beta / (1 + beta * Rows.squaredNorm(last, lanes));
    if (continues) {
      Rows.learnAndMultiply(values, last, gain, classes, residual, successor, prediction);
    } else {
      Rows.learn(values, last, gain, classes, residual);
    }
    predicted = continues;
    System.arraycopy(successor, 0, last, 0, last.length);
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
    double[] successor = workspace.successor;
    double[] residual = workspace.residual;
    System.arraycopy(phi, 0, successor, Lanes.FIRST, classes);
    predictAligned(successor, residual);
    System.arraycopy(z, 0, successor, Lanes.FIRST, classes);
    return Rows.subtract(successor, residual, residual, workspace.lanes);
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
    return Matrix.of(classes, classes, values);
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
    System.arraycopy(other.values, 0, values, 0, values.length);
    predicted = false;
  }

  /**
   * Another closure with the same B.
   *
   * @return a new closure
   */
  public Closure copy() {
    Closure copy = new Closure(classes, workspace);
    copy.copyFrom(this);
    return copy;
  }

  /** Overwrites B with the rows of another closure projected onto the simplex. */
  void copyRowStochastic(Closure other) {
    copyFrom(other);
    for (int l = 0; l < classes; l++) {
      if (!SimplexProjection.projectRow(values, l * classes, classes)) {
        throw new IllegalArgumentException("the closure holds a value that is not finite");
      }
    }
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   * @throws MalformedStateException if what is read holds no closure of so many classes
   */
  public void transfer(StateTransfer state) {
    state.intOf(classes, classes, classes, "classes of the closure");
    state.doubles(values);
    if (state.reads()) {
      predicted = false;
      for (double value : values) {
        requireFinite(value);
      }
    }
  }

  private static void requireFinite(double value) {
    if (!Double.isFinite(value)) {
      throw new MalformedStateException("closure holds " + value);
    }
  }

  /**
   * Writes what {@link #transfer} writes of a closure of these values.
   *
   * @param b C x C
   * @param writer appended to
   */
  public static void write(Matrix b, StateWriter writer) {
    writer.putInt(b.rows());
    b.write(writer);
  }

  /**
   * Reads a closure that does not learn.
   *
   * @param reader advanced
   * @param classes expected number of classes
   * @return B with the stored bits
   * @throws MalformedStateException if the state does not hold a finite closure of that size
   */
  public static Matrix readMatrix(StateReader reader, int classes) {
    reader.getInt(classes, classes, "classes of the closure");
    Matrix b = Matrix.read(reader, classes, classes);
    int bad = b.firstNotFinite();
    if (bad >= 0) {
      requireFinite(b.get(bad / classes, bad % classes));
    }
    return b;
  }
}
