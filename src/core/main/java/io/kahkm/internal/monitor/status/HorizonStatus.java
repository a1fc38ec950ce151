package io.kahkm.internal.monitor.status;

import io.kahkm.internal.skill.SkillStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How forecasts of one horizon fared over the last closed score window, and the last one issued.
 *
 * @param horizon steps ahead, at least 1
 * @param starts forecasts scored in the window, 0 before the first window closed
 * @param coordinates how they fared in soft coordinates
 * @param readings how they fared in sensor units
 * @param experts what forecasts are made of, in order of the experts; empty where a readout goes
 *     out as it is
 * @param persisting 0-based sensors whose forecast is mostly their present value
 * @param lastForecast sensor values last predicted for this horizon, empty without a readout or
 *     before the first forecast
 * @param intervals how the intervals fare, empty where none is declared
 * @param claims what is certified of the forecasts' skill, by reference; empty where no claim is
 *     declared or the model has no readout
 */
public record HorizonStatus(
    int horizon,
    long starts,
    CoordinateScores coordinates,
    ReadingScores readings,
    List<ExpertShare> experts,
    List<Integer> persisting,
    List<Double> lastForecast,
    Optional<IntervalStatus> intervals,
    List<SkillStatus> claims) {
  /** Copies the lists. */
  public HorizonStatus {
    experts = List.copyOf(experts);
    persisting = List.copyOf(persisting);
    lastForecast = List.copyOf(lastForecast);
    claims = List.copyOf(claims);
  }

  /**
   * Scores in soft coordinates. All are absent without scored forecasts.
   *
   * @param relativeError E_h of equation exp_metrics
   * @param rmse root of the mean squared error
   * @param persistenceRmse the same of persistence
   * @param r2 R2_h of equation exp_metrics, absent when the targets did not vary
   * @param skill 1 - MSE / MSE of persistence, absent when persistence was exact
   * @param simplexDistance mean squared distance of the predictions from the simplex
   */
  public record CoordinateScores(
      OptionalDouble relativeError,
      OptionalDouble rmse,
      OptionalDouble persistenceRmse,
      OptionalDouble r2,
      OptionalDouble skill,
      OptionalDouble simplexDistance) {
    /** Without scored forecasts. */
    public static final CoordinateScores NONE =
        new CoordinateScores(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty());
  }

  /**
   * Scores in sensor units. All are absent without a readout.
   *
   * @param error root-mean-square error per sensor
   * @param skill 1 - MSE / MSE of persistence, mean over the sensors that moved
   * @param linearSkill the same of a linear model of the readings; absent without one, and where
   *     part of the window was forecast by an earlier release
   */
  public record ReadingScores(
      List<Double> error, OptionalDouble skill, OptionalDouble linearSkill) {
    /** Without a readout or scored forecasts. */
    public static final ReadingScores NONE =
        new ReadingScores(List.of(), OptionalDouble.empty(), OptionalDouble.empty());

    /** Copies the list. */
    public ReadingScores {
      error = List.copyOf(error);
    }
  }
}
