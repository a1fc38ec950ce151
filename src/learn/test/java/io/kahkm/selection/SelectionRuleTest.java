package io.kahkm.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionRuleTest {
  private static final double ROUNDING = 1e-15;

  /** A run with E_1 and E_50 given and R2_h = 1 - E_h. */
  private static RunScore run(double first, double second, double rhoVar, double rhoRank) {
    return RunScore.of(
        List.of(
            new HorizonScore(1, first, OptionalDouble.of(1 - first)),
            new HorizonScore(50, second, OptionalDouble.of(1 - second))),
        rhoVar,
        rhoRank);
  }

  private static CandidateRuns candidate(int classes, RunScore... repetitions) {
    return new CandidateRuns(
        new Candidate(classes, 2), Arrays.stream(repetitions).map(List::of).toList());
  }

  @Test
  void everyRuleLooksAtItsOwnHorizons() {
    CandidateRuns shortSighted = candidate(5, run(0.1, 0.9, 0.5, 0.5));
    CandidateRuns farSighted = candidate(6, run(0.4, 0.3, 0.5, 0.5));
    List<CandidateRuns> both = List.of(shortSighted, farSighted);

    assertThat(chosen(SelectionRule.relativeError(1), both)).isEqualTo(5);
    assertThat(chosen(SelectionRule.relativeError(50), both)).isEqualTo(6);
    assertThat(chosen(SelectionRule.meanRelativeError(List.of(1, 50)), both)).isEqualTo(6);
    assertThat(chosen(SelectionRule.noiseAware(Map.of(1, 0.9, 50, 0.1)), both)).isEqualTo(5);
  }

  @Test
  void withinOneStandardErrorTheLargerVariationWins() {
    // Mean 0.2, sample deviation 0.1, standard error 0.1 / sqrt(3).
    CandidateRuns best =
        candidate(5, run(0.1, 0.1, 0.2, 0.5), run(0.2, 0.2, 0.2, 0.5), run(0.3, 0.3, 0.2, 0.5));
    CandidateRuns inside = candidate(6, run(0.25, 0.25, 0.4, 0.5));
    CandidateRuns outside = candidate(7, run(0.26, 0.26, 0.9, 0.5));

    Selection selection =
        SelectionRule.oneStandardError(List.of(1, 50)).select(List.of(best, inside, outside));

    assertThat(selection.best().candidate().classes()).isEqualTo(5);
    assertThat(selection.best().standardError()).isCloseTo(0.1 / Math.sqrt(3), within(ROUNDING));
    assertThat(selection.threshold()).isCloseTo(0.2577350269189626, within(ROUNDING));
    assertThat(selection.finalists()).isEqualTo(2);
    assertThat(selection.chosen().candidate().classes()).isEqualTo(6);
    assertThat(selection.why())
        .contains("C=5 omega=2 has the smallest")
        .contains("2 candidates. Of these C=6 omega=2 has the largest rho_var");
  }

  @Test
  void withoutThePlusOfAStandardErrorTheSmallestMeanWins() {
    CandidateRuns best = candidate(5, run(0.1, 0.1, 0.2, 0.5), run(0.3, 0.3, 0.2, 0.5));
    CandidateRuns other = candidate(6, run(0.21, 0.21, 0.4, 0.5), run(0.21, 0.21, 0.4, 0.5));

    assertThat(chosen(SelectionRule.meanRelativeError(List.of(1, 50)), List.of(best, other)))
        .isEqualTo(5);
    assertThat(chosen(SelectionRule.oneStandardError(List.of(1, 50)), List.of(best, other)))
        .isEqualTo(6);
  }

  @Test
  void equalVariationIsDecidedByRankAndEqualRankByTheGridsOrder() {
    RunScore plain = run(0.2, 0.2, 0.3, 0.5);
    RunScore ranked = run(0.2, 0.2, 0.3, 0.6);
    SelectionRule rule = SelectionRule.oneStandardError(List.of(1, 50));

    assertThat(chosen(rule, List.of(candidate(5, plain), candidate(6, ranked)))).isEqualTo(6);
    assertThat(chosen(rule, List.of(candidate(5, plain), candidate(6, plain)))).isEqualTo(5);
  }

  @Test
  void noiseLevelsAreAveragedWithinARepetitionBeforeTheStandardError() {
    CandidateRuns runs =
        new CandidateRuns(
            new Candidate(5, 2),
            List.of(
                List.of(run(0.1, 0.1, 0.2, 0.5), run(0.5, 0.5, 0.4, 0.5)),
                List.of(run(0.5, 0.5, 0.2, 0.5), run(0.1, 0.1, 0.4, 0.5))));

    Selection selection = SelectionRule.noiseAware(Map.of(1, 0.5, 50, 0.5)).select(List.of(runs));

    assertThat(selection.chosen().mean()).isCloseTo(0.3, within(ROUNDING));
    // Pooling the four runs would give 0.115.
    assertThat(selection.chosen().standardError()).isCloseTo(0, within(ROUNDING));
    assertThat(selection.chosen().runs().rhoVar()).isCloseTo(0.3, within(ROUNDING));
  }

  @Test
  void candidatesWithoutAFiniteScoreAreNeverChosen() {
    CandidateRuns failed = candidate(5, RunScore.failed("too few rows"));
    CandidateRuns constant =
        candidate(6, RunScore.of(List.of(new HorizonScore(1, 0.0, OptionalDouble.empty())), 0, 0));
    CandidateRuns good = candidate(7, run(0.9, 0.9, 0.1, 0.1));
    SelectionRule rule = SelectionRule.oneStandardError(List.of(1));

    Selection selection = rule.select(List.of(failed, constant, good));

    assertThat(selection.chosen().candidate().classes()).isEqualTo(7);
    assertThat(selection.ranked().get(0).failure()).isEqualTo("too few rows");
    assertThat(selection.ranked().get(1).failure()).contains("do not vary");
    assertThatThrownBy(() -> rule.select(List.of(failed)))
        .hasMessageContaining("no candidate has a score")
        .hasMessageContaining("too few rows");
  }

  @Test
  void thePaperWeightsAreThoseOfTheNoiseAwareSearch() {
    RunScore run =
        RunScore.of(
            List.of(
                new HorizonScore(50, 0, OptionalDouble.of(0.9)),
                new HorizonScore(100, 0, OptionalDouble.of(0.8)),
                new HorizonScore(200, 0, OptionalDouble.of(0.5))),
            0.1,
            0.1);

    // 0.1 / 4 + 0.2 / 4 + 0.5 / 2
    assertThat(SelectionRule.noiseAware().score(run).getAsDouble())
        .isCloseTo(0.325, within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "e:50 | E_50",
        "mean-e | mean of E_h over h = 1, 10",
        "mean-e:1,50 | mean of E_h over h = 1, 50",
        "one-se | mean of 1 - R2_h over h = 1, 10",
        "noise-aware | weighted mean of 1 - R2_h over h = 50 (weight 0.25), 100 (weight 0.25), 200"
            + " (weight 0.5)",
        "noise-aware:5=1,10=3 | weighted mean of 1 - R2_h over h = 5 (weight 1.0), 10 (weight 3.0)"
      })
  void rulesAreReadFromTheCommandLine(String text, String words) {
    assertThat(SelectionRule.parse(text, List.of(1, 10)).words()).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "best | there is no selection rule best",
        "e | e needs one horizon",
        "e:1,2 | e needs one horizon",
        "e:x | \"x\" is not a number of steps",
        "mean-e:0 | horizon 0, must be at least 1",
        "noise-aware:5 | not a horizon and its weight",
        "noise-aware:5=-1 | weight -1.0, must be positive"
      })
  void wrongRulesAreExplained(String text, String message) {
    assertThatThrownBy(() -> SelectionRule.parse(text, List.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static int chosen(SelectionRule rule, List<CandidateRuns> candidates) {
    return rule.select(candidates).chosen().candidate().classes();
  }

  private static final RunScore SCORED = run(0.2, 0.4, 0.3, 0.5);

  @Test
  void theReasonNamesAloneTiedAndAdmittedCandidates() {
    SelectionRule error = SelectionRule.relativeError(1);
    SelectionRule oneError = SelectionRule.oneStandardError(List.of(1));
    CandidateRuns tied = candidate(6, run(0.2, 0.4, 0.4, 0.5));
    CandidateRuns worse = candidate(7, run(0.3, 0.4, 0.4, 0.5));

    assertThat(error.select(List.of(candidate(5, SCORED), worse)).why())
        .isEqualTo("C=5 omega=2 has the smallest E_1, 0.20000");
    assertThat(error.select(List.of(candidate(5, SCORED), tied, worse)).why())
        .isEqualTo(
            "C=6 omega=2 has the smallest E_1, 0.20000, and of the 2 that tie the largest rho_var");
    assertThat(oneError.select(List.of(candidate(5, SCORED), worse)).why())
        .isEqualTo(
            "C=5 omega=2 has the smallest 1 - R2_1, 0.20000; its standard error 0.0 admits scores"
                + " up to 0.20000, which no other candidate reaches");
    assertThat(oneError.select(List.of(candidate(5, SCORED), tied)).why())
        .isEqualTo(
            "C=5 omega=2 has the smallest 1 - R2_1, 0.20000; its standard error 0.0 admits scores"
                + " up to 0.20000: 2 candidates. Of these C=6 omega=2 has the largest rho_var,"
                + " 0.4000 (ties go to the larger rho_rank)");
  }

  @Test
  void onlyCandidatesWithinTheThresholdAreFinalists() {
    Selection selection =
        SelectionRule.relativeError(1)
            .select(
                List.of(
                    candidate(5, SCORED),
                    candidate(6, run(0.3, 0.4, 0.4, 0.5)),
                    candidate(7, RunScore.failed("too few rows"))));

    assertThat(selection.ranked().stream().map(selection::isFinalist))
        .containsExactly(true, false, false);
  }

  @Test
  void everyRuleSaysWhatItNeeds() {
    SelectionRule plain = SelectionRule.parse("mean-e:50,1,50", List.of());
    SelectionRule noise = SelectionRule.parse("NOISE-AWARE", List.of());

    assertThat(plain.horizons()).containsExactly(1, 50);
    assertThat(plain.isNoiseAware()).isFalse();
    assertThat(plain.needsRepetitions()).isFalse();
    assertThat(noise.horizons()).containsExactly(50, 100, 200);
    assertThat(noise.isNoiseAware()).isTrue();
    assertThat(noise.needsRepetitions()).isTrue();
    assertThat(SelectionRule.parse("one-se:7", List.of()).isNoiseAware()).isFalse();
    assertThat(SelectionRule.parse("one-se", List.of(7)).needsRepetitions()).isTrue();
    assertThatThrownBy(() -> SelectionRule.noiseAware(Map.of(1, Double.POSITIVE_INFINITY)))
        .hasMessageContaining("must be positive and finite");
    assertThatThrownBy(() -> SelectionRule.meanRelativeError(List.of()))
        .hasMessage("mean-e has no horizon");
    // (1 * 0.2 + 3 * 0.4) / 4
    assertThat(SelectionRule.noiseAware(Map.of(1, 1.0, 50, 3.0)).score(SCORED).getAsDouble())
        .isCloseTo(0.35, within(ROUNDING));
  }

  @Test
  void figuresAreMeansOverAllRunsAndThereIsNoneWithout() {
    CandidateRuns runs =
        new CandidateRuns(
            new Candidate(5, 0.5),
            List.of(List.of(run(0.2, 0.4, 0.3, 0.5)), List.of(run(0.4, 0.8, 0.5, 0.1))));

    assertThat(runs.rhoVar()).isCloseTo(0.4, within(ROUNDING));
    assertThat(runs.rhoRank()).isCloseTo(0.3, within(ROUNDING));
    assertThat(runs.relativeError(50)).isCloseTo(0.6, within(ROUNDING));
    assertThat(runs.relativeError(2)).isNaN();
    assertThat(SCORED.r2(2)).isEmpty();
    assertThat(runs.candidate()).hasToString("C=5 omega=0.5");
    assertThatThrownBy(() -> new CandidateRuns(new Candidate(5, 2), List.of()))
        .hasMessage("C=5 omega=2 has a repetition without runs");
    assertThatThrownBy(() -> new CandidateRuns(new Candidate(5, 2), List.of(List.of())))
        .hasMessage("C=5 omega=2 has a repetition without runs");
    assertThatThrownBy(() -> new RunScore(List.of(), 0, 0, ""))
        .hasMessageStartingWith("a run has horizons or a failure");
    assertThatThrownBy(() -> new HorizonScore(0, 1, OptionalDouble.empty()))
        .hasMessage("horizon is 0, must be at least 1");
  }

  @Test
  void aGridIsSortedWithoutRepetitionsAndHasNoImpossibleCell() {
    SelectionGrid grid = new SelectionGrid(List.of(5, 3, 5), List.of(2.0, 0.5, 2.0));

    assertThat(grid.size()).isEqualTo(4);
    assertThat(grid.candidates())
        .extracting(Candidate::toString)
        .containsExactly("C=3 omega=0.5", "C=3 omega=2", "C=5 omega=0.5", "C=5 omega=2");
    assertThatThrownBy(() -> new SelectionGrid(List.of(), List.of(1.0)))
        .hasMessage("the grid has 0 classes and 1 omegas");
    assertThatThrownBy(() -> new SelectionGrid(List.of(1), List.of()))
        .hasMessage("the grid has 1 classes and 0 omegas");
    assertThatThrownBy(() -> new SelectionGrid(List.of(0), List.of(1.0)))
        .hasMessage("classes is 0, must be at least 1");
    assertThatThrownBy(() -> new SelectionGrid(List.of(1), List.of(0.0)))
        .hasMessage("omega is 0.0, must be positive and finite");
    assertThatThrownBy(() -> new SelectionGrid(List.of(1), List.of(Double.POSITIVE_INFINITY)))
        .hasMessage("omega is Infinity, must be positive and finite");
    assertThat(new Candidate(1, 1)).hasToString("C=1 omega=1");
    assertThatThrownBy(() -> new RunKey(new Candidate(1, 1), -1, 0))
        .hasMessage("repetition is -1, must be at least 0");
    assertThatThrownBy(() -> new RunKey(new Candidate(1, 1), 0, -0.1))
        .hasMessage("noise is -0.1, must be at least 0");
  }
}
