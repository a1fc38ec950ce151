package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.VectorMath.LANES;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/** Squared distances between a point and the references of a block. */
final class Distances {
  private static final int WIDTH = LANES.length();
  private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  private Distances() {}

  /** See {@link EncoderKernels#squaredDistances}; written out as {@link VectorMath} explains. */
  static double fill(
      double[] data,
      int offset,
      int length,
      int planes,
      double[] point,
      int position,
      int stride,
      int directions,
      double[] squares) {
    for (int i = 0; i < length; i += Lanes.COUNT) {
      for (int part = 0; part < Lanes.COUNT; part += WIDTH) {
        int plane = offset + i * planes + part;
        DoubleVector difference = DoubleVector.fromArray(LANES, data, plane).sub(point[position]);
        DoubleVector square = difference.mul(difference);
        for (int a = 1; a < directions; a++) {
          plane += Lanes.COUNT;
          double u = point[position + a * stride];
          difference = DoubleVector.fromArray(LANES, data, plane).sub(u);
          square = difference.fma(difference, square);
        }
        square.intoArray(squares, i + part);
      }
    }
    // Non-negative doubles are ordered as their bits are.
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (int i = 0; i < length; i += WIDTH) {
      smallest = smallest.min(DoubleVector.fromArray(LANES, squares, i).reinterpretAsLongs());
    }
    // Vectors of doubles are reduced by all machines, those of long integers by some.
    return smallest.reinterpretAsDoubles().reduceLanes(VectorOperators.MIN);
  }
}
