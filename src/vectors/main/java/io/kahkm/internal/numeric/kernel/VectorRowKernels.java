package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.Lanes.FIRST;
import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static io.kahkm.internal.numeric.kernel.VectorMath.all;
import static io.kahkm.internal.numeric.kernel.VectorMath.load;

import jdk.incubator.vector.DoubleVector;

/** Row kernels on vectors: whole vectors first, what remains of a row one by one. */
final class VectorRowKernels implements RowKernels {
  private static final int WIDTH = LANES.length();

  @Override
  public void add(double[] out, double f, double[] x, int from) {
    int to = out.length;
    int j = from;
    DoubleVector factor = all(f);
    for (; j <= to - WIDTH; j += WIDTH) {
      load(x, j).fma(factor, load(out, j)).intoArray(out, j);
    }
    for (; j < to; j++) {
      out[j] = Math.fma(f, x[j], out[j]);
    }
  }

  @Override
  public void addFour(
      double[] out,
      double f0,
      double[] x0,
      double f1,
      double[] x1,
      double f2,
      double[] x2,
      double f3,
      double[] x3,
      int from) {
    int to = out.length;
    int j = from;
    // The library's own methods instead of load and all: they are inlined however deep the caller
    // is, ours only down to the compiler's fifteenth level, and a window's sums are deeper.
    DoubleVector v0 = DoubleVector.broadcast(LANES, f0);
    DoubleVector v1 = DoubleVector.broadcast(LANES, f1);
    DoubleVector v2 = DoubleVector.broadcast(LANES, f2);
    DoubleVector v3 = DoubleVector.broadcast(LANES, f3);
    for (; j <= to - WIDTH; j += WIDTH) {
      DoubleVector sum = DoubleVector.fromArray(LANES, out, j);
      sum = DoubleVector.fromArray(LANES, x0, j).fma(v0, sum);
      sum = DoubleVector.fromArray(LANES, x1, j).fma(v1, sum);
      sum = DoubleVector.fromArray(LANES, x2, j).fma(v2, sum);
      DoubleVector.fromArray(LANES, x3, j).fma(v3, sum).intoArray(out, j);
    }
    for (; j < to; j++) {
      double sum = Math.fma(f1, x1[j], Math.fma(f0, x0[j], out[j]));
      out[j] = Math.fma(f3, x3[j], Math.fma(f2, x2[j], sum));
    }
  }

  @Override
  public void addProducts(double[][] sums, double[][] left, double[][] right, int count) {
    PairProducts.add(sums, left, right, count);
  }

