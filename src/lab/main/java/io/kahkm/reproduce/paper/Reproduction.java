package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.print.ClassSource;
import io.kahkm.reproduce.paper.print.FigurePoint;
import io.kahkm.reproduce.paper.print.PaperTables;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs the experiments that tables ask for, each at most once. Mutable, one owner. */
public final class Reproduction {
  private final Fits fits;
  private final Results results = new Results();
  private final Set<PaperTable.Source> done = new HashSet<>();

  /**
   * Nothing computed yet.
   *
   * @param source where reference classes come from
   */
  public Reproduction(ClassSource source) {
    fits = new Fits(source);
  }

  /**
   * The maps and closures that the tables share.
   *
   * @return the same object at every call
   */
  public Fits fits() {
    return fits;
  }

  /**
   * Compares one table.
   *
   * @param table the table, its prose included
   * @param progress told of every finished fit
   * @return every printed entry beside our value, in the paper's order
   */
  public List<Comparison> compare(PaperTable table, Progress progress) {
    complete(table.source(), progress);
    List<Comparison> comparisons = new ArrayList<>();
    for (PrintedEntry entry : PaperTables.entries()) {
      if (table.holds(entry)) {
        comparisons.add(Comparison.of(entry, results, table.claimed(fits.source())));
      }
    }
    return comparisons;
  }

  /**
   * The table's notes, with what its experiment found worth saying.
   *
   * @param table the table
   * @param progress told of every finished fit
   * @return lines of prose, in order
   */
  public List<String> notes(PaperTable table, Progress progress) {
    complete(table.source(), progress);
    List<String> notes = new ArrayList<>(table.notes());
    notes.addAll(results.notes("tab:" + table.label()));
    return notes;
  }

  /** The points of a figure. */
  List<FigurePoint> points(PaperFigure figure, Progress progress) {
    complete(figure.source(), progress);
    return results.points("fig:" + figure.label());
  }

  private void complete(PaperTable.Source source, Progress progress) {
    if (done.add(source)) {
      source.experiment().run(fits, results, progress);
    }
  }
}
