package io.kahkm.cli.offline;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The volume under the surface of precision and recall as its definition is written, every set
 * gathered again for every threshold. Slow.
 */
public final class PlainVolume {
  private PlainVolume() {}

  /** One reading: its score, whether it is labelled, its soft label and the fault it belongs to. */
  private record Reading(double score, boolean labelled, double label, int fault) {}

  /**
   * The volume.
   *
   * @param scores one array per stream, larger is more of a fault
   * @param faults which readings are labelled, alike
   * @return from 0 to 1; 0 where nothing is labelled
   */
  public static double of(List<double[]> scores, List<boolean[]> faults) {
    double sum = 0;
    for (int buffer = 0; buffer <= 100; buffer += 10) {
      sum += area(readings(scores, faults, buffer));
    }
    return sum / 11;
  }

  private static List<Reading> readings(List<double[]> scores, List<boolean[]> faults, int buffer) {
    List<Reading> readings = new ArrayList<>();
    int fault = 0;
    for (int s = 0; s < scores.size(); s++) {
      boolean[] labelled = faults.get(s);
      double before = 0;
      for (int i = 0; i < labelled.length; i++) {
        double soft = 0;
        for (int j = 0; j < labelled.length; j++) {
          int distance = Math.abs(i - j);
          if (labelled[j] && distance <= buffer / 2) {
            soft = Math.max(soft, distance == 0 ? 1 : Math.sqrt(1 - (double) distance / buffer));
          }
        }
        fault += soft > 0 && before == 0 ? 1 : 0;
        readings.add(new Reading(scores.get(s)[i], labelled[i], soft, soft > 0 ? fault : 0));
        before = soft;
      }
    }
    return readings;
  }

  private static double area(List<Reading> readings) {
    List<Double> falling =
        readings.stream().map(Reading::score).sorted((a, b) -> Double.compare(b, a)).toList();
    int step = Math.max(1, falling.size() / 250);
    TreeSet<Double> thresholds = new TreeSet<>();
    for (int i = step; i <= falling.size(); i += step) {
      // Where equal scores go on, the threshold would not be at an equal step.
      if (i == falling.size() || !falling.get(i).equals(falling.get(i - 1))) {
        thresholds.add(falling.get(i - 1));
      }
    }
    thresholds.add(falling.get(falling.size() - 1));
    long labelled = readings.stream().filter(Reading::labelled).count();
    if (labelled == 0) {
      return 0;
    }
    double positives = (labelled + readings.stream().mapToDouble(Reading::label).sum()) / 2;
    double all = readings.stream().map(Reading::fault).filter(f -> f > 0).distinct().count();
    double area = 0;
    double before = 0;
    for (double threshold : thresholds.descendingSet()) {
      List<Reading> alarms = readings.stream().filter(r -> r.score() >= threshold).toList();
      double hits = alarms.stream().mapToDouble(Reading::label).sum();
      double met = alarms.stream().map(Reading::fault).filter(f -> f > 0).distinct().count();
      double recall = Math.min(1, hits / positives) * met / all;
      area += (recall - before) * hits / alarms.size();
      before = recall;
    }
    return area;
  }
}
