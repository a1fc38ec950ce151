package io.kahkm.internal.forecast;

import io.kahkm.internal.numeric.Matrix;
import java.util.List;

/**
 * Forecasts of one horizon from a stream's history: own past and a season ago. Immutable after it
 * was made, shared by the streams of a thread; nothing is allocated per forecast.
 */
public final class PastForecasts {
  private final int sensors;
  private final int[] lags;

  /** Per lag and sensor; sensors lie next to each other. */
  private final double[] weights;

  /** Of the present reading, less the lags' weights. */
  private final double[] level;

  private final double[] constant;
  private final double[] reach;
  private final boolean[] known;

  /** Per season how far back the forecast is read. */
  private final int[] seasonLags;

  /**
   * Prepares the weights.
   *
   * @param model lags and seasons
   * @param experts of the horizon
   */
  public PastForecasts(PastModel model, HorizonExperts experts) {
    Matrix own = experts.ownPast();
    sensors = own.rows();
    lags = model.lags();
    weights = new double[lags.length * sensors];
    level = new double[sensors];
    constant = new double[sensors];
    reach = experts.reach().toArray();
    known = new boolean[sensors];
    for (int i = 0; i < sensors; i++) {
      constant[i] = own.get(i, 0);
      level[i] = 1 + own.get(i, 1);
      known[i] = own.get(i, 0) != 0 || own.get(i, 1) != 0;
      for (int k = 0; k < lags.length; k++) {
        double weight = own.get(i, 2 + k);
        weights[k * sensors + i] = weight;
        level[i] -= weight;
        known[i] |= weight != 0;
      }
    }
    List<Integer> seasons = model.seasons(experts.horizon());
    seasonLags = new int[seasons.size()];
    for (int s = 0; s < seasonLags.length; s++) {
      int season = seasons.get(s);
      seasonLags[s] = season - experts.horizon() % season;
    }
  }

  /**
   * What own past says.
   *
   * @param history with the present reading; not modified
   * @param out where to write
   * @param from index of the first of n values in it; NaN where a reading that is needed is missing
   *     and for sensors without own past
   */
  public void ownPast(ReadingHistory history, double[] out, int from) {
    double[] ring = history.values();
    int present = history.at(0);
    for (int i = 0; i < sensors; i++) {
      out[from + i] = Math.fma(level[i], ring[present + i], constant[i]);
    }
    for (int k = 0; k < lags.length; k++) {
      int row = history.at(lags[k]);
      int first = k * sensors;
      for (int i = 0; i < sensors; i++) {
        out[from + i] = Math.fma(weights[first + i], ring[row + i], out[from + i]);
      }
    }
    for (int i = 0; i < sensors; i++) {
      out[from + i] = known[i] ? within(i, ring[present + i], out[from + i]) : Double.NaN;
    }
  }

  /**
   * What the reading of a season ago says.
   *
   * @param season which of the seasons of this horizon, from 0 on
   * @param history with the present reading; not modified
   * @param out where to write
   * @param from index of the first of n values in it; NaN where the reading is missing
   */
  public void season(int season, ReadingHistory history, double[] out, int from) {
    double[] ring = history.values();
    int present = history.at(0);
    int row = history.at(seasonLags[season]);
    for (int i = 0; i < sensors; i++) {
      out[from + i] = within(i, ring[present + i], ring[row + i]);
    }
  }

  /**
   * Keeps a forecast within the sensor's reach of its present reading; NaN stays NaN.
   *
   * @param sensor 0-based
   * @param present its present reading
   * @param forecast of it
   * @return the forecast, or the nearest value within reach
   */
  public double within(int sensor, double present, double forecast) {
    double change = forecast - present;
    if (change > reach[sensor]) {
      return present + reach[sensor];
    }
    return change < -reach[sensor] ? present - reach[sensor] : forecast;
  }
}
