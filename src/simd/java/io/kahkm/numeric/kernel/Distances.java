package io.kahkm.numeric.kernel;

import static io.kahkm.numeric.kernel.VectorMath.LANES;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Squared distances between a point and the references of a block: a pass for the first direction
 * or the first four, then one for every two more.
 */
final class Distances {
  private static final int WIDTH = LANES.length();
  private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  private Distances() {}

  /** See {@link EncoderKernels#squaredDistances}; written out as {@link VectorMath} explains. */
  static double fill(
      double[] references,
      int offset,
      int length,
      double[] point,
      int position,
      int stride,
      int directions,
      double[] squares) {
    DoubleVector u0 = DoubleVector.broadcast(LANES, point[position]);
    int done;
    if (directions < 4) {
      for (int i = 0; i < length; i += WIDTH) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, references, offset + i).sub(u0);
        d0.mul(d0).intoArray(squares, i);
      }
      done = 1;
    } else {
      int plane1 = offset + length;
      int plane2 = offset + 2 * length;
      int plane3 = offset + 3 * length;
      DoubleVector u1 = DoubleVector.broadcast(LANES, point[position + stride]);
      DoubleVector u2 = DoubleVector.broadcast(LANES, point[position + 2 * stride]);
      DoubleVector u3 = DoubleVector.broadcast(LANES, point[position + 3 * stride]);
      for (int i = 0; i < length; i += WIDTH) {
        DoubleVector d0 = DoubleVector.fromArray(LANES, references, offset + i).sub(u0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, references, plane1 + i).sub(u1);
        DoubleVector d2 = DoubleVector.fromArray(LANES, references, plane2 + i).sub(u2);
        DoubleVector d3 = DoubleVector.fromArray(LANES, references, plane3 + i).sub(u3);
        d3.fma(d3, d2.fma(d2, d1.fma(d1, d0.mul(d0)))).intoArray(squares, i);
      }
      done = 4;
    }
    for (; done + 1 < directions; done += 2) {
      int plane0 = offset + done * length;
      int plane1 = plane0 + length;
      DoubleVector v0 = DoubleVector.broadcast(LANES, point[position + done * stride]);
      DoubleVector v1 = DoubleVector.broadcast(LANES, point[position + (done + 1) * stride]);
      for (int i = 0; i < length; i += WIDTH) {
        DoubleVector t = DoubleVector.fromArray(LANES, squares, i);
        DoubleVector d0 = DoubleVector.fromArray(LANES, references, plane0 + i).sub(v0);
        DoubleVector d1 = DoubleVector.fromArray(LANES, references, plane1 + i).sub(v1);
        d1.fma(d1, d0.fma(d0, t)).intoArray(squares, i);
      }
    }
    if (done < directions) {
      int plane = offset + done * length;
      DoubleVector v = DoubleVector.broadcast(LANES, point[position + done * stride]);
      for (int i = 0; i < length; i += WIDTH) {
        DoubleVector t = DoubleVector.fromArray(LANES, squares, i);
        DoubleVector d = DoubleVector.fromArray(LANES, references, plane + i).sub(v);
        d.fma(d, t).intoArray(squares, i);
      }
    }
    // Non-negative doubles are ordered as their bits are.
    LongVector smallest = LongVector.broadcast(VectorMath.LONGS, INFINITY);
    for (int i = 0; i < length; i += WIDTH) {
      smallest = smallest.min(DoubleVector.fromArray(LANES, squares, i).reinterpretAsLongs());
    }
    return Double.longBitsToDouble(smallest.reduceLanes(VectorOperators.MIN));
  }
}
