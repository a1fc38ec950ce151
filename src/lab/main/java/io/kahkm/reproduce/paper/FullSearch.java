package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.reproduce.paper.print.PlainText;
import io.kahkm.selection.Candidate;
import io.kahkm.selection.CandidateRuns;
import io.kahkm.selection.GridJournal;
import io.kahkm.selection.GridSearch;
import io.kahkm.selection.ProgramDigest;
import io.kahkm.selection.Selection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The paper's searches over their complete grids (tab:exp_search_protocol), with what each chooses
 * beside what the paper chose. Finished fits are kept in a folder, so that an interrupted search
 * goes on where it stopped.
 */
public final class FullSearch implements Study {
  private final List<PaperSearch> searches;
  private final Fits fits;
  private final Path folder;

  /**
   * The searches.
   *
   * @param classes where reference classes come from
   * @param folder keeps a journal of every search; must exist when the study runs
   */
  public FullSearch(ClassSource classes, Path folder) {
    this(PaperSearch.all(), classes, folder);
  }

  FullSearch(List<PaperSearch> searches, ClassSource classes, Path folder) {
    this.searches = List.copyOf(searches);
    fits = new Fits(classes);
    this.folder = folder;
  }

  @Override
  public String name() {
    return "full_search";
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    List<ResultTable> tables = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    for (PaperSearch search : searches) {
      Selection selection = search.rule().select(search(search, progress));
      tables.add(cells(search, selection));
      boolean same = selection.chosen().candidate().equals(search.chosen());
      rows.add(row(search, selection));
      passed &= same || !search.data().determined() || fits.source() == ClassSource.OWN;
    }
    tables.add(
        0,
        new ResultTable(
            "full-search",
            "The paper's searches over their complete grids",
            ResultTable.columns(
                "search | cells | fits | chosen in the paper | chosen here | same | "
                    + "leading cells here | as printed | why"),
            rows,
            notes(),
            false,
            passed));
    return Outcome.ofTables(tables);
  }

  private List<CandidateRuns> search(PaperSearch search, Progress progress) {
    String classes = fits.source().name().toLowerCase(Locale.ROOT);
    Path file = folder.resolve(fileName(search) + "-" + classes + ".grid.csv");
    Map<String, String> identity =
        Map.of(
            "search",
            search.row(),
            "reference classes",
            classes,
            "study",
            ProgramDigest.of(FullSearch.class));
    try (GridJournal journal = GridJournal.open(file, identity, search.data().horizons(), false)) {
      return new GridSearch(
              search.grid(),
              search.data().repetitions(),
              search.data().noiseLevels(),
              search.data().trial(fits),
              Optional.of(journal))
          .run((stage, done, total) -> progress.update(search.row() + " grid", done, total));
    } catch (GridJournal.OtherSearchException e) {
      throw new UncheckedIOException(
          e.getMessage() + ". Remove the file to search again, or keep it under another --output",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static String fileName(PaperSearch search) {
    return "search-" + search.row().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static List<String> row(PaperSearch search, Selection selection) {
    Candidate chosen = selection.chosen().candidate();
    List<Candidate> leading = leading(selection, search.printed().size());
    return List.of(
        search.row(),
        Integer.toString(search.grid().size()),
        Integer.toString(
            search.grid().size()
                * search.data().repetitions()
                * search.data().noiseLevels().size()),
        search.chosen().toString(),
        chosen.toString(),
        chosen.equals(search.chosen()) ? "yes" : "no",
        leading.stream().map(Candidate::toString).collect(Collectors.joining(", ")),
        leading.equals(search.printed()) ? "yes" : "no",
        selection.why());
  }

  /** The candidates with the smallest scores, as many as the paper prints. */
  private static List<Candidate> leading(Selection selection, int count) {
    return selection.ranked().stream()
        .filter(Selection.Ranked::scored)
        .sorted(Comparator.comparingDouble(Selection.Ranked::mean))
        .limit(count)
        .map(Selection.Ranked::candidate)
        .toList();
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        fits.source() == ClassSource.PUBLISHED
            ? "Reference classes are the published ones where there are any, elsewhere those of the"
                + " library that made them, repeated label for label."
            : "Reference classes come from the engine's own K-means: no printed digit is claimed, "
                + "only whether the same pair is chosen.");
    notes.add(
        "Leading cells: those with the smallest scores, as many as the paper prints, in order.");
    notes.add(
        "Acrobot is not determined by anything published: its training episodes of seed 0 are "
            + "another branch than the authors', and the paper does not give the search's "
            + "evaluation seed; here it is "
            + GridTrials.ACROBOT_EVALUATION_SEED
            + ", with episodes of our own generator.");
    return notes;
  }

  private static ResultTable cells(PaperSearch search, Selection selection) {
    List<List<String>> rows = new ArrayList<>();
    for (Selection.Ranked one : selection.ranked()) {
      rows.add(
          List.of(
              Integer.toString(one.candidate().classes()),
              PlainText.number(one.candidate().omega()),
              Double.toString(one.mean()),
              Double.toString(one.standardError()),
              Double.toString(one.runs().rhoVar()),
              Double.toString(one.runs().rhoRank()),
              selection.isFinalist(one) ? "yes" : "no",
              one.equals(selection.chosen()) ? "yes" : "no",
              one.failure()));
    }
    return new ResultTable(
        fileName(search),
        "Every cell of the search " + search.row(),
        ResultTable.columns(
            "C | omega | score | standard_error | rho_var | rho_rank | within_threshold | "
                + "chosen | failure"),
        rows,
        List.of(),
        true,
        true);
  }
}
