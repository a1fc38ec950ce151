package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.fitting.relation.Blocks;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which rows a fit takes as what, told a second time row by row. */
class FittedRowsTest {
  private static MapSettings map(ScalingKind scaling, int delays, int scalingRows) {
    return new MapSettings(
        List.of("a", "b"),
        2,
        4,
        MapSettings.DEFAULT_TAU,
        MapSettings.Reconstruction.USUAL,
        new MapSettings.States(scaling, delays, scalingRows));
  }

  /** Rows whose first value is their number. */
  private static double[][] numbered(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(t -> new double[] {t, t * t % 11})
        .toArray(double[][]::new);
  }

  private static List<Double> firsts(double[][] run) {
    return Arrays.stream(run).map(state -> state[0]).toList();
  }

  @Test
  void readingsWithTheirDelaysAreStatesOfUninterruptedRuns() {
    double[][] holed = numbered(0, 8);
    holed[3][1] = Double.NaN;
    Episodes raw = Episodes.of(List.of(holed, numbered(20, 4), numbered(30, 1)));

    PreparedEpisodes prepared = PreparedEpisodes.of(map(ScalingKind.NONE, 2, 0), raw);

    assertThat(prepared.states().count()).isEqualTo(3);
    assertThat(firsts(prepared.states().run(0))).containsExactly(1.0, 2.0);
    assertThat(firsts(prepared.states().run(1))).containsExactly(5.0, 6.0, 7.0);
    assertThat(firsts(prepared.states().run(2))).containsExactly(21.0, 22.0, 23.0);
    assertThat(prepared.states().state(1, 0)).as("with the one before").contains(4.0, 16 % 11);
    assertThat(prepared.states().dimension()).isEqualTo(4);
    assertThat(prepared.readings().dimension()).isEqualTo(2);
    assertThat(prepared.readings().state(1, 0)).containsExactly(5.0, 25 % 11);
    assertThat(prepared.scaling()).isEmpty();
    assertThat(prepared.ofTransitions(IntStream.range(0, 10).boxed().toList()))
        .as("numbers of the transitions between states: 1 to 2, 5 to 7, and 21 to 23")
        .containsExactly(1, 5, 6, 8, 9);
    assertThat(
            prepared.later(
                map(ScalingKind.NONE, 2, 0), Episodes.of(List.<double[][]>of(numbered(50, 3)))))
        .singleElement()
        .satisfies(run -> assertThat(firsts(run)).containsExactly(51.0, 52.0));
    assertThat(prepared.ownScaling(0)).isEmpty();
  }

  @Test
  void rowsThatGiveNoTransitionAreRefused() {
    Episodes short2 = Episodes.of(List.of(numbered(0, 2), numbered(5, 2)));
    assertThatThrownBy(() -> PreparedEpisodes.of(map(ScalingKind.NONE, 2, 0), short2))
        .isInstanceOf(MapFitException.class)
        .hasMessage("no transition between two states is left: 2 readings make a state");
    Episodes ten = Episodes.of(List.<double[][]>of(numbered(0, 11)));
    assertThatThrownBy(() -> PreparedEpisodes.of(map(ScalingKind.PER_STREAM, 1, 10), ten))
        .isInstanceOf(MapFitException.class)
        .hasMessage(
            "no transition between two states is left: 1 reading makes a state, after 10 that teach"
                + " a stream's own scaling");
    assertThatThrownBy(() -> PreparedEpisodes.of(map(ScalingKind.PER_STREAM, 1, 12), ten))
        .isInstanceOf(MapFitException.class)
        .hasMessageStartingWith("no stream has the 12 complete rows that its own scaling");
    double[][] still = new double[20][];
    Arrays.fill(still, new double[] {3, 0});
    assertThatThrownBy(
            () ->
                PreparedEpisodes.of(
                    map(ScalingKind.PER_STREAM, 1, 10), Episodes.of(List.<double[][]>of(still))))
        .isInstanceOf(MapFitException.class)
        .hasMessage("no sensor varies in the first 10 rows of any stream, at least one must");
  }

