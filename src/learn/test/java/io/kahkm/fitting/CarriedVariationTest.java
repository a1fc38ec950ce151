package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A map with almost as many classes as rows in many dimensions holds on the rows it was made of
 * alone.
 */
class CarriedVariationTest {
  private static final int SENSORS = 30;

  private static Episodes data() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] states = new double[400][SENSORS];
    for (double[] state : states) {
      for (int i = 0; i < SENSORS; i++) {
        state[i] = random.nextDouble();
      }
    }
    return Episodes.of(List.<double[][]>of(states));
  }

  private static FitSettings settings(double omega) {
    MapSettings map =
        new MapSettings(
            IntStream.range(0, SENSORS).mapToObj(i -> "s" + i).toList(),
            25,
            omega,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.FIXED_POINT),
            MapSettings.States.of(ScalingKind.STANDARD));
    return new FitSettings(
        map,
        new Partition.KMeansStart(0),
        ClosureMethod.NLMS,
        0.1,
        1,
        0.2,
        FitSettings.DEFAULT_QUANTILE,
        List.of(),
        Map.of());
  }

  private static FitResult fit(double omega) {
    return ModelFitter.fit(settings(omega), data(), Progress.NONE);
  }

  @Test
  void doesNotTakeFlatHeldOutCoordinatesForNormal() {
    FitResult result = fit(4);
    FitResult judged =
        ModelFitter.fit(
            settings(4).withoutHoldout(), ModelFitter.fittingPart(data(), 0.2), Progress.NONE);

    assertThat(result.report().warnings())
        .anyMatch(warning -> warning.contains("does not carry over"));
    assertThat(result.model().calibration().orElseThrow().retainedVariationLow())
        .isEqualTo(0.1 * judged.report().retainedVariation());
  }

  @Test
  void leavesTheMeasuredRangeWhereTheMapCarriesOver() {
    FitResult result = fit(32);

    assertThat(result.report().warnings()).isEmpty();
    assertThat(result.model().calibration().orElseThrow().retainedVariationLow())
        .isGreaterThan(0.1 * result.report().retainedVariation());
  }
}
