package io.kahkm.internal.numeric.kernel;

import static jdk.incubator.vector.VectorOperators.FMA;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * What the vector kernels share.
 *
 * <p>Every kernel is written out in one long method, elementary functions included, with the
 * operations of {@link io.kahkm.internal.numeric.kernel.DeterministicMath} in their order. Where
 * the compiler stops inlining, every vector that crosses the call becomes an object. It stops at a
 * certain depth of calls, counted from the method it compiles, and the library's own calls need
 * half of that: a short kernel would be inlined into callers until too few levels are left. Methods
 * of more than 325 bytes of code are not inlined, but compiled by themselves.
 */
final class VectorMath {
  /** The widest vectors of this machine, but no more than the eight lanes of a group. */
  static final VectorSpecies<Double> LANES =
      DoubleVector.SPECIES_PREFERRED.length() > 8
          ? DoubleVector.SPECIES_512
          : DoubleVector.SPECIES_PREFERRED;

  /** As many long integers. */
  static final VectorSpecies<Long> LONGS = LANES.withLanes(long.class);

  private static final int WIDTH = LANES.length();

  private VectorMath() {}

  static DoubleVector load(double[] a, int j) {
    return DoubleVector.fromArray(LANES, a, j);
  }

  static DoubleVector all(double value) {
    return DoubleVector.broadcast(LANES, value);
  }

  /**
   * Arc cosine of values from -1 to 1.
   *
   * @param x values; not modified
   * @param count how many; both arrays hold whole vectors
   * @param result overwritten
   */
  static void acos(double[] x, int count, double[] result) {
    for (int i = 0; i < count; i += WIDTH) {
      DoubleVector y = DoubleVector.fromArray(LANES, x, i);
      DoubleVector magnitude = y.abs();
      VectorMask<Double> inner = magnitude.compare(VectorOperators.LE, 0.5);
      DoubleVector outside = DoubleVector.broadcast(LANES, 1).sub(magnitude).mul(0.5);
      DoubleVector square = outside.blend(y.mul(y), inner);
      DoubleVector series =
          DoubleVector.broadcast(LANES, Polynomials.ASIN_12)
              .lanewise(FMA, square, Polynomials.ASIN_11)
              .lanewise(FMA, square, Polynomials.ASIN_10)
              .lanewise(FMA, square, Polynomials.ASIN_9)
              .lanewise(FMA, square, Polynomials.ASIN_8)
              .lanewise(FMA, square, Polynomials.ASIN_7)
              .lanewise(FMA, square, Polynomials.ASIN_6)
              .lanewise(FMA, square, Polynomials.ASIN_5)
              .lanewise(FMA, square, Polynomials.ASIN_4)
              .lanewise(FMA, square, Polynomials.ASIN_3)
              .lanewise(FMA, square, Polynomials.ASIN_2)
              .lanewise(FMA, square, Polynomials.ASIN_1)
              .lanewise(FMA, square, Polynomials.ASIN_0);
      DoubleVector halfPi = DoubleVector.broadcast(LANES, Polynomials.HALF_PI);
      DoubleVector halfPiRest = DoubleVector.broadcast(LANES, Polynomials.HALF_PI_REST);
      DoubleVector central = halfPi.sub(y.sub(halfPiRest.sub(y.mul(square).mul(series))));
      // acos(|x|) = 2 asin(sqrt((1 - |x|) / 2)); at the ends the quotient is 0 / 0, the rest zero.
      DoubleVector root = square.sqrt();
      DoubleVector rest =
          root.neg().fma(root, square).div(root.add(root)).add(root.mul(square).mul(series));
      rest = rest.blend(0, square.compare(VectorOperators.EQ, 0));
      DoubleVector half = halfPi.sub(root.sub(halfPiRest.sub(rest)));
      half = half.blend(root.add(rest), y.compare(VectorOperators.GT, 0));
      half.add(half).blend(central, inner).intoArray(result, i);
    }
  }
}
