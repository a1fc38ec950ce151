package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClosureTest {
  private static final double BETA = 0.1;

  @Test
  void oneUpdateIsTheHandComputedOne() {
    // Given phi = (3/4, 1/4), |phi|^2 = 5/8, gain = (1/2) / (1 + 5/16) = 8/21, residual (-3/4, 3/4)
    Closure closure = Closure.of(Matrix.identity(2));

    // When
    double squaredError = closure.update(new double[] {0.75, 0.25}, new double[] {0, 1}, 0.5);

    // Then
    assertThat(squaredError).isEqualTo(2 * 0.75 * 0.75);
    Matrix b = closure.matrix();
    assertThat(b.get(0, 0)).isCloseTo(1 - 8.0 / 21 * 0.75 * 0.75, within(1e-15));
    assertThat(b.get(0, 1)).isCloseTo(8.0 / 21 * 0.75 * 0.75, within(1e-15));
    assertThat(b.get(1, 0)).isCloseTo(-8.0 / 21 * 0.25 * 0.75, within(1e-15));
    assertThat(b.get(1, 1)).isCloseTo(1 + 8.0 / 21 * 0.25 * 0.75, within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 8, 9, 25, 31})
  void predictionHasTheBitsOfTheDocumentedOrder(int classes) {
    Random random = new Random(classes);
    Matrix b = Simplex.matrix(random, classes, classes);
    double[] phi = Simplex.point(random, classes);
    double[] predicted = new double[classes];

    Closure.of(b).predict(phi, predicted);

    for (int k = 0; k < classes; k++) {
      double sum = 0;
      for (int l = 0; l < classes; l++) {
        sum = Math.fma(phi[l], b.get(l, k), sum);
      }
      assertThat(predicted[k]).isEqualTo(sum);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8, 13, 25})
  void updateHasTheBitsOfTheDocumentedOrder(int classes) {
    Random random = new Random(classes);
    Matrix b = Simplex.matrix(random, classes, classes);
    double[] phi = Simplex.point(random, classes);
    double[] z = Simplex.point(random, classes);
    Closure closure = Closure.of(b);
    double[] residual = new double[classes];
    closure.predict(phi, residual);
    for (int k = 0; k < classes; k++) {
      residual[k] = z[k] - residual[k];
    }

    double squaredError = closure.update(phi, z, BETA);

    assertThat(squaredError).isEqualTo(lanes(residual));
    double gain = BETA / (1 + BETA * lanes(phi));
    Matrix updated = closure.matrix();
    for (int l = 0; l < classes; l++) {
      for (int k = 0; k < classes; k++) {
        assertThat(updated.get(l, k)).isEqualTo(Math.fma(gain * phi[l], residual[k], b.get(l, k)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 8, 25, 33})
  void aStreamOfUpdatesHasTheBitsOfUpdatesOneByOne(int classes) {
    Random random = new Random(70 + classes);
    Closure stream = Closure.of(Simplex.matrix(random, classes, classes));
    Closure other = Closure.of(Simplex.matrix(random, classes, classes));
    double[] phi = Simplex.point(random, classes);
    double[] expected = new double[classes];
    double[] actual = new double[classes];
    for (int i = 0; i < 40; i++) {
      // A closure that was just made knows no prediction.
      Closure single = Closure.of(stream.matrix());
      double[] z = Simplex.point(random, classes);
      boolean jumps = i % 7 == 6;
      double[] current = jumps ? Simplex.point(random, classes) : phi;

      assertThat(stream.update(current, z, BETA)).isEqualTo(single.update(current, z, BETA));

      stream.predict(z, actual);
      single.predict(z, expected);
      assertThat(actual).isEqualTo(expected);
      assertThat(stream.squaredError(z, phi)).isEqualTo(single.squaredError(z, phi));
      assertThat(stream.matrix()).isEqualTo(single.matrix());
      if (i % 11 == 10) {
        stream.copyFrom(other);
        Closure.of(other.matrix()).predict(z, expected);
        stream.predict(z, actual);
        assertThat(actual).isEqualTo(expected);
      }
      phi = z;
    }
  }

  private static double lanes(double[] v) {
    double[] s = new double[8];
    for (int i = 0; i < v.length; i++) {
      s[i % 8] = Math.fma(v[i], v[i], s[i % 8]);
    }
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 25})
  void rowSumsStayOneFromTheIdentity(int classes) {
    Random random = new Random(classes);
    Closure closure = Closure.of(Matrix.identity(classes));

    for (int step = 0; step < 5000; step++) {
      closure.update(Simplex.point(random, classes), Simplex.point(random, classes), 0.7);
    }

    Matrix b = closure.matrix();
    for (int l = 0; l < classes; l++) {
      double sum = 0;
      for (double value : b.row(l)) {
        sum += value;
      }
      assertThat(sum).isCloseTo(1, within(1e-12));
    }
  }

  /** The control: it takes successors whose coordinates sum to one. */
  @Test
  void rowSumsLeaveOneWhenTheSuccessorsCoordinatesDoNotSumToOne() {
    Random random = new Random(1);
    Closure closure = Closure.of(Matrix.identity(5));

    for (int step = 0; step < 100; step++) {
      double[] z = Simplex.point(random, 5);
      z[0] += 0.01;
      closure.update(Simplex.point(random, 5), z, 0.7);
    }

    double sum = 0;
    for (double value : closure.matrix().row(0)) {
      sum += value;
    }
    assertThat(Math.abs(sum - 1)).isGreaterThan(1e-3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 10})
  void parameterErrorChangesByTheExactEnergyIdentity(int classes) {
    // Equations "parameter-error identity" and "pointwise bound"
    Random random = new Random(40 + classes);
    for (double beta : new double[] {0.01, 0.1, 0.5, 0.99}) {
      Matrix target = Simplex.matrix(random, classes, classes);
      Matrix fitted = Simplex.matrix(random, classes, classes);
      double[] phi = Simplex.point(random, classes);
      double[] z = Simplex.point(random, classes);
      double[] fitResidual = difference(z, Simplex.times(phi, fitted));
      double[] targetResidual = difference(z, Simplex.times(phi, target));
      Closure closure = Closure.of(fitted);

      double squaredError = closure.update(phi, z, beta);

      double s = Simplex.inner(phi, phi);
      double u = beta / (1 + beta * s);
      double change =
          Simplex.squaredFrobenius(target, closure.matrix())
              - Simplex.squaredFrobenius(target, fitted);
      double identity =
          -u * (2 - u * s) * squaredError + 2 * u * Simplex.inner(targetResidual, fitResidual);
      assertThat(change).isCloseTo(identity, within(1e-12 * classes * classes));
      double factor = 1 + beta / (2 + beta);
      double remainder = (1 + beta) / Math.sqrt(beta * (2 + beta));
      assertThat(Math.sqrt(squaredError))
          .isLessThanOrEqualTo(
              factor * Math.sqrt(Simplex.inner(targetResidual, targetResidual))
                  + remainder * Math.sqrt(Math.abs(change))
                  + 1e-12);
    }
  }

  private static double[] difference(double[] a, double[] b) {
    double[] result = a.clone();
    for (int i = 0; i < a.length; i++) {
      result[i] -= b[i];
    }
    return result;
  }

  @Test
  void squaredErrorTellsWhatUpdateReturnsWithoutLearning() {
    Random random = new Random(3);
    Closure closure = Closure.of(Simplex.matrix(random, 9, 9));
    double[] phi = Simplex.point(random, 9);
    double[] z = Simplex.point(random, 9);
    Matrix before = closure.matrix();

    double squaredError = closure.squaredError(phi, z);

    assertThat(closure.matrix()).isEqualTo(before);
    assertThat(squaredError).isEqualTo(closure.update(phi, z, BETA));
  }

  @Test
  void storedClosureContinuesWithTheSameBits() {
    Random random = new Random(4);
    Closure closure = Closure.of(Matrix.identity(6));
    closure.update(Simplex.point(random, 6), Simplex.point(random, 6), BETA);
    StateWriter writer = new StateWriter();
    closure.transfer(writer);
    StateReader reader = new StateReader(writer.toByteArray());

    Closure restored = new Closure(6, new Closure.Workspace(6));
    restored.transfer(reader);

    reader.finish();
    assertThat(restored.matrix()).isEqualTo(closure.matrix());
    double[] phi = Simplex.point(random, 6);
    double[] z = Simplex.point(random, 6);
    assertThat(restored.update(phi, z, BETA)).isEqualTo(closure.update(phi, z, BETA));
    assertThat(restored.matrix()).isEqualTo(closure.matrix());
  }

  @Test
  void copiedClosureIsIndependent() {
    Closure source = Closure.of(Matrix.identity(3));
    Closure copy = Closure.of(Matrix.zero(3, 3));

    copy.copyFrom(source);
    source.update(new double[] {1, 0, 0}, new double[] {0, 1, 0}, BETA);

    assertThat(copy.matrix()).isEqualTo(Matrix.identity(3));
  }

  @Test
  void storedBytesThatHoldNoClosureAreRefused() {
    StateWriter notFinite = new StateWriter();
    notFinite.putInt(1);
    notFinite.putDoubles(new double[] {Double.NaN});
    StateWriter wrongSize = new StateWriter();
    wrongSize.putInt(2);
    wrongSize.putDoubles(new double[] {1, 0, 0});
    StateWriter noClass = new StateWriter();
    noClass.putInt(0);
    StateWriter otherClasses = new StateWriter();
    Closure.of(Matrix.identity(3)).transfer(otherClasses);

    for (StateWriter writer : new StateWriter[] {notFinite, wrongSize, noClass, otherClasses}) {
      StateReader reader = new StateReader(writer.toByteArray());
      int classes = writer == notFinite ? 1 : 2;
      assertThatThrownBy(() -> new Closure(classes, new Closure.Workspace(6)).transfer(reader))
          .isInstanceOf(MalformedStateException.class);
    }
  }

  @Test
  void impossibleInputIsRefusedByName() {
    Closure closure = Closure.of(Matrix.identity(2));
    double[] two = {0.5, 0.5};
    double[] three = {0.5, 0.5, 0};

    assertThatThrownBy(() -> Closure.of(Matrix.zero(2, 3))).hasMessageContaining("2 x 3");
    assertThatThrownBy(
            () -> Closure.of(Matrix.of(2, 2, new double[] {1, 0, Double.POSITIVE_INFINITY, 1})))
        .hasMessageContaining("b(1, 0) is Infinity");
    assertThatThrownBy(() -> closure.predict(two, two)).hasMessageContaining("same array");
    assertThatThrownBy(() -> closure.predict(three, two)).hasMessageContaining("phi has 3 values");
    assertThatThrownBy(() -> closure.predict(two, three)).hasMessageContaining("out has 3 values");
    assertThatThrownBy(() -> closure.update(two, three, BETA)).hasMessageContaining("z has 3");
    assertThatThrownBy(() -> closure.update(three, two, BETA)).hasMessageContaining("phi has 3");
    assertThatThrownBy(() -> closure.squaredError(two, three)).hasMessageContaining("z has 3");
    assertThatThrownBy(() -> closure.squaredError(three, two)).hasMessageContaining("phi has 3");
    assertThatThrownBy(() -> Closure.of(Matrix.zero(0, 0))).hasMessageContaining("0 x 0");
    for (double beta : new double[] {0, 1, -1, Double.NaN}) {
      assertThatThrownBy(() -> closure.update(two, two, beta)).hasMessageContaining("beta is");
    }
  }
}
