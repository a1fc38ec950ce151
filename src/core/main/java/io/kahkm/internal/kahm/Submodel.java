package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One KAHM (Appendix A): a block of reference samples of one class with its encoding, kernel and
 * regression coefficients. Immutable; arrays are shared within the package and never modified.
 *
 * <p>References, encoding, inverse and lambda are stored; the rest is derived from them in plain
 * loops of fixed order, so that a loaded submodel has the bits of the fitted one.
 */
public final class Submodel {
  private final SubmodelSummary summary;
  private final int dimension;
  private final float[] references;
  private final double[] encoding;
  private final double[] inverse;
  private final double[] samples;
  private final double[] encodedSamples;
  private final double[] encodedPlanes;
  private final double[] covarianceInverse;
  private final double[] whitening;
  private final double largestInverse;

  private Submodel(
      SubmodelSummary summary,
      int dimension,
      float[] references,
      double[] encoding,
      double[] inverse,
      EncodedSpace space) {
    this.summary = summary;
    this.dimension = dimension;
    this.references = references;
    this.encoding = encoding;
    this.inverse = inverse;
    samples = space.samples;
    encodedSamples = space.encoded;
    covarianceInverse = space.covarianceInverse;
    whitening = space.whitening;
    int count = summary.references();
    encodedPlanes = planes(encodedSamples, count, summary.encodingDimension());
    double largest = 0;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, inverse[i * count + i]);
    }
    largestInverse = largest;
  }

  private static double[] planes(double[] rows, int count, int m) {
    int length = Lanes.padded(count);
    double[] planes = new double[m * length];
    for (int a = 0; a < m; a++) {
      for (int i = 0; i < length; i++) {
        planes[a * length + i] = rows[Math.min(i, count - 1) * m + a];
      }
    }
    return planes;
  }

  /**
   * Assembles a submodel.
   *
   * @param summary numbers of the submodel
   * @param references N x n, retained
   * @param encoding m x n, retained
   * @param inverse (K + lambda I)^-1, N x N, symmetric, retained
   * @param space derived from references and encoding
   * @return the submodel
   */
  public static Submodel of(
      SubmodelSummary summary,
      float[] references,
      double[] encoding,
      double[] inverse,
      EncodedSpace space) {
    return new Submodel(
        summary, references.length / summary.references(), references, encoding, inverse, space);
  }

  /**
   * The submodel in numbers.
   *
   * @return its class and block, its sizes, and how it was regularized
   */
  public SubmodelSummary summary() {
    return summary;
  }

  int classIndex() {
    return summary.classIndex();
  }

  /**
   * Number of reference samples N.
   *
   * @return at least 1
   */
  public int references() {
    return summary.references();
  }

  /**
   * Number of encoding directions m.
   *
   * @return at least 1
   */
  public int encodingDimension() {
    return summary.encodingDimension();
  }

  /** Number of sensors n. */
  int dimension() {
    return dimension;
  }

  /**
   * Reference samples as stored, N x n.
   *
   * @return row by row; the submodel's own, not to be modified
   */
  public float[] storedReferences() {
    return references;
  }

  /** Reference samples widened to double, N x n. */
  double[] samples() {
    return samples;
  }

  /**
   * Encoding matrix P, m x n.
   *
   * @return row by row; the submodel's own, not to be modified
   */
  public double[] encoding() {
    return encoding;
  }

  /** P x_i for every reference, N x m. */
  double[] encodedSamples() {
    return encodedSamples;
  }

  /**
   * The same for {@link io.kahkm.internal.numeric.kernel.EncoderKernels}: m planes, each filled up
   * to a multiple of eight with copies of the last reference.
   */
  double[] encodedPlanes() {
    return encodedPlanes;
  }

  /** Inverse sample covariance of the encoded references, m x m. */
  double[] covarianceInverse() {
    return covarianceInverse;
  }

  /** Inverse Cholesky factor of that covariance, m x m, lower triangular. */
  double[] whitening() {
    return whitening;
  }

  /**
   * (K + lambda I)^-1, N x N, symmetric to the bit.
   *
   * @return row by row; the submodel's own, not to be modified
   */
  public double[] inverse() {
    return inverse;
  }

  /**
   * The largest magnitude of an entry of {@link #inverse}, which a positive definite matrix has on
   * its diagonal.
   */
  double largestInverse() {
    return largestInverse;
  }

  /** The encoded references and their covariance: what the kernel needs. */
  public static final class EncodedSpace {
    private final double[] samples;
    private final double[] encoded;
    private final double[] covarianceInverse;
    private final double[] whitening;

    private EncodedSpace(
        double[] samples, double[] encoded, double[] covarianceInverse, double[] whitening) {
      this.samples = samples;
      this.encoded = encoded;
      this.covarianceInverse = covarianceInverse;
      this.whitening = whitening;
    }

    /**
     * Encodes references and factors their covariance.
     *
     * @param references N x n, row by row; not modified
     * @param n number of sensors
     * @param encoding m x n, row by row; not modified
     * @return the space, or {@code null} if the covariance is not positive definite
     */
    public static @Nullable EncodedSpace of(float[] references, int n, double[] encoding) {
      int count = references.length / n;
      int m = encoding.length / n;
      double[] samples = new double[references.length];
      for (int i = 0; i < samples.length; i++) {
        samples[i] = references[i];
      }
      double[] encoded = new double[count * m];
      for (int i = 0; i < count; i++) {
        for (int a = 0; a < m; a++) {
          double sum = 0;
          for (int j = 0; j < n; j++) {
            sum += encoding[a * n + j] * samples[i * n + j];
          }
          encoded[i * m + a] = sum;
        }
      }
      double[] covariance = covariance(encoded, count, m);
      double[] inverse = Cholesky.invert(covariance, m);
      if (inverse == null) {
        return null;
      }
      Cholesky.decompose(covariance, m);
      return new EncodedSpace(samples, encoded, inverse, Cholesky.invertLower(covariance, m));
    }

    /**
     * Kernel exponent -d / (2 m) of two encoded vectors, as in equation "kernel". The inner loop
     * runs over elements that do not wait for each other.
     *
     * @param row of at least m values; overwritten
     */
    static double exponent(
        double[] first,
        int firstOffset,
        double[] second,
        int secondOffset,
        double[] covarianceInverse,
        int m,
        double[] row) {
      Arrays.fill(row, 0, m, 0);
      for (int b = 0; b < m; b++) {
        double difference = first[firstOffset + b] - second[secondOffset + b];
        for (int a = 0; a < m; a++) {
          row[a] += difference * covarianceInverse[b * m + a];
        }
      }
      double distance = 0;
      for (int a = 0; a < m; a++) {
        distance += row[a] * (first[firstOffset + a] - second[secondOffset + a]);
      }
      return -distance / (2.0 * m);
    }

    /** Kernel matrix of the references (equation "kernel matrix"), N x N, symmetric to the bit. */
    double[] kernelMatrix(int m) {
      int count = encoded.length / m;
      double[] kernel = new double[count * count];
      double[] row = new double[m];
      for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++) {
          double value =
              StrictMath.exp(exponent(encoded, i * m, encoded, j * m, covarianceInverse, m, row));
          kernel[i * count + j] = value;
          kernel[j * count + i] = value;
        }
      }
      return kernel;
    }
  }

  /** Sample covariance (divisor N - 1) of row vectors, m x m. */
  static double[] covariance(double[] rows, int count, int m) {
    double[] mean = new double[m];
    for (int i = 0; i < count; i++) {
      for (int a = 0; a < m; a++) {
        mean[a] += rows[i * m + a];
      }
    }
    for (int a = 0; a < m; a++) {
      mean[a] /= count;
    }
    double[] centred = new double[m];
    double[] covariance = new double[m * m];
    for (int i = 0; i < count; i++) {
      for (int a = 0; a < m; a++) {
        centred[a] = rows[i * m + a] - mean[a];
      }
      for (int a = 0; a < m; a++) {
        double factor = centred[a];
        for (int b = 0; b <= a; b++) {
          covariance[a * m + b] += factor * centred[b];
        }
      }
    }
    for (int a = 0; a < m; a++) {
      for (int b = 0; b <= a; b++) {
        covariance[a * m + b] /= count - 1;
        covariance[b * m + a] = covariance[a * m + b];
      }
    }
    return covariance;
  }
}
