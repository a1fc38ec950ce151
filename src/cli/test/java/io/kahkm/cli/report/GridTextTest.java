package io.kahkm.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.selection.Candidate;
import io.kahkm.selection.CandidateRuns;
import io.kahkm.selection.HorizonScore;
import io.kahkm.selection.RunScore;
import io.kahkm.selection.Selection;
import io.kahkm.selection.SelectionRule;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class GridTextTest {
  private static CandidateRuns runs(int classes, double omega, RunScore score) {
    return new CandidateRuns(new Candidate(classes, omega), List.of(List.of(score)));
  }

  private static RunScore score(double error, double rhoVar) {
    return RunScore.of(
        List.of(new HorizonScore(1, error, OptionalDouble.of(1 - error))), rhoVar, 0.5);
  }

  private static List<String> lines(Selection selection, List<Double> noise) {
    StringWriter text = new StringWriter();
    GridText.print(new PrintWriter(text), selection, List.of(1), 2, noise);
    return text.toString().lines().toList();
  }

  @Test
  void everyCellIsToldWithItsMark() {
    Selection selection =
        SelectionRule.relativeError(1)
            .select(
                List.of(
                    runs(5, 0.5, score(0.25, 0.125)),
                    runs(5, 2, score(0.25, 0.25)),
                    runs(8, 2, score(0.5, 0.25)),
                    runs(9, 2, RunScore.failed("too few rows"))));

    assertThat(lines(selection, List.of(0.0)))
        .containsExactly(
            "selection by the E_1, 2 fits of every pair",
            "     classes     omega     score      s.e.       E_1   rho_var  rho_rank",
            "+          5       0.5    0.2500       0.0    0.2500    0.1250    0.5000",
            "*          5         2    0.2500       0.0    0.2500    0.2500    0.5000",
            "           8         2    0.5000       0.0    0.5000    0.2500    0.5000",
            "           9         2  not possible: too few rows",
            "+ within the threshold 0.2500",
            "* chosen: C=5 omega=2 has the smallest E_1, 0.25000, and of the 2 that tie the largest"
                + " rho_var");
    assertThat(lines(selection, List.of(0.0, 0.5)).get(0))
        .isEqualTo("selection by the E_1, 2 fits of every pair at each noise of 0.0, 0.5");
    assertThat(
            lines(
                SelectionRule.relativeError(1).select(List.of(runs(5, 2, score(0.25, 0.25)))),
                List.of(0.0)))
        .noneMatch(line -> line.startsWith("+"));
  }
}
