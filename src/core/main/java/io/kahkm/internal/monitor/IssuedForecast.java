package io.kahkm.internal.monitor;

import io.kahkm.internal.skill.SkillReference;
import org.jspecify.annotations.Nullable;

/**
 * One forecast just issued. The arrays are live views of the monitor's workspace: valid until its
 * next step, not to be modified.
 */
public final class IssuedForecast {
  private final int horizon;
  private final double[] coordinates;
  private final double @Nullable [] state;
  private final double @Nullable [] readout;
  private final double @Nullable [] linear;
  private final double @Nullable [] experts;
  private final double @Nullable [] halfWidth;
  private final int season;
  private double simplexDistanceSquared;
  private boolean abnormal;

  IssuedForecast(
      int horizon,
      double[] coordinates,
      double @Nullable [] state,
      double @Nullable [] linear,
      double @Nullable [] experts,
      int season,
      double @Nullable [] halfWidth) {
    this.horizon = horizon;
    this.coordinates = coordinates;
    this.state = state;
    readout = state == null ? null : new double[state.length];
    this.linear = linear;
    this.experts = experts;
    this.season = season;
    this.halfWidth = halfWidth;
  }

  void simplexDistanceSquared(double value) {
    simplexDistanceSquared = value;
  }

  /**
   * What every expert forecasts in the units of the readout, one after the other, the quick mixture
   * behind them; null without a mixture.
   */
  double @Nullable [] experts() {
    return experts;
  }

  /** What the readout says, in its units; null without one. */
  double @Nullable [] readout() {
    return readout;
  }

  void abnormal(boolean value) {
    abnormal = value;
  }

  /** Whether the stream is outside the map or its relations are broken. */
  boolean abnormal() {
    return abnormal;
  }

  /**
   * Steps ahead of the origin.
   *
   * @return horizon, at least 1
   */
  public int horizon() {
    return horizon;
  }

  /**
   * Predicted soft coordinates, (B^T)^h Phi(x).
   *
   * @return live view of C values
   */
  public double[] coordinates() {
    return coordinates;
  }

  /**
   * Predicted sensor values: the mixture of the model's experts for this horizon, of a model of an
   * earlier release its readout.
   *
   * @return live view of n values in sensor units, or null where the model has no readout for the
   *     horizon
   */
  public double @Nullable [] state() {
    return state;
  }

  /**
   * What a linear model of the readings alone says.
   *
   * @return live view of n values in sensor units, or null where the model has none for the horizon
   */
  public double @Nullable [] linear() {
    return linear;
  }

  /** Whether there is something to compare it with. */
  boolean compares(SkillReference reference) {
    return state != null
        && switch (reference) {
          case PERSISTENCE -> true;
          case LINEAR -> linear != null;
          case SEASON -> season >= 0;
        };
  }

  /** Where among the experts the values of the longest season begin; -1 without a season. */
  int season() {
    return season;
  }

  /**
   * Half-widths of the intervals around {@link #state}.
   *
   * @return live view of n values in sensor units, at least 0; null where no interval is declared
   */
  public double @Nullable [] halfWidth() {
    return halfWidth;
  }

  /**
   * Squared Euclidean distance of the predicted coordinates from the simplex.
   *
   * @return a value of at least 0
   */
  public double simplexDistanceSquared() {
    return simplexDistanceSquared;
  }
}
