package io.kahkm.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GridSearchTest {
  private static final SelectionGrid GRID =
      new SelectionGrid(List.of(3, 5), List.of(0.5, 2.0, 4.0));
  private static final List<Integer> HORIZONS = List.of(1, 10);
  private static final Map<String, String> IDENTITY = Map.of("data", "abc", "tau", "1.0E-6");
  private static final int FITS = 12;

  @TempDir private Path folder;
  private Path file;
  private final List<RunKey> made = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("model.grid.csv");
  }

  /** Scores that are no round numbers, one undefined R2 and one failure among them. */
  private RunScore score(int classes, double omega, int repetition) {
    made.add(new RunKey(new Candidate(classes, omega), repetition, 0));
    if (classes == 5 && omega == 4) {
      return RunScore.failed("class 3 has no submodel, its samples\nhave no spread");
    }
    double error = StrictMath.sqrt(classes) / 7 + omega / 3 + repetition * 1e-9;
    return RunScore.of(
        List.of(
            new HorizonScore(1, error, OptionalDouble.of(1 - error / 3)),
            new HorizonScore(10, 1 / error, OptionalDouble.empty())),
        omega / 9,
        1 / 3.0);
  }

  private List<RunScore> scores(int classes, List<Double> omegas, int repetition, double noise) {
    return omegas.stream().map(omega -> score(classes, omega, repetition)).toList();
  }

  private List<CandidateRuns> search(GridSearch.Trial trial) throws IOException {
    try (GridJournal journal = GridJournal.open(file, IDENTITY, HORIZONS, false)) {
      return new GridSearch(GRID, 2, List.of(0.0), trial, Optional.of(journal)).run(Progress.NONE);
    }
  }

  @Test
  void everyCellIsFittedOncePerRepetitionAndKeptInGridOrder() throws IOException {
    List<CandidateRuns> runs = search(this::scores);

    assertThat(made).hasSize(FITS).doesNotHaveDuplicates();
    assertThat(runs).extracting(CandidateRuns::candidate).isEqualTo(GRID.candidates());
    assertThat(runs.get(1).relativeError(1)).isBetween(0.9, 1.0);
    assertThat(runs.get(5).failure()).isPresent();
  }

  @Test
  void anInterruptedSearchGoesOnAndEndsWithTheSameScores() throws IOException {
    List<CandidateRuns> whole =
        new GridSearch(GRID, 2, List.of(0.0), this::scores, Optional.empty()).run(Progress.NONE);
    made.clear();
    AtomicInteger calls = new AtomicInteger();
    assertThatThrownBy(
            () ->
                search(
                    (classes, omegas, repetition, noise) -> {
                      if (calls.incrementAndGet() > 2) {
                        throw new IllegalStateException("the power went off");
                      }
                      return scores(classes, omegas, repetition, noise);
                    }))
        .hasMessage("the power went off");
    int before = kept();
    made.clear();

    List<CandidateRuns> resumed = search(this::scores);

    assertThat(before).isBetween(1, FITS - 1);
    assertThat(made).hasSize(FITS - before);
    assertThat(oneLine(resumed)).isEqualTo(oneLine(whole));
  }

  /** A failure keeps its words but not their line breaks. */
  private static String oneLine(List<CandidateRuns> runs) {
    return runs.toString().replace('\n', ';').replace(", its", "; its");
  }

  @Test
  void aLineThatAKillCutOffIsMadeAgain() throws IOException {
    search(this::scores);
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.length() - 4));
    made.clear();

    search(this::scores);

    assertThat(made).hasSize(1);
    assertThat(Files.readString(file).lines().sorted()).isEqualTo(text.lines().sorted().toList());
  }

  @Test
  void aKillWithinTheHeaderLosesNothing() throws IOException {
    search(this::scores);
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.indexOf("classes") + 3));
    made.clear();

    search(this::scores);

    assertThat(made).hasSize(FITS);
    assertThat(kept()).isEqualTo(FITS);
  }

  @Test
  void aLargerGridFitsOnlyWhatIsNew() throws IOException {
    search(this::scores);
    made.clear();

    try (GridJournal journal = GridJournal.open(file, IDENTITY, HORIZONS, false)) {
      SelectionGrid larger = new SelectionGrid(List.of(3, 5, 8), List.of(0.5, 2.0, 4.0, 8.0));
      new GridSearch(larger, 2, List.of(0.0), this::scores, Optional.of(journal))
          .run(Progress.NONE);
    }

    assertThat(made).hasSize(12).noneMatch(key -> GRID.candidates().contains(key.candidate()));
  }

  @Test
  void scoresOfOtherDataOrSettingsAreRefusedByNameAndKept() throws IOException {
    search(this::scores);
    String text = Files.readString(file);

    assertThatThrownBy(
            () -> GridJournal.open(file, Map.of("data", "xyz", "tau", "1.0E-6"), HORIZONS, false))
        .isInstanceOf(GridJournal.OtherSearchException.class)
        .hasMessageEndingWith("another search: data was abc and is xyz");
    assertThatThrownBy(() -> GridJournal.open(file, IDENTITY, List.of(1, 20), false))
        .isInstanceOf(GridJournal.OtherSearchException.class)
        .hasMessageContaining("horizons was 1,10 and is 1,20");
    assertThat(Files.readString(file)).isEqualTo(text);
  }

  @Test
  void scoresOfOtherCodeAreRefused() throws IOException {
    GridJournal.open(file, IDENTITY, HORIZONS, false).close();
    String text = Files.readString(file);
    assertThat(text).contains("# program=" + ProgramDigest.ofFitting() + "\n");

    Files.writeString(file, text.replaceAll("# program=.", "# program=x"));
    assertThatThrownBy(() -> GridJournal.open(file, IDENTITY, HORIZONS, false))
        .isInstanceOf(GridJournal.OtherSearchException.class)
        .hasMessageContaining("program was x");
    Files.writeString(file, text.replaceAll("# program=.*\n", ""));
    assertThatThrownBy(() -> GridJournal.open(file, IDENTITY, HORIZONS, false))
        .isInstanceOf(GridJournal.OtherSearchException.class)
        .hasMessageContaining("program was not set");
  }

  @Test
  void equalCodeHasAnEqualDigestInAJarAndInAFolder() throws IOException {
    Map<String, String> code = Map.of("a/One.class", "one", "Two.class", "two");
    Path classes = Files.createDirectories(folder.resolve("classes/a")).getParent();
    Path jar = folder.resolve("code.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      for (Map.Entry<String, String> entry : code.entrySet()) {
        Files.writeString(classes.resolve(entry.getKey()), entry.getValue());
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    String whole = ProgramDigest.ofPlaces(List.of(classes));

    assertThat(ProgramDigest.ofPlaces(List.of(jar))).isEqualTo(whole);
    Files.writeString(classes.resolve("Two.class"), "owt");
    assertThat(ProgramDigest.ofPlaces(List.of(classes))).isNotEqualTo(whole);
  }

  @Test
  void aRestartBeginsAgain() throws IOException {
    search(this::scores);

    try (GridJournal journal = GridJournal.open(file, Map.of("data", "xyz"), HORIZONS, true)) {
      assertThat(journal.size()).isZero();
    }
    assertThat(Files.readString(file)).contains("data=xyz").doesNotContain("data=abc");
  }

  @Test
  void aFileOfSomebodyElseIsLeftAloneEvenByARestart() throws IOException {
    Files.writeString(file, "q,p\n1,2\n");

    assertThatThrownBy(() -> GridJournal.open(file, IDENTITY, HORIZONS, true))
        .hasMessageContaining("is no journal of a grid and is left as it is");
    assertThat(Files.readString(file)).isEqualTo("q,p\n1,2\n");
  }

  @Test
  void twoSearchesCannotWriteOneJournal() throws IOException {
    try (GridJournal first = GridJournal.open(file, IDENTITY, HORIZONS, false)) {
      assertThat(first.size()).isZero();
      assertThatThrownBy(() -> GridJournal.open(file, IDENTITY, HORIZONS, false))
          .hasMessageContaining("in use");
    }
  }

  private int kept() throws IOException {
    try (GridJournal journal = GridJournal.open(file, IDENTITY, HORIZONS, false)) {
      return journal.size();
    }
  }

  @Test
  void everyRepetitionAndNoiseHasItsPlaceAndProgressIsTold() {
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    SelectionGrid grid = new SelectionGrid(List.of(3), List.of(1.0, 2.0));
    GridSearch search =
        new GridSearch(
            grid,
            2,
            List.of(0.0, 0.5),
            (classes, omegas, repetition, noise) ->
                omegas.stream()
                    .map(
                        omega ->
                            RunScore.of(
                                List.of(
                                    new HorizonScore(
                                        1,
                                        100 * omega + 10 * repetition + noise,
                                        OptionalDouble.empty())),
                                0,
                                0))
                    .toList(),
            Optional.empty());

    List<CandidateRuns> runs =
        search.run((what, done, total) -> told.add(what + " " + done + " of " + total));

    assertThat(runs.get(1).repetitions())
        .extracting(levels -> levels.stream().map(run -> run.relativeError(1)).toList())
        .containsExactly(List.of(200.0, 200.5), List.of(210.0, 210.5));
    assertThat(told)
        .containsExactly(
            "fits of the grid 0 of 8",
            "fits of the grid 2 of 8",
            "fits of the grid 4 of 8",
            "fits of the grid 6 of 8",
            "fits of the grid 8 of 8");
  }

  @Test
  void aSearchThatContinuesTellsWhatIsDoneAlready() throws IOException {
    search(this::scores);
    List<String> told = new ArrayList<>();
    try (GridJournal journal = GridJournal.open(file, IDENTITY, HORIZONS, false)) {
      SelectionGrid larger = new SelectionGrid(List.of(3, 5), List.of(0.5, 2.0, 4.0, 8.0));
      new GridSearch(larger, 2, List.of(0.0), this::scores, Optional.of(journal))
          .run((what, done, total) -> told.add(done + " of " + total));
    }

    assertThat(told).startsWith("12 of 16").endsWith("16 of 16");
  }

  @Test
  void impossibleSearchesAreRefused() {
    assertThatThrownBy(() -> new GridSearch(GRID, 0, List.of(0.0), this::scores, Optional.empty()))
        .hasMessage("repetitions is 0, must be at least 1");
    for (List<Double> noise : List.of(List.<Double>of(), List.of(-0.1), List.of(Double.NaN))) {
      assertThatThrownBy(() -> new GridSearch(GRID, 1, noise, this::scores, Optional.empty()))
          .hasMessage("noiseLevels is " + noise + ", needs values that are at least 0");
    }
  }

  @Test
  void whatAJournalHoldsIsReadAsItWasWrittenAndADamagedLineIsSaid() throws IOException {
    search(this::scores);
    String text = Files.readString(file);
    try (GridJournal journal = GridJournal.open(file, IDENTITY, HORIZONS, false)) {
      RunScore read = journal.scores().get(new RunKey(new Candidate(3, 0.5), 1, 0));
      assertThat(read).isEqualTo(score(3, 0.5, 1));
      assertThat(read.r2(10)).isEmpty();
      assertThat(journal.scores().get(new RunKey(new Candidate(5, 4), 0, 0)).failure())
          .isEqualTo("class 3 has no submodel; its samples;have no spread");
    }
    for (String line :
        List.of("3,0.5,0\n", "3,0.5,0,x,,0,0,1,1,1,1\n", "3,0.5,0,0,,0,0,1,1,1,1,1\n")) {
      Files.writeString(file, text + line);
      assertThatThrownBy(() -> GridJournal.open(file, IDENTITY, HORIZONS, false))
          .isInstanceOf(IOException.class)
          .hasMessage(file + " has a damaged line: " + line.strip());
    }
  }

  @Test
  void theDigestCountsNamesAndContentsButNotTheBuildsDescription() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("digest/META-INF")).getParent();
    Files.writeString(classes.resolve("A.class"), "a");
    String one = ProgramDigest.ofPlaces(List.of(classes));
    Files.writeString(classes.resolve("META-INF/MANIFEST.MF"), "Built-By: me");

    assertThat(one).matches("[0-9a-f]{64}");
    assertThat(ProgramDigest.ofPlaces(List.of(classes))).isEqualTo(one);
    Files.move(classes.resolve("A.class"), classes.resolve("B.class"));
    assertThat(ProgramDigest.ofPlaces(List.of(classes))).isNotEqualTo(one);
    assertThat(ProgramDigest.of(Candidate.class, Candidate.class))
        .isEqualTo(ProgramDigest.of(Candidate.class))
        .isNotEqualTo(ProgramDigest.ofFitting());
  }
}
