package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Low variation on simulated plants: normal windows have it as rarely as stated, whatever their
 * size, and frozen sensors have it.
 */
class NormalVariationTest {
  private static final int SENSORS = 3;
  private static final int BATCH = 20;
  private static final int PLANTS = 2;
  private static final int WINDOWS = 90;

  /** Windows of frozen sensors are all alike. */
  private static final int FROZEN_WINDOWS = 15;

  /** Of 3,000 rows; as many find as much of what is frozen as all, and answer sooner. */
  private static final int REFERENCES_OF_BATCHES = 240;

  private static final int REFERENCES_OF_RUNS = 500;

  /** Of 180 windows 1.8 at 1 %; 8 and more with probability 4e-4. */
  private static final int MOST_OF_NORMAL = 8;

  private static final double MEMORY = 0.9;

  private static Model fit(int plant, int batches, int length, int references) {
    List<double[][]> episodes = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(plant);
    for (int e = 0; e < batches; e++) {
      episodes.add(batch(random, length, 0));
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < SENSORS; i++) {
      names.add("s" + i);
    }
    return ModelFitter.fit(
            new FitSettings(
                new MapSettings(
                        names,
                        8,
                        8,
                        MapSettings.DEFAULT_TAU,
                        new MapSettings.Reconstruction(
                            MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.FIXED_POINT),
                        MapSettings.States.of(ScalingKind.STANDARD))
                    .withReferences(
                        Optional.of(new ReferenceLimit(references, ReferenceWay.SPREAD))),
                new Partition.KMeansStart(0),
                ClosureMethod.RIDGE,
                0.1,
                1,
                0.2,
                FitSettings.DEFAULT_QUANTILE,
                List.of(),
                Map.of()),
            Episodes.of(episodes),
            Progress.NONE)
        .model();
  }

  /**
   * Sensors that follow one hidden swing and a swing of their own; the first may be frozen. Every
   * batch has its own set point, around which it swings less than a long run does.
   */
  private static double[][] batch(SplittableRandom random, int length, int frozen) {
    double[][] rows = new double[length][SENSORS];
    double width = length == BATCH ? 0.4 : 1;
    double[] center = new double[SENSORS];
    double[] own = new double[SENSORS];
    for (int i = 0; i < SENSORS; i++) {
      center[i] = length == BATCH ? random.nextGaussian() : 0;
      own[i] = random.nextGaussian();
    }
    double hidden = random.nextGaussian();
    double push = Math.sqrt(1 - MEMORY * MEMORY);
    for (double[] row : rows) {
      hidden = MEMORY * hidden + push * random.nextGaussian();
      for (int i = 0; i < SENSORS; i++) {
        own[i] = MEMORY * own[i] + push * random.nextGaussian();
        row[i] = i < frozen ? 0.1 * i : center[i] + width * (hidden + own[i]);
      }
    }
    return rows;
  }

