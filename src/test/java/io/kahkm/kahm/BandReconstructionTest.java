package io.kahkm.kahm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BandReconstructionTest {
  /** Walks each query outwards from a block through the whole band. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 20})
  void givesTheBitsOfTheLiteralReconstruction(int n) {
    KahmMap map = RandomMaps.map(n, 4, FarField.PAPER, ScalingKind.NONE, n);
    LiteralReconstruction literal = new LiteralReconstruction(map.tensors(), FarField.PAPER);
    LiteralReconstruction band = new BandReconstruction(map.tensors());
    Random random = new Random(n);
    double[] expected = new double[n];
    double[] actual = new double[n];
    int different = 0;
    for (Submodel submodel : map.tensors()) {
      double[] direction = random.doubles(n, -1, 1).toArray();
      double last = Double.NaN;
      for (double radius = 1; radius < 400; radius *= 1.003) {
        double[] state = new double[n];
        for (int j = 0; j < n; j++) {
          state[j] = submodel.samples()[j] + radius * direction[j];
        }
        literal.reconstruct(submodel, state, expected);
        band.reconstruct(submodel, state, actual);
        assertThat(actual).isEqualTo(expected);
        different += expected[0] != last ? 1 : 0;
        last = expected[0];
      }
    }
    assertThat(different).as("reconstructions seen").isGreaterThan(200);
  }

  /** Products on both sides of every border, with ties, against the processor's own rounding. */
  @Test
  void roundsProductsAsSubnormalArithmeticDoes() {
    KahmMap map = RandomMaps.map(1, 1, FarField.PAPER, ScalingKind.NONE, 1);
    LiteralReconstruction literal = new LiteralReconstruction(map.tensors(), FarField.PAPER);
    LiteralReconstruction band = new BandReconstruction(map.tensors());
    Random random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      double diagonal = 1 + random.nextInt(4) * 0.5;
      double other = diagonal * (random.nextInt(33) - 16) / 16.0;
      double[] inverse = {diagonal, other, other, diagonal};
      double exponent = -1074 + random.nextInt(60) + (random.nextBoolean() ? 0.5 : 0);
      double[] kernel = {Math.scalb(1 + random.nextInt(8) / 8.0, (int) exponent), Double.MIN_VALUE};
      double[] expected = new double[2];
      double[] actual = new double[2];
      literal.regress(inverse, kernel.clone(), expected, 2);
      band.regress(inverse, kernel.clone(), actual, 2);
      for (int k = 0; k < 2; k++) {
        assertThat(actual[k]).isEqualTo(expected[k] * 0x1p600);
      }
    }
  }
}