  private static double[][] stream(long seed, int rows, double offset, double scale) {
    Random random = new Random(seed);
    double[][] stream = new double[rows][];
    for (int t = 0; t < rows; t++) {
      stream[t] = new double[] {offset + scale * random.nextGaussian(), offset};
    }
    return stream;
  }

  /** The second sensor is constant in each: its size stands for a deviation. */
  @Test
  void theTypicalStreamHasTheMeanOfMeansAndTheRootMeanSquareOfDeviations() {
    double[][][] streams = {
      stream(1, 40, 3, 1), stream(2, 40, 5, 2), stream(3, 12, 70, 9), stream(4, 40, 10, 4)
    };
    Episodes raw = Episodes.of(List.of(streams), List.of(0, 1, 2, 3));

    PreparedEpisodes prepared = PreparedEpisodes.of(map(ScalingKind.PER_STREAM, 1, 15), raw);

    double means = 0;
    double variances = 0;
    for (int s : new int[] {0, 1, 3}) {
      double[] first = Arrays.stream(streams[s]).limit(15).mapToDouble(row -> row[0]).toArray();
      double mean = Arrays.stream(first).average().orElseThrow();
      means += mean / 3;
      variances +=
          Arrays.stream(first).map(x -> (x - mean) * (x - mean)).average().orElseThrow() / 3;
    }
    Scaling scaling = prepared.scaling().orElseThrow();
    Scaling expected =
        Scaling.ofTypicalStream(new double[] {means, 6}, new double[] {Math.sqrt(variances), 6}, 1);
    assertThat(scaling.kind()).isEqualTo(ScalingKind.PER_STREAM);
    for (int j = 0; j < 2; j++) {
      assertThat(scaling.mean()[j]).isCloseTo(expected.mean()[j], within(1e-12));
      assertThat(scaling.scale()[j]).isCloseTo(expected.scale()[j], within(1e-12));
    }
    assertThat(prepared.states().count()).as("the third has too few rows").isEqualTo(3);
    assertThat(prepared.states().length(0)).isEqualTo(25);
    assertThat(prepared.ownScaling(2)).isEmpty();
    assertThat(prepared.ownScaling(3).orElseThrow().mean(1)).isEqualTo(10);
    assertThat(prepared.ownScaling(4)).isEmpty();
  }

  /** Six rows in three blocks of which the middle one is left out. */
  @Test
  void rowsOnBothSidesOfABlockThatIsLeftOutDoNotFollowEachOther() {
    Episodes data = Episodes.of(List.of(numbered(0, 10), numbered(20, 5)));
    FitSettings settings =
        new FitSettings(
            map(ScalingKind.NONE, 1, 0),
            new Partition.GivenLabels(IntStream.range(0, 13).map(i -> i % 2).boxed().toList()),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0,
            0.9,
            List.of(),
            Map.of());
    Blocks blocks = Blocks.of(data, 3);

    RowFold fold = RowFold.of(settings, data, blocks, 1);

    assertThat(fold.left()).hasSize(1);
    assertThat(fold.left().get(0)).hasSize(1);
    assertThat(firsts(fold.left().get(0).get(0))).containsExactly(5.0, 6.0, 7.0, 8.0, 9.0);
    Episodes others = fold.prepared().states();
    assertThat(IntStream.range(0, others.count()).mapToObj(e -> firsts(others.run(e))))
        .containsExactly(List.of(0.0, 1.0, 2.0, 3.0, 4.0), List.of(20.0, 21.0, 22.0, 23.0, 24.0));
    KahmMap map = fold.fitMap(Scaling.none(2));
    assertThat(map.classCounts())
        .as("labels of the transitions 0 to 3, and 9 to 12")
        .containsExactly(4, 4);
    assertThat(firsts(RowFold.of(settings, data, blocks, 0).prepared().states().run(0)))
        .as("blocks that are not left out continue each other")
        .containsExactly(5.0, 6.0, 7.0, 8.0, 9.0);
  }

