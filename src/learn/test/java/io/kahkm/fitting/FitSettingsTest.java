package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ReferenceWay;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.testing.TestModels;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a fit is asked for, and what a model file says of how it was fitted. */
class FitSettingsTest {
  private static final FitSettings PLAIN =
      FitSettings.plain(List.of("a", "b", "c"), 4, List.of(5, 1, 5));

  private static FitSettings settings(
      double beta, int epochs, double holdout, double quantile, int horizon) {
    return new FitSettings(
        PLAIN.map(),
        PLAIN.partition(),
        ClosureMethod.NLMS,
        beta,
        epochs,
        holdout,
        quantile,
        List.of(horizon),
        Map.of());
  }

  @Test
  void everyNumberIsHeldToItsRange() {
    assertThat(settings(0.1, 1, 0, 0.9, 1).holdout()).isZero();
    refuses(0, 1, 0.2, 0.9, 1, "beta is 0.0, must be between 0 and 1");
    refuses(1, 1, 0.2, 0.9, 1, "beta is 1.0, must be between 0 and 1");
    refuses(0.1, 0, 0.2, 0.9, 1, "epochs is 0, at least 1 is needed");
    refuses(0.1, 1, -0.1, 0.9, 1, "holdout is -0.1, must be at least 0 and below 1");
    refuses(0.1, 1, 1, 0.9, 1, "holdout is 1.0, must be at least 0 and below 1");
    refuses(0.1, 1, 0.2, 0, 1, "quantile is 0.0, must be between 0 and 1");
    refuses(0.1, 1, 0.2, 1, 1, "quantile is 1.0, must be between 0 and 1");
    refuses(0.1, 1, 0.2, 0.9, 0, "horizons has 0, at least 1 is needed");
    refuses(Double.NaN, 1, 0.2, 0.9, 1, "beta is NaN, must be between 0 and 1");
  }

