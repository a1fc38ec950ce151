package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.evaluation.QuantileLimit;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The novelty limit on simulated plants: eight sensors, each row like the one before it. Of many
 * plants, each fitted on one short recording, at most one in twenty may have a limit that more than
 * the stated share of new normal rows exceeds.
 */
class RealisedFalseRateTest {
  private static final int SENSORS = 8;
  private static final int PLANTS = 60;
  private static final int NEW_ROWS = 2000;
  private static final double MEMORY = 0.7;

  /** Of 60 plants 3 may miss; more than 8 do so with probability 4e-3 at exactly 95 %. */
  private static final int MOST_MISSES = 8;

  @Test
  void newNormalRowsLieAboveTheLimitAsRarelyAsStated() {
    int misses = 0;
    double total = 0;
    for (int plant = 0; plant < PLANTS; plant++) {
      Model model = fit(plant);
      Calibration limits = model.calibration().orElseThrow();
      double rate = realised(model.map(), limits.noveltyLimit(), plant);
      total += rate;
      misses += rate > 1 - limits.quantile() ? 1 : 0;
    }

    assertThat(misses).isLessThanOrEqualTo(MOST_MISSES);
    assertThat(total / PLANTS).isLessThan(0.005);
  }

  @Test
  void limitsFromTheFittingRowsBreakThePromise() {
    int misses = 0;
    for (int plant = 0; plant < PLANTS; plant++) {
      KahmMap map = fit(plant).map();
      double[] own = novelties(map, recording(plant, 400));
      double limit = QuantileLimit.of(List.of(own), 0.995, 0.95).limit();
      misses += realised(map, limit, plant) > 0.005 ? 1 : 0;
    }

    assertThat(misses).isGreaterThan(PLANTS / 2);
  }

  @Test
  void theLastRowsOfEveryEpisodeAreHeldOut() {
    Episodes three = Episodes.of(List.of(recording(1, 200), recording(2, 300), recording(3, 100)));
    FitReport report = ModelFitter.fit(settings(0.2), three, Progress.NONE).report();

    HeldOutReport heldOut = report.heldOut().orElseThrow();
    assertThat(heldOut.novelties()).extracting(List::size).containsExactly(40, 60, 20);
    assertThat(report.fittingTransitions()).isEqualTo(159 + 239 + 79);
    assertThat(heldOut.novelty().rows()).isEqualTo(120);
    assertThat(heldOut.ranges())
        .extracting(range -> range.quantity())
        .containsExactly("sHat", "rhoVar", "error.1", "error.5");
    assertThat(heldOut.ranges())
        .allSatisfy(
            range -> {
              assertThat(range.pairs()).isEqualTo(20);
              assertThat(range.windows()).isEqualTo(117 / 20);
            });
    assertThat(heldOut.forecasts()).extracting(HeldOutReport.Skill::horizon).containsExactly(1, 5);
  }

  private static Model fit(int plant) {
    return ModelFitter.fit(
            settings(0.2), Episodes.of(List.<double[][]>of(recording(plant, 500))), Progress.NONE)
        .model();
  }

  private static FitSettings settings(double holdout) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < SENSORS; i++) {
      names.add("s" + i);
    }
    return new FitSettings(
        new MapSettings(
            names,
            4,
            8,
            MapSettings.DEFAULT_TAU,
            MapSettings.DEFAULT_BLOCK,
            FarField.PAPER,
            Regularization.FIXED_POINT,
            ScalingKind.STANDARD),
        new Partition.KMeansStart(0),
        ClosureMethod.RIDGE,
        0.1,
        1,
        holdout,
        FitSettings.DEFAULT_QUANTILE,
        List.of(1, 5),
        Map.of());
  }

  private static double realised(KahmMap map, double limit, int plant) {
    int above = 0;
    for (double novelty : novelties(map, recording(1000 + plant, NEW_ROWS))) {
      above += novelty > limit ? 1 : 0;
    }
    return (double) above / NEW_ROWS;
  }

  private static double[] novelties(KahmMap map, double[][] rows) {
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    double[] novelties = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      encoder.encode(rows[i], encoding);
      novelties[i] = encoding.novelty();
    }
    return novelties;
  }

  /**
   * All plants obey one law: two hidden swings, each sensor a mixture of them and noise of its own.
   */
  private static double[][] recording(int seed, int rows) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] recording = new double[rows][SENSORS];
    double[] hidden = {random.nextGaussian(), random.nextGaussian()};
    double[] own = random.doubles(SENSORS, -1, 1).toArray();
    double step = Math.sqrt(1 - MEMORY * MEMORY);
    for (double[] row : recording) {
      for (int k = 0; k < hidden.length; k++) {
        hidden[k] = MEMORY * hidden[k] + step * random.nextGaussian();
      }
      for (int i = 0; i < SENSORS; i++) {
        own[i] = MEMORY * own[i] + step * random.nextGaussian();
        row[i] = 20 + i * (hidden[0] + 0.5 * own[i]) + (SENSORS - i) * hidden[1];
      }
    }
    return recording;
  }
}
