package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.DoubleVector;

/**
 * Kernel values of a block, then sums of gains times kernel values, up to four in one pass.
 *
 * <p>A kernel value 2^-t is the polynomial in r = round(t) - t with round(t), which is in the low
 * bits of the shifted t, taken from its exponent.
 */
final class KernelSums {
  /** As bits, which order non-negative doubles as their values do. */
  static final long LARGEST_EXPONENT =
      Double.doubleToRawLongBits(ScalarEncoderKernels.LARGEST_EXPONENT);

  private static final int WIDTH = LANES.length();
  private static final int FRACTION_BITS = 52;

  private KernelSums() {}

  /** See {@link EncoderKernels#kernelSums}; written out as {@link VectorMath} explains. */
  static void fill(
      double[] data,
      int offset,
      int length,
      int planes,
      double shift,
      double[] exponents,
      int outputs,
      double[] lanes) {
    for (int i = 0; i < length; i += WIDTH) {
      DoubleVector exponent =
          DoubleVector.fromArray(LANES, exponents, i)
              .sub(shift)
              .reinterpretAsLongs()
              .min(LARGEST_EXPONENT)
              .reinterpretAsDoubles();
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
      k.intoArray(exponents, i);
    }
    int end = offset + length * planes;
    int step = planes * Lanes.COUNT;
    int done = 0;
    for (; done + 4 <= outputs; done += 4) {
      int gains = offset + (planes - outputs + done) * Lanes.COUNT;
      int target = done * Lanes.COUNT;
      for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
        DoubleVector s0 = DoubleVector.zero(LANES);
        DoubleVector s1 = DoubleVector.zero(LANES);
        DoubleVector s2 = DoubleVector.zero(LANES);
        DoubleVector s3 = DoubleVector.zero(LANES);
        int i = part;
        for (int g = gains + part; g < end; g += step) {
          DoubleVector k = DoubleVector.fromArray(LANES, exponents, i);
          s0 = DoubleVector.fromArray(LANES, data, g).fma(k, s0);
          s1 = DoubleVector.fromArray(LANES, data, g + Lanes.COUNT).fma(k, s1);
          s2 = DoubleVector.fromArray(LANES, data, g + 2 * Lanes.COUNT).fma(k, s2);
          s3 = DoubleVector.fromArray(LANES, data, g + 3 * Lanes.COUNT).fma(k, s3);
          i += Lanes.COUNT;
        }
        s0.intoArray(lanes, target + part);
        s1.intoArray(lanes, target + Lanes.COUNT + part);
        s2.intoArray(lanes, target + 2 * Lanes.COUNT + part);
        s3.intoArray(lanes, target + 3 * Lanes.COUNT + part);
      }
    }
    for (; done < outputs; done++) {
      int gains = offset + (planes - outputs + done) * Lanes.COUNT;
      for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
        DoubleVector s = DoubleVector.zero(LANES);
        int i = part;
        for (int g = gains + part; g < end; g += step) {
          DoubleVector k = DoubleVector.fromArray(LANES, exponents, i);
          s = DoubleVector.fromArray(LANES, data, g).fma(k, s);
          i += Lanes.COUNT;
        }
        s.intoArray(lanes, done * Lanes.COUNT + part);
      }
    }
  }
}
