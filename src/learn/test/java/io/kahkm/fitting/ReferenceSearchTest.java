package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.kahm.Regularization;
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
            MapSettings.DEFAULT_BLOCK,
            FarField.SMOOTH,
            Regularization.FIXED_POINT,
            ScalingKind.STANDARD);
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
    Model few =
        ModelFitter.fit(settings.withReferences(ReferenceChoice.of("200")), CYCLES, Progress.NONE)
            .model();
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

    ReferenceReport report = fit(ReferenceChoice.FEWEST, data).report().references().orElseThrow();

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
    assertThat(fit(ReferenceChoice.of("100"), few).model().map().settings().references())
        .isEqualTo(Optional.of(new ReferenceLimit(100, ReferenceWay.CENTERS)));
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
}