  @Test
  void aRunWhoseMiddleIsLeftOutIsTwoRuns() {
    Episodes data = Episodes.of(List.<double[][]>of(numbered(0, 15)));
    FitSettings settings =
        new FitSettings(
            map(ScalingKind.NONE, 1, 0),
            new Partition.GivenLabels(IntStream.range(0, 14).map(i -> i / 3 % 2).boxed().toList()),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0,
            0.9,
            List.of(),
            Map.of());

    RowFold fold = RowFold.of(settings, data, Blocks.of(data, 3), 1);

    Episodes others = fold.prepared().states();
    assertThat(IntStream.range(0, others.count()).mapToObj(e -> firsts(others.run(e))))
        .containsExactly(List.of(0.0, 1.0, 2.0, 3.0, 4.0), List.of(10.0, 11.0, 12.0, 13.0, 14.0));
    assertThat(fold.fitMap(Scaling.none(2)).classCounts())
        .as("labels of the transitions 0 to 3, and 10 to 13")
        .containsExactly(5, 3);
    assertThat(firsts(fold.left().get(0).get(0))).containsExactly(5.0, 6.0, 7.0, 8.0, 9.0);
  }

  @Test
  void statesAreEncodedInOrderWithTheirSuccessors() {
    KahmMap map = TestModels.vanDerPol(3, 1).map();
    Episodes rows = TestModels.fleet(7, 1, 3, 500);

    EncodedEpisodes encoded = EncodedEpisodes.of(map, rows, Progress.NONE);

    Encoder encoder = map.newEncoder();
    int transition = 0;
    int state = 0;
    double spread = 0;
    int uniform = 0;
    for (int e = 0; e < rows.count(); e++) {
      for (int t = 0; t < rows.length(e); t++, state++) {
        Encoding one = new Encoding(map.classes());
        encoder.encode(rows.state(e, t), one);
        assertThat(encoded.perEpisode().get(e)[t]).isEqualTo(one.coordinates());
        assertThat(encoded.scores().get(state)).isEqualTo(one.scores());
        double[] sorted = one.scores().clone();
        Arrays.sort(sorted);
        spread += sorted[sorted.length - 1] - sorted[0];
        uniform += one.uniform() ? 1 : 0;
        if (t + 1 < rows.length(e)) {
          assertThat(encoded.current()[transition]).isEqualTo(one.coordinates());
          assertThat(encoded.currentClasses()[transition]).isEqualTo(one.nearestClass());
          transition++;
        }
        if (t > 0) {
          assertThat(encoded.successors()[transition - (t + 1 < rows.length(e) ? 2 : 1)])
              .isEqualTo(one.coordinates());
        }
      }
    }
    assertThat(encoded.current()).hasNumberOfRows(transition);
    assertThat(encoded.scores()).hasSize(state);
    assertThat(encoded.scoreSpread()).isCloseTo(spread / state, within(1e-12));
    assertThat(encoded.uniformShare()).isEqualTo((double) uniform / state);
  }

  /** Two of five states are far from what was fitted. */
  @Test
  void statesWithoutAClassNearAreCounted() {
    double[][] rows = TestModels.fleet(7, 1, 1, 199).run(0);
    FitSettings plain = FitSettings.plain(List.of("q", "p"), 3, List.of());
    KahmMap map =
        MapFitter.fit(
            plain.withGridCell(3, 64, plain.partition()).map(),
            rows,
            plain.partition(),
            Progress.NONE);
    double[][] some = {rows[0], {1e4, -1e4}, rows[1], {-1e4, 1e4}, rows[2]};
    EncodedEpisodes encoded =
        EncodedEpisodes.of(map, Episodes.of(List.<double[][]>of(some)), Progress.NONE);

    assertThat(encoded.uniformShare()).isEqualTo(0.4);
    assertThat(encoded.current()[1]).containsExactly(1 / 3.0, 1 / 3.0, 1 / 3.0);
  }

