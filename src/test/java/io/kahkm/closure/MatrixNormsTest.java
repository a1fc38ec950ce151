package io.kahkm.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.numeric.Matrix;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MatrixNormsTest {
  @Test
  void normAndRadiusOfAShearAreTheKnownOnes() {
    Matrix shear = Matrix.of(2, 2, new double[] {1, 1, 0, 1});

    assertThat(MatrixNorms.spectralNorm(shear)).isCloseTo((1 + Math.sqrt(5)) / 2, within(3e-15));
    assertThat(MatrixNorms.spectralRadius(shear)).isCloseTo(1, within(1e-7));
  }

  @Test
  void radiusOfARotationComesFromComplexEigenvalues() {
    Matrix rotation = Matrix.of(2, 2, new double[] {0, -2, 2, 0});

    assertThat(MatrixNorms.spectralRadius(rotation)).isCloseTo(2, within(1e-14));
  }

  @Test
  void zeroAndRectangularMatricesHaveANorm() {
    assertThat(MatrixNorms.spectralNorm(Matrix.zero(3, 3))).isZero();
    assertThat(MatrixNorms.spectralNorm(Matrix.of(1, 2, new double[] {3, 4})))
        .isCloseTo(5, within(1e-14));
  }

  @Test
  void noVectorIsStretchedBeyondTheNorm() {
    Random random = new Random(2);
    for (int size = 1; size <= 10; size++) {
      Matrix b = Simplex.matrix(random, size, size);
      double norm = MatrixNorms.spectralNorm(b);
      assertThat(MatrixNorms.spectralRadius(b)).isLessThanOrEqualTo(norm * (1 + 1e-12));
      double[] v = Simplex.gaussian(random, size);
      for (int step = 0; step < 2000; step++) {
        double[] stretched = Simplex.times(v, b);
        double ratio =
            Math.sqrt(Simplex.inner(stretched, stretched)) / Math.sqrt(Simplex.inner(v, v));
        assertThat(ratio).isLessThanOrEqualTo(norm * (1 + 1e-12));
        // One step of power iteration on B B^T moves v to the worst direction.
        v = transposedTimes(stretched, b);
        double length = Math.sqrt(Simplex.inner(v, v));
        for (int i = 0; i < size; i++) {
          v[i] /= length;
        }
      }
      double[] worst = Simplex.times(v, b);
      assertThat(Math.sqrt(Simplex.inner(worst, worst))).isCloseTo(norm, within(1e-3 * norm));
    }
  }

  private static double[] transposedTimes(double[] v, Matrix b) {
    double[] result = new double[b.rows()];
    for (int l = 0; l < b.rows(); l++) {
      result[l] = Simplex.inner(b.row(l), v);
    }
    return result;
  }

  @Test
  void impossibleMatricesAreRefused() {
    assertThatThrownBy(() -> MatrixNorms.spectralRadius(Matrix.zero(2, 3)))
        .hasMessageContaining("square");
    assertThatThrownBy(() -> MatrixNorms.spectralNorm(Matrix.zero(0, 0)))
        .hasMessageContaining("at least one value");
    assertThatThrownBy(() -> MatrixNorms.spectralNorm(Matrix.of(1, 1, new double[] {Double.NaN})))
        .hasMessageContaining("b(0, 0) is NaN");
  }
}
