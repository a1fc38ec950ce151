package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MapFitterTest {
  private static final Random RANDOM = new Random(1);

  private static MapSettings settings(int n, int classes, ScalingKind scaling) {
    return RandomMaps.settings(n, classes, FarField.PAPER, scaling);
  }

  private static KahmMap fit(double[][] states, int classes, Integer... labels) {
    return MapFitter.fit(
        settings(states[0].length, classes, ScalingKind.NONE),
        states,
        new Partition.GivenLabels(List.of(labels)),
        Progress.NONE);
  }

  @Test
  void equalInputGivesEqualMapsAndOtherInputOtherFingerprints() {
    String fingerprint =
        RandomMaps.map(3, 4, FarField.PAPER, ScalingKind.STANDARD, 1).fingerprint();
    assertThat(fingerprint)
        .matches("[0-9a-f]{64}")
        .isEqualTo(RandomMaps.map(3, 4, FarField.PAPER, ScalingKind.STANDARD, 1).fingerprint())
        .isNotEqualTo(RandomMaps.map(3, 4, FarField.EXACT, ScalingKind.STANDARD, 1).fingerprint())
        .isNotEqualTo(RandomMaps.map(3, 4, FarField.PAPER, ScalingKind.NONE, 1).fingerprint())
        .isNotEqualTo(RandomMaps.map(3, 4, FarField.PAPER, ScalingKind.STANDARD, 2).fingerprint());
  }

  @Test
  void givenCentroidsInSensorUnitsGiveTheClassesOfTheirNearestRows() {
    double[][] states = RandomMaps.states(2, 80, new Random(2));
    double[][] centroids = Arrays.copyOf(states, 4);
    for (ScalingKind scaling : List.of(ScalingKind.STANDARD, ScalingKind.NONE)) {
      KahmMap map =
          MapFitter.fit(
              settings(2, 4, scaling),
              states,
              new Partition.GivenCentroids(Matrix.ofRows(centroids)),
              Progress.NONE);
      int[] counts = new int[4];
      double[] scaledRows = new double[8];
      double[] scaled = new double[2];
      for (int c = 0; c < 4; c++) {
        map.scaling().apply(centroids[c], scaled);
        System.arraycopy(scaled, 0, scaledRows, 2 * c, 2);
      }
      for (double[] state : states) {
        map.scaling().apply(state, scaled);
        counts[NearestCentres.nearest(scaledRows, scaled)]++;
      }
      assertThat(map.classCounts()).containsExactly(counts[0], counts[1], counts[2], counts[3]);
    }
  }

  @Test
  void nearestClassBreaksTiesTowardsTheSmallestIndex() {
    KahmMap map = fit(new double[][] {{0, 0}, {0, 2}, {4, 0}, {4, 2}}, 2, 0, 0, 1, 1);
    assertThat(map.nearestClass(new double[] {2, 1})).isZero();
    assertThat(map.nearestClass(new double[] {2.1, 1})).isEqualTo(1);
  }

  @Test
  void aSingletonGetsASecondSampleTowardsItsNearestNeighbour() {
    KahmMap map = fit(new double[][] {{0, 0}, {10, 0}, {11, 1}, {30, 1}}, 2, 0, 1, 1, 1);
    assertThat(map.classCounts()).containsExactly(1, 3);
    assertThat(map.tensors().get(0).storedReferences()).containsExactly(0, 0, 0.5f, 0);
    assertThat(map.centroids().get(0, 0)).isCloseTo(0.25, within(1e-15));
  }

  @Test
  void blocksAreContiguousAndOfNearlyEqualSize() {
    // Given 76 samples and blocks of about 30: floor(76 / 30 + 1 / 2) = 3 blocks of 26, 25, 25
    double[][] states = RandomMaps.states(2, 76, new Random(4));
    KahmMap map =
        MapFitter.fit(
            settings(2, 1, ScalingKind.NONE),
            states,
            new Partition.GivenLabels(Collections.nCopies(76, 0)),
            Progress.NONE);
    assertThat(map.submodels())
        .extracting(SubmodelSummary::start, SubmodelSummary::stop)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, 26),
            org.assertj.core.groups.Tuple.tuple(26, 51),
            org.assertj.core.groups.Tuple.tuple(51, 76));
  }

  private static double[][] frozenThenMoving(int frozen, int moving) {
    double[][] states = new double[frozen + moving][];
    for (int i = 0; i < states.length; i++) {
      states[i] =
          i < frozen
              ? new double[] {1, 2}
              : new double[] {RANDOM.nextGaussian(), RANDOM.nextGaussian()};
    }
    return states;
  }

  @Test
  void aBlockOfOneRepeatedSampleIsDroppedWithAWarning() {
    double[][] states = frozenThenMoving(30, 30);
    KahmMap map = fit(states, 1, Collections.nCopies(60, 0).toArray(new Integer[0]));
    assertThat(map.submodels()).hasSize(1);
    assertThat(map.submodels().get(0).start()).isEqualTo(30);
    assertThat(map.warnings())
        .containsExactly("class 0: block 0 dropped, its 30 samples have no spread");
  }

  @Test
  void repeatedSamplesStayInABlockThatHasSpread() {
    double[][] states = frozenThenMoving(29, 1);
    KahmMap map = fit(states, 1, Collections.nCopies(30, 0).toArray(new Integer[0]));
    assertThat(map.warnings()).isEmpty();
    assertThat(map.submodels().get(0).references()).isEqualTo(30);
    assertThat(map.submodels().get(0).encodingDimension()).isEqualTo(1);
  }

  @Test
  void aClassWithoutASubmodelIsNamed() {
    double[][] states = frozenThenMoving(5, 5);
    assertThatThrownBy(() -> fit(states, 2, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1))
        .isInstanceOf(MapFitException.class)
        .hasMessageContaining("class 0 has no submodel");
  }

  @Test
  void aClassWithoutAStateIsNamed() {
    assertThatThrownBy(() -> fit(new double[][] {{0, 1}, {2, 2}, {5, 1}}, 3, 0, 0, 2))
        .isInstanceOf(MapFitException.class)
        .hasMessage("class 1 has no training state");
  }

  @Test
  void wrongLabelsAreRefused() {
    double[][] states = {{0, 1}, {2, 2}, {5, 1}};
    assertThatThrownBy(() -> fit(states, 2, 0, 2, 1))
        .hasMessage("label of training state 1 is 2, must be from 0 to 1");
    assertThatThrownBy(() -> fit(states, 2, 0, 1)).hasMessage("2 labels for 3 training states");
  }

  @Test
  void wrongCentroidsAreRefused() {
    assertThatThrownBy(
            () ->
                MapFitter.fit(
                    settings(2, 2, ScalingKind.NONE),
                    new double[][] {{0, 1}, {2, 2}, {5, 1}},
                    new Partition.GivenCentroids(Matrix.zero(3, 2)),
                    Progress.NONE))
        .hasMessage("centroids are 3 x 2, must be 2 x 2");
  }

  @Test
  void impossibleStatesAreRefusedByPlace() {
    assertThatThrownBy(() -> fit(new double[][] {{0, 1}, {2, Double.NaN}}, 1, 0, 0))
        .hasMessage("training state 1 has NaN for sensor s1");
    assertThatThrownBy(() -> fit(new double[][] {{0, 1}, {2}}, 1, 0, 0))
        .hasMessage("training state 1 has 1 values, the settings need 2");
    assertThatThrownBy(() -> fit(new double[][] {{0, 1}, {2, 1e39}}, 1, 0, 0))
        .hasMessageContaining("too large for a float32 reference sample");
    assertThatThrownBy(() -> fit(new double[][] {{0, 1}}, 2, 0))
        .hasMessage("1 training states are too few for 2 classes");
    assertThatThrownBy(() -> fit(new double[][] {{0, 1}}, 1, 0))
        .hasMessage("one training state is not enough, at least two are needed");
  }

  @Test
  void sensorsOfWhichNoneVariesCannotBeStandardized() {
    assertThatThrownBy(
            () ->
                MapFitter.fit(
                    settings(2, 1, ScalingKind.STANDARD),
                    new double[][] {{4, 1}, {4, 1}, {4, 1}},
                    new Partition.KMeansStart(0),
                    Progress.NONE))
        .isInstanceOf(MapFitException.class)
        .hasMessage("no sensor varies over the 3 rows, at least one must");
  }

  /** A factor of two to the 660 is one of 1e199; the coordinates are the same to the bit. */
  @Test
  void anyUnitGivesTheSameCoordinates() {
    double[][] states = RandomMaps.states(3, 90, new Random(4));
    KahmMap plain = standard(states);
    Encoding coordinates = new Encoding(4);
    Encoding inOtherUnit = new Encoding(4);
    for (int exponent : new int[] {-660, 660}) {
      double[][] scaled = new double[states.length][3];
      for (int t = 0; t < states.length; t++) {
        for (int j = 0; j < 3; j++) {
          scaled[t][j] = Math.scalb(states[t][j], exponent);
        }
      }
      KahmMap map = standard(scaled);
      for (int t = 0; t < states.length; t++) {
        plain.newEncoder().encode(states[t], coordinates);
        map.newEncoder().encode(scaled[t], inOtherUnit);
        assertThat(inOtherUnit.coordinates())
            .as("state %d times 2^%d", t, exponent)
            .isEqualTo(coordinates.coordinates());
      }
    }
  }

  private static KahmMap standard(double[][] states) {
    return MapFitter.fit(
        settings(3, 4, ScalingKind.STANDARD), states, new Partition.KMeansStart(0), Progress.NONE);
  }

  @Test
  void progressReachesItsTotal() {
    List<String> reports = new ArrayList<>();
    MapFitter.fit(
        settings(2, 3, ScalingKind.NONE),
        RandomMaps.states(2, 60, new Random(3)),
        new Partition.KMeansStart(0),
        (stage, done, total) -> reports.add(stage + " " + done + "/" + total));
    assertThat(reports.get(0)).isEqualTo("k-means 1/300");
    assertThat(reports.get(reports.size() - 1)).isEqualTo("submodels 3/3");
  }
}
