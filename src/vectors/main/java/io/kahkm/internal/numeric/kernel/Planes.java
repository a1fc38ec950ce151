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
        int w = EncoderKernels.index(Lanes.COUNT, 4, 0, s);
        DoubleVector u0 = DoubleVector.fromArray(LANES, whitening, w).mul(c0);
        u0 = DoubleVector.fromArray(LANES, whitening, w + Lanes.COUNT).fma(c1, u0);
        DoubleVector u1 = DoubleVector.fromArray(LANES, whitening, w + 2 * Lanes.COUNT).mul(c0);
        u1 = DoubleVector.fromArray(LANES, whitening, w + 3 * Lanes.COUNT).fma(c1, u1);
        u0.intoArray(whitened, s);
        u1.intoArray(whitened, stride + s);
        u1.fma(u1, u0.mul(u0)).intoArray(squares, s);
      }
      return;
    }
    // Four sums side by side: each waits for its last product, and they share the difference.
    int row = n * Lanes.COUNT;
    for (int s = 0; s < stride; s += WIDTH) {
      DoubleVector square = DoubleVector.zero(LANES);
      int w = EncoderKernels.index(Lanes.COUNT, directions * n, 0, s);
      int a = 0;
      for (; a + 4 <= directions; a += 4) {
        DoubleVector u0 = DoubleVector.zero(LANES);
        DoubleVector u1 = DoubleVector.zero(LANES);
        DoubleVector u2 = DoubleVector.zero(LANES);
        DoubleVector u3 = DoubleVector.zero(LANES);
        for (int j = 0; j < n; j++) {
          DoubleVector mean = DoubleVector.fromArray(LANES, means, j * stride + s);
          DoubleVector centred = DoubleVector.broadcast(LANES, state[j]).sub(mean);
          u0 = DoubleVector.fromArray(LANES, whitening, w).fma(centred, u0);
          u1 = DoubleVector.fromArray(LANES, whitening, w + row).fma(centred, u1);
          u2 = DoubleVector.fromArray(LANES, whitening, w + 2 * row).fma(centred, u2);
          u3 = DoubleVector.fromArray(LANES, whitening, w + 3 * row).fma(centred, u3);
          w += Lanes.COUNT;
        }
        w += 3 * row;
        int target = a * stride + s;
        u0.intoArray(whitened, target);
        u1.intoArray(whitened, target + stride);
        u2.intoArray(whitened, target + 2 * stride);
        u3.intoArray(whitened, target + 3 * stride);
        square = u3.fma(u3, u2.fma(u2, u1.fma(u1, u0.fma(u0, square))));
      }
      for (; a < directions; a++) {
        DoubleVector u = DoubleVector.zero(LANES);
        for (int j = 0; j < n; j++) {
          DoubleVector mean = DoubleVector.fromArray(LANES, means, j * stride + s);
          DoubleVector centred = DoubleVector.broadcast(LANES, state[j]).sub(mean);
          u = DoubleVector.fromArray(LANES, whitening, w).fma(centred, u);
          w += Lanes.COUNT;
        }
        u.intoArray(whitened, a * stride + s);
        square = u.fma(u, square);
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
