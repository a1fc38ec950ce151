package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.evaluation.EffectiveRows;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.FittingRows;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.UniformFallback;
import io.kahkm.internal.kahm.VariationLimits;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.CrossFittedNull;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Limits that held-out rows give, and what is said of them, of a model that is there already. */
class HeldOutCalibrationTest {
  private static final Model MODEL = TestModels.vanDerPol(3, 1);
  private static final CrossFittedNull NOVELTY = TestModels.alarms(2).novelty();
  private static final double SHARE = 0.5;

  private final List<String> warnings = new ArrayList<>();
  private Model model = MODEL;
  private Model calibrated;

  private static Episodes recording(int episodes, int transitions) {
    return Simulation.episodes(DynamicalSystems.named("vanderpol"), 21, episodes, transitions);
  }

  private HeldOutReport report(Episodes data, double fittedVariation, List<double[]> scores) {
    FitSettings settings =
        new FitSettings(
            model.map().settings(),
            FitSettings.plain(List.of("q", "p"), 3, List.of()).partition(),
            ClosureMethod.RIDGE,
            0.1,
            1,
            SHARE,
            0.995,
            List.of(1, 5, 500),
            Map.of());
    HeldOutSplit split = HeldOutSplit.of(data, SHARE);
    PreparedEpisodes prepared = PreparedEpisodes.of(settings.map(), split.fitting());
    Model.Builder builder = TestModels.builderOf(model);
    HeldOutReport report =
        HeldOutCalibration.of(
            builder,
            split,
            prepared,
            settings,
            new HeldOutCalibration.FittedRows(fittedVariation, scores),
            NOVELTY,
            warnings);
    calibrated = builder.build();
    return report;
  }

  private HeldOutRun run(Episodes data) {
    HeldOutSplit split = HeldOutSplit.of(data, SHARE);
    return HeldOutRun.of(
        model,
        split.heldOut().orElseThrow(),
        PreparedEpisodes.of(model.map().settings(), split.fitting()),
        List.of(1, 5, 500),
        1,
        Optional.empty());
  }

  private static List<double[]> someScores() {
    return List.of(new double[] {0.1, 0.5, 0.6}, new double[] {0.6, 0.2, 0.5});
  }

  @Test
  void limitsRangesAndSkillsAreThoseOfTheHeldOutRows() {
    Episodes data = recording(1, 799);
    HeldOutReport report = report(data, 0, someScores());
    HeldOutRun run = run(data);
    Calibration limits = calibrated.calibration().orElseThrow();

    assertThat(warnings).isEmpty();
    assertThat(report.rows()).isEqualTo(400);
    assertThat(report.tails()).isTrue();
    assertThat(report.ranges()).isEqualTo(run.windows().ranges()).hasSize(4);
    assertThat(report.forecasts())
        .extracting(HeldOutReport.Skill::horizon)
        .as("no run is long enough for 500 steps")
        .containsExactly(1, 5);
    HeldOutReport.Skill skill = report.forecasts().get(1);
    assertThat(skill.forecasts()).isEqualTo(395);
    assertThat(skill.overPersistence()).isEqualTo(run.skills().get(1).overPersistence());
    assertThat(skill.overLinear()).isEqualTo(run.skills().get(1).overLinear());
    assertThat(skill.linearOverPersistence())
        .isEqualTo(run.skills().get(1).linearOverPersistence());
    assertThat(limits.noveltyLimit()).isEqualTo(Math.min(1, NOVELTY.limit()));
    assertThat(limits.quantile()).isEqualTo(NOVELTY.quantile());
    assertThat(limits.confidence()).isEqualTo(0.5);
    assertThat(limits.rows()).isEqualTo(NOVELTY.values());
    assertThat(limits.effectiveRows()).isEqualTo(NOVELTY.values() / NOVELTY.moments().memory());
    assertThat(limits.expectedRate()).isEqualTo(1 - NOVELTY.quantile());
    assertThat(limits.retainedVariationLow()).isEqualTo(run.windows().lowestVariation());
    assertThat(limits.variation()).isEqualTo(NormalVariation.of(run.successors(), size -> 0.0));
    assertThat(report.coordinates().omegas())
        .isEqualTo(OmegaSweep.of(someScores(), run.scores(), MODEL.map().tau()));
  }

  /** Rows of one run depend on each other: only every so many of them are independent pairs. */
  @Test
  void theCertificateOfOneRunCountsPairsThatAreFarEnoughApart() {
    Episodes data = recording(1, 1_999);
    HeldOutReport report = report(data, 0, someScores());
    double[] logarithms =
        Arrays.stream(run(data).noveltySeries().get(0))
            .map(novelty -> StrictMath.log(Math.max(novelty, 1e-6)))
            .toArray();
    int stride = (int) Math.max(2, Math.ceil(1_000 / EffectiveRows.of(List.of(logarithms))));

    assertThat(report.stride()).isEqualTo(stride);
    WindowCertificate certificate = report.certificate().orElseThrow();
    assertThat(certificate.extent().sampling()).isEqualTo(Sampling.RECORDS);
    assertThat(certificate.counts().units()).isEqualTo((999 + stride - 1) / stride);
    assertThat(certificate.alarm().tolerance()).isCloseTo(Math.sqrt(0.1 * 0.2), within(1e-12));
    assertThat(certificate.alarm().level()).isEqualTo(0.05);
  }

