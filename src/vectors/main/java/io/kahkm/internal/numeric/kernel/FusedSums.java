package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.DoubleVector;

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

  private FusedSums() {}

  /** Sums without a shift. */
  static void fill(
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
      one(data, offset, length, u0, lanes);
      return;
    }
    double u1 = point[position + stride];
    if (directions == 2) {
      two(data, offset, length, u0, u1, lanes);
      return;
    }
    double u2 = point[position + 2 * stride];
    if (directions == 3) {
      three(data, offset, length, u0, u1, u2, lanes);
      return;
    }
    double u3 = point[position + 3 * stride];
    if (directions == 4) {
      WideFusedSums.four(data, offset, length, u0, u1, u2, u3, lanes);
      return;
    }
    double u4 = point[position + 4 * stride];
    if (directions == 5) {
      WideFusedSums.five(data, offset, length, u0, u1, u2, u3, u4, lanes);
      return;
    }
    double u5 = point[position + 5 * stride];
    WideFusedSums.six(data, offset, length, u0, u1, u2, u3, u4, u5, lanes);
  }

  private static void one(double[] data, int offset, int length, double u0, double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    int end = offset + 3 * length;
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      for (int i = offset + part; i < end; i += 3 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        DoubleVector exponent = d0.mul(d0);
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
  }

  private static void two(
      double[] data, int offset, int length, double u0, double u1, double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    DoubleVector v1 = DoubleVector.broadcast(LANES, u1);
    int end = offset + 5 * length;
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      for (int i = offset + part; i < end; i += 5 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, i + Lanes.COUNT).sub(v1);
        DoubleVector exponent = d1.fma(d1, d0.mul(d0));
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
  }

  private static void three(
      double[] data, int offset, int length, double u0, double u1, double u2, double[] lanes) {
    DoubleVector v0 = DoubleVector.broadcast(LANES, u0);
    DoubleVector v1 = DoubleVector.broadcast(LANES, u1);
    DoubleVector v2 = DoubleVector.broadcast(LANES, u2);
    int end = offset + 7 * length;
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      for (int i = offset + part; i < end; i += 7 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, i + Lanes.COUNT).sub(v1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, data, i + 2 * Lanes.COUNT).sub(v2);
        DoubleVector exponent = d2.fma(d2, d1.fma(d1, d0.mul(d0)));
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
  }
}
