package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 25, 80, 150})
  void theNormIsNeverBelowTheLargestSingularValueAndHardlyAboveIt(int size) {
    Random random = new Random(size);
    double[] rankOne = new double[size * size];
    double[] dense = new double[size * size];
    for (int i = 0; i < dense.length; i++) {
      dense[i] = random.nextGaussian();
      rankOne[i] = (1 + i / size) * (2 - i % size);
    }

    for (double scale : new double[] {1, 0x1p-600, 0x1p600}) {
      checkNorm(scaled(Matrix.identity(size).toArray(), scale), scale);
      checkNorm(scaled(dense, scale), largestSingularValue(dense, size) * scale);
      checkNorm(scaled(rankOne, scale), largestSingularValue(rankOne, size) * scale);
      double[] ones = new double[size * size];
      Arrays.fill(ones, scale);
      checkNorm(ones, scale * size);
    }
  }

  private static double[] scaled(double[] values, double scale) {
    return Arrays.stream(values).map(v -> v * scale).toArray();
  }

  /** The library's singular value is itself rounded, by less than 1e-13 of it. */
  private static void checkNorm(double[] values, double expected) {
    int size = (int) Math.round(Math.sqrt(values.length));
    double norm = MatrixNorms.spectralNorm(Matrix.of(size, size, values));
    assertThat(norm / expected).isBetween(1 - 1e-13, 1 + 1e-13 + 4e-16 * size * size);
  }

  private static double largestSingularValue(double[] values, int size) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(size, size, false, false, true);
    svd.decompose(DMatrixRMaj.wrap(size, size, values.clone()));
    return Arrays.stream(svd.getSingularValues()).max().orElseThrow();
  }

  @Test
  void aKnownNormIsNotUnderestimatedByASingleBit() {
    double[] ones = new double[150 * 150];
    Arrays.fill(ones, 1);

    assertThat(MatrixNorms.spectralNorm(Matrix.of(150, 150, ones))).isGreaterThanOrEqualTo(150);
    assertThat(MatrixNorms.spectralNorm(Matrix.identity(150))).isGreaterThanOrEqualTo(1);
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
