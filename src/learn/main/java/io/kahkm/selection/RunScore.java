package io.kahkm.selection;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What one fit of a candidate scored on model-selection data, or why it could not be fitted.
 *
 * @param horizons scores, one per horizon; empty after a failure
 * @param rhoVar retained variation of the one-step targets, from 0 to 1 (equation "retained
 *     variation")
 * @param rhoRank their normalized entropy effective rank (equation "effective rank"), at least 0
 * @param failure why there is no score, a sentence for a person; empty where there is one
 */
public record RunScore(List<HorizonScore> horizons, double rhoVar, double rhoRank, String failure) {
  /** Copies the list. */
  public RunScore {
    horizons = List.copyOf(horizons);
    if (horizons.isEmpty() == failure.isEmpty()) {
      throw new IllegalArgumentException(
          "a run has horizons or a failure, not " + horizons + " and \"" + failure + "\"");
    }
  }

  /**
   * A scored run.
   *
   * @param horizons scores, at least one
   * @param rhoVar retained variation of the one-step targets
   * @param rhoRank normalized entropy effective rank of the one-step targets
   * @return the score
   */
  public static RunScore of(List<HorizonScore> horizons, double rhoVar, double rhoRank) {
    return new RunScore(horizons, rhoVar, rhoRank, "");
  }

  /**
   * A run that gave no score.
   *
   * @param reason a sentence for a person, not empty
   * @return the score
   */
  public static RunScore failed(String reason) {
    return new RunScore(List.of(), 0, 0, reason);
  }

  /**
   * E_h of a horizon.
   *
   * @param horizon steps ahead
   * @return the relative squared error; NaN where the horizon was not scored
   */
  public double relativeError(int horizon) {
    return horizons.stream()
        .filter(score -> score.horizon() == horizon)
        .mapToDouble(HorizonScore::relativeError)
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * R2_h of a horizon.
   *
   * @param horizon steps ahead
   * @return the score; empty where the horizon was not scored or its targets do not vary
   */
  public OptionalDouble r2(int horizon) {
    return horizons.stream()
        .filter(score -> score.horizon() == horizon)
        .map(HorizonScore::r2)
        .findFirst()
        .orElse(OptionalDouble.empty());
  }
}
