package io.kahkm.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How often something happened that is announced with a probability, as a mean over plants.
 *
 * @param trials of all plants
 * @param announced mean of what was announced, from 0 to 1
 * @param realised mean share in which it happened
 * @param error standard error of {@code realised}
 * @param broken mean share in which it happened to a broken control
 */
record Rate(int trials, double announced, double realised, double error, double broken) {
  /** Standard errors by which the mean over plants may exceed what is announced. */
  private static final double ERRORS = 3;

  static Rate of(List<MonitoredRun.Count> counts) {
    int trials = 0;
    double announced = 0;
    double broken = 0;
    List<Double> rates = new ArrayList<>();
    for (MonitoredRun.Count count : counts) {
      if (count.trials > 0) {
        trials += count.trials;
        announced += count.announced / count.trials;
        broken += (double) count.broken / count.trials;
        rates.add((double) count.happened / count.trials);
      }
    }
    int plants = Math.max(1, rates.size());
    double mean = rates.stream().mapToDouble(Double::doubleValue).sum() / plants;
    double squares = rates.stream().mapToDouble(r -> (r - mean) * (r - mean)).sum();
    double error = plants < 2 ? 0 : Math.sqrt(squares / (plants - 1) / plants);
    return new Rate(trials, announced / plants, mean, error, broken / plants);
  }

  boolean kept() {
    return realised <= announced + ERRORS * error;
  }

  /** Whether the control shows that more than is announced would be seen. */
  boolean noticed() {
    return broken > announced + ERRORS * error;
  }

  /** Names of the columns of {@link #row}, of which what the first one tells is given. */
  static List<String> header(String data) {
    return List.of(data, "units", "event", "trials", "announced", "realised", "+-", "broken", "");
  }

  List<String> row(String data, String units, String event) {
    return List.of(
        data,
        units,
        event,
        Integer.toString(trials),
        percent(announced),
        percent(realised),
        percent(error),
        percent(broken) + (noticed() ? "!" : ""),
        kept() ? "kept" : "BROKEN");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.3g %%", 100 * share);
  }
}