  /** Windows with low variation; the share of outside pairs decides nothing. */
  private static int lowWindows(
      Model model,
      SplittableRandom random,
      CertificateSettings settings,
      int batchLength,
      int frozen) {
    int windows = frozen == 0 ? WINDOWS : FROZEN_WINDOWS;
    StreamMonitor monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .horizons(List.of(1))
                .certificates(Optional.of(settings))
                .build(),
            model);
    int low = 0;
    int seen = 0;
    for (int e = 0; seen < windows; e++) {
      double[][] rows = batch(random, batchLength, frozen);
      for (int t = 0; t < rows.length && seen < windows; t++) {
        boolean end = t + 1 == rows.length;
        Observation row = Observation.state(0, rows[t], "e" + e, end);
        for (WindowCertificate record : monitor.advance(row).certificates()) {
          seen++;
          low += isLow(record) ? 1 : 0;
        }
      }
    }
    return low;
  }

  /** Frozen sensors may also stand outside the map; then the variation decides nothing. */
  private static boolean isLow(WindowCertificate record) {
    return record.checks().retainedVariation() < record.checks().retainedVariationLow().orElse(0);
  }

  private static CertificateSettings windows(Sampling sampling, int units) {
    return CertificateSettings.builder(sampling, units)
        .policy(WindowPolicy.TUMBLING)
        .tolerance(0.3)
        .outsideShare(1)
        .build();
  }

  /** Fitted once for all tests. */
  private static List<Model> batchPlants;

  private static List<Model> runPlants;

  @BeforeAll
  static void fitPlants() {
    batchPlants =
        IntStream.range(0, PLANTS)
            .mapToObj(plant -> fit(plant, 150, BATCH, REFERENCES_OF_BATCHES))
            .toList();
    runPlants =
        IntStream.range(0, PLANTS)
            .mapToObj(plant -> fit(plant, 1, 3000, REFERENCES_OF_RUNS))
            .toList();
  }

  private static int lowWindows(List<Model> models, Sampling sampling, int units, int frozen) {
    int low = 0;
    int length = sampling == Sampling.EPISODES ? BATCH : 2000;
    for (int plant = 0; plant < models.size(); plant++) {
      SplittableRandom random = new SplittableRandom(1000 * units + plant);
      low += lowWindows(models.get(plant), random, windows(sampling, units), length, frozen);
    }
    return low;
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10, 20})
  void normalBatchesHaveLowVariationAsRarelyAsStatedInWindowsOfEverySize(int units) {
    assertThat(lowWindows(batchPlants, Sampling.EPISODES, units, 0)).isLessThan(MOST_OF_NORMAL);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 20, 100})
  void soDoNormalRecordsOfOneRun(int units) {
    List<Model> models = runPlants;

    assertThat(lowWindows(models, Sampling.RECORDS, units, 0)).isLessThan(MOST_OF_NORMAL);
    assertThat(lowWindows(models, Sampling.RECORDS, units, SENSORS))
        .isEqualTo(PLANTS * FROZEN_WINDOWS);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 20})
  void frozenSensorsAreFoundInWindowsOfEverySize(int units) {
    frozenSensorsAreFound(units);
  }

  @Tag("full")
  @Test
  void frozenSensorsAreFoundInLongWindows() {
    frozenSensorsAreFound(100);
  }

  private static void frozenSensorsAreFound(int units) {
    List<Model> models = batchPlants;

    assertThat(lowWindows(models, Sampling.EPISODES, units, SENSORS))
        .isEqualTo(PLANTS * FROZEN_WINDOWS);
    if (units >= 20) {
      // Two sensors of three; the third still swings.
      assertThat(lowWindows(models, Sampling.EPISODES, units, SENSORS - 1))
          .isGreaterThan(PLANTS * FROZEN_WINDOWS / 2);
    }
  }

  @Test
  void aLimitOfLongWindowsIsNoneOfShortOnes() {
    List<Model> broken = new ArrayList<>();
    for (Model model : runPlants) {
      Calibration limits = model.calibration().orElseThrow();
      VariationLimits.Limit everySize = new VariationLimits.Limit(1, limits.retainedVariationLow());
      broken.add(
          TestModels.calibrated(
              model,
              limits.withVariation(new VariationLimits(0.05, List.of(everySize), List.of()))));
    }

    assertThat(lowWindows(broken, Sampling.RECORDS, 5, 0)).isGreaterThan(4 * MOST_OF_NORMAL);
  }

  @Test
  void everySizeWithEnoughWindowsHasALimitThatRises() {
    VariationLimits limits = runPlants.get(0).calibration().orElseThrow().variation();

    assertThat(limits.level()).isEqualTo(0.01);
    assertThat(limits.ofUnits()).isEmpty();
    assertThat(limits.ofPairs()).extracting(VariationLimits.Limit::size).startsWith(2, 3, 4, 5, 7);
    assertThat(limits.ofPairs(1)).isEmpty();
    assertThat(limits.ofPairs(6)).isEqualTo(limits.ofPairs(5));
    assertThat(limits.ofPairs(60).orElseThrow()).isGreaterThan(limits.ofPairs(5).orElseThrow());
  }
}
