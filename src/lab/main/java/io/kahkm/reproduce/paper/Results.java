package io.kahkm.reproduce.paper;

import io.kahkm.reproduce.paper.data.Spread;
import io.kahkm.reproduce.paper.print.Competitor;
import io.kahkm.reproduce.paper.print.FigurePoint;
import io.kahkm.reproduce.paper.print.PrintedEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Values computed for the paper's tables, by table, row and column. Mutable, one owner. */
public final class Results {
  static final String MEAN = " mean";
  private static final String DEVIATION = " sd";

  private record Key(String table, String row, String column) {}

  /** The runs behind a mean or a deviation, and the latter's divisor. */
  private record Runs(List<Double> values, int divisorOffset) {}

  private final Map<Key, Double> values = new LinkedHashMap<>();
  private final Map<Key, Runs> runs = new LinkedHashMap<>();
  private final Map<Key, Competitor> competitors = new LinkedHashMap<>();
  private final Map<String, List<String>> notes = new LinkedHashMap<>();
  private final Map<String, List<FigurePoint>> points = new LinkedHashMap<>();

  /**
   * Stores a value.
   *
   * @param table the paper's label, for example {@code tab:exp_noise}
   * @param row row of the printed list
   * @param column column of the printed list
   * @param value what was computed
   * @throws IllegalStateException if the place has a value
   */
  void put(String table, String row, String column, double value) {
    if (values.put(new Key(table, row, column), value) != null) {
      throw new IllegalStateException(table + " " + row + " " + column + " was computed twice");
    }
  }

  /** Stores mean and deviation under {@code column mean} and {@code column sd}. */
  void putSpread(String table, String row, String column, double[] values, int divisorOffset) {
    put(table, row, column + MEAN, Spread.mean(values));
    put(table, row, column + DEVIATION, Spread.deviation(values, divisorOffset));
    Runs kept = new Runs(Arrays.stream(values).boxed().toList(), divisorOffset);
    runs.put(new Key(table, row, column + MEAN), kept);
    runs.put(new Key(table, row, column + DEVIATION), kept);
  }

  /** Sets persistence's error beside a value that is an error. */
  void besideError(String table, String row, String column, double persistence) {
    Key key = new Key(table, row, column);
    competitors.put(key, Competitor.ofError(values.get(key), persistence));
  }

  /** Sets persistence's explained variance beside a value that is one. */
  void besideR2(String table, String row, String column, double persistence) {
    Key key = new Key(table, row, column);
    competitors.put(key, Competitor.ofR2(values.get(key), persistence));
  }

  /**
   * What persistence reaches where a forecast's score is printed.
   *
   * @param entry the printed entry
   * @return persistence and skill; empty for values that are not a forecast's score
   */
  public Optional<Competitor> competitor(PrintedEntry entry) {
    return Optional.ofNullable(
        competitors.get(new Key(entry.table(), entry.row(), entry.column())));
  }

  /** Adds a paragraph to a table's notes. */
  void note(String table, String paragraph) {
    notes.computeIfAbsent(table, name -> new ArrayList<>()).add(paragraph);
  }

  /** What experiments found worth saying about a table. */
  List<String> notes(String table) {
    return List.copyOf(notes.getOrDefault(table, List.of()));
  }

  /** Adds a point of a figure, {@code fig:} and its label. */
  void point(String figure, FigurePoint point) {
    points.computeIfAbsent(figure, name -> new ArrayList<>()).add(point);
  }

  /** The points of a figure in the order in which they were added. */
  List<FigurePoint> points(String figure) {
    return List.copyOf(points.getOrDefault(figure, List.of()));
  }

  /**
   * A computed value.
   *
   * @param entry the printed entry
   * @return the value, empty if no study gave one
   */
  public OptionalDouble value(PrintedEntry entry) {
    Double value = values.get(new Key(entry.table(), entry.row(), entry.column()));
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * The value with the first run replaced by the authors' own, where its inputs cannot be made
   * again.
   *
   * @param entry a printed entry with an archived value of its first run
   * @return the value, empty if the entry has none or no study gave one
   */
  public OptionalDouble valueWithArchivedRun(PrintedEntry entry) {
    Runs found = runs.get(new Key(entry.table(), entry.row(), entry.column()));
    if (found == null || entry.archivedSeedZero().isEmpty()) {
      return OptionalDouble.empty();
    }
    double[] replaced = found.values().stream().mapToDouble(Double::doubleValue).toArray();
    replaced[0] = entry.archivedSeedZero().getAsDouble();
    return OptionalDouble.of(
        entry.column().endsWith(MEAN)
            ? Spread.mean(replaced)
            : Spread.deviation(replaced, found.divisorOffset()));
  }
}
