package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.system.Oscillator;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ModelFitterTest {
  private static final Episodes DATA = Simulation.episodes(Oscillator.vanDerPol(), 1, 3, 200);

  /** Judged on held-out rows; fitted once for the tests that look at it. */
  private static final FitResult JUDGED =
      fit(settings(0.2, ClosureMethod.NLMS, ScalingKind.STANDARD), DATA);

  /** Of all rows, without units and limits. */
  private static final FitResult PLAIN =
      fit(settings(0, ClosureMethod.NLMS, ScalingKind.NONE), DATA);

  @Test
  void theModelIsThatOfAllRowsAndItsLimitsAreNot() {
    FitResult judged = JUDGED;
    Model all = fit(settings(0, ClosureMethod.NLMS, ScalingKind.STANDARD), DATA).model();

    assertThat(judged.model().map().fingerprint()).isEqualTo(all.map().fingerprint());
    assertThat(judged.model().closure()).isEqualTo(all.closure());
    assertThat(judged.model().coordinateVariance()).isEqualTo(all.coordinateVariance());
    assertThat(judged.model().fittingRows().size()).isEqualTo(DATA.transitions());
    assertThat(judged.report().rows().transitions()).isEqualTo(DATA.transitions());
    assertThat(judged.report().rows().heldOut()).isEqualTo(3 * 40);
    assertThat(judged.report().heldOut()).isPresent();
    assertThat(judged.model().alarms()).isPresent();
    assertThat(all.calibration()).isEmpty();
    assertThat(all.alarms()).isEmpty();
  }

  @Test
  void noveltyIsThatOfBlocksWhichTheMapHasNotSeen() {
    FitSettings settings = settings(0.2, ClosureMethod.NLMS, ScalingKind.STANDARD);
    Model model = JUDGED.model();
    double[] roots = model.alarms().orElseThrow().novelty().roots();
    // Three runs of 201 rows, cut into five blocks of 121, 121, 121, 120, 120.
    List<double[]> rows = new ArrayList<>();
    for (int e = 0; e < DATA.count(); e++) {
      for (int t = 0; t < DATA.length(e); t++) {
        rows.add(DATA.state(e, t));
      }
    }
    int[] starts = {0, 121, 242, 363, 483, 603};
    List<Double> expected = new ArrayList<>();
    for (int b = 0; b < 5; b++) {
      List<double[][]> others = new ArrayList<>();
      List<Integer> cuts =
          new java.util.TreeSet<>(List.of(0, starts[b], starts[b + 1], 201, 402, 603))
              .stream().toList();
      for (int c = 0; c + 1 < cuts.size(); c++) {
        if (cuts.get(c) != starts[b] && !(cuts.get(c) > starts[b] && cuts.get(c) < starts[b + 1])) {
          others.add(rows.subList(cuts.get(c), cuts.get(c + 1)).toArray(double[][]::new));
        }
      }
      Encoder encoder =
          MapFitter.fit(
                  settings.map(),
                  Episodes.of(others).currentStates(),
                  settings.partition(),
                  Progress.NONE)
              .newEncoder();
      Encoding encoding = new Encoding(model.map().classes());
      for (double[] row : rows.subList(starts[b], starts[b + 1])) {
        encoder.encode(row, encoding);
        expected.add(StrictMath.cbrt(encoding.novelty()));
      }
    }
    assertThat(roots)
        .isEqualTo(expected.stream().mapToDouble(Double::doubleValue).sorted().toArray());
  }

  @Test
  void aStateOfSeveralReadingsCostsEveryRunItsFirstRows() {
    FitSettings present = delayed(1);
    FitSettings delayed = delayed(3);

    FitResult one = ModelFitter.fit(present, DATA, Progress.NONE);
    FitResult three = ModelFitter.fit(delayed, DATA, Progress.NONE);

    int perEpisode = one.report().rows().transitions() / DATA.count();
    assertThat(three.report().rows().transitions()).isEqualTo(DATA.count() * (perEpisode - 2));
    assertThat(three.report().rows().heldOut())
        .isEqualTo(one.report().rows().heldOut() - 2 * DATA.count());
    // The data are the same rows, so that the same rows are refused as training data.
    assertThat(three.model().fittingRows().size()).isEqualTo(one.model().fittingRows().size());
    assertThat(three.model().readout(1).sensors()).isEqualTo(2);
    double[] scale = three.model().map().scaling().scale();
    assertThat(scale).hasSize(6);
    assertThat(scale[4]).isEqualTo(scale[0]);
  }

  @Test
  void anIncompleteRowIsSkippedAndBreaksItsEpisode() {
    List<double[][]> holed = new ArrayList<>();
    List<double[][]> cut = new ArrayList<>();
    for (int e = 0; e < DATA.count(); e++) {
      double[][] rows = new double[DATA.length(e)][];
      for (int t = 0; t < rows.length; t++) {
        rows[t] = DATA.state(e, t).clone();
      }
      cut.add(Arrays.copyOfRange(rows, 0, 100));
      cut.add(Arrays.copyOfRange(rows, 101, rows.length));
      rows[100][1] = Double.NaN;
      holed.add(rows);
    }
    FitSettings settings = settings(0, ClosureMethod.RIDGE, ScalingKind.STANDARD);

    Model skipped = fit(settings, Episodes.of(holed)).model();
    Model apart = fit(settings, Episodes.of(cut)).model();

    assertThat(skipped.map().fingerprint()).isEqualTo(apart.map().fingerprint());
    assertThat(skipped.closure()).isEqualTo(apart.closure());
  }

  @Test
  void oneFleetMapDoesNotDependOnTheUnitsOfItsStreams() {
    FitSettings settings = perStream(60);
    Episodes fleet = TestModels.fleet(5, 3, 2, 200);
    List<double[][]> plain = new ArrayList<>();
    List<Integer> streams = new ArrayList<>();
    for (int e = 0; e < fleet.count(); e++) {
      int stream = fleet.stream(e);
      double[][] rows = new double[fleet.length(e)][];
      for (int t = 0; t < rows.length; t++) {
        rows[t] = fleet.state(e, t).clone();
        for (int j = 0; j < rows[t].length; j++) {
          rows[t][j] = (rows[t][j] - 10 * stream) / (1 + stream / 2.0);
        }
      }
      plain.add(rows);
      streams.add(stream);
    }

    FitResult fitInUnits = ModelFitter.fit(settings, fleet, Progress.NONE);
    FitResult fitWithoutUnits =
        ModelFitter.fit(settings, Episodes.of(plain, streams), Progress.NONE);
    Model inUnits = fitInUnits.model();
    Model withoutUnits = fitWithoutUnits.model();

    // Scaled centroids agree up to the rounding of the units.
    assertThat(
            TestModels.distance(
                inUnits.map().centroids().toArray(), withoutUnits.map().centroids().toArray()))
        .isLessThan(1e-9);
    // So does what held-out rows show, of every stream in units of its own. Where it does not, the
    // second stream's rows were read in the units of the first, and its limits mean nothing.
    assertThat(inUnits.calibration().orElseThrow())
        .usingRecursiveComparison()
        .withComparatorForType(Comparator.comparingLong(x -> Math.round(x * 1e6)), Double.class)
        .isEqualTo(withoutUnits.calibration().orElseThrow());
    assertThat(heldOut(fitInUnits))
        .isNotEmpty()
        .usingRecursiveComparison()
        .withComparatorForType(Comparator.comparingLong(x -> Math.round(x * 1e6)), Double.class)
        .isEqualTo(heldOut(fitWithoutUnits));
  }

  private static List<List<Double>> heldOut(FitResult fit) {
    return fit.report().heldOut().orElseThrow().novelty().episodes();
  }

  @Test
  void namesWhatIsMissingForAScalingOfEveryStream() {
    Episodes fleet = TestModels.fleet(5, 3, 1, 100);
    assertThatThrownBy(() -> ModelFitter.fit(perStream(500), fleet, Progress.NONE))
        .isInstanceOf(MapFitException.class)
        .hasMessageContaining("500 complete rows");
    List<double[][]> constant = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      double[][] rows = new double[100][];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = new double[] {t, 3};
      }
      constant.add(rows);
    }
    Episodes stuck = Episodes.of(constant, List.of(0, 1, 2));
    assertThatThrownBy(() -> ModelFitter.fit(perStream(20), stuck, Progress.NONE))
        .isInstanceOf(MapFitException.class)
        .hasMessage("no sensor varies in the first 20 rows of any stream, at least one must");
  }

  private static FitSettings delayed(int delays) {
    return prepared(ScalingKind.STANDARD, delays, 0);
  }

  private static FitSettings perStream(int rows) {
    return prepared(ScalingKind.PER_STREAM, 1, rows);
  }

  private static FitSettings prepared(ScalingKind scaling, int delays, int rows) {
    MapSettings map =
        new MapSettings(
            List.of("q", "p"),
            6,
            16,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.AUTHORS),
            new MapSettings.States(scaling, delays, rows));
    return new FitSettings(
        map,
        new Partition.KMeansStart(0),
        ClosureMethod.RIDGE,
        0.1,
        1,
        0.2,
        FitSettings.DEFAULT_QUANTILE,
        List.of(1),
        Map.of());
  }

  @Test
  void fewNormalRowsLieAboveTheNoveltyLimit() {
    // Both parts of an episode cover the whole limit cycle, whose period is 333 steps.
    Episodes data = Simulation.episodes(Oscillator.vanDerPol(), 1, 2, 799);
    Model model = fit(settings(0.5, ClosureMethod.NLMS, ScalingKind.NONE), data).model();
    Calibration limits = model.calibration().orElseThrow();
    assertThat(limits.rows()).isEqualTo(1600);
    assertThat(limits.expectedRate()).isEqualTo(1 - FitSettings.DEFAULT_QUANTILE);

    Episodes fresh = Simulation.episodes(Oscillator.vanDerPol(), 2, 3, 400);
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(model.map().classes());
    int above = 0;
    int far = 0;
    for (int t = 0; t < 400; t++) {
      double[] state = fresh.state(0, t);
      encoder.encode(state, encoding);
      above += encoding.novelty() > limits.noveltyLimit() ? 1 : 0;
      encoder.encode(new double[] {3 * state[0], 3 * state[1]}, encoding);
      far += encoding.novelty() > limits.noveltyLimit() ? 1 : 0;
    }
    assertThat(above).isLessThan(40);
    assertThat(far).isGreaterThan(390);
  }

  @Test
  void remembersExactlyTheFittingTransitions() {
    Model model = JUDGED.model();

    assertThat(model.fittingRows().size()).isEqualTo(3 * 200);
    assertThat(model.fittingRows().contains(DATA.state(1, 0), DATA.state(1, 1))).isTrue();
    assertThat(model.fittingRows().contains(DATA.state(1, 160), DATA.state(1, 161))).isTrue();
    assertThat(model.fittingRows().contains(DATA.state(0, 200), DATA.state(1, 0))).isFalse();
  }

  @Test
  void classMeansAverageTheSuccessorsOfTheNearestClass() {
    Model model = PLAIN.model();

    double[] expected = new double[model.map().classes()];
    Encoder encoder = model.map().newEncoder();
    Encoding encoding = new Encoding(model.map().classes());
    int members = 0;
    for (int e = 0; e < DATA.count(); e++) {
      for (int t = 0; t + 1 < DATA.length(e); t++) {
        if (model.map().nearestClass(DATA.state(e, t)) == 2) {
          encoder.encode(DATA.state(e, t + 1), encoding);
          for (int c = 0; c < expected.length; c++) {
            expected[c] += encoding.coordinates()[c];
          }
          members++;
        }
      }
    }
    for (int c = 0; c < expected.length; c++) {
      assertThat(model.classMeans().get(2, c)).isCloseTo(expected[c] / members, within(1e-12));
    }
  }

  @Test
  void ridgeFitsTheTrainingDataBetterThanNlms() {
    FitReport nlms = PLAIN.report();
    FitReport ridge = fit(settings(0, ClosureMethod.RIDGE, ScalingKind.NONE), DATA).report();

    assertThat(ridge.closure().relativeError()).isLessThan(nlms.closure().relativeError());
  }

  @Test
  void horizonsLongerThanTheEpisodesAreLeftOutWithAWarning() {
    FitSettings settings =
        new FitSettings(
            map(8, 4, ScalingKind.NONE),
            new Partition.KMeansStart(0),
            ClosureMethod.NLMS,
            0.1,
            2,
            0,
            FitSettings.DEFAULT_QUANTILE,
            List.of(1, 200, 201),
            Map.of("input", "x"));

    FitResult result = fit(settings, DATA);

    assertThat(result.model().readoutHorizons()).containsExactly(1, 200);
    assertThat(result.report().warnings()).anyMatch(warning -> warning.contains("horizon 201"));
    assertThat(result.model().provenance()).containsEntry("input", "x");
  }

  @Test
  void warnsWhereTheCoordinatesHardlyVary() {
    FitSettings blunt =
        new FitSettings(
            map(8, 0.01, ScalingKind.NONE),
            new Partition.KMeansStart(0),
            ClosureMethod.NLMS,
            0.1,
            1,
            0,
            FitSettings.DEFAULT_QUANTILE,
            List.of(),
            Map.of());

    assertThat(fit(blunt, DATA).report().warnings())
        .anyMatch(warning -> warning.contains("hardly vary"));
    assertThat(PLAIN.report().warnings()).isEmpty();
  }

  @Test
  void givenLabelsAreTheLabelsOfAllTransitions() {
    List<Integer> labels = Collections.nCopies(DATA.transitions(), 0);
    FitSettings settings =
        new FitSettings(
            map(1, 4, ScalingKind.NONE),
            new Partition.GivenLabels(labels),
            ClosureMethod.NLMS,
            0.1,
            1,
            0.2,
            FitSettings.DEFAULT_QUANTILE,
            List.of(),
            Map.of());

    assertThat(fit(settings, DATA).model().map().classCounts()).containsExactly(600);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fit(settings, Simulation.episodes(Oscillator.vanDerPol(), 1, 2, 200)))
        .withMessageContaining("labels has 600 values");
  }

  @Test
  void equalInputsGiveEqualBitsAndEveryStageIsTold() {
    Set<String> stages = ConcurrentHashMap.newKeySet();

    Model first = JUDGED.model();
    Model second =
        ModelFitter.fit(
                settings(0.2, ClosureMethod.NLMS, ScalingKind.STANDARD),
                DATA,
                (stage, done, total) -> {
                  stages.add(stage);
                  assertThat(done).isBetween(0L, total);
                })
            .model();

    assertThat(second.map().fingerprint()).isEqualTo(first.map().fingerprint());
    assertThat(second.closure()).isEqualTo(first.closure());
    assertThat(second.classMeans()).isEqualTo(first.classMeans());
    assertThat(second.readout(10)).isEqualTo(first.readout(10));
    assertThat(stages).contains("fitting states encoded", "readouts").hasSizeGreaterThan(2);
  }

  private static FitResult fit(FitSettings settings, Episodes data) {
    return ModelFitter.fit(settings, data, Progress.NONE);
  }

  private static FitSettings settings(double holdout, ClosureMethod closure, ScalingKind scaling) {
    return new FitSettings(
        map(8, 4, scaling),
        new Partition.KMeansStart(0),
        closure,
        0.1,
        3,
        holdout,
        FitSettings.DEFAULT_QUANTILE,
        List.of(1, 10),
        Map.of());
  }

  private static MapSettings map(int classes, double omega, ScalingKind scaling) {
    return new MapSettings(
        List.of("q", "p"),
        classes,
        omega,
        1e-6,
        new MapSettings.Reconstruction(100, FarField.PAPER, Regularization.FIXED_POINT),
        MapSettings.States.of(scaling));
  }
}