  /** The ends of several episodes are no window that a stream has. */
  @Test
  void endsOfSeveralEpisodesGiveUnitsAndNoRanges() {
    HeldOutReport report = report(recording(8, 99), 0, someScores());

    assertThat(report.ranges()).isEmpty();
    assertThat(report.stride()).isEqualTo(1);
    assertThat(report.rows()).isEqualTo(8 * 50);
    WindowCertificate certificate = report.certificate().orElseThrow();
    assertThat(certificate.extent().sampling()).isEqualTo(Sampling.EPISODES);
    assertThat(certificate.counts().units()).isEqualTo(8);
    assertThat(report(recording(1, 5), 0, someScores()).certificate())
        .as("too few pairs")
        .isEmpty();
  }

  /** What an omega would keep of the variation is told by the scores. */
  @Test
  void coordinatesThatAreFlatOnNewRowsAreToldWithARemedy() {
    Episodes data = recording(1, 399);
    HeldOutRun run = run(data);
    double low = run.windows().lowestVariation();
    double fitted = 20 * low;
    HeldOutReport report = report(data, fitted, someScores());

    VariationLimits limits = calibrated.calibration().orElseThrow().variation();
    assertThat(calibrated.calibration().orElseThrow().retainedVariationLow())
        .isEqualTo(0.1 * fitted);
    assertThat(limits)
        .isEqualTo(NormalVariation.of(run.successors(), size -> 0.1 * fitted * (size - 1) / size));
    assertThat(limits.ofPairs().get(0).low()).isGreaterThanOrEqualTo(0.1 * fitted / 2);
    String remedy = "";
    for (OmegaVariation tried : report.coordinates().omegas()) {
      if (remedy.isEmpty()
          && tried.heldOut() >= 0.2 * tried.fitted()
          && tried.fitted() >= 0.2
          && tried.uniformShare() <= 0.01) {
        remedy =
            tried.omega() <= MODEL.map().omega()
                ? "That is so in some windows only: fit on rows that cover what happens there"
                : String.format(
                    Locale.ROOT,
                    "--omega %.0f would keep %.2g where the fitted rows have %.2g",
                    tried.omega(),
                    tried.heldOut(),
                    tried.fitted());
      }
    }
    assertThat(remedy).isNotEmpty();
    int rows = MODEL.fittingRows().size();
    assertThat(warnings)
        .containsExactly(
            String.format(
                Locale.ROOT,
                "the map does not carry over to new rows: their coordinates keep a retained"
                    + " variation of %.2g where the fitted rows have %.2g; certificates will say"
                    + " OUT_OF_MAP. Its 3 classes have %d fitting rows each for states of 2 values."
                    + " %s",
                low,
                fitted,
                rows / 3,
                remedy));
    warnings.clear();
    report(data, 9 * low, someScores());
    assertThat(warnings).as("a ninth of it is enough").isEmpty();
  }

  @Test
  void whereNoOmegaHelpsFewerClassesAreAdvised() {
    Episodes data = recording(1, 399);
    model = TestModels.vanDerPol(9, 1);
    double low = run(data).windows().lowestVariation();
    int rows = model.fittingRows().size();
    double[] one = {0.1, 0.5, 0.6, 0.7, 0.7, 0.8, 0.8, 0.9, 0.9};
    List<double[]> still = List.of(one, one);

    report(data, 20 * low, still);

    assertThat(warnings)
        .singleElement()
        .asString()
        .endsWith(
            String.format(
                Locale.ROOT,
                " No omega up to 256 helps: try --classes 4, or %d and more fitting rows",
                Math.max(2 * rows, 9 * 50)));
  }

