package io.kahkm.reproduce.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.selection.Candidate;
import io.kahkm.selection.SelectionGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The searches over documented grids, on parts of them. */
class FullSearchTest {
  private static final StudySettings SETTINGS = new StudySettings(StudySettings.FEWEST_WINDOWS, 1);

  @TempDir private Path folder;

  private Outcome run(PaperSearch search, ClassSource classes, Progress progress) {
    return new FullSearch(List.of(search), classes, folder).run(SETTINGS, progress);
  }

  private static String cell(Outcome outcome, String column) {
    ResultTable table = outcome.tables().get(0);
    return table.rows().get(0).get(table.header().indexOf(column));
  }

  @Test
  void cornersOfTheDuffingReferenceGridGiveThePapersPairAndAreNotSearchedTwice()
      throws IOException {
    PaperSearch corners =
        new PaperSearch(
            PaperSearch.DUFFING_REFERENCE.row(),
            new SelectionGrid(List.of(15, 25), List.of(4.0, 12.0)),
            PaperSearch.DUFFING_REFERENCE.rule(),
            PaperSearch.DUFFING_REFERENCE.printed(),
            SearchData.DUFFING_REFERENCE);
    List<Long> starts = new ArrayList<>();

    Outcome first = run(corners, ClassSource.PUBLISHED, Progress.NONE);
    Outcome second = run(corners, ClassSource.PUBLISHED, (stage, done, total) -> starts.add(done));

    assertThat(cell(first, "chosen here")).isEqualTo("C=15 omega=12");
    assertThat(cell(first, "same")).isEqualTo("yes");
    assertThat(cell(first, "fits")).isEqualTo("12");
    assertThat(first.tables().get(0).passed()).isTrue();
    assertThat(first.tables().get(1).rows()).hasSize(4);
    assertThat(starts).containsExactly(12L);
    assertThat(second.tables()).isEqualTo(first.tables());
    assertThat(folder.resolve("search-duffing-reference-published.grid.csv")).exists();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void anotherPairThanThePapersFailsOnlyWhereThePapersClassesAreUsed() {
    PaperSearch other =
        new PaperSearch(
            "other",
            new SelectionGrid(List.of(8), List.of(6.0, 8.0)),
            PaperSearch.DUFFING_EXPANDED.rule(),
            List.of(new Candidate(8, 8)),
            SearchData.DUFFING);

    Outcome published = run(other, ClassSource.PUBLISHED, Progress.NONE);
    Outcome own = run(other, ClassSource.OWN, Progress.NONE);

    assertThat(cell(published, "chosen here")).isEqualTo("C=8 omega=6");
    assertThat(cell(published, "same")).isEqualTo("no");
    assertThat(published.tables().get(0).passed()).isFalse();
    assertThat(own.tables().get(0).passed()).isTrue();
    assertThat(own.tables().get(0).notes()).anyMatch(note -> note.contains("no printed digit"));
  }
}
