package io.kahkm.internal.numeric.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelSumsTest {
  private static final int LENGTH = 2000;

  /** Groups of gains with a single one in every lane: the sums are kernel values. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3})
  void kernelValuesArePowersOfTwo(double shift) {
    SplittableRandom random = new SplittableRandom(1);
    for (EncoderKernels kernels :
        new EncoderKernels[] {Kernels.scalar().encoder(), Kernels.provider().encoder()}) {
      for (int group = 0; group < LENGTH; group += Lanes.COUNT) {
        double[] gains = new double[2 * Lanes.COUNT];
        Arrays.fill(gains, Lanes.COUNT, 2 * Lanes.COUNT, 1);
        double[] exponents = new double[2 * Lanes.COUNT];
        double[] expected = new double[Lanes.COUNT];
        for (int i = 0; i < Lanes.COUNT; i++) {
          // Beyond 900 they count as 900.
          exponents[i] = shift + (group + i == 0 ? 0 : random.nextDouble(0, 950));
          expected[i] = DeterministicMath.exp2(-Math.min(exponents[i] - shift, 900));
        }
        double[] lanes = new double[2 * Lanes.COUNT];
        kernels.kernelSums(gains, 0, Lanes.COUNT, 2, shift, exponents, 2, lanes);
        assertThat(Arrays.copyOfRange(lanes, Lanes.COUNT, 2 * Lanes.COUNT)).isEqualTo(expected);
        assertThat(Arrays.copyOf(lanes, Lanes.COUNT)).containsOnly(0);
      }
    }
  }
}
