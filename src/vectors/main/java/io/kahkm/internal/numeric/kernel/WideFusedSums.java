package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** {@link FusedSums} in four to six directions. */
final class WideFusedSums {
  private static final int WIDTH = LANES.length();
  private static final int FRACTION_BITS = 52;

  /** Fewest directions. */
  static final int SMALLEST = 4;

  /** Lanes of a sum where the two halves of eight have been added. */
  private static final int HALF = 4;

  private static final VectorSpecies<Double> FOUR = DoubleVector.SPECIES_256;

  private static final int FIRST_WITH_HALVES = 21;

  /**
   * Whether halves are added here, which takes half as long as adding eight lanes one by one; JDK
   * 17 makes an object of every vector that is cut in halves.
   */
  private static final boolean HALVES =
      WIDTH == Lanes.COUNT && Runtime.version().feature() >= FIRST_WITH_HALVES;

  /** Bounds of the data that no map reaches; knowing some, the compiler checks fewer indices. */
  private static final int LARGEST_OFFSET = (1 << 28) - 1;

  private static final int LARGEST_LENGTH = (1 << 16) - 1;

  private WideFusedSums() {}

  /** Adds the lanes that a pass has stored. */
  static void totals(double[] lanes, int count, double[] sums) {
    if (HALVES) {
      for (int j = 0; j < count; j++) {
        int half = j * HALF;
        sums[j] = (lanes[half] + lanes[half + 2]) + (lanes[half + 1] + lanes[half + 3]);
      }
    } else {
      Lanes.totals(lanes, count, sums);
    }
  }

