package io.kahkm.internal.numeric.kernel;

/** The encoder's loops in plain Java, written so that a JVM can vectorize most of them itself. */
final class ScalarEncoderKernels implements EncoderKernels {
  /**
   * Relative to the largest kernel value smaller ones than 2^-900 change no sum; kept well above
   * the subnormal numbers, on which processors are slow.
   */
  static final double LARGEST_EXPONENT = 900;

  /** Angular part of a score where the angle is undefined. */
  static final double UNDEFINED_ANGLE = 0.5;

  private static final int EXPONENT_BIAS = 1023;
  private static final int FRACTION_BITS = 52;

  @Override
  public void whiten(
      double[] state,
      double[] means,
      double[] whitening,
      int directions,
      int stride,
      double[] whitened,
      double[] squares) {
    int n = state.length;
    for (int s = 0; s < stride; s++) {
      double square = 0;
      for (int a = 0; a < directions; a++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
          double weight =
              whitening[EncoderKernels.index(Lanes.COUNT, directions * n, a * n + j, s)];
          sum = Math.fma(weight, state[j] - means[j * stride + s], sum);
        }
        whitened[a * stride + s] = sum;
        square = Math.fma(sum, sum, square);
      }
      squares[s] = square;
    }
  }

  /** Whole planes, which the JIT compiler vectorizes. */
  @Override
  public int group(int length) {
    return length;
  }

  @Override
  public double squaredDistances(
      double[] data,
      int offset,
      int length,
      int planes,
      double[] point,
      int position,
      int stride,
      int directions,
      double[] squares) {
    firstDirection(data, offset, length, point[position], squares);
    for (int a = 1; a < directions; a++) {
      addDirection(data, offset + a * length, length, point[position + a * stride], squares);
    }
    return smallest(squares, length);
  }

  private static void firstDirection(
      double[] references, int offset, int length, double u, double[] squares) {
    for (int i = 0; i < length; i++) {
      double difference = references[offset + i] - u;
      squares[i] = difference * difference;
    }
  }

  private static void addDirection(
      double[] references, int offset, int length, double u, double[] squares) {
    for (int i = 0; i < length; i++) {
      double difference = references[offset + i] - u;
      squares[i] = Math.fma(difference, difference, squares[i]);
    }
  }

  /** Four running minima, so that a comparison need not wait for the one before. */
  private static double smallest(double[] values, int length) {
    double m0 = Double.POSITIVE_INFINITY;
    double m1 = m0;
    double m2 = m0;
    double m3 = m0;
    for (int i = 0; i < length; i += 4) {
      m0 = lesser(values[i], m0);
      m1 = lesser(values[i + 1], m1);
      m2 = lesser(values[i + 2], m2);
      m3 = lesser(values[i + 3], m3);
    }
    return lesser(lesser(m0, m1), lesser(m2, m3));
  }

  private static double lesser(double a, double b) {
    return a < b ? a : b;
  }

  @Override
  public void blockSums(
      double[] data,
      int offset,
      int length,
      double[] point,
      int position,
      int stride,
      int directions,
      int outputs,
      double[] exponents,
      double[] lanes,
      double[] sums) {
    int planes = directions + outputs;
    squaredDistances(data, offset, length, planes, point, position, stride, directions, exponents);
    kernelSums(data, offset, length, planes, 0, exponents, outputs, lanes);
    Lanes.totals(lanes, outputs, sums);
  }

  @Override
  public void kernelSums(
      double[] data,
      int offset,
      int length,
      int planes,
      double shift,
      double[] exponents,
      int outputs,
      double[] lanes) {
    shift(exponents, length, shift);
    fractions(exponents, length);
    scale(exponents, length);
    int gains = offset + (planes - outputs) * length;
    for (int j = 0; j < outputs; j++) {
      sum(exponents, data, gains + j * length, length, lanes, j * Lanes.COUNT);
    }
  }

  /**
   * {@link DeterministicMath#exp2Normal} in three loops, the first two of doubles alone, which a
   * JVM vectorizes: exponents become -t, clamped, and what they are rounded to follows them.
   */
  private static void shift(double[] exponents, int length, double shift) {
    for (int i = 0; i < length; i++) {
      exponents[i] = -Math.min(exponents[i] - shift, LARGEST_EXPONENT);
    }
    for (int i = 0; i < length; i++) {
      exponents[length + i] = exponents[i] + Polynomials.ROUND;
    }
  }

  /** 2^(x - round(x)). */
  private static void fractions(double[] exponents, int length) {
    for (int i = 0; i < length; i++) {
      double x = exponents[i];
      double r = x - ((x + Polynomials.ROUND) - Polynomials.ROUND);
      exponents[i] = DeterministicMath.exp2Fraction(r);
    }
  }

  /** Times 2^round(x), which is in the low bits of the shifted x. */
  private static void scale(double[] exponents, int length) {
    for (int i = 0; i < length; i++) {
      long bits = Double.doubleToRawLongBits(exponents[length + i]);
      exponents[i] *= Double.longBitsToDouble((bits + EXPONENT_BIAS) << FRACTION_BITS);
    }
  }

  /** Eight running sums, written out so that they stay in registers. */
  private static void sum(
      double[] kernel, double[] gains, int offset, int length, double[] lanes, int position) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < length; i += Lanes.COUNT) {
      s0 = Math.fma(kernel[i], gains[offset + i], s0);
      s1 = Math.fma(kernel[i + 1], gains[offset + i + 1], s1);
      s2 = Math.fma(kernel[i + 2], gains[offset + i + 2], s2);
      s3 = Math.fma(kernel[i + 3], gains[offset + i + 3], s3);
      s4 = Math.fma(kernel[i + 4], gains[offset + i + 4], s4);
      s5 = Math.fma(kernel[i + 5], gains[offset + i + 5], s5);
      s6 = Math.fma(kernel[i + 6], gains[offset + i + 6], s6);
      s7 = Math.fma(kernel[i + 7], gains[offset + i + 7], s7);
    }
    lanes[position] = s0;
    lanes[position + 1] = s1;
    lanes[position + 2] = s2;
    lanes[position + 3] = s3;
    lanes[position + 4] = s4;
    lanes[position + 5] = s5;
    lanes[position + 6] = s6;
    lanes[position + 7] = s7;
  }

  @Override
  public void bandValues(
      double[] references, int length, double[] point, double[] metric, double[] values) {
    ScalarBand.values(references, length, point, metric, values);
  }

  @Override
  public void bandProducts(
      double[] matrix,
      int count,
      int[] rows,
      double[] values,
      int used,
      double largest,
      double[] outputs) {
    ScalarBand.products(matrix, count, rows, values, used, largest, outputs);
  }

  @Override
  public void scores(
      double[] state, double[] sums, double[] means, int stride, int count, double[] scores) {
    int n = state.length;
    double norm = norm(state);
    for (int r = 0; r < count; r++) {
      double divisor = sums[n * stride + r];
      double distance = 0;
      double product = 0;
      double square = 0;
      for (int j = 0; j < n; j++) {
        double reconstruction =
            divisor == 0 ? 0 : means[j * stride + r] + sums[j * stride + r] / divisor;
        double difference = state[j] - reconstruction;
        distance = Math.fma(difference, difference, distance);
        product = Math.fma(state[j], reconstruction, product);
        square = Math.fma(reconstruction, reconstruction, square);
      }
      double cosine = product / (Math.sqrt(square) * norm);
      // Not a number where products leave the range of doubles.
      double angular =
          norm == 0 || square == 0 || Double.isNaN(cosine)
              ? UNDEFINED_ANGLE
              : DeterministicMath.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI;
      double euclidean = 1 - DeterministicMath.exp(-Math.sqrt(distance));
      double score = Math.sqrt((euclidean * euclidean + angular * angular) / 2);
      scores[r] = Math.max(0, Math.min(1, score));
    }
  }

  /** Euclidean norm. */
  static double norm(double[] x) {
    double sum = 0;
    for (double value : x) {
      sum = Math.fma(value, value, sum);
    }
    return Math.sqrt(sum);
  }

  @Override
  public double powers(double[] scores, int count, double omega, double tau, double[] powers) {
    int length = Lanes.padded(count);
    for (int c = 0; c < count; c++) {
      powers[c] = DeterministicMath.exp2(omega * DeterministicMath.log2(1 - scores[c] + tau));
    }
    for (int c = count; c < length; c++) {
      powers[c] = 0;
    }
    return Lanes.sum(powers, length);
  }

  @Override
  public int nearest(double[] state, double[] rows, int stride, double[] distances) {
    for (int c = 0; c < stride; c++) {
      double distance = 0;
      for (int j = 0; j < state.length; j++) {
        double difference = state[j] - rows[j * stride + c];
        distance += difference * difference;
      }
      distances[c] = distance;
    }
    int nearest = 0;
    for (int c = 1; c < stride; c++) {
      if (distances[c] < distances[nearest]) {
        nearest = c;
      }
    }
    return nearest;
  }
}
