package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.Lanes.FIRST;
import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static io.kahkm.internal.numeric.kernel.VectorMath.all;
import static io.kahkm.internal.numeric.kernel.VectorMath.load;
import static io.kahkm.internal.numeric.kernel.VectorMatrixKernels.SHORT_ROW;
import static io.kahkm.internal.numeric.kernel.VectorMatrixKernels.SIX_AND_ONE;
import static io.kahkm.internal.numeric.kernel.VectorMatrixKernels.THREE_AND_ONE;

import jdk.incubator.vector.DoubleVector;

/**
 * A closure that learns from one transition and predicts the next in one pass over its rows: whole
 * vectors first, what remains of a row one by one.
 */
final class LearnedProduct {
  private static final int WIDTH = LANES.length();

  private LearnedProduct() {}

  /**
   * See {@link MatrixKernels#learnAndMultiply}. One long method for the reason that {@link
   * VectorMatrixKernels#product} is.
   */
  static void fill(
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
    if (columns == SIX_AND_ONE) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      DoubleVector s4 = DoubleVector.zero(LANES);
      DoubleVector s5 = DoubleVector.zero(LANES);
      double s6 = 0;
      DoubleVector x0 = load(x, FIRST);
      DoubleVector x1 = load(x, FIRST + WIDTH);
      DoubleVector x2 = load(x, FIRST + 2 * WIDTH);
      DoubleVector x3 = load(x, FIRST + 3 * WIDTH);
      DoubleVector x4 = load(x, FIRST + 4 * WIDTH);
      DoubleVector x5 = load(x, FIRST + 5 * WIDTH);
      double x6 = x[FIRST + 6 * WIDTH];
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
        DoubleVector v3 = x3.fma(step, load(matrix, at + 3 * WIDTH));
        v3.intoArray(matrix, at + 3 * WIDTH);
        s3 = v3.fma(next, s3);
        DoubleVector v4 = x4.fma(step, load(matrix, at + 4 * WIDTH));
        v4.intoArray(matrix, at + 4 * WIDTH);
        s4 = v4.fma(next, s4);
        DoubleVector v5 = x5.fma(step, load(matrix, at + 5 * WIDTH));
        v5.intoArray(matrix, at + 5 * WIDTH);
        s5 = v5.fma(next, s5);
        double v6 = Math.fma(x6, change, matrix[at + 6 * WIDTH]);
        matrix[at + 6 * WIDTH] = v6;
        s6 = Math.fma(v6, nextFactors[FIRST + l], s6);
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
