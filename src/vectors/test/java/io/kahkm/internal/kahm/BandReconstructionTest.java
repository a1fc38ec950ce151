package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.kernel.EncoderKernels;
import io.kahkm.internal.numeric.kernel.Kernels;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BandReconstructionTest {
  static Stream<Arguments> cases() {
    return IntStream.of(1, 2, 3, 7, 20)
        .boxed()
        .flatMap(
            n ->
                Stream.of(
                    Arguments.of(n, Kernels.scalar().encoder()),
                    Arguments.of(n, Kernels.provider().encoder())));
  }

  /** Walks each query outwards from a block through the whole band. */
  @ParameterizedTest
  @MethodSource("cases")
  void givesTheBitsOfTheLiteralReconstruction(int n, EncoderKernels kernels) {
    KahmMap map = RandomMaps.map(n, 4, FarField.PAPER, ScalingKind.NONE, n);
    LiteralReconstruction literal = new LiteralReconstruction(map.tensors(), FarField.PAPER);
    BandReconstruction band = new BandReconstruction(map.tensors(), kernels);
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

  static Stream<EncoderKernels> kernels() {
    return Stream.of(Kernels.scalar().encoder(), Kernels.provider().encoder());
  }

  /** Arguments of every size, dense around the smallest normal and the smallest result. */
  @ParameterizedTest
  @MethodSource("kernels")
  void kernelValuesHaveTheBitsOfTheStrictExponentialFunction(EncoderKernels kernels) {
    Random random = new Random(3);
    int count = 80_000;
    double[] distances = new double[count];
    for (int i = 0; i < count; i++) {
      distances[i] =
          switch (i % 4) {
            case 0 -> 760 * random.nextDouble();
            case 1 -> 708.3 + 0.2 * random.nextDouble();
            case 2 -> 740 + 6 * random.nextDouble();
            default -> 745.1332191019411 + (i / 4 % 64 - 32) * 0x1p-43;
          };
    }
    double[] squared = Arrays.stream(distances).map(Math::sqrt).toArray();
    double[] values = new double[count];
    // With one direction and a metric of two the exponent is minus the square.
    kernels.bandValues(squared, count, new double[] {0}, new double[] {2}, values);
    double[] expected =
        Arrays.stream(squared).map(s -> StrictMath.exp(-(-s * 2 * -s) / 2)).toArray();
    assertThat(values).isEqualTo(scaled(expected));
  }

  private static double[] scaled(double[] unscaled) {
    return Arrays.stream(unscaled).map(v -> v * EncoderKernels.BAND_SCALE).toArray();
  }

  /** Products on both sides of every border, with ties, against the processor's own rounding. */
  @ParameterizedTest
  @MethodSource("kernels")
  void roundsProductsAsSubnormalArithmeticDoes(EncoderKernels kernels) {
    Random random = new Random(2);
    for (int round = 0; round < 4_000; round++) {
      // More than a vector and more than a tile, with what remains of either.
      int count = 2 + random.nextInt(60);
      double[] inverse = new double[count * count];
      double largest = 1 + random.nextInt(4) * 0.5;
      for (int i = 0; i < 2 * count; i++) {
        inverse[i] = largest * (random.nextInt(65) - 32) / 32.0;
      }
      int exponent = -1074 + random.nextInt(60);
      double[] kernel = new double[count];
      kernel[0] = Math.scalb(1 + random.nextInt(16) / 16.0, exponent);
      kernel[1] = Double.MIN_VALUE * (1 + random.nextInt(3));
      double[] expected = new double[count];
      double[] actual = new double[count];
      LiteralReconstruction.regress(inverse, kernel, expected, count);
      double[] values = {kernel[0] * 0x1p600, kernel[1] * 0x1p600};
      kernels.bandProducts(inverse, count, new int[] {0, 1}, values, 2, largest, actual);
      assertThat(actual).isEqualTo(scaled(expected));
    }
  }
}
