package io.kahkm.spectrum;

import io.kahkm.internal.numeric.Matrix;

/** What both sides ask of held-out pairs. */
final class Pairs {
  private Pairs() {}

  static void require(Matrix closure, double[][] phi, double[][] z) {
    if (closure.rows() != closure.columns()) {
      throw new IllegalArgumentException("closure is " + closure + ", must be square");
    }
    if (phi.length == 0 || phi.length != z.length) {
      throw new IllegalArgumentException(
          "phi has " + phi.length + " rows, z has " + z.length + "; as many and at least 1 needed");
    }
    for (int i = 0; i < phi.length; i++) {
      if (phi[i].length != closure.rows() || z[i].length != closure.rows()) {
        throw new IllegalArgumentException(
            "row "
                + i
                + " has "
                + phi[i].length
                + " and "
                + z[i].length
                + " values, the closure "
                + closure.rows()
                + " classes");
      }
    }
  }
}
