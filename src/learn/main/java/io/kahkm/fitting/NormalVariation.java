package io.kahkm.fitting;

import io.kahkm.internal.evaluation.LowLimit;
import io.kahkm.internal.kahm.VariationLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/**
 * How little the coordinates vary over windows of held-out normal operation, for every size that
 * the rows give enough windows of.
 *
 * <p>Windows of pairs are consecutive pairs of one declared episode: pairs further apart, as under
 * a stride, vary no less. Windows of units have one pair of each of so many declared episodes, at a
 * place that goes round: whole episodes vary no less. Both so hold for windows in force whose exact
 * form is not known when a model is fitted.
 */
final class NormalVariation {
  /** Share of normal windows expected below the limit. */
  static final double LEVEL = 0.01;

  /** Fewest windows of a size. */
  private static final int FEWEST_WINDOWS = 5;

  private NormalVariation() {}

  /**
   * Takes the limits.
   *
   * @param episodes coordinates of the successors of every pair in time order, one list per
   *     declared episode; not modified
   * @param floor what limits of windows of this many pairs may not lie below
   */
  static VariationLimits of(List<List<double[]>> episodes, IntFunction<Double> floor) {
    List<List<double[]>> present = episodes.stream().filter(e -> !e.isEmpty()).toList();
    boolean pairsAreUnits = present.stream().allMatch(e -> e.size() == 1);
    List<VariationLimits.Limit> ofUnits = ofUnits(present, floor);
    return new VariationLimits(LEVEL, pairsAreUnits ? ofUnits : ofPairs(present, floor), ofUnits);
  }

  private static List<VariationLimits.Limit> ofPairs(
      List<List<double[]>> episodes, IntFunction<Double> floor) {
    List<VariationLimits.Limit> limits = new ArrayList<>();
    for (int size = 2; ; size = next(size)) {
      List<double[]> windows = new ArrayList<>();
      int count = 0;
      for (List<double[]> episode : episodes) {
        double[] values = new double[episode.size() / size];
        for (int w = 0; w < values.length; w++) {
          values[w] = retained(episode.subList(w * size, (w + 1) * size));
        }
        count += values.length;
        if (values.length > 0) {
          windows.add(values);
        }
      }
      if (count < FEWEST_WINDOWS) {
        return limits;
      }
      add(limits, size, windows, floor);
    }
  }

  private static List<VariationLimits.Limit> ofUnits(
      List<List<double[]>> episodes, IntFunction<Double> floor) {
    List<VariationLimits.Limit> limits = new ArrayList<>();
    for (int size = 2; episodes.size() / size >= FEWEST_WINDOWS; size = next(size)) {
      double[] values = new double[episodes.size() / size];
      for (int w = 0; w < values.length; w++) {
        List<double[]> window = new ArrayList<>();
        for (int e = w * size; e < (w + 1) * size; e++) {
          List<double[]> episode = episodes.get(e);
          window.add(episode.get(place(e, episode.size())));
        }
        values[w] = retained(window);
      }
      add(limits, size, List.of(values), floor);
    }
    return limits;
  }

  /**
   * Places that neither repeat nor follow the order of the episodes: multiples of the golden ratio.
   */
  private static int place(int episode, int length) {
    double turn = episode * 0.6180339887498949;
    return (int) ((turn - Math.floor(turn)) * length);
  }

  private static void add(
      List<VariationLimits.Limit> limits,
      int size,
      List<double[]> windows,
      IntFunction<Double> floor) {
    OptionalDouble low = LowLimit.of(windows, LEVEL);
    if (low.isPresent()) {
      // Few windows of a size give a low limit; the one of shorter windows holds for them too.
      double ofShorter = limits.isEmpty() ? 0 : limits.get(limits.size() - 1).low();
      double limit = Math.max(ofShorter, Math.max(low.getAsDouble(), floor.apply(size)));
      limits.add(new VariationLimits.Limit(size, Math.min(1, limit)));
    }
  }

  /** 2, 3, 4, 5, then about seven sizes for every factor of ten. */
  private static int next(int size) {
    return size < 5 ? size + 1 : size + (int) Math.round(0.4 * size);
  }

  /** Trace of the covariance over 1 - |mean|^2 (equation "retained variation"). */
  private static double retained(List<double[]> window) {
    int classes = window.get(0).length;
    double[] mean = new double[classes];
    for (double[] coordinates : window) {
      for (int c = 0; c < classes; c++) {
        mean[c] += coordinates[c] / window.size();
      }
    }
    double scatter = 0;
    for (double[] coordinates : window) {
      for (int c = 0; c < classes; c++) {
        double difference = coordinates[c] - mean[c];
        scatter = Math.fma(difference, difference, scatter);
      }
    }
    double room = 1;
    for (double value : mean) {
      room -= value * value;
    }
    return room > 0 ? Math.min(1, scatter / window.size() / room) : 0;
  }
}
