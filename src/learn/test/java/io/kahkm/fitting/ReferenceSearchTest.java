package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.system.Oscillator;
import io.kahkm.system.Simulation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceSearchTest {
  private static final int CLASSES = 6;

  /** One smooth cycle, over and over: a part of the states says what all say. */
  private static final Episodes CYCLES = Simulation.episodes(Oscillator.vanDerPol(), 1, 4, 600);

  private static FitSettings settings(List<Integer> horizons) {
    MapSettings map =
        new MapSettings(
            List.of("q", "p"),
            CLASSES,
            4,
            MapSettings.DEFAULT_TAU,
            MapSettings.Reconstruction.USUAL,
            MapSettings.States.of(ScalingKind.STANDARD));
    return new FitSettings(
        map,
        new Partition.KMeansStart(1),
        ClosureMethod.RIDGE,
        0.1,
        1,
        0.2,
        FitSettings.DEFAULT_QUANTILE,
        horizons,
        Map.of());
  }

  private static FitResult fit(ReferenceChoice choice, Episodes data) {
    return ModelFitter.fit(settings(List.of(1, 10)).withReferences(choice), data, Progress.NONE);
  }

  @Test
  void takesTheFewestThatAreAsGoodAsAll() {
    FitResult few = fit(ReferenceChoice.FEWEST, CYCLES);

    ReferenceReport report = few.report().references().orElseThrow();
    List<ReferenceTrial> trials = report.trials();
    ReferenceTrial all = trials.get(0);
    ReferenceTrial taken = trials.get(trials.size() - 1);
    assertThat(report.horizons()).containsExactly(1, 10);
    assertThat(all.limit()).isEmpty();
    assertThat(all.references()).isEqualTo(4 * 480);
    assertThat(taken.asGood()).isTrue();
    // Smaller ones were tried before, and were not as good.
    assertThat(trials.subList(1, trials.size() - 1)).noneMatch(ReferenceTrial::asGood);
    assertThat(few.model().map().settings().references()).isEqualTo(taken.limit());
    assertThat(few.model().map().references())
        .isLessThan(CYCLES.transitions() / 2)
        .isLessThanOrEqualTo(taken.limit().orElseThrow().most() + CLASSES * 10);
    assertThat(RefitSettings.of(few.model()).orElseThrow().map())
        .as("a later fit keeps as many")
        .isEqualTo(few.model().map().settings());
  }

  /** A map of a hundred thousand would be judged for longer than all the rest takes. */
  @Test
  void ofVeryManyStatesAnEvenPartOfEveryClassIsLookedAt() {
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i < 90_000; i++) {
      labels.add(i % 10_000 == 7 ? 2 : i < 60_000 ? 0 : 1);
    }
    int[] candidates = ReferenceSearch.candidates(labels, 3);
    assertThat(candidates).isSorted().doesNotHaveDuplicates();
    // Fewer than ten of a class are all kept.
    assertThat(candidates).contains(7, 10_007, 80_007);
    assertThat(candidates.length).isBetween(20_000, 20_010);
    for (int tenth = 0; tenth < 9; tenth++) {
      int from = 10_000 * tenth;
      assertThat(Arrays.stream(candidates).filter(i -> i >= from && i < from + 10_000).count())
          .isBetween(2_200L, 2_250L);
    }
    assertThat(ReferenceSearch.candidates(labels.subList(0, 20_000), 3)).hasSize(20_000);
  }

  /** Fitting again, from the file, keeps as many without a search. */
  @Test
  void theFileSaysHowManyAndTheSameFitGivesTheSameMap(@TempDir Path directory) throws Exception {
    FitSettings settings = settings(List.of()).withoutHoldout();
    FitResult fit =
        ModelFitter.fit(settings.withReferences(ReferenceChoice.of("200")), CYCLES, Progress.NONE);
    assertThat(fit.report().references().orElseThrow().states())
        .as("a fifth is for the search, where nothing else is held out")
        .isEqualTo(4 * 480);
    Model few = fit.model();
    Path file = directory.resolve("few.safetensors");
    ModelFile.write(few, file);
    Model read = ModelFile.read(file);

    MapSettings written = read.map().settings();
    assertThat(read.map().fingerprint()).isEqualTo(few.map().fingerprint());
    assertThat(written.references().orElseThrow().most()).isEqualTo(200);
    FitSettings again = settings.withReferences(written.references());
    assertThat(ModelFitter.fit(again, CYCLES, Progress.NONE).model().map().fingerprint())
        .isEqualTo(few.map().fingerprint());
    // The control: all of them give another map, and a file without a word on it.
    Model all =
        ModelFitter.fit(settings.withReferences(ReferenceChoice.of("all")), CYCLES, Progress.NONE)
            .model();
    assertThat(all.map().fingerprint()).isNotEqualTo(few.map().fingerprint());
    assertThat(all.map().settings().references()).isEmpty();
  }

  /** A thin ring at random: the border of the states is what wrong readings are told by. */
  @Test
  void saysWhatFewerWouldHaveCost() {
    Random random = new Random(4);
    double[][] rows = new double[1500][2];
    for (int t = 0; t < rows.length; t++) {
      double angle = 2 * Math.PI * random.nextDouble();
      rows[t][0] = Math.cos(angle) + 0.001 * random.nextGaussian();
      rows[t][1] = Math.sin(angle) + 0.001 * random.nextGaussian();
    }
    Episodes data = Episodes.of(List.<double[][]>of(rows));

    ReferenceReport report =
        ReferenceSearch.of(
                settings(List.of(1, 10)).withReferences(ReferenceChoice.FEWEST),
                data,
                Progress.NONE)
            .report()
            .orElseThrow();

    assertThat(report.trials()).hasSizeGreaterThan(1);
    assertThat(report.trials().get(1).found())
        .as("with a few states of a thin ring, wrong readings are found less often")
        .isLessThan(report.trials().get(0).found());
  }

  @Test
  void keepsAllWhereTooFewRowsAreLeftToJudgeBy() {
    Episodes few = Simulation.episodes(Oscillator.vanDerPol(), 1, 3, 300);

    FitResult result = fit(ReferenceChoice.FEWEST, few);

    assertThat(result.report().references()).isEmpty();
    assertThat(result.model().map().settings().references()).isEmpty();
    FitSettings hundred = settings(List.of(1, 10)).withReferences(ReferenceChoice.of("100"));
    assertThat(ReferenceSearch.of(hundred, few, Progress.NONE))
        .isEqualTo(
            new ReferenceSearch.Outcome(
                Optional.of(new ReferenceLimit(100, ReferenceWay.CENTERS)), Optional.empty()));
  }

  @Test
  void aChoiceIsAutoAllOrANumber() {
    assertThat(ReferenceChoice.of("auto")).isEqualTo(ReferenceChoice.FEWEST);
    assertThat(ReferenceChoice.of("all")).isEqualTo(ReferenceChoice.OF_MAP);
    assertThat(ReferenceChoice.of("60").most()).isEqualTo(60);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReferenceChoice.of("0"))
        .withMessage("references is 0, must be at least 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReferenceChoice.of("some"))
        .withMessage("references is 'some', must be auto, all or a number");
  }

  /** A cloud that drifts in a circle: 300 rows are fitted, 220 are held out. */
  private static Episodes cloud() {
    Random random = new Random(9);
    double[][] rows = new double[520][2];
    for (int t = 0; t < rows.length; t++) {
      double angle = t / 7.0;
      rows[t][0] = Math.cos(angle) + 0.2 * random.nextGaussian();
      rows[t][1] = 3 * Math.sin(angle) + 0.2 * random.nextGaussian();
    }
    return Episodes.of(List.<double[][]>of(rows));
  }

  private static FitSettings ofCloud(Partition partition, ReferenceChoice choice) {
    FitSettings plain = FitSettings.plain(List.of("x", "y"), 3, List.of(1, 2, 3, 4, 60));
    return new FitSettings(
            plain.map(),
            partition,
            ClosureMethod.RIDGE,
            0.1,
            1,
            0.424,
            FitSettings.DEFAULT_QUANTILE,
            List.of(1, 2, 3, 4, 60),
            Map.of())
        .withReferences(choice);
  }

  /** Every map that is tried, fitted and judged a second time. */
  private static final class Plain {
    private final MapSettings map;
    private final double[][] states;
    private final Scaling scaling;
    private final Partition labels;
    private final ReferenceJudge judge;
    private final ReferenceJudge.Verdict all;

    Plain(FitSettings settings, Episodes data) {
      map = settings.map();
      HeldOutSplit split = HeldOutSplit.of(data, settings.holdout());
      Episodes held = split.heldOut().orElseThrow();
      states = split.fitting().currentStates();
      scaling = MapFitter.scaling(map, states);
      Partition partition = settings.partition();
      if (partition instanceof Partition.GivenLabels given) {
        partition = new Partition.GivenLabels(given.labels().subList(0, states.length));
      }
      labels =
          new Partition.GivenLabels(
              MapFitter.classes(map, scaling, states, partition, Progress.NONE));
      judge =
          new ReferenceJudge(
              List.of(1, 3, 60),
              2,
              List.<double[][]>of(split.fitting().run(0)),
              List.<double[][]>of(held.run(0)));
      all = judge.judge(map(Optional.empty()));
    }

    KahmMap map(Optional<ReferenceLimit> limit) {
      return MapFitter.fit(map.withReferences(limit), scaling, states, labels, Progress.NONE);
    }

    ReferenceTrial trial(Optional<ReferenceLimit> limit) {
      ReferenceJudge.Verdict verdict = judge.judge(map(limit));
      return new ReferenceTrial(
          limit,
          map(limit).references(),
          verdict.losses().stream().map(loss -> Math.sqrt(loss.value())).toList(),
          verdict.found().value(),
          verdict.retained().value(),
          limit.isEmpty() || all.admits(verdict));
    }

    /** As good as all before what is not, then the one whose forecasts err less. */
    ReferenceTrial better(int size) {
      ReferenceTrial centers = trial(Optional.of(new ReferenceLimit(size, ReferenceWay.CENTERS)));
      ReferenceTrial spread = trial(Optional.of(new ReferenceLimit(size, ReferenceWay.SPREAD)));
      if (centers.asGood() != spread.asGood()) {
        return centers.asGood() ? centers : spread;
      }
      return loss(centers) < loss(spread) ? centers : spread;
    }

    private static double loss(ReferenceTrial trial) {
      return trial.errors().stream().mapToDouble(error -> error * error).sum();
    }
  }

  @Test
  void halvesAreTriedFromTheSmallestOnUntilOneIsAsGood() {
    Episodes data = cloud();
    List<Integer> labels = IntStream.range(0, 519).mapToObj(t -> t / 4 % 3).toList();
    for (Partition partition :
        List.of(new Partition.KMeansStart(1), new Partition.GivenLabels(labels))) {
      FitSettings settings = ofCloud(partition, ReferenceChoice.FEWEST);
      Plain plain = new Plain(settings, data);
      List<ReferenceTrial> expected = new ArrayList<>(List.of(plain.trial(Optional.empty())));
      Optional<ReferenceLimit> taken = Optional.empty();
      for (int size : new int[] {37, 74, 149}) {
        if (taken.isEmpty()) {
          ReferenceTrial trial = plain.better(size);
          expected.add(trial);
          taken = trial.asGood() ? trial.limit() : taken;
        }
      }
      List<String> told = new ArrayList<>();

      ReferenceSearch.Outcome found =
          ReferenceSearch.of(
              settings, data, (stage, done, of) -> told.add(stage + " " + done + "/" + of));

      assertThat(found.limit()).isEqualTo(taken);
      assertThat(found.report()).contains(new ReferenceReport(List.of(1, 3), 299, 299, expected));
      told.removeIf(line -> !line.startsWith("reference samples "));
      assertThat(told.get(0)).isEqualTo("reference samples 0/4");
      assertThat(told.get(1)).isEqualTo("reference samples 1/4");
      assertThat(told.get(2)).isEqualTo("reference samples 2/4");
      assertThat(told.get(told.size() - 1)).isEqualTo("reference samples 4/4");
      assertThat(told).hasSize(expected.size() + 2);
    }
  }

  @Test
  void asManyAsAreAskedForAreTakenHoweverGoodTheyAre() {
    Episodes data = cloud();
    FitSettings settings = ofCloud(new Partition.KMeansStart(1), ReferenceChoice.of("40"));
    Plain plain = new Plain(settings, data);
    ReferenceTrial trial = plain.better(40);

    ReferenceSearch.Outcome found = ReferenceSearch.of(settings, data, Progress.NONE);

    assertThat(trial.limit().orElseThrow().most()).isEqualTo(40);
    assertThat(found.limit()).isEqualTo(trial.limit());
    assertThat(found.report())
        .contains(
            new ReferenceReport(
                List.of(1, 3), 299, 299, List.of(plain.trial(Optional.empty()), trial)));
  }
}
