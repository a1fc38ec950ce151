package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The novelty limit on simulated plants: eight sensors, each row like the one before it. Over many
 * plants, each fitted on one short recording, at most the stated share of new normal rows may lie
 * above it; a single plant's recording may have been too quiet.
 */
class RealisedFalseRateTest {
  private static final int SENSORS = 8;
  private static final int PLANTS = 15;
  private static final int NEW_ROWS = 2000;
  private static final int FAR_ROWS = 200;
  private static final double MEMORY = 0.7;

  @Test
  void newNormalRowsLieAboveTheLimitAsRarelyAsStated() {
    double total = 0;
    double far = 0;
    for (int plant = 0; plant < PLANTS; plant++) {
      Episodes data = data(plant, 500);
      KahmMap map = map(data);
      double limit = NoveltyFolds.fit(settings(0.2), data, map.scaling(), Progress.NONE).limit();
      assertThat(limit).isLessThan(1);
      total += realised(map, limit, recording(1000 + plant, NEW_ROWS));
      far += realised(map, limit, shifted(recording(1000 + plant, FAR_ROWS)));
      if (plant == 0) {
        Model model =
            ModelFitter.fit(settings(0.2).withoutForecasts(), data, Progress.NONE).model();
        assertThat(model.calibration().orElseThrow().noveltyLimit()).isEqualTo(limit);
        assertThat(model.map().fingerprint()).isEqualTo(map.fingerprint());
      }
    }

    assertThat(total / PLANTS).isLessThan(0.005);
    assertThat(far / PLANTS).isGreaterThan(0.5);
  }

  private static Episodes data(int plant, int rows) {
    return Episodes.of(List.<double[][]>of(recording(plant, rows)));
  }

  /** The map alone, without limits. */
  private static KahmMap map(Episodes data) {
    FitSettings settings = settings(0);
    return MapFitter.fit(settings.map(), data.currentStates(), settings.partition(), Progress.NONE);
  }

  @Test
  void limitsFromTheFittingRowsBreakThePromise() {
    int misses = 0;
    for (int plant = 0; plant < PLANTS; plant++) {
      KahmMap map = map(data(plant, 400));
      double[] own = novelties(map, recording(plant, 400));
      double limit = Arrays.stream(own).max().orElseThrow();
      misses += realised(map, limit, recording(1000 + plant, NEW_ROWS)) > 0.005 ? 1 : 0;
    }

    assertThat(misses).isGreaterThan(PLANTS / 2);
  }

  @Test
  void theLastRowsOfEveryEpisodeAreHeldOut() {
    Episodes three = Episodes.of(List.of(recording(1, 200), recording(2, 300), recording(3, 100)));
    FitReport report = ModelFitter.fit(settings(0.2), three, Progress.NONE).report();

    HeldOutReport heldOut = report.heldOut().orElseThrow();
    assertThat(heldOut.novelty().episodes()).extracting(List::size).containsExactly(40, 60, 20);
    assertThat(report.rows().transitions()).isEqualTo(199 + 299 + 99);
    assertThat(heldOut.rows()).isEqualTo(120);
    assertThat(heldOut.forecasts()).extracting(HeldOutReport.Skill::horizon).containsExactly(1, 5);
    assertThat(heldOut.ranges()).as("the ends of several episodes are no window").isEmpty();
  }

  @Test
  void windowsOfOneRunGiveNormalRanges() {
    HeldOutReport heldOut =
        ModelFitter.fit(settings(0.2), data(1, 600), Progress.NONE)
            .report()
            .heldOut()
            .orElseThrow();

    assertThat(heldOut.ranges())
        .extracting(range -> range.quantity())
        .containsExactly("sHat", "rhoVar", "error.1", "error.5");
    assertThat(heldOut.ranges())
        .allSatisfy(
            range -> {
              assertThat(range.pairs()).isEqualTo(20);
              assertThat(range.windows()).isEqualTo(119 / 20);
            });
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
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.FIXED_POINT),
            MapSettings.States.of(ScalingKind.STANDARD)),
        new Partition.KMeansStart(0),
        ClosureMethod.RIDGE,
        0.1,
        1,
        holdout,
        FitSettings.DEFAULT_QUANTILE,
        List.of(1, 5),
        Map.of());
  }

  private static double realised(KahmMap map, double limit, double[][] rows) {
    int above = 0;
    for (double novelty : novelties(map, rows)) {
      above += novelty > limit ? 1 : 0;
    }
    return (double) above / rows.length;
  }

  /** One sensor of eight stands 3 standard deviations too high. */
  private static double[][] shifted(double[][] rows) {
    for (double[] row : rows) {
      row[3] += 3 * Math.sqrt(9 * 1.25 + 25);
    }
    return rows;
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
