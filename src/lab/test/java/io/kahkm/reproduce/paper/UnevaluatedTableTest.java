package io.kahkm.reproduce.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.paper.benchmark.BenchmarkReport;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.system.FourState;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of what the paper left unevaluated, small, on the example whose values are known. */
class UnevaluatedTableTest {
  private static final BenchmarkReport.Size SMALL = new BenchmarkReport.Size(4000, 100, 50, 4, 50);

  private static ResultTable table;

  @BeforeAll
  static void evaluate() {
    table =
        UnevaluatedTable.table(
            List.of(
                UnevaluatedTable.fourState(FourState.identity()),
                UnevaluatedTable.fourState(FourState.conflict())),
            SMALL,
            1,
            Progress.NONE);
  }

  private static String cell(String quantity, int column) {
    return table.rows().stream()
        .filter(row -> row.get(0).equals(quantity))
        .map(row -> row.get(column))
        .findFirst()
        .orElseThrow();
  }

  private static double number(String quantity, int column) {
    return Double.parseDouble(cell(quantity, column));
  }

  @Test
  void everyProvenRelationHolds() {
    assertThat(table.passed()).isTrue();
    assertThat(table.rows()).anyMatch(row -> row.get(1).equals("holds"));
    assertThat(table.rows()).noneMatch(row -> row.contains("VIOLATED"));
  }

  /** 4000 draws of states of probability 1/4: within four standard errors, and four digits. */
  @Test
  void theKnownPopulationValuesComeOut() {
    assertThat(number("A_fid", 2)).isCloseTo(1.0 / 1024, within(1e-7));
    assertThat(number("A_geom", 2)).isCloseTo(1.0 / 1024, within(1e-7));
    assertThat(number("sigma_res", 1)).isCloseTo(0, within(1e-12));
    assertThat(number("sigma_res", 2)).isCloseTo(15.0 / 32, within(0.01));
    assertThat(number("rmse of the closure", 2)).isCloseTo(15.0 / 32, within(0.01));
    assertThat(number("rms of Z - m(X)", 2)).isCloseTo(0, within(1e-12));
    assertThat(number("rms of m(X) - B' phi", 2)).isCloseTo(15.0 / 32, within(0.05));
    assertThat(cell("classes with t_c- < t_c+ (scores)", 2)).isEqualTo("2 of 2");
    assertThat(number("competitors with a positive hull distance", 2)).isEqualTo(1);
    // Identity: each reading stays, the best predictor is the identity and persistence is exact.
    assertThat(number("rmse of persistence", 1)).isZero();
    assertThat(cell("skill", 1)).isEmpty();
  }

  @Test
  void certificatesOnPairsAndEpisodesExcludeOnlyWhatCannotBeReached() {
    for (String on : List.of(" (pairs)", " (episodes)")) {
      assertThat(number("L minimum" + on, 1)).isZero();
      assertThat(number("L minimum" + on, 2)).isBetween(0.1, 15.0 / 32);
      assertThat(number("U" + on, 2)).isBetween(15.0 / 32, 0.8);
      assertThat(number("evaluable bound" + on, 2)).isGreaterThan(number("U" + on, 2));
    }
    assertThat(number("units (episodes)", 2)).isEqualTo(100);
  }

  @Test
  @Tag("full")
  void everyProvenRelationHoldsOnEverySystem() {
    ResultTable all = UnevaluatedTable.of(new Fits(ClassSource.PUBLISHED), 1, Progress.NONE);

    assertThat(all.header()).hasSize(8);
    assertThat(all.passed()).isTrue();
  }
}
