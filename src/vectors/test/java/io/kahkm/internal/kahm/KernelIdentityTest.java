package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.testing.Golden;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Vectorized and scalar kernels give the same bits, and so the same certificates everywhere. */
class KernelIdentityTest {
  @BeforeAll
  static void thisBuildRunsItsTestsOnVectors() {
    assertThat(Kernels.status()).endsWith("vectors");
  }

  private static void assertSameBits(KahmMap map, double[][] states) {
    Encoder vector = map.newEncoder(Kernels.provider());
    Encoder scalar = map.newEncoder(Kernels.scalar());
    Encoding actual = new Encoding(map.classes());
    Encoding expected = new Encoding(map.classes());
    for (int i = 0; i < states.length; i++) {
      vector.encode(states[i], actual);
      scalar.encode(states[i], expected);
      assertThat(Digests.bits(actual))
          .as("state %d: %s", i, Arrays.toString(states[i]))
          .isEqualTo(Digests.bits(expected));
    }
  }

  static Stream<Arguments> dimensions() {
    return IntStream.of(1, 2, 3, 4, 5, 6, 7, 20)
        .boxed()
        .flatMap(n -> Stream.of(FarField.values()).map(f -> Arguments.of(n, f)));
  }

  /** From inside the data through the underflow band to beyond the last kernel value. */
  @ParameterizedTest
  @MethodSource("dimensions")
  void sameBitsAtEveryDistance(int n, FarField farField) {
    KahmMap map = RandomMaps.map(n, 5, farField, ScalingKind.NONE, n);
    assertThat(map.submodels()).anyMatch(s -> s.references() % 8 != 0);
    Random random = new Random(50 + n);
    double[][] states = new double[500][n];
    for (int i = 0; i < states.length; i++) {
      double radius = 0.1 * StrictMath.pow(10, 4.0 * i / states.length);
      for (int j = 0; j < n; j++) {
        states[i][j] = radius * random.nextGaussian();
      }
    }
    assertSameBits(map, states);
  }

  @Test
  void sameBitsThroughTheUnderflowBand() {
    KahmMap map = RandomMaps.map(2, 3, FarField.PAPER, ScalingKind.NONE, 9);
    double[][] states = new double[3000][];
    for (int i = 0; i < states.length; i++) {
      states[i] = new double[] {15 + i * 0.014, 10 + i * 0.007};
    }
    assertSameBits(map, states);
  }

  @ParameterizedTest
  @MethodSource("dimensions")
  void sameBitsOnHugeTinyAndZeroStates(int n, FarField farField) {
    KahmMap map = RandomMaps.map(n, 4, farField, ScalingKind.NONE, 8);
    double[] sizes = {0, 1e-320, 1e-160, 1e9, 1e100, 1e160, 1e200, Double.MAX_VALUE};
    double[][] states = new double[2 * sizes.length][n];
    for (int i = 0; i < states.length; i++) {
      Arrays.fill(states[i], i % 2 == 0 ? sizes[i / 2] : -sizes[i / 2]);
      states[i][0] = sizes[i / 2];
    }
    assertSameBits(map, states);
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.internal.kahm.GoldenMaps#names")
  void sameBitsOnTheReferenceStates(String name) {
    double[][] states = Golden.rows(GoldenMaps.json(name).get("eval_states"));
    assertSameBits(GoldenMaps.map(name, FarField.PAPER), states);
    assertSameBits(GoldenMaps.map(name, FarField.EXACT), states);
    assertSameBits(GoldenMaps.map(name, FarField.PAPER), GoldenMaps.trainingStates(name));
  }

  /** Exponents that make powers subnormal, zero and, with a huge offset, too large for a double. */
  @Test
  void sameBitsForExtremePowers() {
    double[] scores = new Random(5).doubles(40, 0, 1).toArray();
    scores[3] = 0;
    scores[4] = 1;
    double[] actual = new double[40];
    double[] expected = new double[40];
    for (double omega : new double[] {0.5, 4, 54, 128, 5000, 1e300}) {
      for (double tau : new double[] {1e-320, 1e-300, 1e-6, 1, 1e3}) {
        double sum = Kernels.provider().encoder().powers(scores, 37, omega, tau, actual);
        assertThat(sum)
            .isEqualTo(Kernels.scalar().encoder().powers(scores, 37, omega, tau, expected));
        assertThat(actual).isEqualTo(expected);
      }
    }
  }
}