  /** Coordinates of other omegas, from the same scores. */
  @Test
  void otherOmegasKeepAsMuchVariationAsTheirCoordinates() {
    Random random = new Random(3);
    List<double[]> fitted = scores(random, 40, 0.9);
    List<double[]> held = scores(random, 30, 0.9);
    held.add(new double[] {1, 1, 1});

    List<OmegaVariation> sweep = OmegaSweep.of(fitted, held, 1e-6);

    assertThat(sweep)
        .extracting(OmegaVariation::omega)
        .containsExactly(1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0);
    for (OmegaVariation one : sweep) {
      assertThat(one.fitted()).isCloseTo(retained(fitted, one.omega()), within(1e-9));
      assertThat(one.heldOut()).isCloseTo(retained(held, one.omega()), within(1e-9));
    }
    assertThat(sweep.get(0).uniformShare()).isZero();
    assertThat(sweep.get(8).uniformShare()).as("far from all classes").isPositive();
    assertThat(Math.round(sweep.get(8).uniformShare() * 31))
        .isEqualTo(held.stream().filter(row -> vanishes(row, 256)).count());
  }

  private static List<double[]> scores(Random random, int count, double largest) {
    List<double[]> scores = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      scores.add(random.doubles(3, 0, largest).toArray());
    }
    return scores;
  }

  private static double[] powers(double[] scores, double omega) {
    return Arrays.stream(scores).map(score -> StrictMath.pow(1 + 1e-6 - score, omega)).toArray();
  }

  private static boolean vanishes(double[] scores, double omega) {
    return !(Arrays.stream(powers(scores, omega)).sum() > 1e-12);
  }

  private static double retained(List<double[]> scores, double omega) {
    List<double[]> all = new ArrayList<>();
    double[] mean = new double[3];
    for (double[] row : scores) {
      double[] powers = powers(row, omega);
      double sum = Arrays.stream(powers).sum();
      double[] phi =
          vanishes(row, omega)
              ? new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}
              : Arrays.stream(powers).map(power -> power / sum).toArray();
      all.add(phi);
      Arrays.setAll(mean, c -> mean[c] + phi[c] / scores.size());
    }
    double variation = 0;
    for (double[] phi : all) {
      for (int c = 0; c < 3; c++) {
        variation += (phi[c] - mean[c]) * (phi[c] - mean[c]) / all.size();
      }
    }
    return variation / (1 - Arrays.stream(mean).map(m -> m * m).sum());
  }

  /** Tenths of a standard deviation; a missing value stays missing. */
  @Test
  void noiseIsInProportionToEverySensorsDeviation() {
    Random random = new Random(5);
    double[][] rows = new double[4_000][];
    Arrays.setAll(rows, t -> new double[] {random.nextGaussian(), 50 * random.nextGaussian()});
    rows[7][0] = Double.NaN;
    Episodes given = Episodes.of(List.of(rows, numbered(0, 3)));

    assertThat(SensorNoise.add(given, 0, 1, 0)).isSameAs(given);
    Episodes noisy = SensorNoise.add(given, 0.1, 1, 0);
    assertThat(noisy.state(0, 7)[0]).isNaN();
    for (int j = 0; j < 2; j++) {
      double squares = 0;
      double deviation = 0;
      int count = 0;
      for (int t = 0; t < rows.length; t++) {
        if (t != 7) {
          squares += Math.pow(noisy.state(0, t)[j] - rows[t][j], 2);
          deviation += rows[t][j] * rows[t][j];
          count++;
        }
      }
      assertThat(Math.sqrt(squares / count))
          .isCloseTo(
              0.1 * Math.sqrt(deviation / count), within(0.005 * Math.sqrt(deviation / count)));
    }
    assertThat(SensorNoise.add(given, 0.1, 1, 0).state(0, 3)).isEqualTo(noisy.state(0, 3));
    assertThat(SensorNoise.add(given, 0.1, 1, 1).state(0, 3)).isNotEqualTo(noisy.state(0, 3));
    assertThat(SensorNoise.add(given, 0.1, 2, 0).state(0, 3)).isNotEqualTo(noisy.state(0, 3));
  }
}
