package io.kahkm.internal.numeric.kernel;

import java.util.Arrays;

/**
 * Row kernels in plain Java. Every array is indexed by the loop variable alone, because only then
 * does the JIT compiler of JDK 17 turn a loop into vector instructions.
 */
final class ScalarRowKernels implements RowKernels {
  @Override
  public void add(double[] out, double f, double[] x, int from) {
    int to = out.length;
    for (int j = from; j < to; j++) {
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
    for (int j = from; j < to; j++) {
      double sum = Math.fma(f1, x1[j], Math.fma(f0, x0[j], out[j]));
      out[j] = Math.fma(f3, x3[j], Math.fma(f2, x2[j], sum));
    }
  }

  @Override
  public void addProducts(double[][] sums, double[][] left, double[][] right, int count) {
    for (int i = 0; i < sums.length; i++) {
      int w = 0;
      for (; w + 3 < count; w += 4) {
        addFour(
            sums[i],
            left[w][i],
            right[w],
            left[w + 1][i],
            right[w + 1],
            left[w + 2][i],
            right[w + 2],
            left[w + 3][i],
            right[w + 3],
            0);
      }
      for (; w < count; w++) {
        add(sums[i], left[w][i], right[w], 0);
      }
    }
  }

  @Override
  public void subtract(double[] a, double[] b, double[] out, double[] lanes) {
    for (int j = Lanes.FIRST; j < out.length; j++) {
      out[j] = a[j] - b[j];
    }
    squares(out, lanes);
  }

  @Override
  public void squares(double[] v, double[] lanes) {
    Arrays.fill(lanes, 0, Lanes.COUNT, 0);
    for (int i = Lanes.FIRST; i < v.length; i += Lanes.COUNT) {
      for (int j = 0; j < Lanes.COUNT; j++) {
        lanes[j] = Math.fma(v[i + j], v[i + j], lanes[j]);
      }
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
    product(rows, f0, count, o0, from);
    product(rows, f1, count, o1, from);
    product(rows, f2, count, o2, from);
    product(rows, f3, count, o3, from);
  }

  private void product(double[][] rows, double[] factors, int count, double[] out, int from) {
    Arrays.fill(out, from, out.length, 0);
    int l = 0;
    for (; l + 3 < count; l += 4) {
      addFour(rows, factors, l, out, from);
    }
    for (; l < count; l++) {
      add(out, factors[l], rows[l], from);
    }
  }

  private void addFour(double[][] rows, double[] factors, int l, double[] out, int from) {
    addFour(
        out,
        factors[l],
        rows[l],
        factors[l + 1],
        rows[l + 1],
        factors[l + 2],
        rows[l + 2],
        factors[l + 3],
        rows[l + 3],
        from);
  }

  @Override
  public void change(double[] row, double ui, double qi, double[] u, double[] q, int from) {
    int to = row.length;
    for (int j = from; j < to; j++) {
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
    for (int j = from; j < to; j++) {
      double value = row[j] - (ui * q[j] + qi * u[j]);
      row[j] = value;
      sum[j] = Math.fma(f, value, sum[j]);
    }
  }

  @Override
  public void addAndSum(double[] row, double c, double[] w, double f, double[] sum) {
    int to = row.length;
    for (int j = 0; j < to; j++) {
      double value = Math.fma(c, w[j], row[j]);
      row[j] = value;
      sum[j] = Math.fma(f, value, sum[j]);
    }
  }

  @Override
  public void rotate(double[] above, double[] below, double s, double c) {
    int to = above.length;
    for (int j = 0; j < to; j++) {
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
    for (int j = 0; j < to; j++) {
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
