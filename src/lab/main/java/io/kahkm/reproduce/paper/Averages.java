package io.kahkm.reproduce.paper;

import io.kahkm.reproduce.paper.data.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the values of several runs for each place in a table. Mutable, one owner. */
final class Averages {
  private record Place(String table, String row, String column) {}

  private final Map<Place, List<Double>> runs = new LinkedHashMap<>();
  private final Map<Place, List<Double>> errors = new LinkedHashMap<>();
  private final Map<Place, List<Double>> explained = new LinkedHashMap<>();

  void add(String table, String row, String column, double value) {
    runs.computeIfAbsent(new Place(table, row, column), place -> new ArrayList<>()).add(value);
  }

  /** Adds E_h of a forecast and of persistence. */
  void error(String table, String row, String column, ErrorsByHorizon scores, int horizon) {
    add(table, row, column, scores.relativeError(horizon));
    beside(errors, table, row, column, scores.persistenceError(horizon));
  }

  /** Adds R2_h of a forecast and of persistence. */
  void r2(String table, String row, String column, ErrorsByHorizon scores, int horizon) {
    add(table, row, column, scores.r2(horizon));
    beside(explained, table, row, column, scores.persistenceR2(horizon));
  }

  /** Adds a mean of errors of a forecast and of persistence. */
  void meanError(String table, String row, String column, ErrorsByHorizon scores) {
    add(table, row, column, scores.meanRelativeError());
    beside(errors, table, row, column, scores.meanPersistenceError());
  }

  private static void beside(
      Map<Place, List<Double>> kind, String table, String row, String column, double value) {
    kind.computeIfAbsent(new Place(table, row, column), place -> new ArrayList<>()).add(value);
  }

  /** Stores the mean of every place. */
  void store(Results results) {
    runs.forEach(
        (place, values) ->
            results.put(place.table(), place.row(), place.column(), Spread.mean(array(values))));
    storeBeside(results, "");
  }

  private void storeBeside(Results results, String suffix) {
    errors.forEach(
        (place, values) ->
            results.besideError(
                place.table(), place.row(), place.column() + suffix, Spread.mean(array(values))));
    explained.forEach(
        (place, values) ->
            results.besideR2(
                place.table(), place.row(), place.column() + suffix, Spread.mean(array(values))));
  }

  /** Stores mean and standard deviation (divisor runs - offset) of every place. */
  void storeSpread(Results results, int offset) {
    runs.forEach(
        (place, values) ->
            results.putSpread(place.table(), place.row(), place.column(), array(values), offset));
    storeBeside(results, Results.MEAN);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