  @Test
  void rowsFarFromAllClassesAreRefusedWithTheOmegaThatReachesThem() {
    double[][] rows = recording(1, 399).run(0);
    FitSettings plain = FitSettings.plain(List.of("q", "p"), 3, List.of());
    model =
        ModelFitter.fit(
                plain.withGridCell(3, 64, plain.partition()),
                Episodes.of(List.<double[][]>of(rows)),
                Progress.NONE)
            .model();
    for (int t = 300; t < 310; t++) {
      rows[t] = new double[] {3 + 0.1 * (t - 300), -3 - 0.1 * (t - 300)};
    }
    Episodes data = Episodes.of(List.<double[][]>of(rows));
    HeldOutRun run = run(data);
    double[] novelties =
        run.novelty().all().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double omega = Math.floor(UniformFallback.largestOmega(novelties[199 - 2], 1e-6));

    assertThat(run.uniform()).isEqualTo(10);
    assertThatThrownBy(() -> report(data, 0, someScores()))
        .isInstanceOf(MapFitException.class)
        .hasMessage(
            String.format(
                Locale.ROOT,
                "10 of 200 held-out rows (5.0 %%) get uniform coordinates, more than 1 %%: with 3"
                    + " classes, omega 64.0 and tau 1.0E-6 that happens where all class scores are"
                    + " above %.2f, and their smallest score is %.2f in the median. Use --omega"
                    + " %.0f or less, or rows that cover what was held out",
                UniformFallback.score(3, 64, 1e-6),
                novelties[100],
                Math.max(1, omega)));
    for (int t = 302; t < 310; t++) {
      rows[t] = rows[t - 20];
    }
    // One in a hundred may be.
    assertThatNoException()
        .isThrownBy(() -> report(Episodes.of(List.<double[][]>of(rows)), 0, someScores()));
  }

  /** Of thirty held-out rows thirds of ten are compared; of fewer none. */
  @Test
  void noveltyThatRisesOverTheHeldOutTimeIsTold() {
    double[][] rows = recording(1, 199).run(0);
    for (int t = 180; t < 200; t++) {
      rows[t] = new double[] {rows[t][0] + 6, rows[t][1] + 6};
    }
    Episodes data = Episodes.of(List.<double[][]>of(rows));
    HeldOutNovelty novelty = run(data).novelty();
    double[] first = novelty.firstThirds().stream().mapToDouble(x -> x).sorted().toArray();
    double[] last = novelty.lastThirds().stream().mapToDouble(x -> x).sorted().toArray();

    report(data, 0, someScores());

    assertThat(first).hasSize(33);
    assertThat(warnings)
        .containsExactly(
            String.format(
                Locale.ROOT,
                "novelty rises over the held-out time: half of its last third is above %.3g, of its"
                    + " first third 90 %% are below %.3g. The process has moved away from what was"
                    + " fitted; fit on rows that cover its present operation",
                last[16],
                first[29]));
  }

  /** With few rows it is these, and not the classes, that say how many classes they carry. */
  @Test
  void ofFewRowsFewerClassesStillAreAdvised() {
    Episodes data = recording(1, 399);
    double[] one = {0.1, 0.5, 0.6, 0.7, 0.7, 0.8, 0.8, 0.9, 0.9};
    for (int rows : new int[] {161, 60}) {
      warnings.clear();
      model =
          TestModels.builderOf(TestModels.vanDerPol(9, 1))
              .fittingRows(FittingRows.of(recording(1, rows - 1)))
              .build();
      int transitions = model.fittingRows().size();

      report(data, 20 * run(data).windows().lowestVariation(), List.of(one, one));

      assertThat(warnings)
          .singleElement()
          .asString()
          .contains("Its 9 classes have " + transitions / 9 + " fitting rows each")
          .endsWith(
              " No omega up to 256 helps: try --classes "
                  + Math.max(2, transitions / 50)
                  + ", or 450 and more fitting rows");
    }
  }

  /** An episode of which one row is held out has no pair, and is no unit. */
  @Test
  void unitsAreEpisodesWithAPair() {
    List<double[][]> runs = new ArrayList<>();
    Episodes data = recording(6, 99);
    for (int e = 0; e < 6; e++) {
      runs.add(data.run(e, 0, e == 2 ? 3 : 40));
    }
    HeldOutReport report = report(Episodes.of(runs), 0, someScores());

    assertThat(report.rows()).isEqualTo(5 * 20 + 1);
    assertThat(report.certificate().orElseThrow().counts().units()).isEqualTo(5);
    List<double[][]> two = List.of(runs.get(0), runs.get(2), runs.get(1));
    assertThat(report(Episodes.of(two), 0, someScores()).certificate()).isPresent();
    List<double[][]> single = List.of(runs.get(0), runs.get(2));
    assertThat(report(Episodes.of(single), 0, someScores()).certificate())
        .as("one unit is too few")
        .isEmpty();
  }

  /** Of a run the pairs count whose number is a multiple of the stride, from the first on. */
  @Test
  void everySoManiethPairOfARunIsAUnit() {
    for (int rows : new int[] {99, 100, 301}) {
      HeldOutReport report = report(recording(1, rows), 0, someScores());
      int pairs = report.rows() - 1;
      int stride = report.stride();
      assertThat(report.certificate().orElseThrow().counts().units())
          .isEqualTo((pairs + stride - 1) / stride);
    }
  }

  @Test
  void coordinatesThatDidNotVaryHaveNoCertificate() {
    model = TestModels.builderOf(MODEL).coordinateVariance(0).build();
    assertThat(report(recording(8, 99), 0, someScores()).certificate()).isEmpty();
  }
}
