package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.kernel.Lanes;

/**
 * Squared residuals of closures that do not learn, which are plain matrices: the bits of {@link
 * Closure#squaredError}, without the padding and the vectors that a {@link Closure} keeps. One
 * serves any number of matrices of a size. Owns a workspace; one thread.
 */
public final class Residuals {
  private final int classes;
  private final double[] successor;
  private final double[] residual;
  private final double[] lanes = new double[Lanes.COUNT];

  /**
   * A workspace.
   *
   * @param classes C, at least 1
   */
  public Residuals(int classes) {
    this.classes = classes;
    successor = Lanes.aligned(classes);
    residual = Lanes.aligned(classes);
  }

  /**
   * Squared residual of the prediction of the next soft coordinates.
   *
   * @param b B, C x C
   * @param phi current coordinates, length C; not modified
   * @param z successor coordinates, length C; not modified
   * @return |z - B' phi|^2
   */
  public double squared(Matrix b, double[] phi, double[] z) {
    if (b.rows() != classes || phi.length != classes || z.length != classes) {
      throw new IllegalArgumentException(
          "b is "
              + b
              + ", phi has "
              + phi.length
              + " and z "
              + z.length
              + " values, the workspace is for "
              + classes
              + " classes");
    }
    Rows.product(phi, b, residual);
    System.arraycopy(z, 0, successor, Lanes.FIRST, classes);
    return Rows.subtract(successor, residual, residual, lanes);
  }
}
