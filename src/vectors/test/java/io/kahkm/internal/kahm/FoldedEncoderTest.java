package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.kernel.EncoderKernels;
import io.kahkm.internal.numeric.kernel.KernelProvider;
import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FoldedEncoderTest {
  private static final double TOLERANCE = 1e-10;

  /** Encodings among which not a byte may be allocated, and rounds of so many to compile in. */
  private static final int ENCODINGS = 5_000;

  private static final int LONGEST_WARM_UP = 100;

  static Stream<Arguments> dimensions() {
    return IntStream.rangeClosed(1, 20)
        .boxed()
        .flatMap(n -> Stream.of(FarField.values()).map(f -> Arguments.of(n, f)));
  }

  @ParameterizedTest
  @MethodSource("dimensions")
  void agreesWithTheReferenceEncoderAtEveryDistance(int n, FarField farField) {
    ScalingKind scaling = n % 2 == 0 ? ScalingKind.STANDARD : ScalingKind.NONE;
    KahmMap map = RandomMaps.map(n, 5, farField, scaling, n);
    Encoder reference = map.newReferenceEncoder();
    Encoder folded = map.newEncoder();
    Encoding expected = new Encoding(map.classes());
    Encoding actual = new Encoding(map.classes());
    Random random = new Random(100 + n);
    boolean seenUnreached = false;
    for (int i = 0; i < 300; i++) {
      // From inside the data to beyond the last subnormal kernel value.
      double radius = 0.1 * StrictMath.pow(10, 4 * i / 300.0);
      double[] state = new double[n];
      for (int j = 0; j < n; j++) {
        state[j] = radius * random.nextGaussian();
      }
      reference.encode(state, expected);
      folded.encode(state, actual);
      for (int c = 0; c < map.classes(); c++) {
        assertThat(actual.scores()[c])
            .as("score %d of query %d at radius %s", c, i, radius)
            .isCloseTo(expected.scores()[c], within(TOLERANCE));
        assertThat(actual.coordinates()[c]).isCloseTo(expected.coordinates()[c], within(TOLERANCE));
      }
      assertThat(actual.nearestClass()).isEqualTo(expected.nearestClass());
      assertThat(actual.reached()).as("query %d", i).isEqualTo(expected.reached());
      seenUnreached |= !actual.reached();
      assertThat(actual.uniform()).isEqualTo(expected.uniform());
    }
    assertThat(seenUnreached).isEqualTo(farField != FarField.EXACT);
  }

  /** Walks outwards in steps so small that every regime border is crossed inside the band. */
  @Test
  void agreesWithTheReferenceEncoderThroughTheUnderflowBand() {
    KahmMap map = RandomMaps.map(2, 3, FarField.PAPER, ScalingKind.NONE, 9);
    Encoder reference = map.newReferenceEncoder();
    Encoder folded = map.newEncoder();
    Encoding expected = new Encoding(map.classes());
    Encoding actual = new Encoding(map.classes());
    for (int i = 0; i < 4000; i++) {
      double[] state = {15 + i * 0.01, 10 + i * 0.005};
      reference.encode(state, expected);
      folded.encode(state, actual);
      for (int c = 0; c < map.classes(); c++) {
        assertThat(actual.scores()[c])
            .as("score %d at %s", c, state[0])
            .isCloseTo(expected.scores()[c], within(TOLERANCE));
      }
    }
  }

  /**
   * A reference so far from the others that no state is near all of them: its exponents, or theirs,
   * are beyond what the sums of near blocks take.
   */
  @ParameterizedTest
  @EnumSource(FarField.class)
  void agreesWithTheReferenceEncoderWhereABlockIsWide(FarField farField) {
    Random random = new Random(6);
    double[][] states = new double[800][];
    Arrays.setAll(states, i -> new double[] {random.nextGaussian() + (i < 400 ? 0 : 40)});
    states[0] = new double[] {2000};
    MapSettings settings =
        new MapSettings(
            List.of("x"),
            2,
            4,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(400, farField, Regularization.FIXED_POINT),
            MapSettings.States.of(ScalingKind.NONE));
    List<Integer> labels = IntStream.range(0, 800).mapToObj(i -> i / 400).toList();
    KahmMap map = MapFitter.fit(settings, states, new Partition.GivenLabels(labels), Progress.NONE);
    FoldedMap folded = FoldedMap.of(map.tensors(), farField, Kernels.provider().encoder());
    Encoder reference = map.newReferenceEncoder();
    Encoder encoder = map.newEncoder();
    Encoding expected = new Encoding(2);
    Encoding actual = new Encoding(2);
    int wide = 0;
    for (int i = -600; i < 2600; i++) {
      double[] state = {i};
      double square = squaredNorm(folded, 0, state);
      wide += square > folded.near(0) && square < folded.reach(0) ? 1 : 0;
      reference.encode(state, expected);
      encoder.encode(state, actual);
      for (int c = 0; c < 2; c++) {
        assertThat(actual.scores()[c])
            .as("score %d at %d", c, i)
            .isCloseTo(expected.scores()[c], within(TOLERANCE));
      }
      assertThat(actual.reached()).isEqualTo(expected.reached());
    }
    assertThat(wide).isGreaterThan(100);
  }

  @Test
  void skippedBlocksHaveOnlyZeroKernelValues() {
    KahmMap map = RandomMaps.map(3, 5, FarField.PAPER, ScalingKind.NONE, 4);
    FoldedMap folded = FoldedMap.of(map.tensors(), FarField.PAPER, Kernels.provider().encoder());
    Random random = new Random(11);
    int skipped = 0;
    for (int i = 0; i < 2000; i++) {
      double[] state = random.doubles(3, -60, 60).toArray();
      for (int s = 0; s < folded.blocks(); s++) {
        Submodel submodel = map.tensors().get(s);
        if (squaredNorm(folded, s, state) >= folded.reach(s)) {
          skipped++;
          assertThat(largestKernelValue(submodel, state)).isZero();
        }
      }
    }
    assertThat(skipped).isGreaterThan(1000);
  }

  /** What is not looked at would change a score by less than a bit of it, and never says more. */
  @Test
  void skippedBlocksHaveNoWeightOfASmoothFarField() {
    KahmMap map = RandomMaps.map(3, 5, FarField.SMOOTH, ScalingKind.NONE, 4);
    FoldedMap folded = FoldedMap.of(map.tensors(), FarField.SMOOTH, Kernels.provider().encoder());
    LiteralReconstruction literal = new LiteralReconstruction(map.tensors(), FarField.SMOOTH);
    Random random = new Random(11);
    double[] reconstruction = new double[3];
    int skipped = 0;
    int looked = 0;
    for (int i = 0; i < 2000; i++) {
      double[] state = random.doubles(3, -12, 12).toArray();
      for (int s = 0; s < folded.blocks(); s++) {
        boolean reached = literal.reconstruct(map.tensors().get(s), state, reconstruction);
        if (squaredNorm(folded, s, state) >= folded.reach(s)) {
          skipped++;
          assertThat(reached).isFalse();
        } else {
          looked++;
        }
      }
    }
    assertThat(skipped).isGreaterThan(1000);
    assertThat(looked).isGreaterThan(1000);
  }

  /** The paper's rule jumps where the last kernel value vanishes; the smooth one nowhere. */
  @ParameterizedTest
  @EnumSource(
      value = FarField.class,
      names = {"PAPER", "SMOOTH"})
  void scoresOfASmoothFarFieldDoNotJump(FarField farField) {
    KahmMap map = RandomMaps.map(2, 3, farField, ScalingKind.NONE, 9);
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    double[] before = null;
    double largest = 0;
    for (int i = 0; i < 100_000; i++) {
      encoder.encode(new double[] {i * 4e-4, 3 + i * 2e-4}, encoding);
      for (int c = 0; c < map.classes() && before != null; c++) {
        largest = Math.max(largest, Math.abs(encoding.scores()[c] - before[c]));
      }
      before = encoding.scores().clone();
    }
    // A step is 4.5e-4 long; scores of these maps change by some of it where they change fastest.
    if (farField == FarField.SMOOTH) {
      assertThat(largest).isLessThan(5e-3);
    } else {
      assertThat(largest).isGreaterThan(5e-2);
    }
  }

  private static double squaredNorm(FoldedMap folded, int s, double[] state) {
    int n = state.length;
    double square = 0;
    for (int a = 0; a < folded.directions(s); a++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        double mean = folded.means()[j * folded.stride() + s];
        sum +=
            folded
                    .whitening()[
                    EncoderKernels.index(Lanes.COUNT, folded.largestDirections() * n, a * n + j, s)]
                * (state[j] - mean);
      }
      square += sum * sum;
    }
    return square;
  }

  private static double largestKernelValue(Submodel submodel, double[] state) {
    int m = submodel.encodingDimension();
    double[] encoded = new double[m];
    for (int a = 0; a < m; a++) {
      for (int j = 0; j < state.length; j++) {
        encoded[a] += submodel.encoding()[a * state.length + j] * state[j];
      }
    }
    double[] row = new double[m];
    double largest = 0;
    for (int i = 0; i < submodel.references(); i++) {
      double exponent =
          Submodel.EncodedSpace.exponent(
              encoded, 0, submodel.encodedSamples(), i * m, submodel.covarianceInverse(), m, row);
      largest = Math.max(largest, StrictMath.exp(exponent));
    }
    return largest;
  }

  @ParameterizedTest
  @EnumSource(FarField.class)
  void resultsDoNotDependOnWhatWasEncodedBefore(FarField farField) {
    KahmMap map = RandomMaps.map(4, 9, farField, ScalingKind.STANDARD, 2);
    double[][] states = RandomMaps.states(4, 50, new Random(3));
    Encoder reused = map.newEncoder();
    Encoding first = new Encoding(map.classes());
    Encoding second = new Encoding(map.classes());
    for (double[] state : states) {
      map.newEncoder().encode(state, first);
      reused.encode(state, second);
      assertThat(second.coordinates()).isEqualTo(first.coordinates());
      assertThat(second.scores()).isEqualTo(first.scores());
    }
  }

  @ParameterizedTest
  @EnumSource(FarField.class)
  void hugeAndZeroStatesGiveFiniteCoordinates(FarField farField) {
    KahmMap map = RandomMaps.map(3, 4, farField, ScalingKind.NONE, 8);
    Encoding result = new Encoding(map.classes());
    for (double size : new double[] {0, 1e-320, 1e9, 1e100, 1e200, Double.MAX_VALUE}) {
      double[] state = {size, -size, size};
      for (Encoder encoder : new Encoder[] {map.newEncoder(), map.newReferenceEncoder()}) {
        encoder.encode(state, result);
        assertThat(Arrays.stream(result.coordinates())).allMatch(v -> v >= 0 && v <= 1);
        assertThat(Arrays.stream(result.scores())).allMatch(v -> v >= 0 && v <= 1);
      }
    }
  }

  @Test
  void aSharpMapFarFromEveryReferenceFallsBackToUniformCoordinates() {
    KahmMap map = GoldenMaps.map("vanderpol_C25_w128__paper", FarField.PAPER);
    Encoding result = new Encoding(map.classes());
    for (Encoder encoder : new Encoder[] {map.newEncoder(), map.newReferenceEncoder()}) {
      encoder.encode(new double[] {1e3, 1e3}, result);
      assertThat(result.uniform()).isTrue();
      assertThat(result.coordinates()).containsOnly(1.0 / 25);
      encoder.encode(GoldenMaps.trainingStates("vanderpol_C25_w128__paper")[0], result);
      assertThat(result.uniform()).isFalse();
    }
  }

  static Stream<Arguments> kernels() {
    return Stream.of(FarField.values())
        .flatMap(
            f ->
                Stream.of(Kernels.provider(), Kernels.scalar())
                    .map(k -> Arguments.of(f, k.name(), k)));
  }

  /** Vectors are objects until the loops around them are compiled, and never again afterwards. */
  @Tag("allocation")
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("kernels")
  void encodingAllocatesNothingOnceCompiled(
      FarField farField, String name, KernelProvider kernels) {
    KahmMap map = GoldenMaps.map("duffing_singletons_C40_w4__paper", farField);
    double[][] states = GoldenMaps.trainingStates("duffing_singletons_C40_w4__paper");
    Encoder encoder = map.newEncoder(kernels);
    Encoding result = new Encoding(map.classes());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = Long.MAX_VALUE;
    for (int round = 0; round < LONGEST_WARM_UP && allocated > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < ENCODINGS; i++) {
        encoder.encode(states[i % states.length], result);
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isZero();
  }

  @Test
  void statesAndResultsOfAnotherSizeAreRefused() {
    KahmMap map = RandomMaps.map(3, 4, FarField.PAPER, ScalingKind.NONE, 8);
    assertThatThrownBy(() -> map.newEncoder().encode(new double[2], new Encoding(4)))
        .hasMessage("state has 2 values, the map needs 3");
    assertThatThrownBy(() -> map.newEncoder().encode(new double[3], new Encoding(5)))
        .hasMessage("result has 5 classes, the map has 4");
    assertThatThrownBy(() -> map.nearestClass(new double[4]))
        .hasMessage("state has 4 values, the map needs 3");
  }
}