  @Override
  public void subtract(double[] a, double[] b, double[] out, double[] lanes) {
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector sum = DoubleVector.zero(LANES);
      for (int j = FIRST + part; j < out.length; j += Lanes.COUNT) {
        DoubleVector difference = load(a, j).sub(load(b, j));
        difference.intoArray(out, j);
        sum = difference.fma(difference, sum);
      }
      sum.intoArray(lanes, part);
    }
  }

  @Override
  public void squares(double[] v, double[] lanes) {
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector sum = DoubleVector.zero(LANES);
      for (int j = FIRST + part; j < v.length; j += Lanes.COUNT) {
        DoubleVector value = load(v, j);
        sum = value.fma(value, sum);
      }
      sum.intoArray(lanes, part);
    }
  }

  @Override
  public void productFour(
      double[][] rows,
      double[] f0,
      double[] f1,
      double[] f2,
      double[] f3,
      int count,
      double[] o0,
      double[] o1,
      double[] o2,
      double[] o3,
      int from) {
    int to = o0.length;
    int j = from;
    for (; j <= to - 3 * WIDTH; j += 3 * WIDTH) {
      tile(rows, f0, f1, f2, f3, count, o0, o1, o2, o3, j);
    }
    for (; j < to; j += WIDTH) {
      // The last vector may overlap the one before: sums are overwritten, not added to.
      int at = Math.min(j, to - WIDTH);
      if (at < from) {
        productFourByOne(rows, f0, f1, f2, f3, count, o0, o1, o2, o3, from);
        return;
      }
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = s0;
      DoubleVector s2 = s0;
      DoubleVector s3 = s0;
      for (int l = 0; l < count; l++) {
        DoubleVector row = load(rows[l], at);
        s0 = row.fma(all(f0[l]), s0);
        s1 = row.fma(all(f1[l]), s1);
        s2 = row.fma(all(f2[l]), s2);
        s3 = row.fma(all(f3[l]), s3);
      }
      s0.intoArray(o0, at);
      s1.intoArray(o1, at);
      s2.intoArray(o2, at);
      s3.intoArray(o3, at);
    }
  }

  /** Fewer columns than a vector has lanes. */
  private static void productFourByOne(
      double[][] rows,
      double[] f0,
      double[] f1,
      double[] f2,
      double[] f3,
      int count,
      double[] o0,
      double[] o1,
      double[] o2,
      double[] o3,
      int from) {
    for (int j = from; j < o0.length; j++) {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      for (int l = 0; l < count; l++) {
        double value = rows[l][j];
        s0 = Math.fma(f0[l], value, s0);
        s1 = Math.fma(f1[l], value, s1);
        s2 = Math.fma(f2[l], value, s2);
        s3 = Math.fma(f3[l], value, s3);
      }
      o0[j] = s0;
      o1[j] = s1;
      o2[j] = s2;
      o3[j] = s3;
    }
  }

  /** Four sums of three vectors each stay in registers. */
  private static void tile(
      double[][] rows,
      double[] f0,
      double[] f1,
      double[] f2,
      double[] f3,
      int count,
      double[] o0,
      double[] o1,
      double[] o2,
      double[] o3,
      int j) {
    DoubleVector a0 = DoubleVector.zero(LANES);
    DoubleVector a1 = a0;
    DoubleVector a2 = a0;
    DoubleVector b0 = a0;
    DoubleVector b1 = a0;
    DoubleVector b2 = a0;
    DoubleVector c0 = a0;
    DoubleVector c1 = a0;
    DoubleVector c2 = a0;
    DoubleVector d0 = a0;
    DoubleVector d1 = a0;
    DoubleVector d2 = a0;
    for (int l = 0; l < count; l++) {
      double[] row = rows[l];
      DoubleVector v0 = load(row, j);
      DoubleVector v1 = load(row, j + WIDTH);
      DoubleVector v2 = load(row, j + 2 * WIDTH);
      DoubleVector factor = all(f0[l]);
      a0 = v0.fma(factor, a0);
      a1 = v1.fma(factor, a1);
      a2 = v2.fma(factor, a2);
      factor = all(f1[l]);
      b0 = v0.fma(factor, b0);
      b1 = v1.fma(factor, b1);
      b2 = v2.fma(factor, b2);
      factor = all(f2[l]);
      c0 = v0.fma(factor, c0);
      c1 = v1.fma(factor, c1);
      c2 = v2.fma(factor, c2);
      factor = all(f3[l]);
      d0 = v0.fma(factor, d0);
      d1 = v1.fma(factor, d1);
      d2 = v2.fma(factor, d2);
    }
    store(o0, j, a0, a1, a2);
    store(o1, j, b0, b1, b2);
    store(o2, j, c0, c1, c2);
    store(o3, j, d0, d1, d2);
  }

  private static void store(
      double[] out, int j, DoubleVector v0, DoubleVector v1, DoubleVector v2) {
    v0.intoArray(out, j);
    v1.intoArray(out, j + WIDTH);
    v2.intoArray(out, j + 2 * WIDTH);
  }

  @Override
  public void change(double[] row, double ui, double qi, double[] u, double[] q, int from) {
    int to = row.length;
    int j = from;
    DoubleVector first = all(ui);
    DoubleVector second = all(qi);
    for (; j <= to - WIDTH; j += WIDTH) {
      DoubleVector change = load(q, j).mul(first).add(load(u, j).mul(second));
      load(row, j).sub(change).intoArray(row, j);
    }
    for (; j < to; j++) {
      row[j] -= ui * q[j] + qi * u[j];
    }
  }

  @Override
  public void changeAndSum(
      double[] row,
      double ui,
      double qi,
      double[] u,
      double[] q,
      double f,
      double[] sum,
      int from) {
    int to = row.length;
    int j = from;
    DoubleVector first = all(ui);
    DoubleVector second = all(qi);
    DoubleVector factor = all(f);
    for (; j <= to - WIDTH; j += WIDTH) {
      DoubleVector change = load(q, j).mul(first).add(load(u, j).mul(second));
      DoubleVector value = load(row, j).sub(change);
      value.intoArray(row, j);
      value.fma(factor, load(sum, j)).intoArray(sum, j);
    }
    for (; j < to; j++) {
      double value = row[j] - (ui * q[j] + qi * u[j]);
      row[j] = value;
      sum[j] = Math.fma(f, value, sum[j]);
    }
  }

  @Override
  public void addAndSum(double[] row, double c, double[] w, double f, double[] sum) {
    int to = row.length;
    int j = 0;
    DoubleVector weight = all(c);
    DoubleVector factor = all(f);
    for (; j <= to - WIDTH; j += WIDTH) {
      DoubleVector value = load(w, j).fma(weight, load(row, j));
      value.intoArray(row, j);
      value.fma(factor, load(sum, j)).intoArray(sum, j);
    }
    for (; j < to; j++) {
      double value = Math.fma(c, w[j], row[j]);
      row[j] = value;
      sum[j] = Math.fma(f, value, sum[j]);
    }
  }

  @Override
  public void rotate(double[] above, double[] below, double s, double c) {
    int to = above.length;
    int j = 0;
    DoubleVector sine = all(s);
    DoubleVector cosine = all(c);
    DoubleVector minus = all(-s);
    for (; j <= to - WIDTH; j += WIDTH) {
      DoubleVector x = load(above, j);
      DoubleVector y = load(below, j);
      x.fma(sine, y.mul(cosine)).intoArray(below, j);
      x.fma(cosine, y.mul(minus)).intoArray(above, j);
    }
    for (; j < to; j++) {
      double x = above[j];
      double y = below[j];
      below[j] = Math.fma(s, x, c * y);
      above[j] = Math.fma(c, x, -s * y);
    }
  }

  @Override
  public void rotateTwice(
      double[] above, double[] middle, double[] below, double s, double c, double s2, double c2) {
    int to = above.length;
    int j = 0;
    DoubleVector sine = all(s);
    DoubleVector cosine = all(c);
    DoubleVector minus = all(-s);
    DoubleVector sine2 = all(s2);
    DoubleVector cosine2 = all(c2);
    DoubleVector minus2 = all(-s2);
    for (; j <= to - WIDTH; j += WIDTH) {
      DoubleVector x = load(middle, j);
      DoubleVector y = load(below, j);
      x.fma(sine, y.mul(cosine)).intoArray(below, j);
      DoubleVector turned = x.fma(cosine, y.mul(minus));
      DoubleVector z = load(above, j);
      z.fma(sine2, turned.mul(cosine2)).intoArray(middle, j);
      z.fma(cosine2, turned.mul(minus2)).intoArray(above, j);
    }
    for (; j < to; j++) {
      double x = middle[j];
      double y = below[j];
      below[j] = Math.fma(s, x, c * y);
      double turned = Math.fma(c, x, -s * y);
      double z = above[j];
      middle[j] = Math.fma(s2, z, c2 * turned);
      above[j] = Math.fma(c2, z, -s2 * turned);
    }
  }
}
