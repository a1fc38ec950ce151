package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.LSHL;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;

/**
 * Kernel values of a block, then sums of gains times kernel values, two groups in one pass.
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
    // From the start of the block to its end, two groups at a time: memory is read in its order.
    Arrays.fill(lanes, 0, outputs * Lanes.COUNT, 0);
    int step = planes * Lanes.COUNT;
    int gains = offset + (planes - outputs) * Lanes.COUNT;
    int i = 0;
    for (; i + 2 * Lanes.COUNT <= length; i += 2 * Lanes.COUNT) {
      for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
        DoubleVector k0 = DoubleVector.fromArray(LANES, exponents, i + part);
        DoubleVector k1 = DoubleVector.fromArray(LANES, exponents, i + Lanes.COUNT + part);
        for (int j = part; j < outputs * Lanes.COUNT; j += Lanes.COUNT) {
          DoubleVector sum = DoubleVector.fromArray(LANES, lanes, j);
          sum = DoubleVector.fromArray(LANES, data, gains + j).fma(k0, sum);
          sum = DoubleVector.fromArray(LANES, data, gains + step + j).fma(k1, sum);
          sum.intoArray(lanes, j);
        }
      }
      gains += 2 * step;
    }
    if (i < length) {
      for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
        DoubleVector k = DoubleVector.fromArray(LANES, exponents, i + part);
        for (int j = part; j < outputs * Lanes.COUNT; j += Lanes.COUNT) {
          DoubleVector sum = DoubleVector.fromArray(LANES, lanes, j);
          DoubleVector.fromArray(LANES, data, gains + j).fma(k, sum).intoArray(lanes, j);
        }
      }
    }
  }
}
