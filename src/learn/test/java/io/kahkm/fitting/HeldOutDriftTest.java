package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Novelty that rises over the held-out time, and streams that only differ from each other. */
class HeldOutDriftTest {
  private static final int ROWS = 200;
  private static final int FITTED = 140;

  /** Readings about zero; those from a row on are shifted. */
  private static double[][] recording(long seed, int shiftedFrom) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[ROWS][3];
    for (int t = 0; t < ROWS; t++) {
      for (int i = 0; i < 3; i++) {
        rows[t][i] = random.nextGaussian() + (t < shiftedFrom ? 0 : 2);
      }
    }
    return rows;
  }

  private static List<String> warnings(int firstShifted, int secondShifted, List<Integer> streams) {
    Episodes data =
        Episodes.of(List.of(recording(1, firstShifted), recording(2, secondShifted)), streams);
    FitSettings settings =
        new FitSettings(
            new MapSettings(
                List.of("a", "b", "c"),
                3,
                3,
                MapSettings.DEFAULT_TAU,
                new MapSettings.Reconstruction(
                    MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.FIXED_POINT),
                MapSettings.States.of(ScalingKind.STANDARD)),
            new Partition.KMeansStart(0),
            ClosureMethod.RIDGE,
            0.1,
            1,
            0.3,
            FitSettings.DEFAULT_QUANTILE,
            List.of(1),
            Map.of());
    return ModelFitter.fit(settings, data, Progress.NONE).report().warnings().stream()
        .filter(warning -> warning.startsWith("novelty rises over the held-out time"))
        .toList();
  }

  @Test
  void aStreamThatIsUnlikeAnotherIsNoDrift() {
    assertThat(warnings(ROWS, FITTED, List.of(0, 1))).as("two streams").isEmpty();
    assertThat(warnings(ROWS, FITTED, List.of(0, 0))).as("two days of one stream").hasSize(1);
  }

  @Test
  void driftOfStreamsSideBySideIsTold() {
    int late = ROWS - 25;
    assertThat(warnings(late, late, List.of(0, 1))).hasSize(1);
    assertThat(warnings(ROWS, ROWS, List.of(0, 1))).isEmpty();
  }

  @Test
  void thirdsAreThoseOfEveryStream() {
    HeldOutNovelty novelty =
        new HeldOutNovelty(
            List.of(List.of(.1, .2), List.of(.3, .4, .5, .6), List.of(.7, .8, .9, 1.)),
            List.of(3, 3, 8));

    assertThat(novelty.firstThirds()).containsExactly(.1, .2, .7);
    assertThat(novelty.lastThirds()).containsExactly(.5, .6, 1.);
    assertThat(novelty.severalStreams()).isTrue();
    assertThat(new HeldOutNovelty(novelty.episodes(), List.of(3, 3, 3)).severalStreams()).isFalse();
    assertThat(novelty.all()).containsExactly(.1, .2, .3, .4, .5, .6, .7, .8, .9, 1.);
    assertThatThrownBy(() -> new HeldOutNovelty(List.of(List.of(.1)), List.of()))
        .hasMessage("streams: has 0 entries, must have 1");
  }
}
