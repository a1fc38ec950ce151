package io.kahkm.spectrum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpectrumTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 25, 80})
  void everyPairOfARandomMatrixSatisfiesItsEquation(int size) {
    Matrix matrix = random(size, size, 7);

    List<Eigenpair> pairs = Eigenpairs.of(matrix);

    assertThat(pairs).hasSize(size);
    for (Eigenpair pair : pairs) {
      for (int i = 0; i < size; i++) {
        double re = 0;
        double im = 0;
        for (int j = 0; j < size; j++) {
          re += matrix.get(i, j) * pair.vectorRe()[j];
          im += matrix.get(i, j) * pair.vectorIm()[j];
        }
        re -= pair.re() * pair.vectorRe()[i] - pair.im() * pair.vectorIm()[i];
        im -= pair.re() * pair.vectorIm()[i] + pair.im() * pair.vectorRe()[i];
        // The shift of the inverse iteration, 1e-13, times a norm of about the root of the size.
        assertThat(Math.abs(re) + Math.abs(im)).isLessThan(1e-11);
      }
    }
  }

  @Test
  void repeatedEigenvaluesOfADefectiveMatrixGiveItsOneVector() {
    Matrix jordan = Matrix.ofRows(new double[][] {{2, 1}, {0, 2}});

    for (Eigenpair pair : Eigenpairs.of(jordan)) {
      assertThat(Math.abs(pair.vectorRe()[0])).isCloseTo(1, within(1e-6));
      assertThat(pair.vectorRe()[1]).isCloseTo(0, within(1e-6));
    }
  }

  @Test
  void basisDropsDirectionsThatTheCoordinatesDoNotSpan() {
    double[][] phi = {{0.5, 0.5, 0}, {0.2, 0.8, 0}, {0.9, 0.1, 0}};

    SpanBasis basis = SpanBasis.of(phi);

    assertThat(basis.rank()).isEqualTo(2);
    assertThat(basis.matrix().row(2)).containsExactly(new double[] {0, 0}, within(1e-15));
    assertThat(basis.singularValues()[2]).isCloseTo(0, within(1e-15));
  }

  @Test
  void exactClosureHasNoResidualOnEitherSide() {
    Matrix closure = Matrix.ofRows(new double[][] {{0.9, 0.1, 0}, {0, 0.8, 0.2}, {0.3, 0, 0.7}});
    double[][] phi = simplexRows(40, 3);
    double[][] z = times(phi, closure);
    SpanBasis basis = SpanBasis.of(phi);

    AdjointSpectrum adjoint = AdjointSpectrum.of(closure, basis, phi, z);
    KoopmanSpectrum koopman = KoopmanSpectrum.of(closure, basis, phi, z, 0.25);

    assertThat(adjoint.rank()).isEqualTo(3);
    assertThat(adjoint.spectralRadius()).isCloseTo(1, within(1e-12));
    // The penalty of 1e-8 leaves a defect of its square over the squared singular values.
    assertThat(adjoint.summary().maxEta()).isLessThan(1e-14);
    assertThat(adjoint.summary().counts()).containsExactly(3, 3, 3);
    for (SpectralMode mode : adjoint.modes()) {
      assertThat(mode.rho()).isLessThan(1e-14);
      assertThat(mode.rhoGram()).isCloseTo(mode.rho(), within(1e-14));
    }
    for (KoopmanMode mode : koopman.modes()) {
      assertThat(mode.residual()).isLessThan(1e-24);
      assertThat(mode.span()).isCloseTo(1, within(1e-12));
      assertThat(mode.bound()).isEqualTo(0.0625);
    }
  }

  @Test
  void residualsOfAWrongClosureAreSeenAndBoundedByItsError() {
    Matrix closure = Matrix.identity(3);
    double[][] phi = simplexRows(60, 3);
    Matrix truth = Matrix.ofRows(new double[][] {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}});
    double[][] z = times(phi, truth);
    double error = 0;
    for (int i = 0; i < phi.length; i++) {
      for (int c = 0; c < 3; c++) {
        error += (z[i][c] - phi[i][c]) * (z[i][c] - phi[i][c]) / phi.length;
      }
    }

    KoopmanSpectrum koopman =
        KoopmanSpectrum.of(closure, SpanBasis.of(phi), phi, z, Math.sqrt(error));

    for (KoopmanMode mode : koopman.modes()) {
      assertThat(mode.residual()).isPositive().isLessThanOrEqualTo(mode.bound() * (1 + 1e-12));
    }
    assertThat(AdjointSpectrum.of(closure, SpanBasis.of(phi), phi, z).summary().minRho())
        .isGreaterThan(1e-3);
  }

  @Test
  void aFunctionOutsideTheSpanIsReportedAsNone() {
    double[][] phi = {{0.5, 0.5, 0}, {0.2, 0.8, 0}, {0.9, 0.1, 0}};
    Matrix closure = Matrix.ofRows(new double[][] {{1, 0, 0}, {0, 0.5, 0}, {0, 0, 0.25}});

    KoopmanSpectrum koopman = KoopmanSpectrum.of(closure, SpanBasis.of(phi), phi, phi, 1);

    assertThat(koopman.modes().get(0).re()).isEqualTo(0.25);
    assertThat(koopman.modes().get(0).span()).isCloseTo(0, within(1e-12));
  }

  @Test
  void aSummaryCountsWhatIsWithinEachResidual() {
    List<SpectralMode> four =
        List.of(mode(0.2, 0.3), mode(0.01, 0.1), mode(0.1, 0.4), mode(0.04, 0.2));
    assertThat(SpectralSummary.of(four))
        .isEqualTo(new SpectralSummary(0.01, (0.04 + 0.1) / 2, 0.4, List.of(1, 2, 3)));
    assertThat(SpectralSummary.of(four.subList(0, 3)).medianRho()).isEqualTo(0.1);
    assertThat(SpectralSummary.of(four.subList(0, 1)))
        .isEqualTo(new SpectralSummary(0.2, 0.2, 0.3, List.of(0, 0, 0)));
  }

  private static SpectralMode mode(double rho, double eta) {
    return new SpectralMode(1, 0, rho, rho, eta);
  }

  /** By real, then by imaginary part, each vector of length one. */
  @Test
  void pairsAreInOrderAndTheirVectorsOfLengthOne() {
    List<Eigenpair> pairs = Eigenpairs.of(random(30, 30, 5));
    for (int k = 0; k < pairs.size(); k++) {
      Eigenpair pair = pairs.get(k);
      double square = 0;
      for (int i = 0; i < 30; i++) {
        square += pair.vectorRe()[i] * pair.vectorRe()[i] + pair.vectorIm()[i] * pair.vectorIm()[i];
      }
      assertThat(square).isCloseTo(1, within(1e-12));
      if (k > 0) {
        Eigenpair before = pairs.get(k - 1);
        assertThat(before.re()).isLessThanOrEqualTo(pair.re());
        if (before.re() == pair.re()) {
          assertThat(before.im()).isLessThan(pair.im());
        }
      }
    }
  }

  /** The spectral residual of a mode as the paper writes it, from its own eigenvector. */
  @Test
  void residualsOfTheAdjointAreThoseOfItsEquation() {
    double[][] phi = simplexRows(50, 3);
    Matrix closure = Matrix.ofRows(new double[][] {{0.8, 0.2, 0}, {0.1, 0.6, 0.3}, {0.2, 0, 0.8}});
    double[][] z =
        times(phi, Matrix.ofRows(new double[][] {{.7, .3, 0}, {0, .7, .3}, {.3, 0, .7}}));

    AdjointSpectrum adjoint = AdjointSpectrum.of(closure, SpanBasis.of(phi), phi, z);

    assertThat(adjoint.modes()).hasSize(3);
    for (SpectralMode mode : adjoint.modes()) {
      assertThat(mode.rho()).isPositive();
      assertThat(mode.rhoGram()).isCloseTo(mode.rho(), within(1e-9 * mode.rho() + 1e-12));
    }
    assertThat(SpanBasis.of(phi).singularValues())
        .isSortedAccordingTo((one, other) -> Double.compare(other, one));
  }

  @Test
  void refusesPairsThatDoNotFit() {
    Matrix closure = Matrix.identity(2);
    double[][] phi = {{0.5, 0.5}};
    SpanBasis basis = SpanBasis.of(phi);

    assertThatThrownBy(() -> AdjointSpectrum.of(closure, basis, phi, new double[0][]))
        .hasMessageContaining("phi has 1 rows, z has 0");
    assertThatThrownBy(() -> KoopmanSpectrum.of(closure, basis, phi, phi, -1))
        .hasMessageContaining("upper is -1.0");
  }

  private static Matrix random(int rows, int columns, long seed) {
    RandomSource random = new RandomSource(seed);
    double[] values = new double[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian() / Math.sqrt(columns);
    }
    return Matrix.of(rows, columns, values);
  }

  private static double[][] simplexRows(int count, int classes) {
    RandomSource random = new RandomSource(3);
    double[][] rows = new double[count][classes];
    for (double[] row : rows) {
      double sum = 0;
      for (int c = 0; c < classes; c++) {
        row[c] = random.nextUniform();
        sum += row[c];
      }
      for (int c = 0; c < classes; c++) {
        row[c] /= sum;
      }
    }
    return rows;
  }

  private static double[][] times(double[][] rows, Matrix matrix) {
    double[][] product = new double[rows.length][matrix.columns()];
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < matrix.rows(); k++) {
        for (int j = 0; j < matrix.columns(); j++) {
          product[i][j] += rows[i][k] * matrix.get(k, j);
        }
      }
    }
    return product;
  }
}
