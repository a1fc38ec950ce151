package io.kahkm.internal.kahm;

import java.util.Arrays;
import java.util.Optional;

/** Fits one submodel to a block of reference samples (Appendix A). */
final class SubmodelFitter {
  /** Relative change of the fixed point below which it no longer moves: a few roundings. */
  private static final double FIXED_POINT_TOLERANCE = 0x1p-50;

  private static final int FIXED_POINT_ITERATIONS = 1000;

  /** The released code's rule: start, tolerance, most iterations. */
  private static final double AUTHORS_START = 2.5;

  private static final double AUTHORS_TOLERANCE = 1e-3;
  private static final int AUTHORS_ITERATIONS = 100;

  /** Weight of the mean square in the regularization offset (equation "regularization"). */
  private static final double OFFSET = 2;

  private SubmodelFitter() {}

  /** Where a block sits: class, number within the class, sample range within the class. */
  record Block(int classIndex, int number, int start, int stop) {}

  /**
   * Fits a submodel.
   *
   * @param block where the samples come from
   * @param references N x n, row-major; retained
   * @param n number of sensors
   * @param rule how lambda is found
   * @return the submodel, or empty if the samples are inadmissible (no spread)
   */
  static Optional<Submodel> fit(Block block, float[] references, int n, Regularization rule) {
    double[] samples = new double[references.length];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = references[i];
    }
    double[] encoding = EncodingMatrix.of(samples, n);
    if (encoding.length == 0) {
      return Optional.empty();
    }
    Submodel.EncodedSpace space = Submodel.EncodedSpace.of(references, n, encoding);
    if (space == null) {
      return Optional.empty();
    }
    int m = encoding.length / n;
    int count = references.length / n;
    double[] kernel = space.kernelMatrix(m);
    double meanSquare = meanSquare(samples);
    Lambda lambda =
        rule == Regularization.FIXED_POINT
            ? fixedPoint(kernel, samples, n, meanSquare)
            : authors(kernel, samples, n, meanSquare);
    double[] inverse = Cholesky.invert(regularized(kernel, count, lambda.value()), count);
    if (inverse == null) {
      return Optional.empty();
    }
    SubmodelSummary summary =
        new SubmodelSummary(
            block.classIndex(),
            block.number(),
            block.start(),
            block.stop(),
            count,
            m,
            meanSquare,
            lambda.value(),
            lambda.iterations());
    return Optional.of(Submodel.of(summary, references, encoding, inverse, space));
  }

  private record Lambda(double value, int iterations) {}

  /** |X|_F^2 / (n N). */
  private static double meanSquare(double[] samples) {
    double sum = 0;
    for (double value : samples) {
      sum += value * value;
    }
    return sum / samples.length;
  }

  /** lambda = e + 2 m with e = R(e, 2 m) (equation "regularization"). */
  private static Lambda fixedPoint(double[] kernel, double[] samples, int n, double meanSquare) {
    double offset = OFFSET * meanSquare;
    double error = meanSquare / 2;
    int iterations = 0;
    double change;
    do {
      double next = residual(kernel, samples, n, error + offset);
      change = Math.abs(next - error);
      error = next;
      iterations++;
    } while (change > FIXED_POINT_TOLERANCE * (error + offset)
        && iterations < FIXED_POINT_ITERATIONS);
    return new Lambda(error + offset, iterations);
  }

  /** The released code: lambda before the update that moved it by at most the tolerance. */
  private static Lambda authors(double[] kernel, double[] samples, int n, double meanSquare) {
    double lambda = AUTHORS_START * meanSquare;
    int iterations = 0;
    while (true) {
      double next = OFFSET * meanSquare + residual(kernel, samples, n, lambda);
      iterations++;
      if (Math.abs(next - lambda) <= AUTHORS_TOLERANCE || iterations == AUTHORS_ITERATIONS) {
        return new Lambda(lambda, iterations);
      }
      lambda = next;
    }
  }

  /**
   * Mean squared residual of the regularized regression of the samples on themselves: X - K (K +
   * lambda I)^-1 X = lambda (K + lambda I)^-1 X.
   */
  private static double residual(double[] kernel, double[] samples, int n, double lambda) {
    int count = samples.length / n;
    double[] factor = regularized(kernel, count, lambda);
    if (!Cholesky.decompose(factor, count)) {
      return Double.NaN;
    }
    double[][] solution = new double[count][];
    for (int i = 0; i < count; i++) {
      double[] row = Arrays.copyOfRange(samples, i * n, (i + 1) * n);
      for (int k = 0; k < i; k++) {
        Cholesky.subtract(row, 0, factor[i * count + k], solution[k]);
      }
      solution[i] = divided(row, factor[i * count + i]);
    }
    for (int i = count - 1; i >= 0; i--) {
      double[] row = solution[i];
      for (int k = i + 1; k < count; k++) {
        Cholesky.subtract(row, 0, factor[k * count + i], solution[k]);
      }
      divided(row, factor[i * count + i]);
    }
    double sum = 0;
    for (int j = 0; j < n; j++) {
      for (int i = count - 1; i >= 0; i--) {
        double residual = lambda * solution[i][j];
        sum += residual * residual;
      }
    }
    return sum / samples.length;
  }

  private static double[] divided(double[] row, double divisor) {
    for (int j = 0; j < row.length; j++) {
      row[j] /= divisor;
    }
    return row;
  }

  private static double[] regularized(double[] kernel, int count, double lambda) {
    double[] sum = kernel.clone();
    for (int i = 0; i < count; i++) {
      sum[i * count + i] += lambda;
    }
    return sum;
  }
}
