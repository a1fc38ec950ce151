package io.kahkm.reproduce.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Values computed for the paper's tables, by table, row and column. Mutable, one owner. */
public final class Results {
  private record Key(String table, String row, String column) {}

  private final Map<Key, Double> values = new LinkedHashMap<>();

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
  void putSpread(String table, String row, String column, double[] runs, int divisorOffset) {
    put(table, row, column + " mean", Spread.mean(runs));
    put(table, row, column + " sd", Spread.deviation(runs, divisorOffset));
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
   * How many values there are.
   *
   * @return number of values stored
   */
  public int size() {
    return values.size();
  }
}
