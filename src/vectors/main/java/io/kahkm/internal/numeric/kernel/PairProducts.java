package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;

import jdk.incubator.vector.DoubleVector;

/**
 * Sums of products of pairs, four rows by two vectors at a time, which stay in registers while the
 * pairs pass by. Written out as {@link VectorMath} explains.
 */
final class PairProducts {
  private static final int WIDTH = LANES.length();
  private static final int ROWS = 4;

  private PairProducts() {}

  /** See {@link RowKernels#addProducts}. */
  static void add(double[][] sums, double[][] left, double[][] right, int count) {
    for (int i = 0; i < sums.length; i += ROWS) {
      double[] o0 = sums[i];
      double[] o1 = sums[i + 1];
      double[] o2 = sums[i + 2];
      double[] o3 = sums[i + 3];
      int j = 0;
      for (; j <= o0.length - 2 * WIDTH; j += 2 * WIDTH) {
        DoubleVector a0 = DoubleVector.fromArray(LANES, o0, j);
        DoubleVector a1 = DoubleVector.fromArray(LANES, o0, j + WIDTH);
        DoubleVector b0 = DoubleVector.fromArray(LANES, o1, j);
        DoubleVector b1 = DoubleVector.fromArray(LANES, o1, j + WIDTH);
        DoubleVector c0 = DoubleVector.fromArray(LANES, o2, j);
        DoubleVector c1 = DoubleVector.fromArray(LANES, o2, j + WIDTH);
        DoubleVector d0 = DoubleVector.fromArray(LANES, o3, j);
        DoubleVector d1 = DoubleVector.fromArray(LANES, o3, j + WIDTH);
        for (int w = 0; w < count; w++) {
          double[] factors = left[w];
          DoubleVector x0 = DoubleVector.fromArray(LANES, right[w], j);
          DoubleVector x1 = DoubleVector.fromArray(LANES, right[w], j + WIDTH);
          DoubleVector factor = DoubleVector.broadcast(LANES, factors[i]);
          a0 = x0.fma(factor, a0);
          a1 = x1.fma(factor, a1);
          factor = DoubleVector.broadcast(LANES, factors[i + 1]);
          b0 = x0.fma(factor, b0);
          b1 = x1.fma(factor, b1);
          factor = DoubleVector.broadcast(LANES, factors[i + 2]);
          c0 = x0.fma(factor, c0);
          c1 = x1.fma(factor, c1);
          factor = DoubleVector.broadcast(LANES, factors[i + 3]);
          d0 = x0.fma(factor, d0);
          d1 = x1.fma(factor, d1);
        }
        a0.intoArray(o0, j);
        a1.intoArray(o0, j + WIDTH);
        b0.intoArray(o1, j);
        b1.intoArray(o1, j + WIDTH);
        c0.intoArray(o2, j);
        c1.intoArray(o2, j + WIDTH);
        d0.intoArray(o3, j);
        d1.intoArray(o3, j + WIDTH);
      }
      if (j < o0.length) {
        DoubleVector a = DoubleVector.fromArray(LANES, o0, j);
        DoubleVector b = DoubleVector.fromArray(LANES, o1, j);
        DoubleVector c = DoubleVector.fromArray(LANES, o2, j);
        DoubleVector d = DoubleVector.fromArray(LANES, o3, j);
        for (int w = 0; w < count; w++) {
          double[] factors = left[w];
          DoubleVector x = DoubleVector.fromArray(LANES, right[w], j);
          a = x.fma(DoubleVector.broadcast(LANES, factors[i]), a);
          b = x.fma(DoubleVector.broadcast(LANES, factors[i + 1]), b);
          c = x.fma(DoubleVector.broadcast(LANES, factors[i + 2]), c);
          d = x.fma(DoubleVector.broadcast(LANES, factors[i + 3]), d);
        }
        a.intoArray(o0, j);
        b.intoArray(o1, j);
        c.intoArray(o2, j);
        d.intoArray(o3, j);
      }
    }
  }
}
