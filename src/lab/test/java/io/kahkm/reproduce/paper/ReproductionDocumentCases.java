package io.kahkm.reproduce.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The committed report, docs/evidence/reproduction.md, against what the engine computes now. */
abstract class ReproductionDocumentCases {
  private static List<List<String>> lines() throws IOException {
    return Files.readAllLines(Path.of("docs/evidence/reproduction.md")).stream()
        .filter(line -> line.startsWith("|"))
        .map(line -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#shortTables")
  void holdsEveryPrintedNumberWithTheVerdictOfToday(PaperTable table) throws IOException {
    requireVerdicts(table);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("io.kahkm.reproduce.paper.SharedReproduction#longTables")
  void holdsEveryNumberOfTheLongExperimentsWithTheVerdictOfToday(PaperTable table)
      throws IOException {
    requireVerdicts(table);
  }

  private static void requireVerdicts(PaperTable table) throws IOException {
    List<List<String>> verdicts =
        lines().stream()
            .filter(cells -> cells.size() >= 6)
            .map(cells -> List.of(cells.get(0), cells.get(1), cells.get(2), cells.get(5)))
            .toList();

    for (Comparison each : SharedReproduction.PUBLISHED.compare(table, Progress.NONE)) {
      PrintedEntry entry = each.entry();
      assertThat(verdicts)
          .contains(
              List.of(entry.row(), entry.column(), entry.printed(), each.agreement().words()));
    }
  }

  @Test
  void holdsTheTotalsAndEveryFigureAndSearch() throws IOException {
    String text = Files.readString(Path.of("docs/evidence/reproduction.md"));

    assertThat(lines())
        .anyMatch(cells -> cells.equals(List.of("all", "443", "350", "17", "72", "4", "0", "0")))
        .noneMatch(cells -> cells.contains("does not hold"));
    for (PaperFigure figure : PaperFigure.values()) {
      assertThat(text).contains("## Figure: " + figure.title());
    }
    for (PaperSearch search : PaperSearch.all()) {
      assertThat(lines())
          .anyMatch(
              cells ->
                  cells.get(0).equals(search.row())
                      && cells.size() > 5
                      && cells.get(3).equals(search.chosen().toString()));
    }
  }
}