  private static void refuses(
      double beta, int epochs, double holdout, double quantile, int horizon, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(beta, epochs, holdout, quantile, horizon))
        .withMessage(message);
  }

  @Test
  void horizonsAscendAndKnownInputsAreInTheOrderOfTheSensors() {
    assertThat(PLAIN.forecasts().horizons()).containsExactly(1, 5);
    assertThat(PLAIN.forecasts().seasons()).isEqualTo(SeasonChoice.AUTO);
    assertThat(PLAIN.references()).isEqualTo(ReferenceChoice.OF_MAP);
    assertThat(PLAIN.withKnown(List.of("c", "a")).forecasts().known()).containsExactly("a", "c");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PLAIN.withKnown(List.of("a", "x")))
        .withMessage("known has \"x\", the sensors are [a, b, c]");
  }

  /** Each change leaves all else as it was. */
  @Test
  void whatIsChangedIsChangedAlone() {
    SeasonChoice day = SeasonChoice.of(List.of(24));
    FitSettings all =
        settings(0.25, 7, 0.3, 0.9, 2)
            .withKnown(List.of("b"))
            .withSeasons(day)
            .withReferences(ReferenceChoice.FEWEST)
            .withProvenance(Map.of("who", "ann"));
    FitSettings expected =
        new FitSettings(
            PLAIN.map(),
            PLAIN.partition(),
            ReferenceChoice.FEWEST,
            new FitSettings.StartClosure(ClosureMethod.NLMS, 0.25, 7),
            0.3,
            0.9,
            new FitSettings.Forecasts(List.of(2), day, List.of("b")),
            Map.of("who", "ann"));
    assertThat(all).isEqualTo(expected);
    assertThat(all.withoutHoldout().holdout()).isZero();
    assertThat(all.withoutForecasts().forecasts().horizons()).isEmpty();
    assertThat(all.withoutForecasts().closure().epochs()).isEqualTo(7);

    Optional<ReferenceLimit> limit = Optional.of(new ReferenceLimit(40, ReferenceWay.SPREAD));
    FitSettings found = all.withReferences(limit);
    assertThat(found.references()).isEqualTo(ReferenceChoice.OF_MAP);
    assertThat(found.map()).isEqualTo(PLAIN.map().withReferences(limit));

    Partition partition = new Partition.KMeansStart(9);
    FitSettings cell = found.withGridCell(6, 2.5, partition);
    assertThat(cell.map().classes()).isEqualTo(6);
    assertThat(cell.map().omega()).isEqualTo(2.5);
    assertThat(cell.partition()).isEqualTo(partition);
    assertThat(cell.withGridCell(4, PLAIN.map().omega(), PLAIN.partition())).isEqualTo(found);
  }

  @Test
  void seasonsAndReferencesAreChosenInWords() {
    assertThat(SeasonChoice.of(List.of(48, 24, 48)).given()).containsExactly(24, 48);
    assertThat(SeasonChoice.of(List.of(2)).search()).isFalse();
    assertThat(SeasonChoice.auto(Optional.of(Duration.ofHours(1))))
        .isEqualTo(new SeasonChoice(true, Optional.of(Duration.ofHours(1)), List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SeasonChoice.of(List.of(24, 1)))
        .withMessage("season is 1 step, at least 2 are needed");
    assertThat(ReferenceChoice.of("auto")).isEqualTo(ReferenceChoice.FEWEST);
    assertThat(ReferenceChoice.of("all")).isEqualTo(ReferenceChoice.OF_MAP);
    assertThat(ReferenceChoice.of("1").most()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReferenceChoice.of("0"))
        .withMessage("references is 0, must be at least 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReferenceChoice(ReferenceChoice.Kind.FEWEST, 1));
    assertThat(Labels.find(ClosureMethod.class, ClosureMethod.RIDGE.label()))
        .isEqualTo(ClosureMethod.RIDGE);
  }

  private static FitSettings again(Map<String, String> said) {
    Model model = TestModels.withNoveltyLimit(TestModels.vanDerPol(3, 1), 0.5);
    return RefitSettings.of(model.toBuilder().provenance(said).build()).orElseThrow();
  }

  @Test
  void aModelIsFittedAgainAsItsFileSays() {
    Map<String, String> said =
        Map.of(
            "partition", "k-means, seed 17",
            "closure", "ridge",
            "epochs", "3",
            "holdout", "0.25");
    FitSettings again = again(said);

    assertThat(again.partition()).isEqualTo(new Partition.KMeansStart(17));
    assertThat(again.closure().method()).isEqualTo(ClosureMethod.RIDGE);
    assertThat(again.closure().epochs()).isEqualTo(3);
    assertThat(again.holdout()).isEqualTo(0.25);
    assertThat(again.quantile()).isEqualTo(0.995);
    assertThat(again.closure().beta()).isEqualTo(0.1);
    assertThat(again.forecasts().horizons()).containsExactly(1, 5);
    assertThat(again.map()).isEqualTo(TestModels.vanDerPol(3, 1).map().settings());
    assertThat(again.forecasts().known()).isEmpty();
    assertThat(again.forecasts().seasons()).isEqualTo(SeasonChoice.NONE);
    assertThat(again.provenance()).isEqualTo(said);
  }

  @Test
  void whatAFileDoesNotSayIsAsUsual() {
    for (Map<String, String> said :
        List.of(
            Map.<String, String>of(),
            Map.of("partition", "given", "epochs", "many", "holdout", "some"),
            Map.of("partition", "k-means, seed x", "holdout", "0"),
            Map.of("holdout", "1"))) {
      FitSettings again = again(said);
      assertThat(again.partition()).isEqualTo(new Partition.KMeansStart(0));
      assertThat(again.closure().method()).isEqualTo(ClosureMethod.NLMS);
      assertThat(again.closure().epochs()).isEqualTo(20);
      assertThat(again.holdout()).isEqualTo(0.2);
    }
    Model model = TestModels.vanDerPol(3, 1);
    Model without = TestModels.bareOf(model).build();
    assertThat(RefitSettings.of(without)).as("without limits there was nothing held out").isEmpty();
  }
}
