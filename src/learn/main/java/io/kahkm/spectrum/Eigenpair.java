package io.kahkm.spectrum;

/**
 * An eigenvalue of a real matrix with an eigenvector of unit norm. Immutable; the arrays stay
 * inside.
 */
final class Eigenpair {
  private final double re;
  private final double im;
  private final double[] vectorRe;
  private final double[] vectorIm;

  Eigenpair(double re, double im, double[] vectorRe, double[] vectorIm) {
    this.re = re;
    this.im = im;
    this.vectorRe = vectorRe;
    this.vectorIm = vectorIm;
  }

  double re() {
    return re;
  }

  double im() {
    return im;
  }

  /** Real part of the vector; shared with callers of this package, which do not modify it. */
  double[] vectorRe() {
    return vectorRe;
  }

  /** Imaginary part of the vector; shared likewise. */
  double[] vectorIm() {
    return vectorIm;
  }
}
