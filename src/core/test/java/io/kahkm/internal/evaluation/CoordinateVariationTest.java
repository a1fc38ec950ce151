package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.evaluation.CoordinateVariation.Summary;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinateVariationTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10})
  void verticesVisitedEquallyVaryAsMuchAsCoordinatesCan(int classes) {
    CoordinateVariation variation = new CoordinateVariation(classes);
    for (int round = 0; round < 6; round++) {
      for (int c = 0; c < classes; c++) {
        double[] vertex = new double[classes];
        vertex[c] = 1;
        variation.add(vertex);
      }
    }

    Summary summary = variation.summary();

    assertThat(summary.vCoord()).isCloseTo(1 - 1.0 / classes, within(1e-15));
    assertThat(summary.rhoVar()).isCloseTo(1, within(1e-14));
    assertThat(summary.rEff()).isCloseTo(classes - 1, within(1e-12));
    assertThat(summary.rhoRank()).isCloseTo(1, within(1e-13));
    assertThat(summary.count()).isEqualTo(6L * classes);
  }

  @Test
  void variationAlongOneDirectionHasRankOne() {
    CoordinateVariation variation = new CoordinateVariation(3);

    variation.add(new double[] {0.5, 0.25, 0.25});
    variation.add(new double[] {0.25, 0.5, 0.25});

    Summary summary = variation.summary();
    assertThat(summary.vCoord()).isCloseTo(2 * 0.125 * 0.125, within(1e-17));
    assertThat(summary.rhoVar())
        .isCloseTo(0.03125 / (1 - 2 * 0.375 * 0.375 - 0.0625), within(1e-15));
    assertThat(summary.rEff()).isCloseTo(1, within(1e-12));
    assertThat(summary.rhoRank()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void degenerateCasesAreZero() {
    CoordinateVariation constant = new CoordinateVariation(4);
    CoordinateVariation single = new CoordinateVariation(1);
    for (int i = 0; i < 5; i++) {
      constant.add(new double[] {0.1, 0.2, 0.3, 0.4});
      single.add(new double[] {1});
    }

    assertThat(new CoordinateVariation(4).summary()).isEqualTo(new Summary(0, 0, 0, 0, 0));
    assertThat(constant.summary()).isEqualTo(new Summary(0, 0, 0, 0, 5));
    assertThat(single.summary()).isEqualTo(new Summary(0, 0, 0, 0, 5));
  }

  @Test
  void theVariationOfCloseVectorsLosesNoDigits() {
    Random random = new Random(9);
    double[][] vectors = new double[200][];
    for (int i = 0; i < vectors.length; i++) {
      double wobble = 1e-7 * random.nextGaussian();
      double other = 3e-8 * random.nextGaussian();
      vectors[i] = new double[] {0.3 + wobble, 0.2 - wobble + other, 0.5 - other};
    }
    CoordinateVariation whole = new CoordinateVariation(3);
    for (double[] vector : vectors) {
      whole.add(vector);
    }

    Summary summary = whole.summary();

    // As by the definition, centred first: sums of squares would keep no digit here.
    assertThat(summary.vCoord()).isCloseTo(centred(vectors), within(1e-9 * summary.vCoord()));
    assertThat(summary.count()).isEqualTo(200);
  }

  private static double centred(double[][] vectors) {
    double[] origin = vectors[0];
    double[] mean = new double[origin.length];
    double squares = 0;
    for (double[] vector : vectors) {
      for (int c = 0; c < mean.length; c++) {
        double x = vector[c] - origin[c];
        mean[c] += x / vectors.length;
        squares += x * x / vectors.length;
      }
    }
    for (double m : mean) {
      squares -= m * m;
    }
    return squares;
  }

  @Test
  void impossibleInputIsRefused() {
    CoordinateVariation variation = new CoordinateVariation(3);

    assertThatThrownBy(() -> new CoordinateVariation(0)).hasMessageContaining("classes is 0");
    assertThatThrownBy(() -> variation.add(new double[2])).hasMessageContaining("phi has 2");
    assertThatThrownBy(() -> new Summary(Double.NaN, 0, 0, 0, 0)).hasMessageContaining("vCoord");
    assertThatThrownBy(() -> new Summary(0, 0, 0, 0, -1)).hasMessageContaining("count is -1");
  }
}
