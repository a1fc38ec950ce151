package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.relation.OtherRegime;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.kahm.FittingRows;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.UniformFallback;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Alarms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A fit as a whole: its parts, put together a second time, and rows that it leaves out. */
class WholeFitTest {
  private static final List<String> SENSORS = List.of("a", "b", "c");
  private static final List<Integer> HORIZONS = List.of(1, 4);
  private static final int CLASSES = 3;

  private static FitSettings settings(double holdout, Partition partition) {
    return new FitSettings(
        FitSettings.plain(SENSORS, CLASSES, List.of()).map(),
        partition,
        ClosureMethod.NLMS,
        0.2,
        2,
        holdout,
        0.99,
        HORIZONS,
        Map.of("made", "for a test"));
  }

  private static final FitSettings SETTINGS = settings(0.25, new Partition.KMeansStart(1));

  private static double[][] rows(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][];
    double load = 0;
    double slow = 0;
    for (int t = 0; t < count; t++) {
      load = 0.6 * load + random.nextGaussian();
      slow = 0.8 * slow + Math.tanh(load) + 0.3 * random.nextGaussian();
      rows[t] = new double[] {load, 2 * load + 0.3 * random.nextGaussian(), slow};
    }
    return rows;
  }

  /** An episode of two runs, and one of one. */
  private static Episodes recording() {
    double[][] first = rows(1, 230);
    return Episodes.ofRuns(
        List.of(
            Arrays.copyOfRange(first, 0, 100), Arrays.copyOfRange(first, 110, 230), rows(2, 120)),
        List.of(
            new Episodes.Place(0, 0, 0),
            new Episodes.Place(0, 0, 110),
            new Episodes.Place(0, 1, 0)));
  }

  /** A model and what is said of it, before limits. */
  private record Parts(
      Model.Builder model,
      EncodedEpisodes encoded,
      CoordinateVariation.Summary variation,
      PreparedEpisodes prepared,
      FitReport report) {}

  /** The parts of a fit to some rows, with the forecasts that others chose where they did. */
  private static Parts parts(Episodes rows, Optional<List<HorizonChoice>> chosen) {
    PreparedEpisodes prepared = PreparedEpisodes.of(SETTINGS.map(), rows);
    KahmMap map =
        MapFitter.fit(SETTINGS.map(), rows.currentStates(), SETTINGS.partition(), Progress.NONE);
    EncodedEpisodes encoded = EncodedEpisodes.of(map, rows, Progress.NONE);
    Matrix closure =
        ClosureFitter.fit(SETTINGS, encoded.current(), encoded.successors(), Progress.NONE);
    CoordinateVariation variation = new CoordinateVariation(CLASSES);
    Arrays.stream(encoded.successors()).forEach(variation::add);
    CoordinateVariation.Summary summary = variation.summary();
    Model.Builder model =
        Model.builder(map)
            .closure(closure)
            .beta(0.2)
            .classMeans(
                CoordinateMeans.ofClasses(encoded.currentClasses(), encoded.successors(), CLASSES))
            .coordinateVariance(summary.vCoord())
            .coordinateGram(CoordinateMeans.ofProducts(encoded.current()))
            .fittingRows(FittingRows.of(rows))
            .provenance(Map.of("made", "for a test"));
    Map<Integer, HorizonChoice> choices =
        new TreeMap<>(ReadoutFitter.choose(SETTINGS, rows, prepared, Progress.NONE));
    chosen.ifPresent(all -> all.forEach(choice -> choices.put(choice.horizon(), choice)));
    List<String> warnings = new ArrayList<>();
    ReadoutFitter.addAll(
        model, SETTINGS, choices, prepared, encoded, closure, Progress.NONE, warnings);
    PastReport past = PastFitter.fit(SETTINGS, rows, choices, model.build(), model);
    FitWarnings.add(encoded, summary.rhoVar(), warnings);
    FitReport report =
        new FitReport(
            new FitReport.Rows(rows.declared(), rows.count(), rows.transitions(), 0),
            new FitReport.Coordinates(
                encoded.uniformShare(),
                UniformFallback.score(CLASSES, map.omega(), map.tau()),
                encoded.scoreSpread(),
                summary),
            ClosureFitter.report(closure, encoded.current(), encoded.successors()),
            List.copyOf(choices.values()),
            past,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            warnings);
    return new Parts(model, encoded, summary, prepared, report);
  }

  private static void same(FitReport actual, FitReport expected) {
    assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
  }

  @Test
  void withoutRowsToHoldOutAModelIsItsPartsAndHasNoLimits() {
    Episodes data = recording();
    Parts parts = parts(data, Optional.empty());

    FitResult fit = ModelFitter.fit(SETTINGS.withoutHoldout(), data, Progress.NONE);

    assertThat(ModelFile.toBytes(fit.model())).isEqualTo(ModelFile.toBytes(parts.model.build()));
    same(fit.report(), parts.report);
    assertThat(fit.report().retainedVariation()).isEqualTo(parts.variation.rhoVar());
  }

  /** A first model is judged on the last rows of every episode; what is kept is fitted to all. */
  @Test
  void limitsAreThoseOfAFirstModelThatHasNotSeenTheLastRows() {
    Episodes data = recording();
    HeldOutSplit split = HeldOutSplit.of(data, 0.25);
    Parts first = parts(split.fitting(), Optional.empty());
    Parts whole = parts(data, Optional.of(first.report.forecasts()));
    Recording recording = Recording.of(data);
    Alarms alarms = AlarmFitter.fit(SETTINGS, recording, Progress.NONE);
    SensorFit sensors = AlarmFitter.sensors(SETTINGS, recording, alarms, Progress.NONE);
    List<String> warnings = new ArrayList<>();
    HeldOutReport heldOut =
        HeldOutCalibration.of(
            first.model,
            split,
            first.prepared,
            SETTINGS,
            new HeldOutCalibration.FittedRows(first.variation.rhoVar(), first.encoded.scores()),
            alarms.novelty(),
            warnings);
    Model.Builder expected =
        whole.model.calibration(first.model.build().calibration().orElseThrow()).alarms(alarms);
    sensors.model().ifPresent(expected::sensors);

    FitResult fit = ModelFitter.fit(SETTINGS, data, Progress.NONE);

    assertThat(ModelFile.toBytes(fit.model())).isEqualTo(ModelFile.toBytes(expected.build()));
    assertThat(sensors.model()).as("there are enough rows for single sensors").isPresent();
    assertThat(fit.report().rows().heldOut()).isEqualTo(heldOut.rows()).isEqualTo(55 + 30);
    warnings.addAll(whole.report.warnings());
    same(
        fit.report(),
        new FitReport(
            new FitReport.Rows(2, 3, 99 + 119 + 119, heldOut.rows()),
            whole.report.coordinates(),
            whole.report.closure(),
            first.report.forecasts(),
            whole.report.past(),
            Optional.of(heldOut),
            Optional.of(sensors),
            Optional.empty(),
            warnings));
  }

  /** The machine stands for the first rows: two of three sensors are far from where they are. */
  private static double[][] withAStop() {
    double[][] rows = rows(3, 400);
    for (int t = 0; t < 12; t++) {
      rows[t][0] = -40;
      rows[t][1] = 60;
    }
    return rows;
  }

  @Test
  void rowsOfAnotherRegimeAreLeftOutAndNamed() {
    Episodes data = Episodes.of(List.<double[][]>of(withAStop()));
    OtherRegime other = OtherRegime.of(data, SENSORS, 0.99, Progress.NONE);
    Episodes rest = other.without(data);
    FitResult without = ModelFitter.fit(SETTINGS, rest, Progress.NONE);

    FitResult fit = ModelFitter.fit(SETTINGS, data, Progress.NONE);

    assertThat(rest.transitions()).isBetween(380, 387);
    assertThat(ModelFile.toBytes(fit.model())).isEqualTo(ModelFile.toBytes(without.model()));
    assertThat(fit.report().warnings().get(0)).isEqualTo(other.words());
    assertThat(fit.report().warnings().subList(1, fit.report().warnings().size()))
        .isEqualTo(without.report().warnings());
    assertThat(ModelFitter.fit(SETTINGS.withoutHoldout(), data, Progress.NONE).report().rows())
        .as("without limits they do no harm")
        .isEqualTo(new FitReport.Rows(1, 1, 399, 0));
  }

  /** Rows that hold no value of an earlier one are numbered otherwise. */
  @Test
  void theyAreLeftOutOfMeasuredRowsByThemselves() {
    double[][] rows = withAStop();
    Episodes data = Episodes.of(List.<double[][]>of(rows));
    Episodes measured =
        Episodes.ofRuns(
            List.of(Arrays.copyOfRange(rows, 0, 200), Arrays.copyOfRange(rows, 220, 400)),
            List.of(new Episodes.Place(0, 0, 0), new Episodes.Place(0, 0, 220)));
    List<int[]> missing = List.of(new int[0], new int[0], new int[] {3, 4, 3, 6, 4});
    Episodes rest = OtherRegime.of(data, SENSORS, 0.99, Progress.NONE).without(data);
    Episodes restMeasured =
        OtherRegime.of(measured, SENSORS, 0.99, Progress.NONE).without(measured);

    Model fit =
        ModelFitter.fit(SETTINGS, new Recording(data, measured, missing), Progress.NONE).model();

    assertThat(ModelFile.toBytes(fit))
        .isEqualTo(
            ModelFile.toBytes(
                ModelFitter.fit(SETTINGS, new Recording(rest, restMeasured, missing), Progress.NONE)
                    .model()))
        .isNotEqualTo(ModelFile.toBytes(ModelFitter.fit(SETTINGS, data, Progress.NONE).model()));
    assertThat(fit.alarms().orElseThrow().coverage().rows())
        .isEqualTo(restMeasured.transitions() + restMeasured.count());
  }

  /** Classes are given row by row, so that no row can be left out. */
  @Test
  void rowsWithGivenClassesAreAllTaken() {
    Episodes data = Episodes.of(List.<double[][]>of(withAStop()));
    List<Integer> labels = new ArrayList<>(Collections.nCopies(399, 0));
    for (int t = 0; t < 399; t++) {
      labels.set(t, t % CLASSES);
    }

    FitResult fit =
        ModelFitter.fit(settings(0.25, new Partition.GivenLabels(labels)), data, Progress.NONE);

    assertThat(fit.report().rows().transitions()).isEqualTo(399);
    assertThat(fit.model().map().classCounts()).containsExactly(133, 133, 133);
    assertThat(fit.report().warnings()).noneMatch(warning -> warning.startsWith("rows "));
  }

  @Test
  void readingsWhoseSquaresAreNoNumbersAreRefusedWithTheSensor() {
    for (double largest : new double[] {1.001e150, -3e200}) {
      double[][] rows = rows(4, 40);
      rows[17][1] = 1e140;
      rows[20][1] = largest;
      Episodes data = Episodes.of(List.<double[][]>of(rows));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ModelFitter.fit(SETTINGS, data, Progress.NONE))
          .withMessage(
              "b reads " + largest + ", must be within 1.0E150 of 0: give it in another unit");
    }
  }

  /** A sensor that always reads the same is not summed. */
  @Test
  void readingsUpToTheLargestAreFitted() {
    double[][] rows = rows(4, 60);
    double largest = Arrays.stream(rows).mapToDouble(row -> Math.abs(row[1])).max().orElseThrow();
    for (double[] row : rows) {
      row[0] = -3e200;
      row[1] = row[1] / largest * 1e150;
    }
    Episodes data = Episodes.of(List.<double[][]>of(rows));
    FitSettings settings = SETTINGS.withoutHoldout().withoutForecasts();

    FitResult fit = ModelFitter.fit(settings, data, Progress.NONE);

    assertThat(fit.report().rows().transitions()).isEqualTo(59);
    rows[7][0] = -2e200;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ModelFitter.fit(settings, data, Progress.NONE))
        .withMessageStartingWith("a reads -3.0E200, must be");
  }

  @Test
  void sensorsThatMoveInHeldOutRowsAloneAreNamed() {
    double[][] rows = rows(5, 100);
    for (int t = 0; t < 100; t++) {
      rows[t][0] = t < 80 ? 3 : 4;
      rows[t][2] = 9;
    }
    Episodes data = Episodes.of(List.<double[][]>of(rows));

    assertThat(ModelFitter.fittingPart(data, 0.25).length(0)).isEqualTo(75);
    assertThat(ModelFitter.lateSensors(SETTINGS, data)).containsExactly("a");
    assertThat(ModelFitter.lateSensors(settings(0.1, SETTINGS.partition()), data)).isEmpty();
    FitSettings unscaled =
        FitSettings.plain(SENSORS, CLASSES, HORIZONS)
            .withGridCell(CLASSES, 8, SETTINGS.partition());
    assertThat(ModelFitter.lateSensors(unscaled, data)).as("nothing is held out").isEmpty();
  }

  /** Of every ten states two are kept, and a step is missing between them. */
  @Test
  void whereTooMuchIsHeldOutNoTransitionIsLeft() {
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    double[][] rows = rows(1, 300);
    for (int e = 0; e < 30; e++) {
      for (int[] part : new int[][] {{0, 1}, {2, 3}, {4, 12}}) {
        int from = 10 * e + part[0] / 2;
        runs.add(Arrays.copyOfRange(rows, from, from + part[1] - part[0]));
        places.add(new Episodes.Place(0, e, part[0]));
      }
    }
    Episodes data = Episodes.ofRuns(runs, places);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ModelFitter.fit(settings(0.8, SETTINGS.partition()), data, Progress.NONE))
        .withMessage("no transition is left for fitting, reduce holdout");
  }

  @Test
  void progressIsToldOfEveryStage() {
    List<String> told = Collections.synchronizedList(new ArrayList<>());

    ModelFitter.fit(
        SETTINGS, recording(), (stage, done, total) -> told.add(stage + " " + done + "/" + total));

    assertThat(told)
        .contains(
            "readouts 2/2",
            "fitting states encoded 1/1",
            "novelty, fold by fold 5/5",
            "forecasts, fold by fold 4/4")
        .containsSubsequence("held-out rows 0/1", "held-out rows 1/1");
    assertThat(told.stream().filter("readouts 2/2"::equals)).as("twice: judged and all").hasSize(2);
  }
}
