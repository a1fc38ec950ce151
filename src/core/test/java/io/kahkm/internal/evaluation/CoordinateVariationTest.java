package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.evaluation.CoordinateVariation.Summary;
import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
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
  void mergedPartsAreTheOnePassVariationOfCloseVectors() {
    Random random = new Random(9);
    double[][] vectors = new double[200][];
    for (int i = 0; i < vectors.length; i++) {
      double wobble = 1e-7 * random.nextGaussian();
      double other = 3e-8 * random.nextGaussian();
      vectors[i] = new double[] {0.3 + wobble, 0.2 - wobble + other, 0.5 - other};
    }
    CoordinateVariation whole = new CoordinateVariation(3);
    CoordinateVariation merged = new CoordinateVariation(3);
    for (int[] part : new int[][] {{0, 3}, {3, 3}, {3, 120}, {120, 200}}) {
      CoordinateVariation piece = new CoordinateVariation(3);
      for (int i = part[0]; i < part[1]; i++) {
        whole.add(vectors[i]);
        piece.add(vectors[i]);
      }
      merged.merge(piece);
    }

    Summary expected = whole.summary();
    Summary summary = merged.summary();

    // The definition, centred first, agrees too: sums of squares would keep no digit here.
    assertThat(expected.vCoord()).isCloseTo(centred(vectors), within(1e-9 * expected.vCoord()));
    assertThat(summary.vCoord()).isCloseTo(expected.vCoord(), within(1e-9 * expected.vCoord()));
    assertThat(summary.rhoVar()).isCloseTo(expected.rhoVar(), within(1e-9 * expected.rhoVar()));
    assertThat(summary.rEff()).isCloseTo(expected.rEff(), within(1e-9));
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
  void storedVariationContinuesWithTheSameBits() {
    Random random = new Random(10);
    CoordinateVariation variation = new CoordinateVariation(3);
    for (int i = 0; i < 9; i++) {
      variation.add(vector(random));
    }
    StateReader reader = new StateReader(bytes(variation));

    CoordinateVariation restored = CoordinateVariation.read(reader);

    reader.finish();
    double[] next = vector(random);
    variation.add(next);
    restored.add(next);
    assertThat(bytes(restored)).isEqualTo(bytes(variation));
    assertThat(restored.summary()).isEqualTo(variation.summary());
    variation.reset();
    assertThat(bytes(variation)).isEqualTo(bytes(new CoordinateVariation(3)));
  }

  private static double[] vector(Random random) {
    double first = random.nextDouble() / 2;
    double second = random.nextDouble() / 2;
    return new double[] {first, second, 1 - first - second};
  }

  private static byte[] bytes(CoordinateVariation variation) {
    StateWriter writer = new StateWriter();
    variation.write(writer);
    return writer.toByteArray();
  }

  @Test
  void storedBytesThatHoldNoVariationAreRefused() {
    byte[] good = bytes(new CoordinateVariation(3));
    byte[] huge = good.clone();
    huge[3] = 0x7f;
    byte[] negative = good.clone();
    negative[11] = (byte) 0x80;

    for (byte[] bad : new byte[][] {huge, negative, {1, 2}}) {
      assertThatThrownBy(() -> CoordinateVariation.read(new StateReader(bad)))
          .isInstanceOf(MalformedStateException.class);
    }
  }

  @Test
  void impossibleInputIsRefused() {
    CoordinateVariation variation = new CoordinateVariation(3);

    assertThatThrownBy(() -> new CoordinateVariation(0)).hasMessageContaining("classes is 0");
    assertThatThrownBy(() -> variation.add(new double[2])).hasMessageContaining("phi has 2");
    assertThatThrownBy(() -> variation.merge(new CoordinateVariation(2)))
        .hasMessageContaining("other has 2");
    assertThatThrownBy(() -> new Summary(Double.NaN, 0, 0, 0, 0)).hasMessageContaining("vCoord");
    assertThatThrownBy(() -> new Summary(0, 0, 0, 0, -1)).hasMessageContaining("count is -1");
  }
}
