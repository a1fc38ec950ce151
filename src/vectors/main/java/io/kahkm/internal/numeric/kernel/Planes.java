package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * One state against tables over blocks or classes, two sensors apart from the rest. Written out as
 * {@link VectorMath} explains.
 */
final class Planes {
  private static final int WIDTH = LANES.length();

  private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  private Planes() {}

  /** See {@link EncoderKernels#whiten}. */
  static void whiten(
      double[] state,
      double[] means,
      double[] whitening,
      int directions,
      int stride,
      double[] whitened,
      double[] squares) {
    int n = state.length;
    if (n == 2 && directions == 2) {
      DoubleVector x0 = DoubleVector.broadcast(LANES, state[0]);
      DoubleVector x1 = DoubleVector.broadcast(LANES, state[1]);
      for (int s = 0; s < stride; s += WIDTH) {
        DoubleVector c0 = x0.sub(DoubleVector.fromArray(LANES, means, s));
        DoubleVector c1 = x1.sub(DoubleVector.fromArray(LANES, means, stride + s));
        DoubleVector u0 = DoubleVector.fromArray(LANES, whitening, s).mul(c0);
        u0 = DoubleVector.fromArray(LANES, whitening, stride + s).fma(c1, u0);
        DoubleVector u1 = DoubleVector.fromArray(LANES, whitening, 2 * stride + s).mul(c0);
        u1 = DoubleVector.fromArray(LANES, whitening, 3 * stride + s).fma(c1, u1);
        u0.intoArray(whitened, s);
        u1.intoArray(whitened, stride + s);
        u1.fma(u1, u0.mul(u0)).intoArray(squares, s);
      }
      return;
    }
    for (int s = 0; s < stride; s += WIDTH) {
      DoubleVector square = DoubleVector.zero(LANES);
      for (int a = 0; a < directions; a++) {
        DoubleVector sum = DoubleVector.zero(LANES);
        for (int j = 0; j < n; j++) {
          DoubleVector mean = DoubleVector.fromArray(LANES, means, j * stride + s);
          DoubleVector centred = DoubleVector.broadcast(LANES, state[j]).sub(mean);
          int plane = (a * n + j) * stride;
          sum = DoubleVector.fromArray(LANES, whitening, plane + s).fma(centred, sum);
        }
        sum.intoArray(whitened, a * stride + s);
        square = sum.fma(sum, square);
      }
      square.intoArray(squares, s);
    }
  }

  /** See {@link EncoderKernels#nearest}; distances are ordered as their bits are. */
  static int nearest(double[] state, double[] rows, int stride, double[] distances) {
    int n = state.length;
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    if (n == 2) {
      DoubleVector x0 = DoubleVector.broadcast(LANES, state[0]);
      DoubleVector x1 = DoubleVector.broadcast(LANES, state[1]);
      for (int c = 0; c < stride; c += WIDTH) {
        DoubleVector d0 = x0.sub(DoubleVector.fromArray(LANES, rows, c));
        DoubleVector d1 = x1.sub(DoubleVector.fromArray(LANES, rows, stride + c));
        DoubleVector distance = d0.mul(d0).add(d1.mul(d1));
        distance.intoArray(distances, c);
        smallest = smallest.min(distance.reinterpretAsLongs());
      }
    } else {
      for (int c = 0; c < stride; c += WIDTH) {
        DoubleVector distance = DoubleVector.zero(LANES);
        for (int j = 0; j < n; j++) {
          DoubleVector row = DoubleVector.fromArray(LANES, rows, j * stride + c);
          DoubleVector difference = DoubleVector.broadcast(LANES, state[j]).sub(row);
          distance = distance.add(difference.mul(difference));
        }
        distance.intoArray(distances, c);
        smallest = smallest.min(distance.reinterpretAsLongs());
      }
    }
    // Vectors of doubles are reduced by all machines, those of long integers by some.
    double nearest = smallest.reinterpretAsDoubles().reduceLanes(VectorOperators.MIN);
    int c = 0;
    while (distances[c] != nearest) {
      c++;
    }
    return c;
  }
}
