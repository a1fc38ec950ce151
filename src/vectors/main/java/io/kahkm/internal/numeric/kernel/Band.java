package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;

/** The arithmetic of {@link ScalarBand} on vectors, written out as {@link VectorMath} explains. */
final class Band {
  private static final int WIDTH = LANES.length();
  private static final int FRACTION_BITS = 52;

  /** Vectors whose outputs stay in registers while the rows pass by. */
  private static final int TILE = 4 * WIDTH;

  private Band() {}

  /** See {@link EncoderKernels#bandValues}. */
  static void values(
      double[] references, int length, double[] point, double[] metric, double[] values) {
    int m = point.length;
    for (int i = 0; i < length; i += WIDTH) {
      DoubleVector distance = DoubleVector.zero(LANES);
      for (int a = 0; a < m; a++) {
        DoubleVector row = DoubleVector.zero(LANES);
        for (int b = 0; b < m; b++) {
          DoubleVector reference = DoubleVector.fromArray(LANES, references, b * length + i);
          DoubleVector difference = DoubleVector.broadcast(LANES, point[b]).sub(reference);
          row = row.add(difference.mul(metric[b * m + a]));
        }
        DoubleVector reference = DoubleVector.fromArray(LANES, references, a * length + i);
        DoubleVector difference = DoubleVector.broadcast(LANES, point[a]).sub(reference);
        distance = distance.add(row.mul(difference));
      }
      distance.neg().div(2.0 * m).intoArray(values, i);
    }
    for (int i = 0; i < length; i += WIDTH) {
      DoubleVector x = DoubleVector.fromArray(LANES, values, i);
      VectorMask<Double> positive = x.compare(GE, ScalarBand.SMALLEST_ARGUMENT);
      // The cast of a negative number to an integer rounds it up.
      DoubleVector real = x.mul(ScalarBand.INVERSE_LN_2).sub(0.5);
      DoubleVector nearest = real.add(Polynomials.ROUND).sub(Polynomials.ROUND);
      DoubleVector k = nearest.blend(nearest.add(1), nearest.compare(LT, real));
      DoubleVector high = x.sub(k.mul(ScalarBand.LN_2_HIGH));
      DoubleVector low = k.mul(ScalarBand.LN_2_LOW);
      DoubleVector r = high.sub(low);
      DoubleVector t = r.mul(r);
      DoubleVector c =
          t.mul(ScalarBand.P_5)
              .add(ScalarBand.P_4)
              .mul(t)
              .add(ScalarBand.P_3)
              .mul(t)
              .add(ScalarBand.P_2)
              .mul(t)
              .add(ScalarBand.P_1)
              .mul(t);
      c = r.sub(c);
      DoubleVector two = DoubleVector.broadcast(LANES, 2);
      DoubleVector rest = low.sub(r.mul(c).div(two.sub(c))).sub(high);
      DoubleVector y = DoubleVector.broadcast(LANES, 1).sub(rest);
      LongVector shift =
          k.add(ScalarBand.SCALE_EXPONENT)
              .add(Polynomials.ROUND)
              .reinterpretAsLongs()
              .lanewise(LSHL, FRACTION_BITS);
      DoubleVector scaled = y.reinterpretAsLongs().add(shift).reinterpretAsDoubles();
      DoubleVector rounded = scaled.add(ScalarBand.SMALLEST_NORMAL).sub(ScalarBand.SMALLEST_NORMAL);
      scaled = scaled.blend(rounded, scaled.compare(LT, ScalarBand.SMALLEST_NORMAL));
      DoubleVector.zero(LANES).blend(scaled, positive).intoArray(values, i);
    }
  }

  /** See {@link EncoderKernels#bandProducts}. */
  static void products(
      double[] matrix,
      int count,
      int[] rows,
      double[] values,
      int used,
      double largest,
      double[] outputs) {
    if (count < WIDTH) {
      ScalarBand.products(matrix, count, rows, values, used, largest, outputs);
      return;
    }
    int i = 0;
    for (; i <= count - TILE; i += TILE) {
      tile(matrix, count, rows, values, used, largest, outputs, i);
    }
    for (; i < count; i += WIDTH) {
      // The last vector may overlap the one before: outputs are overwritten, not added to.
      vector(matrix, count, rows, values, used, outputs, Math.min(i, count - WIDTH));
    }
  }

