package io.kahkm.numeric.kernel;

import static io.kahkm.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.LSHL;

import io.kahkm.numeric.Lanes;
import io.kahkm.numeric.Polynomials;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/** {@link FusedSums} in four to six directions. */
final class WideFusedSums {
  private static final int WIDTH = LANES.length();
  private static final int FRACTION_BITS = 52;
  private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  private WideFusedSums() {}

  static double four(
      double[] data,
      int offset,
      int length,
      double u0,
      double u1,
      double u2,
      double u3,
      double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    DoubleVector v1 = DoubleVector.broadcast(LANES, u1);
    DoubleVector v2 = DoubleVector.broadcast(LANES, u2);
    DoubleVector v3 = DoubleVector.broadcast(LANES, u3);
    int plane1 = offset + length;
    int plane2 = offset + 2 * length;
    int plane3 = offset + 3 * length;
    int plane4 = offset + 4 * length;
    int plane5 = offset + 5 * length;
    int plane6 = offset + 6 * length;
    int plane7 = offset + 7 * length;
    int plane8 = offset + 8 * length;
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      DoubleVector s4 = DoubleVector.zero(LANES);
      for (int i = part; i < length; i += Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, offset + i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, plane1 + i).sub(v1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, data, plane2 + i).sub(v2);
        DoubleVector d3 = DoubleVector.fromArray(LANES, data, plane3 + i).sub(v3);
        LongVector t = d3.fma(d3, d2.fma(d2, d1.fma(d1, d0.mul(d0)))).reinterpretAsLongs();
        smallest = smallest.min(t);
        DoubleVector exponent = t.min(KernelSums.LARGEST_EXPONENT).reinterpretAsDoubles();
        DoubleVector shifted = exponent.add(Polynomials.ROUND);
        DoubleVector r = shifted.sub(Polynomials.ROUND).sub(exponent);
        DoubleVector p =
            DoubleVector.broadcast(LANES, Polynomials.EXP_11)
                .lanewise(FMA, r, Polynomials.EXP_10)
                .lanewise(FMA, r, Polynomials.EXP_9)
                .lanewise(FMA, r, Polynomials.EXP_8)
                .lanewise(FMA, r, Polynomials.EXP_7)
                .lanewise(FMA, r, Polynomials.EXP_6)
                .lanewise(FMA, r, Polynomials.EXP_5)
                .lanewise(FMA, r, Polynomials.EXP_4)
                .lanewise(FMA, r, Polynomials.EXP_3)
                .lanewise(FMA, r, Polynomials.EXP_2)
                .lanewise(FMA, r, Polynomials.EXP_1)
                .lanewise(FMA, r, 1);
        DoubleVector k =
            p.reinterpretAsLongs()
                .sub(shifted.reinterpretAsLongs().lanewise(LSHL, FRACTION_BITS))
                .reinterpretAsDoubles();
        s0 = DoubleVector.fromArray(LANES, data, plane4 + i).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, plane5 + i).fma(k, s1);
        s2 = DoubleVector.fromArray(LANES, data, plane6 + i).fma(k, s2);
        s3 = DoubleVector.fromArray(LANES, data, plane7 + i).fma(k, s3);
        s4 = DoubleVector.fromArray(LANES, data, plane8 + i).fma(k, s4);
      }
      s0.intoArray(lanes, part);
      s1.intoArray(lanes, Lanes.COUNT + part);
      s2.intoArray(lanes, 2 * Lanes.COUNT + part);
      s3.intoArray(lanes, 3 * Lanes.COUNT + part);
      s4.intoArray(lanes, 4 * Lanes.COUNT + part);
    }
    return Double.longBitsToDouble(smallest.reduceLanes(VectorOperators.MIN));
  }

  static double five(
      double[] data,
      int offset,
      int length,
      double u0,
      double u1,
      double u2,
      double u3,
      double u4,
      double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    DoubleVector v1 = DoubleVector.broadcast(LANES, u1);
    DoubleVector v2 = DoubleVector.broadcast(LANES, u2);
    DoubleVector v3 = DoubleVector.broadcast(LANES, u3);
    DoubleVector v4 = DoubleVector.broadcast(LANES, u4);
    int plane1 = offset + length;
    int plane2 = offset + 2 * length;
    int plane3 = offset + 3 * length;
    int plane4 = offset + 4 * length;
    int plane5 = offset + 5 * length;
    int plane6 = offset + 6 * length;
    int plane7 = offset + 7 * length;
    int plane8 = offset + 8 * length;
    int plane9 = offset + 9 * length;
    int plane10 = offset + 10 * length;
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      DoubleVector s4 = DoubleVector.zero(LANES);
      DoubleVector s5 = DoubleVector.zero(LANES);
      for (int i = part; i < length; i += Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, offset + i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, plane1 + i).sub(v1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, data, plane2 + i).sub(v2);
        DoubleVector d3 = DoubleVector.fromArray(LANES, data, plane3 + i).sub(v3);
        DoubleVector d4 = DoubleVector.fromArray(LANES, data, plane4 + i).sub(v4);
        DoubleVector square = d3.fma(d3, d2.fma(d2, d1.fma(d1, d0.mul(d0))));
        LongVector t = d4.fma(d4, square).reinterpretAsLongs();
        smallest = smallest.min(t);
        DoubleVector exponent = t.min(KernelSums.LARGEST_EXPONENT).reinterpretAsDoubles();
        DoubleVector shifted = exponent.add(Polynomials.ROUND);
        DoubleVector r = shifted.sub(Polynomials.ROUND).sub(exponent);
        DoubleVector p =
            DoubleVector.broadcast(LANES, Polynomials.EXP_11)
                .lanewise(FMA, r, Polynomials.EXP_10)
                .lanewise(FMA, r, Polynomials.EXP_9)
                .lanewise(FMA, r, Polynomials.EXP_8)
                .lanewise(FMA, r, Polynomials.EXP_7)
                .lanewise(FMA, r, Polynomials.EXP_6)
                .lanewise(FMA, r, Polynomials.EXP_5)
                .lanewise(FMA, r, Polynomials.EXP_4)
                .lanewise(FMA, r, Polynomials.EXP_3)
                .lanewise(FMA, r, Polynomials.EXP_2)
                .lanewise(FMA, r, Polynomials.EXP_1)
                .lanewise(FMA, r, 1);
        DoubleVector k =
            p.reinterpretAsLongs()
                .sub(shifted.reinterpretAsLongs().lanewise(LSHL, FRACTION_BITS))
                .reinterpretAsDoubles();
        s0 = DoubleVector.fromArray(LANES, data, plane5 + i).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, plane6 + i).fma(k, s1);
        s2 = DoubleVector.fromArray(LANES, data, plane7 + i).fma(k, s2);
        s3 = DoubleVector.fromArray(LANES, data, plane8 + i).fma(k, s3);
        s4 = DoubleVector.fromArray(LANES, data, plane9 + i).fma(k, s4);
        s5 = DoubleVector.fromArray(LANES, data, plane10 + i).fma(k, s5);
      }
      s0.intoArray(lanes, part);
      s1.intoArray(lanes, Lanes.COUNT + part);
      s2.intoArray(lanes, 2 * Lanes.COUNT + part);
      s3.intoArray(lanes, 3 * Lanes.COUNT + part);
      s4.intoArray(lanes, 4 * Lanes.COUNT + part);
      s5.intoArray(lanes, 5 * Lanes.COUNT + part);
    }
    return Double.longBitsToDouble(smallest.reduceLanes(VectorOperators.MIN));
  }

  static double six(
      double[] data,
      int offset,
      int length,
      double u0,
      double u1,
      double u2,
      double u3,
      double u4,
      double u5,
      double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    DoubleVector v1 = DoubleVector.broadcast(LANES, u1);
    DoubleVector v2 = DoubleVector.broadcast(LANES, u2);
    DoubleVector v3 = DoubleVector.broadcast(LANES, u3);
    DoubleVector v4 = DoubleVector.broadcast(LANES, u4);
    DoubleVector v5 = DoubleVector.broadcast(LANES, u5);
    int plane1 = offset + length;
    int plane2 = offset + 2 * length;
    int plane3 = offset + 3 * length;
    int plane4 = offset + 4 * length;
    int plane5 = offset + 5 * length;
    int plane6 = offset + 6 * length;
    int plane7 = offset + 7 * length;
    int plane8 = offset + 8 * length;
    int plane9 = offset + 9 * length;
    int plane10 = offset + 10 * length;
    int plane11 = offset + 11 * length;
    int plane12 = offset + 12 * length;
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      DoubleVector s4 = DoubleVector.zero(LANES);
      DoubleVector s5 = DoubleVector.zero(LANES);
      DoubleVector s6 = DoubleVector.zero(LANES);
      for (int i = part; i < length; i += Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, offset + i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, plane1 + i).sub(v1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, data, plane2 + i).sub(v2);
        DoubleVector d3 = DoubleVector.fromArray(LANES, data, plane3 + i).sub(v3);
        DoubleVector d4 = DoubleVector.fromArray(LANES, data, plane4 + i).sub(v4);
        DoubleVector d5 = DoubleVector.fromArray(LANES, data, plane5 + i).sub(v5);
        DoubleVector square = d3.fma(d3, d2.fma(d2, d1.fma(d1, d0.mul(d0))));
        LongVector t = d5.fma(d5, d4.fma(d4, square)).reinterpretAsLongs();
        smallest = smallest.min(t);
        DoubleVector exponent = t.min(KernelSums.LARGEST_EXPONENT).reinterpretAsDoubles();
        DoubleVector shifted = exponent.add(Polynomials.ROUND);
        DoubleVector r = shifted.sub(Polynomials.ROUND).sub(exponent);
        DoubleVector p =
            DoubleVector.broadcast(LANES, Polynomials.EXP_11)
                .lanewise(FMA, r, Polynomials.EXP_10)
                .lanewise(FMA, r, Polynomials.EXP_9)
                .lanewise(FMA, r, Polynomials.EXP_8)
                .lanewise(FMA, r, Polynomials.EXP_7)
                .lanewise(FMA, r, Polynomials.EXP_6)
                .lanewise(FMA, r, Polynomials.EXP_5)
                .lanewise(FMA, r, Polynomials.EXP_4)
                .lanewise(FMA, r, Polynomials.EXP_3)
                .lanewise(FMA, r, Polynomials.EXP_2)
                .lanewise(FMA, r, Polynomials.EXP_1)
                .lanewise(FMA, r, 1);
        DoubleVector k =
            p.reinterpretAsLongs()
                .sub(shifted.reinterpretAsLongs().lanewise(LSHL, FRACTION_BITS))
                .reinterpretAsDoubles();
        s0 = DoubleVector.fromArray(LANES, data, plane6 + i).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, plane7 + i).fma(k, s1);
        s2 = DoubleVector.fromArray(LANES, data, plane8 + i).fma(k, s2);
        s3 = DoubleVector.fromArray(LANES, data, plane9 + i).fma(k, s3);
        s4 = DoubleVector.fromArray(LANES, data, plane10 + i).fma(k, s4);
        s5 = DoubleVector.fromArray(LANES, data, plane11 + i).fma(k, s5);
        s6 = DoubleVector.fromArray(LANES, data, plane12 + i).fma(k, s6);
      }
      s0.intoArray(lanes, part);
      s1.intoArray(lanes, Lanes.COUNT + part);
      s2.intoArray(lanes, 2 * Lanes.COUNT + part);
      s3.intoArray(lanes, 3 * Lanes.COUNT + part);
      s4.intoArray(lanes, 4 * Lanes.COUNT + part);
      s5.intoArray(lanes, 5 * Lanes.COUNT + part);
      s6.intoArray(lanes, 6 * Lanes.COUNT + part);
    }
    return Double.longBitsToDouble(smallest.reduceLanes(VectorOperators.MIN));
  }
}
