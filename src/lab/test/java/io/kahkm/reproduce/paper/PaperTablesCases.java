package io.kahkm.reproduce.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.print.Agreement;
import io.kahkm.reproduce.paper.print.PaperTables;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every number the paper prints, computed again from its published inputs. */
abstract class PaperTablesCases {
  /** Acrobot cells whose state predictors the paper's rounding decided. */
  private static final int DECIDED_BY_ROUNDING = 4;

  private final Reproduction reproduction = SharedReproduction.PUBLISHED;

  @Test
  void everyPrintedNumberBelongsToExactlyOneTable() {
    List<PrintedEntry> entries = PaperTables.entries();

    assertThat(entries).hasSize(443);
    assertThat(entries.stream().filter(PrintedEntry::isSetting)).hasSize(17);
    for (PrintedEntry entry : entries) {
      assertThat(Arrays.stream(PaperTable.values()).filter(table -> table.holds(entry)))
          .as("%s", entry)
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#shortTables")
  void everyNumberAgreesInAllPrintedDigitsOrTheReasonIsKnown(PaperTable table) {
    requireDigits(table);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#longTables")
  void everyNumberOfTheLongExperimentsDoesToo(PaperTable table) {
    requireDigits(table);
  }

  private void requireDigits(PaperTable table) {
    List<Comparison> comparisons = reproduction.compare(table, Progress.NONE);

    assertThat(comparisons).isNotEmpty();
    List<Comparison> unexplained = new ArrayList<>();
    int confirmed = 0;
    for (Comparison comparison : comparisons) {
      switch (comparison.agreement()) {
        case AGREES -> assertThat(comparison.entry().isSetting()).isFalse();
        case SETTING -> assertThat(comparison.entry().isSetting()).isTrue();
        case AGREES_WITH_ARCHIVED_RUN ->
            assertThat(comparison.entry().row()).isNotEqualTo("CartPole");
        case CONFIRMED -> confirmed++;
        case NOT_CLAIMED, DIFFERS -> unexplained.add(comparison);
      }
    }
    assertThat(unexplained).isEmpty();
    assertThat(confirmed).isEqualTo(table == PaperTable.ACROBOT ? DECIDED_BY_ROUNDING : 0);
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#shortTables")
  void everyNumberIsThatOfAnIndependentImplementation(PaperTable table) {
    requireReference(table);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#longTables")
  void everyNumberOfTheLongExperimentsIsThatOfAnIndependentImplementation(PaperTable table) {
    requireReference(table);
  }

  private void requireReference(PaperTable table) {
    for (Comparison comparison : reproduction.compare(table, Progress.NONE)) {
      // Sums that cancel to zero leave an ulp of their terms.
      double tolerance = Math.max(comparison.entry().referenceTolerance(), 1e-15);
      assertThat(Math.abs(comparison.value() - comparison.entry().reference()))
          .as("%s", comparison)
          .isLessThanOrEqualTo(tolerance);
    }
  }

  @Test
  void aValueOffByOnePrintedDigitIsNoticed() {
    PrintedEntry entry = PaperTables.entries().get(0);
    Results results = new Results();
    results.put(entry.table(), entry.row(), entry.column(), entry.value() + 1);

    assertThat(Comparison.of(entry, results, true).agreement()).isEqualTo(Agreement.DIFFERS);
  }
}
