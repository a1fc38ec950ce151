package io.kahkm.reproduce.paper;

import io.kahkm.reproduce.paper.data.Spread;
import io.kahkm.reproduce.paper.print.FigurePoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the runs behind the points of one figure's curves. Mutable, one owner. */
final class Curves {
  private record Place(String series, double x) {}

  private final String figure;
  private final Map<Place, List<Double>> runs = new LinkedHashMap<>();

  Curves(String figure) {
    this.figure = figure;
  }

  void add(String series, double x, double value) {
    runs.computeIfAbsent(new Place(series, x), place -> new ArrayList<>()).add(value);
  }

  /** Adds a point for every place: the mean of its runs and, of several, the deviation (n - 1). */
  void store(Results results) {
    runs.forEach(
        (place, values) -> {
          double deviation = values.size() > 1 ? Spread.deviation(array(values), 1) : Double.NaN;
          results.point(
              figure,
              FigurePoint.ofCurve(
                  place.series(), place.x(), Spread.mean(array(values)), deviation));
        });
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