  private static void vector(
      double[] matrix, int count, int[] rows, double[] values, int used, double[] outputs, int i) {
    DoubleVector zero = DoubleVector.zero(LANES);
    DoubleVector sum = zero;
    LongVector signBit = LongVector.broadcast(VectorMath.LONGS, Long.MIN_VALUE);
    DoubleVector smallestNormal = DoubleVector.broadcast(LANES, ScalarBand.SMALLEST_NORMAL);
    LongVector normal = smallestNormal.reinterpretAsLongs();
    for (int l = 0; l < used; l++) {
      DoubleVector factor = DoubleVector.broadcast(LANES, values[l]);
      DoubleVector entry = DoubleVector.fromArray(LANES, matrix, rows[l] * count + i);
      DoubleVector product = entry.mul(factor);
      LongVector grid = product.reinterpretAsLongs().and(signBit).or(normal);
      DoubleVector round =
          zero.blend(grid.reinterpretAsDoubles(), product.abs().compare(LT, smallestNormal));
      sum = sum.add(entry.fma(factor, round).sub(round));
    }
    sum.intoArray(outputs, i);
  }

  private static void tile(
      double[] matrix,
      int count,
      int[] rows,
      double[] values,
      int used,
      double largest,
      double[] outputs,
      int i) {
    DoubleVector zero = DoubleVector.zero(LANES);
    DoubleVector s0 = zero;
    DoubleVector s1 = zero;
    DoubleVector s2 = zero;
    DoubleVector s3 = zero;
    LongVector signBit = LongVector.broadcast(VectorMath.LONGS, Long.MIN_VALUE);
    DoubleVector smallestNormal = DoubleVector.broadcast(LANES, ScalarBand.SMALLEST_NORMAL);
    LongVector normal = smallestNormal.reinterpretAsLongs();
    for (int l = 0; l < used; l++) {
      double value = values[l];
      int row = rows[l] * count + i;
      DoubleVector factor = DoubleVector.broadcast(LANES, value);
      DoubleVector e0 = DoubleVector.fromArray(LANES, matrix, row);
      DoubleVector e1 = DoubleVector.fromArray(LANES, matrix, row + WIDTH);
      DoubleVector e2 = DoubleVector.fromArray(LANES, matrix, row + 2 * WIDTH);
      DoubleVector e3 = DoubleVector.fromArray(LANES, matrix, row + 3 * WIDTH);
      if (largest * value < ScalarBand.SMALLEST_NORMAL / 4) {
        DoubleVector round = DoubleVector.broadcast(LANES, ScalarBand.ROUND);
        s0 = s0.add(e0.fma(factor, round).sub(round));
        s1 = s1.add(e1.fma(factor, round).sub(round));
        s2 = s2.add(e2.fma(factor, round).sub(round));
        s3 = s3.add(e3.fma(factor, round).sub(round));
      } else {
        // A product is rounded to the grid, or by adding zero as it is, depending on its size.
        DoubleVector p0 = e0.mul(factor);
        LongVector g0 = p0.reinterpretAsLongs().and(signBit).or(normal);
        DoubleVector r0 =
            zero.blend(g0.reinterpretAsDoubles(), p0.abs().compare(LT, smallestNormal));
        s0 = s0.add(e0.fma(factor, r0).sub(r0));
        DoubleVector p1 = e1.mul(factor);
        LongVector g1 = p1.reinterpretAsLongs().and(signBit).or(normal);
        DoubleVector r1 =
            zero.blend(g1.reinterpretAsDoubles(), p1.abs().compare(LT, smallestNormal));
        s1 = s1.add(e1.fma(factor, r1).sub(r1));
        DoubleVector p2 = e2.mul(factor);
        LongVector g2 = p2.reinterpretAsLongs().and(signBit).or(normal);
        DoubleVector r2 =
            zero.blend(g2.reinterpretAsDoubles(), p2.abs().compare(LT, smallestNormal));
        s2 = s2.add(e2.fma(factor, r2).sub(r2));
        DoubleVector p3 = e3.mul(factor);
        LongVector g3 = p3.reinterpretAsLongs().and(signBit).or(normal);
        DoubleVector r3 =
            zero.blend(g3.reinterpretAsDoubles(), p3.abs().compare(LT, smallestNormal));
        s3 = s3.add(e3.fma(factor, r3).sub(r3));
      }
    }
    s0.intoArray(outputs, i);
    s1.intoArray(outputs, i + WIDTH);
    s2.intoArray(outputs, i + 2 * WIDTH);
    s3.intoArray(outputs, i + 3 * WIDTH);
  }
}
