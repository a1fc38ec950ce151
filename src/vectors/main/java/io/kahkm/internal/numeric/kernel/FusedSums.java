package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Squared distances, kernel values and their sums in one pass, for blocks with as many directions
 * as sensors and no more than six. See {@link VectorMath} for why every pass is written out and
 * {@link KernelSums} for the power of two.
 */
final class FusedSums {
  /** Most directions of a fused pass. */
  static final int LARGEST = 6;

  private static final int WIDTH = LANES.length();
  private static final int FRACTION_BITS = 52;
  private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  private FusedSums() {}

  /**
   * Sums without a shift.
   *
   * @return the smallest squared distance
   */
  static double fill(
      double[] data,
      int offset,
      int length,
      double[] point,
      int position,
      int stride,
      int directions,
      double[] lanes) {
    double u0 = point[position];
    if (directions == 1) {
      return one(data, offset, length, u0, lanes);
    }
    double u1 = point[position + stride];
    if (directions == 2) {
      return two(data, offset, length, u0, u1, lanes);
    }
    double u2 = point[position + 2 * stride];
    if (directions == 3) {
      return three(data, offset, length, u0, u1, u2, lanes);
    }
    double u3 = point[position + 3 * stride];
    if (directions == 4) {
      return WideFusedSums.four(data, offset, length, u0, u1, u2, u3, lanes);
    }
    double u4 = point[position + 4 * stride];
    if (directions == 5) {
      return WideFusedSums.five(data, offset, length, u0, u1, u2, u3, u4, lanes);
    }
    double u5 = point[position + 5 * stride];
    return WideFusedSums.six(data, offset, length, u0, u1, u2, u3, u4, u5, lanes);
  }

