package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;

/** Powers of affinities: (1 - T + tau)^omega = 2^(omega log2(1 - T + tau)). */
final class Powers {
  private static final int WIDTH = LANES.length();

  private static final int FRACTION_BITS = 52;
  private static final long FRACTION_MASK = (1L << FRACTION_BITS) - 1;
  private static final long ONE_BITS = 0x3ffL << FRACTION_BITS;

  /** With these bits above it, a whole number in the low bits makes a double that much larger. */
  private static final long WHOLE_BITS = 0x433L << FRACTION_BITS;

  private static final double WHOLE_AND_BIAS = 0x1p52 + 1023;

  /** Powers of two beyond this exponent are left to the scalar kernel. */
  private static final double LARGEST_EXPONENT = 1000;

  private Powers() {}

  /**
   * Written out as {@link VectorMath} explains.
   *
   * @return false if an affinity or a power is out of range; the powers then are garbage
   */
  static boolean fill(double[] scores, int length, double omega, double tau, double[] powers) {
    for (int c = 0; c < length; c += WIDTH) {
      DoubleVector affinity =
          DoubleVector.broadcast(LANES, 1).sub(DoubleVector.fromArray(LANES, scores, c)).add(tau);
      if (affinity.compare(LT, Double.MIN_NORMAL).anyTrue()) {
        return false;
      }
      LongVector bits = affinity.reinterpretAsLongs();
      DoubleVector exponent =
          bits.lanewise(LSHR, FRACTION_BITS)
              .or(WHOLE_BITS)
              .reinterpretAsDoubles()
              .sub(WHOLE_AND_BIAS);
      DoubleVector m = bits.and(FRACTION_MASK).or(ONE_BITS).reinterpretAsDoubles();
      VectorMask<Double> large = m.compare(GT, Polynomials.SQRT_2);
      exponent = exponent.blend(exponent.add(1), large);
      m = m.blend(m.mul(0.5), large);
      // s = (m - 1) / (m + 1) and what rounding left out of it; ln m = 2 atanh(s).
      DoubleVector divisor = m.add(1);
      DoubleVector dividend = m.sub(1);
      DoubleVector s = dividend.div(divisor);
      DoubleVector divisorRest = DoubleVector.broadcast(LANES, 1).sub(divisor).add(m);
      DoubleVector quotientRest =
          s.neg().fma(divisor, dividend).sub(s.mul(divisorRest)).div(divisor);
      DoubleVector square = s.mul(s);
      DoubleVector series =
          DoubleVector.broadcast(LANES, Polynomials.ATANH_10)
              .lanewise(FMA, square, Polynomials.ATANH_9)
              .lanewise(FMA, square, Polynomials.ATANH_8)
              .lanewise(FMA, square, Polynomials.ATANH_7)
              .lanewise(FMA, square, Polynomials.ATANH_6)
              .lanewise(FMA, square, Polynomials.ATANH_5)
              .lanewise(FMA, square, Polynomials.ATANH_4)
              .lanewise(FMA, square, Polynomials.ATANH_3)
              .lanewise(FMA, square, Polynomials.ATANH_2)
              .lanewise(FMA, square, Polynomials.ATANH_1)
              .lanewise(FMA, square, Polynomials.ATANH_0);
      DoubleVector rest = quotientRest.add(s.mul(square).mul(series));
      DoubleVector high = s.mul(2 * Polynomials.LOG2_E);
      DoubleVector low =
          s.fma(DoubleVector.broadcast(LANES, 2 * Polynomials.LOG2_E), high.neg())
              .add(s.mul(2 * Polynomials.LOG2_E_REST).add(rest.mul(2 * Polynomials.LOG2_E)));
      DoubleVector sum = exponent.add(high);
      sum.add(exponent.sub(sum).add(high).add(low)).mul(omega).intoArray(powers, c);
    }
    for (int c = 0; c < length; c += WIDTH) {
      DoubleVector y = DoubleVector.fromArray(LANES, powers, c);
      if (y.compare(GT, LARGEST_EXPONENT).anyTrue()) {
        return false;
      }
      DoubleVector shifted = y.add(Polynomials.ROUND);
      DoubleVector whole = shifted.sub(Polynomials.ROUND);
      DoubleVector r = y.sub(whole);
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
      // Exactly scaled to a normal number first, so that a subnormal result is rounded once.
      VectorMask<Double> subnormal = whole.compare(LE, -1022);
      DoubleVector shift = DoubleVector.zero(LANES).blend(200, subnormal);
      DoubleVector factor = DoubleVector.broadcast(LANES, 1).blend(0x1p-200, subnormal);
      p.reinterpretAsLongs()
          .add(shifted.add(shift).reinterpretAsLongs().lanewise(LSHL, FRACTION_BITS))
          .reinterpretAsDoubles()
          .mul(factor)
          .blend(0, y.compare(LE, -1075))
          .intoArray(powers, c);
    }
    return true;
  }
}