  static void four(
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
    int begin = offset & LARGEST_OFFSET;
    int end = begin + 9 * (length & LARGEST_LENGTH);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      DoubleVector s4 = DoubleVector.zero(LANES);
      for (int i = begin + part; i < end; i += 9 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, i + Lanes.COUNT).sub(v1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, data, i + 2 * Lanes.COUNT).sub(v2);
        DoubleVector d3 = DoubleVector.fromArray(LANES, data, i + 3 * Lanes.COUNT).sub(v3);
        DoubleVector exponent = d3.fma(d3, d2.fma(d2, d1.fma(d1, d0.mul(d0))));
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
        s0 = DoubleVector.fromArray(LANES, data, i + 4 * Lanes.COUNT).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, i + 5 * Lanes.COUNT).fma(k, s1);
        s2 = DoubleVector.fromArray(LANES, data, i + 6 * Lanes.COUNT).fma(k, s2);
        s3 = DoubleVector.fromArray(LANES, data, i + 7 * Lanes.COUNT).fma(k, s3);
        s4 = DoubleVector.fromArray(LANES, data, i + 8 * Lanes.COUNT).fma(k, s4);
      }
      if (HALVES) {
        ((DoubleVector) s0.castShape(FOUR, 0))
            .add((DoubleVector) s0.castShape(FOUR, 1))
            .intoArray(lanes, 0);
        ((DoubleVector) s1.castShape(FOUR, 0))
            .add((DoubleVector) s1.castShape(FOUR, 1))
            .intoArray(lanes, HALF);
        ((DoubleVector) s2.castShape(FOUR, 0))
            .add((DoubleVector) s2.castShape(FOUR, 1))
            .intoArray(lanes, 2 * HALF);
        ((DoubleVector) s3.castShape(FOUR, 0))
            .add((DoubleVector) s3.castShape(FOUR, 1))
            .intoArray(lanes, 3 * HALF);
        ((DoubleVector) s4.castShape(FOUR, 0))
            .add((DoubleVector) s4.castShape(FOUR, 1))
            .intoArray(lanes, 4 * HALF);
      } else {
        s0.intoArray(lanes, part);
        s1.intoArray(lanes, Lanes.COUNT + part);
        s2.intoArray(lanes, 2 * Lanes.COUNT + part);
        s3.intoArray(lanes, 3 * Lanes.COUNT + part);
        s4.intoArray(lanes, 4 * Lanes.COUNT + part);
      }
    }
  }

  static void five(
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
    int begin = offset & LARGEST_OFFSET;
    int end = begin + 11 * (length & LARGEST_LENGTH);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      DoubleVector s4 = DoubleVector.zero(LANES);
      DoubleVector s5 = DoubleVector.zero(LANES);
      for (int i = begin + part; i < end; i += 11 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, i + Lanes.COUNT).sub(v1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, data, i + 2 * Lanes.COUNT).sub(v2);
        DoubleVector d3 = DoubleVector.fromArray(LANES, data, i + 3 * Lanes.COUNT).sub(v3);
        DoubleVector d4 = DoubleVector.fromArray(LANES, data, i + 4 * Lanes.COUNT).sub(v4);
        DoubleVector square = d3.fma(d3, d2.fma(d2, d1.fma(d1, d0.mul(d0))));
        DoubleVector exponent = d4.fma(d4, square);
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
        s0 = DoubleVector.fromArray(LANES, data, i + 5 * Lanes.COUNT).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, i + 6 * Lanes.COUNT).fma(k, s1);
        s2 = DoubleVector.fromArray(LANES, data, i + 7 * Lanes.COUNT).fma(k, s2);
        s3 = DoubleVector.fromArray(LANES, data, i + 8 * Lanes.COUNT).fma(k, s3);
        s4 = DoubleVector.fromArray(LANES, data, i + 9 * Lanes.COUNT).fma(k, s4);
        s5 = DoubleVector.fromArray(LANES, data, i + 10 * Lanes.COUNT).fma(k, s5);
      }
      if (HALVES) {
        ((DoubleVector) s0.castShape(FOUR, 0))
            .add((DoubleVector) s0.castShape(FOUR, 1))
            .intoArray(lanes, 0);
        ((DoubleVector) s1.castShape(FOUR, 0))
            .add((DoubleVector) s1.castShape(FOUR, 1))
            .intoArray(lanes, HALF);
        ((DoubleVector) s2.castShape(FOUR, 0))
            .add((DoubleVector) s2.castShape(FOUR, 1))
            .intoArray(lanes, 2 * HALF);
        ((DoubleVector) s3.castShape(FOUR, 0))
            .add((DoubleVector) s3.castShape(FOUR, 1))
            .intoArray(lanes, 3 * HALF);
        ((DoubleVector) s4.castShape(FOUR, 0))
            .add((DoubleVector) s4.castShape(FOUR, 1))
            .intoArray(lanes, 4 * HALF);
        ((DoubleVector) s5.castShape(FOUR, 0))
            .add((DoubleVector) s5.castShape(FOUR, 1))
            .intoArray(lanes, 5 * HALF);
      } else {
        s0.intoArray(lanes, part);
        s1.intoArray(lanes, Lanes.COUNT + part);
        s2.intoArray(lanes, 2 * Lanes.COUNT + part);
        s3.intoArray(lanes, 3 * Lanes.COUNT + part);
        s4.intoArray(lanes, 4 * Lanes.COUNT + part);
        s5.intoArray(lanes, 5 * Lanes.COUNT + part);
      }
    }
  }

  static void six(
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
    int begin = offset & LARGEST_OFFSET;
    int end = begin + 13 * (length & LARGEST_LENGTH);
    for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
      DoubleVector s0 = DoubleVector.zero(LANES);
      DoubleVector s1 = DoubleVector.zero(LANES);
      DoubleVector s2 = DoubleVector.zero(LANES);
      DoubleVector s3 = DoubleVector.zero(LANES);
      DoubleVector s4 = DoubleVector.zero(LANES);
      DoubleVector s5 = DoubleVector.zero(LANES);
      DoubleVector s6 = DoubleVector.zero(LANES);
      for (int i = begin + part; i < end; i += 13 * Lanes.COUNT) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, data, i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, data, i + Lanes.COUNT).sub(v1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, data, i + 2 * Lanes.COUNT).sub(v2);
        DoubleVector d3 = DoubleVector.fromArray(LANES, data, i + 3 * Lanes.COUNT).sub(v3);
        DoubleVector d4 = DoubleVector.fromArray(LANES, data, i + 4 * Lanes.COUNT).sub(v4);
        DoubleVector d5 = DoubleVector.fromArray(LANES, data, i + 5 * Lanes.COUNT).sub(v5);
        DoubleVector square = d3.fma(d3, d2.fma(d2, d1.fma(d1, d0.mul(d0))));
        DoubleVector exponent = d5.fma(d5, d4.fma(d4, square));
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
        s0 = DoubleVector.fromArray(LANES, data, i + 6 * Lanes.COUNT).fma(k, s0);
        s1 = DoubleVector.fromArray(LANES, data, i + 7 * Lanes.COUNT).fma(k, s1);
        s2 = DoubleVector.fromArray(LANES, data, i + 8 * Lanes.COUNT).fma(k, s2);
        s3 = DoubleVector.fromArray(LANES, data, i + 9 * Lanes.COUNT).fma(k, s3);
        s4 = DoubleVector.fromArray(LANES, data, i + 10 * Lanes.COUNT).fma(k, s4);
        s5 = DoubleVector.fromArray(LANES, data, i + 11 * Lanes.COUNT).fma(k, s5);
        s6 = DoubleVector.fromArray(LANES, data, i + 12 * Lanes.COUNT).fma(k, s6);
      }
      if (HALVES) {
        ((DoubleVector) s0.castShape(FOUR, 0))
            .add((DoubleVector) s0.castShape(FOUR, 1))
            .intoArray(lanes, 0);
        ((DoubleVector) s1.castShape(FOUR, 0))
            .add((DoubleVector) s1.castShape(FOUR, 1))
            .intoArray(lanes, HALF);
        ((DoubleVector) s2.castShape(FOUR, 0))
            .add((DoubleVector) s2.castShape(FOUR, 1))
            .intoArray(lanes, 2 * HALF);
        ((DoubleVector) s3.castShape(FOUR, 0))
            .add((DoubleVector) s3.castShape(FOUR, 1))
            .intoArray(lanes, 3 * HALF);
        ((DoubleVector) s4.castShape(FOUR, 0))
            .add((DoubleVector) s4.castShape(FOUR, 1))
            .intoArray(lanes, 4 * HALF);
        ((DoubleVector) s5.castShape(FOUR, 0))
            .add((DoubleVector) s5.castShape(FOUR, 1))
            .intoArray(lanes, 5 * HALF);
        ((DoubleVector) s6.castShape(FOUR, 0))
            .add((DoubleVector) s6.castShape(FOUR, 1))
            .intoArray(lanes, 6 * HALF);
      } else {
        s0.intoArray(lanes, part);
        s1.intoArray(lanes, Lanes.COUNT + part);
        s2.intoArray(lanes, 2 * Lanes.COUNT + part);
        s3.intoArray(lanes, 3 * Lanes.COUNT + part);
        s4.intoArray(lanes, 4 * Lanes.COUNT + part);
        s5.intoArray(lanes, 5 * Lanes.COUNT + part);
        s6.intoArray(lanes, 6 * Lanes.COUNT + part);
      }
    }
  }
}
