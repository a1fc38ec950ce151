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
    // Four vectors of references side by side: each waits for its last square.
    int i = 0;
    for (; i + 4 * WIDTH <= length; i += 4 * WIDTH) {
      int p0 = offset + place(i, planes);
      int p1 = offset + place(i + WIDTH, planes);
      int p2 = offset + place(i + 2 * WIDTH, planes);
      int p3 = offset + place(i + 3 * WIDTH, planes);
      double u = point[position];
      DoubleVector d0 = DoubleVector.fromArray(LANES, data, p0).sub(u);
      DoubleVector d1 = DoubleVector.fromArray(LANES, data, p1).sub(u);
      DoubleVector d2 = DoubleVector.fromArray(LANES, data, p2).sub(u);
      DoubleVector d3 = DoubleVector.fromArray(LANES, data, p3).sub(u);
      DoubleVector s0 = d0.mul(d0);
      DoubleVector s1 = d1.mul(d1);
      DoubleVector s2 = d2.mul(d2);
      DoubleVector s3 = d3.mul(d3);
      int plane = 0;
      for (int a = 1; a < directions; a++) {
        plane += Lanes.COUNT;
        u = point[position + a * stride];
        d0 = DoubleVector.fromArray(LANES, data, p0 + plane).sub(u);
        d1 = DoubleVector.fromArray(LANES, data, p1 + plane).sub(u);
        d2 = DoubleVector.fromArray(LANES, data, p2 + plane).sub(u);
        d3 = DoubleVector.fromArray(LANES, data, p3 + plane).sub(u);
        s0 = d0.fma(d0, s0);
        s1 = d1.fma(d1, s1);
        s2 = d2.fma(d2, s2);
        s3 = d3.fma(d3, s3);
      }
      s0.intoArray(squares, i);
      s1.intoArray(squares, i + WIDTH);
      s2.intoArray(squares, i + 2 * WIDTH);
      s3.intoArray(squares, i + 3 * WIDTH);
    }
    for (; i < length; i += WIDTH) {
      int plane = offset + place(i, planes);
      DoubleVector difference = DoubleVector.fromArray(LANES, data, plane).sub(point[position]);
      DoubleVector square = difference.mul(difference);
      for (int a = 1; a < directions; a++) {
        plane += Lanes.COUNT;
        double u = point[position + a * stride];
        difference = DoubleVector.fromArray(LANES, data, plane).sub(u);
        square = difference.fma(difference, square);
      }
      square.intoArray(squares, i);
    }
    // Non-negative doubles are ordered as their bits are.
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (i = 0; i < length; i += WIDTH) {
      smallest = smallest.min(DoubleVector.fromArray(LANES, squares, i).reinterpretAsLongs());
    }
    // Vectors of doubles are reduced by all machines, those of long integers by some.
    return smallest.reinterpretAsDoubles().reduceLanes(VectorOperators.MIN);
  }

  /** Where the first plane of some references is in a block; {@link EncoderKernels#index}. */
  private static int place(int reference, int planes) {
    int within = reference & Lanes.COUNT - 1;
    return (reference - within) * planes + within;
  }
}
