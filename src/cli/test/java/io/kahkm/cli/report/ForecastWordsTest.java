package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.fitting.HeldOutReport;
import io.kahkm.fitting.PastReport;
import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.internal.forecast.ExpertKind;
import io.kahkm.internal.forecast.ExpertScores;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What is told of forecasts: which models make them, and what the past is worth. */
class ForecastWordsTest {
  /** No weight of the coordinates. */
  private static final int NONE = -1;

  private static HorizonChoice choice(int horizon, long rows, int... corrections) {
    return new HorizonChoice(
        horizon,
        List.of(0, 0),
        1,
        Arrays.stream(corrections).boxed().toList(),
        List.of(new HorizonChoice.Errors(9, 4, 3), new HorizonChoice.Errors(9, 4, 3)),
        rows,
        Optional.empty());
  }

  @Test
  void horizonsAreGatheredByWhatMakesTheirForecasts() {
    assertThat(
            ForecastWords.lines(
                List.of(
                    choice(1, 80, NONE, NONE),
                    choice(2, 70, 1, NONE),
                    choice(5, 60, NONE, NONE),
                    choice(50, 0, NONE, NONE),
                    choice(100, 0, NONE, NONE))))
        .containsExactly(
            "1, 5 steps ahead: only linear models of all sensors; coordinates add nothing to them"
                + " on 80 rows held out of a fit and get no weight",
            "2 steps ahead: coordinates enter the forecasts of 1 of 2 sensors, removing 25 % of the"
                + " squared error of the linear models on 70 rows held out of a fit",
            "50, 100 steps ahead: too few rows to hold some out; linear models drawn towards"
                + " persistence, coordinates get no weight");
    assertThat(ForecastWords.lines(List.of(choice(1, 80, 1, 1))))
        .singleElement()
        .asString()
        .startsWith("1 step ahead: coordinates enter the forecasts of 2 of 2 sensors");
  }

  private static PastReport past(
      List<Integer> seasons, int found, List<Integer> lags, int longest) {
    return new PastReport(
        seasons,
        found,
        OptionalDouble.of(0.125),
        lags,
        longest,
        List.of(new PastReport.Horizon(1, 3, 0.5), new PastReport.Horizon(2, 2, 0.25)),
        List.of(new PastReport.Known(1, 4, 0.75, 0.5), new PastReport.Known(2, 2, 0.625, 0.375)));
  }

  @Test
  void thePastIsToldWithItsSeasonAndLags() {
    Optional<Duration> hour = Optional.of(Duration.ofHours(1));

    assertThat(PastWords.lines(past(List.of(24), 24, List.of(1, 2, 4), 4), hour))
        .containsExactly(
            "season: a day: 24 steps; lags around it remove 13 % of the squared error of own past on"
                + " held-out rows",
            "own past: 3 lags up to 4",
            "1 step ahead: own past beats persistence for 3 sensors on held-out rows, skill 0.500",
            "2 steps ahead: own past beats persistence for 2 sensors on held-out rows, skill 0.250",
            "1 step ahead: known inputs forecast 4 sensors best on held-out rows, skill 0.750,"
                + " without them 0.500",
            "2 steps ahead: known inputs forecast 2 sensors best on held-out rows, skill 0.625,"
                + " without them 0.375");
    assertThat(PastWords.lines(past(List.of(), 24, List.of(1, 2), 4), hour))
        .startsWith(
            "season: a day: 24 steps; lags around it remove 13 % of the squared error of own past on"
                + " held-out rows, too little to keep it",
            "own past: 2 lags up to 2; those up to 4 remove less than 1 % of the squared error on"
                + " held-out rows");
    assertThat(PastWords.lines(past(List.of(), 0, List.of(), 0), hour))
        .startsWith("season: none", "own past: no lags, the runs of rows are too short");
    assertThat(PastWords.lines(past(List.of(24, 168), 0, List.of(1), 1), hour).get(0))
        .isEqualTo("season: a day: 24 steps, a week: 168 steps");
    assertThat(
            PastWords.lines(
                new PastReport(
                    List.of(24), 24, OptionalDouble.empty(), List.of(), 0, List.of(), List.of()),
                hour))
        .isEmpty();
  }

  @Test
  void everyExpertHasItsSkillAlone() {
    OptionalDouble none = OptionalDouble.empty();
    List<ExpertScores.Skill> experts =
        List.of(
            new ExpertScores.Skill(ExpertKind.ALL_SENSORS, OptionalDouble.of(0.5)),
            new ExpertScores.Skill(ExpertKind.OWN_PAST, none));

    assertThat(
            PastWords.experts(
                List.of(
                    new HeldOutReport.Skill(1, 9, none, none, none, experts),
                    new HeldOutReport.Skill(5, 9, none, none, none, experts),
                    new HeldOutReport.Skill(9, 9, none, none, none, List.of()))))
        .containsExactly(
            "1 step ahead, each alone over persistence: all sensors 0.500, own past -",
            "5 steps ahead, each alone over persistence: all sensors 0.500, own past -");
  }
}
