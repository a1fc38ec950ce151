package io.kahkm.reproduce.acceptance;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Outcome;
import io.kahkm.reproduce.ProductCommands;
import io.kahkm.reproduce.SkabFile;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.TennesseeRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * How many incidents a fault gives, and normal operation, on recorded plants through {@code init},
 * {@code fit} and {@code score}. The recordings do not come with the project; those that the folder
 * lacks are left out.
 */
public final class RecordedIncidents implements Study {
  private static final double MOST_PER_FAULT = 1.2;

  private final Path folder;

  /**
   * A study of a folder.
   *
   * @param folder holds the recordings
   */
  public RecordedIncidents(Path folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return "incidents-recorded";
  }

  /** What is counted of a plant. Mutable, one owner. */
  private static final class Counts {
    private int faults;
    private int found;
    private int ofFaults;
    private int ofNormal;
    private int normalRows;

    /** Adds a scored recording; an incident that is open while a fault begins is the fault's. */
    void add(FileScores scores, BitSet wrong) {
      for (int begin = wrong.nextSetBit(0); begin >= 0; ) {
        int end = wrong.nextClearBit(begin);
        int incidents = scores.incidents(begin, end);
        faults++;
        found += incidents > 0 ? 1 : 0;
        ofFaults += incidents;
        begin = wrong.nextSetBit(end);
      }
      ofNormal += scores.incidentsWithout(wrong);
      normalRows += scores.rows() - wrong.cardinality();
    }

    List<String> row(String name) {
      return List.of(
          name,
          Integer.toString(faults),
          Integer.toString(found),
          String.format(Locale.ROOT, "%.2f", perFault()),
          Integer.toString(ofNormal),
          Integer.toString(normalRows));
    }

    double perFault() {
      return (double) ofFaults / found;
    }
  }

  @Override
  public Outcome run(StudySettings settings, Progress progress) {
    List<List<String>> rows = new ArrayList<>();
    boolean passed = true;
    try (ProductCommands commands = new ProductCommands()) {
      if (Files.exists(folder.resolve("tep_test.csv"))) {
        Counts counts = tennessee(commands);
        passed &= counts.perFault() <= MOST_PER_FAULT;
        rows.add(counts.row("Tennessee Eastman"));
      }
      if (Files.isDirectory(folder.resolve("skab_open"))) {
        Counts counts = skab(commands);
        passed &= counts.perFault() <= MOST_PER_FAULT;
        rows.add(counts.row("SKAB"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Outcome.ofTables(
        rows.isEmpty()
            ? List.of()
            : List.of(
                new ResultTable(
                    "incidents-recorded",
                    "Incidents of a fault and of normal operation",
                    ResultTable.columns(
                        "plant | faults | found | incidents each | of normal rows | normal rows"),
                    rows,
                    List.of(
                        "Fitted to tep_train.csv, or to the first 400 rows of a file. incidents"
                            + " each: that were open at some row of a fault, over faults found; at"
                            + " most 1.2 are allowed. of normal rows: incidents that met no"
                            + " fault."),
                    false,
                    passed)));
  }

  private Counts tennessee(ProductCommands commands) throws IOException {
    List<String> test = Files.readAllLines(folder.resolve("tep_test.csv"));
    ProductCommands.Fitted fitted = commands.initAndFit(folder.resolve("tep_train.csv"));
    Counts counts = new Counts();
    for (TennesseeRun run : TennesseeRun.all(test)) {
      BitSet wrong = new BitSet();
      wrong.set(run.onset(), run.lines().size());
      counts.add(score(commands, fitted, test.get(0), run.lines()), wrong);
    }
    return counts;
  }

  private Counts skab(ProductCommands commands) throws IOException {
    Counts counts = new Counts();
    for (SkabFile file : SkabFile.all(folder)) {
      BitSet wrong = file.faultsOfRest();
      // One fault a file: rows between the first and the last that are labelled belong to it.
      wrong.set(wrong.nextSetBit(0), wrong.length());
      ProductCommands.Fitted fitted =
          commands.initAndFit(commands.write("fit.csv", file.header(), file.fitted()));
      counts.add(score(commands, fitted, file.header(), file.rest()), wrong);
    }
    return counts;
  }

  private static FileScores score(
      ProductCommands commands, ProductCommands.Fitted fitted, String header, List<String> lines)
      throws IOException {
    return FileScores.of(
        commands, fitted.topology(), fitted.model(), commands.write("rest.csv", header, lines));
  }
}
