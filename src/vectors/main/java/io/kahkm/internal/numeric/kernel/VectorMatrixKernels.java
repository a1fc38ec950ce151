package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.Lanes.FIRST;
import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static io.kahkm.internal.numeric.kernel.VectorMath.all;
import static io.kahkm.internal.numeric.kernel.VectorMath.load;

import jdk.incubator.vector.DoubleVector;

/** Matrix kernels on vectors: whole vectors first, what remains of a row one by one. */
final class VectorMatrixKernels implements MatrixKernels {
  private static final int WIDTH = LANES.length();

  /**
   * Up to this length of a row its sums stay in registers while the rows pass by; beyond it rows
   * are read in the order of memory.
   */
  static final int SHORT_ROW = 64;

  /**
   * Three vectors and a number: 25 classes are common, and loads and stores take longer than all
   * the rest.
   */
  static final int THREE_AND_ONE = 3 * WIDTH + 1;

  /** The same 25 classes in vectors of four. */
  static final int SIX_AND_ONE = 6 * WIDTH + 1;

  /**
   * One long method on purpose, as is {@link LearnedProduct#fill}: compilers do not inline methods
   * of more than 325 bytes of bytecode. Inlined at the end of a record's long chain of calls, the
   * vector operations lie deeper than the fifteen levels that a compiler follows; it then allocates
   * a vector for each of them and never returns to the matter.
   */
  @Override
  public void product(
      double[] matrix, double[] factors, int first, int count, int columns, double[] out) {
    for (int j = FIRST + (columns & -WIDTH); j < out.length; j++) {
      out[j] = 0;
    }
    if (columns == THREE_AND_ONE) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      double s3 = 0;
      int at = 0;
      for (int l = 0; l < count; l++) {
        DoubleVector factor = all(factors[first + l]);
        s0 = load(matrix, at).fma(factor, s0);
        s1 = load(matrix, at + WIDTH).fma(factor, s1);
        s2 = load(matrix, at + 2 * WIDTH).fma(factor, s2);
        s3 = Math.fma(matrix[at + 3 * WIDTH], factors[first + l], s3);
        at += THREE_AND_ONE;
      }
      s0.intoArray(out, FIRST);
      s1.intoArray(out, FIRST + WIDTH);
      s2.intoArray(out, FIRST + 2 * WIDTH);
      out[FIRST + 3 * WIDTH] = s3;
      return;
    }
    if (columns == SIX_AND_ONE) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      DoubleVector s4 = DoubleVector.zero(LANES);
      DoubleVector s5 = DoubleVector.zero(LANES);
      double s6 = 0;
      int at = 0;
      for (int l = 0; l < count; l++) {
        DoubleVector factor = all(factors[first + l]);
        s0 = load(matrix, at).fma(factor, s0);
        s1 = load(matrix, at + WIDTH).fma(factor, s1);
        s2 = load(matrix, at + 2 * WIDTH).fma(factor, s2);
        s3 = load(matrix, at + 3 * WIDTH).fma(factor, s3);
        s4 = load(matrix, at + 4 * WIDTH).fma(factor, s4);
        s5 = load(matrix, at + 5 * WIDTH).fma(factor, s5);
        s6 = Math.fma(matrix[at + 6 * WIDTH], factors[first + l], s6);
        at += SIX_AND_ONE;
      }
      s0.intoArray(out, FIRST);
      s1.intoArray(out, FIRST + WIDTH);
      s2.intoArray(out, FIRST + 2 * WIDTH);
      s3.intoArray(out, FIRST + 3 * WIDTH);
      s4.intoArray(out, FIRST + 4 * WIDTH);
      s5.intoArray(out, FIRST + 5 * WIDTH);
      out[FIRST + 6 * WIDTH] = s6;
      return;
    }
    int j = 0;
    if (columns > SHORT_ROW) {
      for (; j <= columns - WIDTH; j += WIDTH) {
        DoubleVector.zero(LANES).intoArray(out, FIRST + j);
      }
      int l = 0;
      for (; l + 3 < count; l += 4) {
        addFour(matrix, factors, first + l, l * columns, columns, out);
      }
      for (; l < count; l++) {
        DoubleVector factor = all(factors[first + l]);
        int row = l * columns;
        for (int k = 0; k <= columns - WIDTH; k += WIDTH) {
          load(matrix, row + k).fma(factor, load(out, FIRST + k)).intoArray(out, FIRST + k);
        }
      }
    }
    for (; j <= columns - 3 * WIDTH; j += 3 * WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      int at = j;
      for (int l = 0; l < count; l++) {
        DoubleVector factor = all(factors[first + l]);
        s0 = load(matrix, at).fma(factor, s0);
        s1 = load(matrix, at + WIDTH).fma(factor, s1);
        s2 = load(matrix, at + 2 * WIDTH).fma(factor, s2);
        at += columns;
      }
      s0.intoArray(out, FIRST + j);
      s1.intoArray(out, FIRST + j + WIDTH);
      s2.intoArray(out, FIRST + j + 2 * WIDTH);
    }
    for (; j <= columns - WIDTH; j += WIDTH) {
      DoubleVector sum = DoubleVector.zero(LANES);
      int at = j;
      for (int l = 0; l < count; l++) {
        sum = load(matrix, at).fma(all(factors[first + l]), sum);
        at += columns;
      }
      sum.intoArray(out, FIRST + j);
    }
    for (; j < columns; j++) {
      double sum = 0;
      int at = j;
      for (int l = 0; l < count; l++) {
        sum = Math.fma(factors[first + l], matrix[at], sum);
        at += columns;
      }
      out[FIRST + j] = sum;
    }
  }

  /** Whole vectors of out += factor l times row l, for four rows. */
  private static void addFour(
      double[] matrix, double[] factors, int first, int row, int columns, double[] out) {
    DoubleVector f0 = all(factors[first]);
    DoubleVector f1 = all(factors[first + 1]);
    DoubleVector f2 = all(factors[first + 2]);
    DoubleVector f3 = all(factors[first + 3]);
    for (int j = 0; j <= columns - WIDTH; j += WIDTH) {
      int at = row + j;
      DoubleVector sum = load(matrix, at).fma(f0, load(out, FIRST + j));
      sum = load(matrix, at + columns).fma(f1, sum);
      sum = load(matrix, at + 2 * columns).fma(f2, sum);
      load(matrix, at + 3 * columns).fma(f3, sum).intoArray(out, FIRST + j);
    }
  }

  @Override
  public void learn(
      double[] matrix, double[] factors, double gain, int count, int columns, double[] x) {
    for (int l = 0; l < count; l++) {
      int row = l * columns;
      double change = gain * factors[FIRST + l];
      DoubleVector step = all(change);
      int j = 0;
      for (; j <= columns - WIDTH; j += WIDTH) {
        load(x, FIRST + j).fma(step, load(matrix, row + j)).intoArray(matrix, row + j);
      }
      for (; j < columns; j++) {
        matrix[row + j] = Math.fma(x[FIRST + j], change, matrix[row + j]);
      }
    }
  }

  @Override
  public void learnAndMultiply(
      double[] matrix,
      double[] factors,
      double gain,
      int count,
      int columns,
      double[] x,
      double[] nextFactors,
      double[] out) {
    LearnedProduct.fill(matrix, factors, gain, count, columns, x, nextFactors, out);
  }
}
