package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;

/** Scores of reconstructions. */
final class Scores {
  private static final int WIDTH = LANES.length();
  private static final int FRACTION_BITS = 52;

  /** Smaller results of the exponential function are zero: one minus them is one. */
  private static final double SMALLEST_EXPONENT = -1000;

  /** In the place of a cosine: the angle is undefined. */
  private static final double UNDEFINED = 2;

  private Scores() {}

  /** See {@link EncoderKernels#scores}; written out as {@link VectorMath} explains. */
  static void fill(
      double[] state, double[] sums, double[] means, int stride, int count, double[] scores) {
    int n = state.length;
    int denominators = n * stride;
    double norm = ScalarEncoderKernels.norm(state);
    // A state too small for its norm has products that are no zeros.
    double divisible = norm == 0 ? Double.NaN : norm;
    for (int r = 0; r < count; r += WIDTH) {
      DoubleVector divisor = DoubleVector.fromArray(LANES, sums, denominators + r);
      VectorMask<Double> far = divisor.compare(EQ, 0);
      DoubleVector distance = DoubleVector.zero(LANES);
      DoubleVector product = DoubleVector.zero(LANES);
      DoubleVector square = DoubleVector.zero(LANES);
      for (int j = 0; j < n; j++) {
        DoubleVector x = DoubleVector.broadcast(LANES, state[j]);
        DoubleVector quotient = DoubleVector.fromArray(LANES, sums, j * stride + r).div(divisor);
        DoubleVector mean = DoubleVector.fromArray(LANES, means, j * stride + r);
        DoubleVector reconstruction = mean.add(quotient).blend(0, far);
        DoubleVector difference = x.sub(reconstruction);
        distance = difference.fma(difference, distance);
        product = x.fma(reconstruction, product);
        square = reconstruction.fma(reconstruction, square);
      }
      DoubleVector cosine = product.div(square.sqrt().mul(divisible));
      VectorMask<Double> undefined = cosine.compare(NE, cosine).or(square.compare(EQ, 0));
      cosine = cosine.blend(1, cosine.compare(GT, 1));
      cosine = cosine.blend(-1, cosine.compare(LT, -1));
      cosine.blend(UNDEFINED, undefined).intoArray(scores, r);
      distance.intoArray(sums, denominators + r);
    }
    // The numerators have been used: their first plane takes the angles.
    VectorMath.acos(scores, count, sums);
    for (int r = 0; r < count; r += WIDTH) {
      // e^-|x - A|; the rounding error of the product would be multiplied by the result.
      DoubleVector y = DoubleVector.fromArray(LANES, sums, denominators + r).sqrt().neg();
      DoubleVector product = y.mul(Polynomials.LOG2_E);
      DoubleVector rest =
          y.fma(DoubleVector.broadcast(LANES, Polynomials.LOG2_E), product.neg())
              .add(y.mul(Polynomials.LOG2_E_REST));
      DoubleVector shifted = product.add(Polynomials.ROUND);
      DoubleVector f = product.sub(shifted.sub(Polynomials.ROUND)).add(rest);
      DoubleVector f2 = f.mul(f);
      DoubleVector odd =
          DoubleVector.broadcast(LANES, Polynomials.EXP_11)
              .lanewise(FMA, f2, Polynomials.EXP_9)
              .lanewise(FMA, f2, Polynomials.EXP_7)
              .lanewise(FMA, f2, Polynomials.EXP_5)
              .lanewise(FMA, f2, Polynomials.EXP_3)
              .lanewise(FMA, f2, Polynomials.EXP_1);
      DoubleVector even =
          DoubleVector.broadcast(LANES, Polynomials.EXP_10)
              .lanewise(FMA, f2, Polynomials.EXP_8)
              .lanewise(FMA, f2, Polynomials.EXP_6)
              .lanewise(FMA, f2, Polynomials.EXP_4)
              .lanewise(FMA, f2, Polynomials.EXP_2);
      DoubleVector p = even.fma(f, odd).lanewise(FMA, f, 1);
      LongVector power =
          p.reinterpretAsLongs().add(shifted.reinterpretAsLongs().lanewise(LSHL, FRACTION_BITS));
      DoubleVector exponential =
          DoubleVector.zero(LANES)
              .blend(power.reinterpretAsDoubles(), product.compare(GE, SMALLEST_EXPONENT));
      DoubleVector euclidean = DoubleVector.broadcast(LANES, 1).sub(exponential);
      VectorMask<Double> undefined =
          DoubleVector.fromArray(LANES, scores, r).compare(EQ, UNDEFINED);
      DoubleVector angular =
          DoubleVector.fromArray(LANES, sums, r)
              .div(Math.PI)
              .blend(ScalarEncoderKernels.UNDEFINED_ANGLE, undefined);
      DoubleVector score = euclidean.mul(euclidean).add(angular.mul(angular)).mul(0.5).sqrt();
      score.blend(1, score.compare(GT, 1)).intoArray(scores, r);
    }
  }
}
