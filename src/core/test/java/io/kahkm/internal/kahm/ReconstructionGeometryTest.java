package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Progress;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReconstructionGeometryTest {
  private static final double SINGLE_PRECISION = 1e-6;

  /** Two classes on parallel planes of three-space, one apart. */
  private static KahmMap planes() {
    Random random = new Random(3);
    double[][] states = new double[80][];
    Integer[] labels = new Integer[states.length];
    for (int i = 0; i < states.length; i++) {
      labels[i] = i % 2;
      states[i] = new double[] {random.nextGaussian(), random.nextGaussian(), 1 + labels[i]};
    }
    return MapFitter.fit(
        RandomMaps.settings(3, 2, FarField.PAPER, ScalingKind.NONE),
        states,
        new Partition.GivenLabels(List.of(labels)),
        Progress.NONE);
  }

  @Test
  void theHullOfAPlaneIsAsFarAsThePlaneAndNoReconstructionIsCloser() {
    ReconstructionGeometry geometry = new ReconstructionGeometry(planes());
    Random random = new Random(4);
    for (int i = 0; i < 50; i++) {
      double height = 1 + random.nextDouble();
      geometry.measure(new double[] {random.nextGaussian(), random.nextGaussian(), height});

      for (int c = 0; c < 2; c++) {
        assertThat(geometry.hullDistance(c))
            .isCloseTo(Math.abs(height - 1 - c), within(SINGLE_PRECISION));
        if (geometry.affine(c)) {
          assertThat(geometry.distance(c))
              .isGreaterThanOrEqualTo(geometry.hullDistance(c) - SINGLE_PRECISION);
        }
      }
    }
  }

  /** The control: where a zero denominator was replaced, the hull bounds nothing. */
  @Test
  void aReplacedDenominatorIsToldAndCanBeCloserThanTheHull() {
    ReconstructionGeometry geometry = new ReconstructionGeometry(planes());

    // A thousand standard deviations along the planes all kernel values are zero and the
    // reconstruction
    // is the origin, which is closer from below than the planes at heights 1 and 2.
    geometry.measure(new double[] {1000, 0, -1e7});

    assertThat(geometry.affine(0)).isFalse();
    assertThat(geometry.distance(0)).isLessThan(geometry.hullDistance(0));
  }

  @Test
  void scoresAreThoseOfTheEncoder() {
    KahmMap map = RandomMaps.map(3, 5, FarField.PAPER, ScalingKind.NONE, 1);
    ReconstructionGeometry geometry = new ReconstructionGeometry(map);
    Encoder encoder = map.newReferenceEncoder();
    Encoding encoding = new Encoding(map.classes());
    Random random = new Random(5);
    for (int i = 0; i < 20; i++) {
      double[] state = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      encoder.encode(state, encoding);
      geometry.measure(state);

      for (int c = 0; c < map.classes(); c++) {
        assertThat(geometry.score(c)).isEqualTo(encoding.scores()[c]);
        double euclidean = 1 - StrictMath.exp(-geometry.distance(c));
        assertThat(Math.sqrt((euclidean * euclidean + geometry.angle(c) * geometry.angle(c)) / 2))
            .isCloseTo(encoding.scores()[c], within(1e-15));
      }
    }
  }
}
