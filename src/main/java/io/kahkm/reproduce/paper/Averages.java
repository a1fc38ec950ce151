package io.kahkm.reproduce.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the values of several runs for each place in a table. Mutable, one owner. */
final class Averages {
  private record Place(String table, String row, String column) {}

  private final Map<Place, List<Double>> runs = new LinkedHashMap<>();

  void add(String table, String row, String column, double value) {
    runs.computeIfAbsent(new Place(table, row, column), place -> new ArrayList<>()).add(value);
  }

  /** Stores the mean of every place. */
  void store(Results results) {
    runs.forEach(
        (place, values) ->
            results.put(place.table(), place.row(), place.column(), Spread.mean(array(values))));
  }

  /** Stores mean and standard deviation (divisor runs - offset) of every place. */
  void storeSpread(Results results, int offset) {
    runs.forEach(
        (place, values) ->
            results.putSpread(place.table(), place.row(), place.column(), array(values), offset));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
