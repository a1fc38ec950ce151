package io.kahkm.fitting;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What held-out rows say about forecasts from the sensors' past.
 *
 * @param seasons periods that are used, in steps
 * @param found the period that was found, 0 where none was looked for or stood out
 * @param seasonGain what lags around the season found take off the squared error of own past on
 *     held-out rows, as a share of it; empty where none was found
 * @param lags lags that own past looks at
 * @param longest longest lag that was tried; longer ones than the last of {@code lags} took less
 *     than 1 % off the squared error
 * @param horizons own past, horizon by horizon
 * @param known known inputs, horizon by horizon; none where none were named
 */
public record PastReport(
    List<Integer> seasons,
    int found,
    OptionalDouble seasonGain,
    List<Integer> lags,
    int longest,
    List<Horizon> horizons,
    List<Known> known) {
  /** Of a fit without horizons. */
  public static final PastReport NONE =
      new PastReport(List.of(), 0, OptionalDouble.empty(), List.of(), 0, List.of(), List.of());

  /**
   * Own past at one horizon.
   *
   * @param horizon steps ahead
   * @param sensors for which own past beats persistence on held-out rows
   * @param skill over persistence on held-out rows, mean over sensors; 0 for those it does not beat
   */
  public record Horizon(int horizon, int sensors, double skill) {}

  /**
   * Known inputs at one horizon, over the sensors that are no known inputs.
   *
   * @param horizon steps ahead
   * @param sensors that are forecast better with them than by any other expert, on rows left out
   * @param skill of the regression on known inputs over persistence on rows left out, mean over
   *     sensors
   * @param without the same of every sensor's best expert without known inputs
   */
  public record Known(int horizon, int sensors, double skill, double without) {}

  /** Copies the lists. */
  public PastReport {
    seasons = List.copyOf(seasons);
    lags = List.copyOf(lags);
    horizons = List.copyOf(horizons);
    known = List.copyOf(known);
  }
}
