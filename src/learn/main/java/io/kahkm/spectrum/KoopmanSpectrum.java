package io.kahkm.spectrum;

import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * The Koopman side of the spectral diagnostics: eigenpairs {@code B w = lambda w}, the held-out
 * mean of {@code |f_w(x+) - lambda f_w(x)|^2} with {@code f_w(x) = w^T Phi(x)}, and its certified
 * bound {@code |w|^2 U^2} (Cor. repaired_koopman_bound).
 *
 * @param modes all candidates, sorted by real, then imaginary part
 */
public record KoopmanSpectrum(List<KoopmanMode> modes) {
  /** Copies the list. */
  public KoopmanSpectrum {
    modes = List.copyOf(modes);
  }

  /**
   * Computes the candidates.
   *
   * @param closure B, C x C
   * @param basis span of the training coordinates
   * @param phi held-out current coordinates, at least one row of C values; not modified
   * @param z their successors' coordinates, as many rows; not modified
   * @param upper bound U of the closure's root mean squared error on the law of the pairs, at least
   *     0; its level and sampling assumption are those of every mode's bound
   * @return the candidates
   * @throws IllegalArgumentException if the shapes differ or {@code upper} is negative
   */
  public static KoopmanSpectrum of(
      Matrix closure, SpanBasis basis, double[][] phi, double[][] z, double upper) {
    Pairs.require(closure, phi, z);
    if (!(upper >= 0)) {
      throw new IllegalArgumentException("upper is " + upper + ", must be at least 0");
    }
    List<KoopmanMode> modes = new ArrayList<>();
    for (Eigenpair pair : Eigenpairs.of(closure)) {
      modes.add(
          new KoopmanMode(
              pair.re(),
              pair.im(),
              span(pair, basis.matrix()),
              residual(pair, phi, z),
              upper * upper));
    }
    return new KoopmanSpectrum(modes);
  }

  private static double span(Eigenpair pair, Matrix basis) {
    double square = 0;
    for (int k = 0; k < basis.columns(); k++) {
      double re = 0;
      double im = 0;
      for (int c = 0; c < basis.rows(); c++) {
        re = Math.fma(basis.get(c, k), pair.vectorRe()[c], re);
        im = Math.fma(basis.get(c, k), pair.vectorIm()[c], im);
      }
      square += re * re + im * im;
    }
    return Math.sqrt(square);
  }

  private static double residual(Eigenpair pair, double[][] phi, double[][] z) {
    double sum = 0;
    for (int i = 0; i < phi.length; i++) {
      double nowRe = dot(pair.vectorRe(), phi[i]);
      double nowIm = dot(pair.vectorIm(), phi[i]);
      double missRe = dot(pair.vectorRe(), z[i]) - (pair.re() * nowRe - pair.im() * nowIm);
      double missIm = dot(pair.vectorIm(), z[i]) - (pair.re() * nowIm + pair.im() * nowRe);
      sum += missRe * missRe + missIm * missIm;
    }
    return sum / phi.length;
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int c = 0; c < one.length; c++) {
      sum = Math.fma(one[c], other[c], sum);
    }
    return sum;
  }
}
