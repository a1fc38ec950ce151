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
  private static final int SHORT_ROW = 64;

  /**
   * Three vectors and a number: 25 classes are common, and loads and stores take longer than all
   * the rest.
   */
  private static final int THREE_AND_ONE = 3 * WIDTH + 1;

  /**
   * One long method on purpose, as is {@link #learnAndMultiply}: compilers do not inline methods of
   * more than 325 bytes of bytecode. Inlined at the end of a record's long chain of calls, the
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

  /** One long method for the reason that {@link #product} is. */
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
    for (int j = FIRST + (columns & -WIDTH); j < out.length; j++) {
      out[j] = 0;
    }
    if (columns == THREE_AND_ONE) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      double s3 = 0;
      DoubleVector x0 = load(x, FIRST);
      DoubleVector x1 = load(x, FIRST + WIDTH);
      DoubleVector x2 = load(x, FIRST + 2 * WIDTH);
      double x3 = x[FIRST + 3 * WIDTH];
      int at = 0;
      for (int l = 0; l < count; l++) {
        double change = gain * factors[FIRST + l];
        DoubleVector step = all(change);
        DoubleVector next = all(nextFactors[FIRST + l]);
        DoubleVector v0 = x0.fma(step, load(matrix, at));
        v0.intoArray(matrix, at);
        s0 = v0.fma(next, s0);
        DoubleVector v1 = x1.fma(step, load(matrix, at + WIDTH));
        v1.intoArray(matrix, at + WIDTH);
        s1 = v1.fma(next, s1);
        DoubleVector v2 = x2.fma(step, load(matrix, at + 2 * WIDTH));
        v2.intoArray(matrix, at + 2 * WIDTH);
        s2 = v2.fma(next, s2);
        double v3 = Math.fma(x3, change, matrix[at + 3 * WIDTH]);
        matrix[at + 3 * WIDTH] = v3;
        s3 = Math.fma(v3, nextFactors[FIRST + l], s3);
        at += THREE_AND_ONE;
      }
      s0.intoArray(out, FIRST);
      s1.intoArray(out, FIRST + WIDTH);
      s2.intoArray(out, FIRST + 2 * WIDTH);
      out[FIRST + 3 * WIDTH] = s3;
      return;
    }
    int j = 0;
    if (columns > SHORT_ROW) {
      learnLong(matrix, factors, gain, count, columns, x, nextFactors, out);
      j = columns & -WIDTH;
    }
    for (; j <= columns - 3 * WIDTH; j += 3 * WIDTH) {
      learnBlock(matrix, factors, gain, count, columns, x, nextFactors, out, j);
    }
    for (; j <= columns - WIDTH; j += WIDTH) {
      DoubleVector sum = DoubleVector.zero(LANES);
      DoubleVector change = load(x, FIRST + j);
      int at = j;
      for (int l = 0; l < count; l++) {
        DoubleVector value = change.fma(all(gain * factors[FIRST + l]), load(matrix, at));
        value.intoArray(matrix, at);
        sum = value.fma(all(nextFactors[FIRST + l]), sum);
        at += columns;
      }
      sum.intoArray(out, FIRST + j);
    }
    for (; j <= columns - 3; j += 3) {
      learnThree(matrix, factors, gain, count, columns, x, nextFactors, out, j);
    }
    for (; j < columns; j++) {
      double sum = 0;
      double change = x[FIRST + j];
      int at = j;
      for (int l = 0; l < count; l++) {
        double value = Math.fma(change, gain * factors[FIRST + l], matrix[at]);
        matrix[at] = value;
        sum = Math.fma(value, nextFactors[FIRST + l], sum);
        at += columns;
      }
      out[FIRST + j] = sum;
    }
  }

  /** Three vectors of each row, whose sums stay in registers. */
  private static void learnBlock(
      double[] matrix,
      double[] factors,
      double gain,
      int count,
      int columns,
      double[] x,
      double[] nextFactors,
      double[] out,
      int j) {
    DoubleVector s0 = DoubleVector.zero(LANES);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector x0 = load(x, FIRST + j);
    DoubleVector x1 = load(x, FIRST + j + WIDTH);
    DoubleVector x2 = load(x, FIRST + j + 2 * WIDTH);
    int at = j;
    for (int l = 0; l < count; l++) {
      DoubleVector step = all(gain * factors[FIRST + l]);
      DoubleVector next = all(nextFactors[FIRST + l]);
      DoubleVector v0 = x0.fma(step, load(matrix, at));
      v0.intoArray(matrix, at);
      s0 = v0.fma(next, s0);
      DoubleVector v1 = x1.fma(step, load(matrix, at + WIDTH));
      v1.intoArray(matrix, at + WIDTH);
      s1 = v1.fma(next, s1);
      DoubleVector v2 = x2.fma(step, load(matrix, at + 2 * WIDTH));
      v2.intoArray(matrix, at + 2 * WIDTH);
      s2 = v2.fma(next, s2);
      at += columns;
    }
    s0.intoArray(out, FIRST + j);
    s1.intoArray(out, FIRST + j + WIDTH);
    s2.intoArray(out, FIRST + j + 2 * WIDTH);
  }

  /** Three elements of each row behind the last whole vector. */
  private static void learnThree(
      double[] matrix,
      double[] factors,
      double gain,
      int count,
      int columns,
      double[] x,
      double[] nextFactors,
      double[] out,
      int j) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    int at = j;
    for (int l = 0; l < count; l++) {
      double step = gain * factors[FIRST + l];
      double next = nextFactors[FIRST + l];
      double v0 = Math.fma(x[FIRST + j], step, matrix[at]);
      matrix[at] = v0;
      s0 = Math.fma(v0, next, s0);
      double v1 = Math.fma(x[FIRST + j + 1], step, matrix[at + 1]);
      matrix[at + 1] = v1;
      s1 = Math.fma(v1, next, s1);
      double v2 = Math.fma(x[FIRST + j + 2], step, matrix[at + 2]);
      matrix[at + 2] = v2;
      s2 = Math.fma(v2, next, s2);
      at += columns;
    }
    out[FIRST + j] = s0;
    out[FIRST + j + 1] = s1;
    out[FIRST + j + 2] = s2;
  }

  /** Whole vectors of long rows, in the order of memory. */
  private static void learnLong(
      double[] matrix,
      double[] factors,
      double gain,
      int count,
      int columns,
      double[] x,
      double[] nextFactors,
      double[] out) {
    for (int j = 0; j <= columns - WIDTH; j += WIDTH) {
      DoubleVector.zero(LANES).intoArray(out, FIRST + j);
    }
    int l = 0;
    for (; l + 3 < count; l += 4) {
      learnFour(matrix, factors, gain, l, columns, x, nextFactors, out);
    }
    for (; l < count; l++) {
      DoubleVector step = all(gain * factors[FIRST + l]);
      DoubleVector next = all(nextFactors[FIRST + l]);
      int row = l * columns;
      for (int j = 0; j <= columns - WIDTH; j += WIDTH) {
        DoubleVector value = load(x, FIRST + j).fma(step, load(matrix, row + j));
        value.intoArray(matrix, row + j);
        value.fma(next, load(out, FIRST + j)).intoArray(out, FIRST + j);
      }
    }
  }

  private static void learnFour(
      double[] matrix,
      double[] factors,
      double gain,
      int l,
      int columns,
      double[] x,
      double[] nextFactors,
      double[] out) {
    DoubleVector f0 = all(gain * factors[FIRST + l]);
    DoubleVector f1 = all(gain * factors[FIRST + l + 1]);
    DoubleVector f2 = all(gain * factors[FIRST + l + 2]);
    DoubleVector f3 = all(gain * factors[FIRST + l + 3]);
    DoubleVector n0 = all(nextFactors[FIRST + l]);
    DoubleVector n1 = all(nextFactors[FIRST + l + 1]);
    DoubleVector n2 = all(nextFactors[FIRST + l + 2]);
    DoubleVector n3 = all(nextFactors[FIRST + l + 3]);
    int row = l * columns;
    for (int j = 0; j <= columns - WIDTH; j += WIDTH) {
      DoubleVector change = load(x, FIRST + j);
      int at = row + j;
      DoubleVector v0 = change.fma(f0, load(matrix, at));
      v0.intoArray(matrix, at);
      DoubleVector sum = v0.fma(n0, load(out, FIRST + j));
      at += columns;
      DoubleVector v1 = change.fma(f1, load(matrix, at));
      v1.intoArray(matrix, at);
      sum = v1.fma(n1, sum);
      at += columns;
      DoubleVector v2 = change.fma(f2, load(matrix, at));
      v2.intoArray(matrix, at);
      sum = v2.fma(n2, sum);
      at += columns;
      DoubleVector v3 = change.fma(f3, load(matrix, at));
      v3.intoArray(matrix, at);
      v3.fma(n3, sum).intoArray(out, FIRST + j);
    }
  }
}