  private static double one(double[] data, int offset, int length, double u0, double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    int end = offset + 3 * length;
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      for (int i = offset + part; i < end; i += 3 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        LongVector t = d0.mul(d0).reinterpretAsLongs();
        smallest = smallest.min(t);
        DoubleVector exponent = t.min(KernelSums.LARGEST_EXPONENT).reinterpretAsDoubles();
        DoubleVector shifted = exponent.add(Polynomials.ROUND);
        DoubleVector r = shifted.sub(Polynomials.ROUND).sub(exponent);
        DoubleVector r2 = r.mul(r);
        DoubleVector odd =
            DoubleVector.broadcast(LANES, Polynomials.EXP_11)
                .lanewise(FMA, r2, Polynomials.EXP_9)
                .lanewise(FMA, r2, Polynomials.EXP_7)
                .lanewise(FMA, r2, Polynomials.EXP_5)
                .lanewise(FMA, r2, Polynomials.EXP_3)
                .lanewise(FMA, r2, Polynomials.EXP_1);
        DoubleVector even =
            DoubleVector.broadcast(LANES, Polynomials.EXP_10)
                .lanewise(FMA, r2, Polynomials.EXP_8)
                .lanewise(FMA, r2, Polynomials.EXP_6)
                .lanewise(FMA, r2, Polynomials.EXP_4)
                .lanewise(FMA, r2, Polynomials.EXP_2);
        DoubleVector p = even.fma(r, odd).lanewise(FMA, r, 1);
        DoubleVector k =
            p.reinterpretAsLongs()
                .sub(shifted.reinterpretAsLongs().lanewise(LSHL, FRACTION_BITS))
                .reinterpretAsDoubles();
        s0 = DoubleVector.fromArray(LANES, data, i + Lanes.COUNT).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, i + 2 * Lanes.COUNT).fma(k, s1);
      }
      s0.intoArray(lanes, part);
      s1.intoArray(lanes, Lanes.COUNT + part);
    }
    return Double.longBitsToDouble(smallest.reduceLanes(VectorOperators.MIN));
  }

  private static double two(
      double[] data, int offset, int length, double u0, double u1, double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    DoubleVector v1 = DoubleVector.broadcast(LANES, u1);
    int end = offset + 5 * length;
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      for (int i = offset + part; i < end; i += 5 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, i + Lanes.COUNT).sub(v1);
        LongVector t = d1.fma(d1, d0.mul(d0)).reinterpretAsLongs();
        smallest = smallest.min(t);
        DoubleVector exponent = t.min(KernelSums.LARGEST_EXPONENT).reinterpretAsDoubles();
        DoubleVector shifted = exponent.add(Polynomials.ROUND);
        DoubleVector r = shifted.sub(Polynomials.ROUND).sub(exponent);
        DoubleVector r2 = r.mul(r);
        DoubleVector odd =
            DoubleVector.broadcast(LANES, Polynomials.EXP_11)
                .lanewise(FMA, r2, Polynomials.EXP_9)
                .lanewise(FMA, r2, Polynomials.EXP_7)
                .lanewise(FMA, r2, Polynomials.EXP_5)
                .lanewise(FMA, r2, Polynomials.EXP_3)
                .lanewise(FMA, r2, Polynomials.EXP_1);
        DoubleVector even =
            DoubleVector.broadcast(LANES, Polynomials.EXP_10)
                .lanewise(FMA, r2, Polynomials.EXP_8)
                .lanewise(FMA, r2, Polynomials.EXP_6)
                .lanewise(FMA, r2, Polynomials.EXP_4)
                .lanewise(FMA, r2, Polynomials.EXP_2);
        DoubleVector p = even.fma(r, odd).lanewise(FMA, r, 1);
        DoubleVector k =
            p.reinterpretAsLongs()
                .sub(shifted.reinterpretAsLongs().lanewise(LSHL, FRACTION_BITS))
                .reinterpretAsDoubles();
        s0 = DoubleVector.fromArray(LANES, data, i + 2 * Lanes.COUNT).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, i + 3 * Lanes.COUNT).fma(k, s1);
        s2 = DoubleVector.fromArray(LANES, data, i + 4 * Lanes.COUNT).fma(k, s2);
      }
      s0.intoArray(lanes, part);
      s1.intoArray(lanes, Lanes.COUNT + part);
      s2.intoArray(lanes, 2 * Lanes.COUNT + part);
    }
    return Double.longBitsToDouble(smallest.reduceLanes(VectorOperators.MIN));
  }

  private static double three(
      double[] data, int offset, int length, double u0, double u1, double u2, double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    DoubleVector v1 = DoubleVector.broadcast(LANES, u1);
    DoubleVector v2 = DoubleVector.broadcast(LANES, u2);
    int end = offset + 7 * length;
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      for (int i = offset + part; i < end; i += 7 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, i + Lanes.COUNT).sub(v1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, data, i + 2 * Lanes.COUNT).sub(v2);
        LongVector t = d2.fma(d2, d1.fma(d1, d0.mul(d0))).reinterpretAsLongs();
        smallest = smallest.min(t);
        DoubleVector exponent = t.min(KernelSums.LARGEST_EXPONENT).reinterpretAsDoubles();
        DoubleVector shifted = exponent.add(Polynomials.ROUND);
        DoubleVector r = shifted.sub(Polynomials.ROUND).sub(exponent);
        DoubleVector r2 = r.mul(r);
        DoubleVector odd =
            DoubleVector.broadcast(LANES, Polynomials.EXP_11)
                .lanewise(FMA, r2, Polynomials.EXP_9)
                .lanewise(FMA, r2, Polynomials.EXP_7)
                .lanewise(FMA, r2, Polynomials.EXP_5)
                .lanewise(FMA, r2, Polynomials.EXP_3)
                .lanewise(FMA, r2, Polynomials.EXP_1);
        DoubleVector even =
            DoubleVector.broadcast(LANES, Polynomials.EXP_10)
                .lanewise(FMA, r2, Polynomials.EXP_8)
                .lanewise(FMA, r2, Polynomials.EXP_6)
                .lanewise(FMA, r2, Polynomials.EXP_4)
                .lanewise(FMA, r2, Polynomials.EXP_2);
        DoubleVector p = even.fma(r, odd).lanewise(FMA, r, 1);
        DoubleVector k =
            p.reinterpretAsLongs()
                .sub(shifted.reinterpretAsLongs().lanewise(LSHL, FRACTION_BITS))
                .reinterpretAsDoubles();
        s0 = DoubleVector.fromArray(LANES, data, i + 3 * Lanes.COUNT).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, i + 4 * Lanes.COUNT).fma(k, s1);
        s2 = DoubleVector.fromArray(LANES, data, i + 5 * Lanes.COUNT).fma(k, s2);
        s3 = DoubleVector.fromArray(LANES, data, i + 6 * Lanes.COUNT).fma(k, s3);
      }
      s0.intoArray(lanes, part);
      s1.intoArray(lanes, Lanes.COUNT + part);
      s2.intoArray(lanes, 2 * Lanes.COUNT + part);
      s3.intoArray(lanes, 3 * Lanes.COUNT + part);
    }
    return Double.longBitsToDouble(smallest.reduceLanes(VectorOperators.MIN));
  }
}
