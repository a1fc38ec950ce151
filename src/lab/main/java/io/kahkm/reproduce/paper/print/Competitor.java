package io.kahkm.reproduce.paper.print;

/**
 * Persistence beside one value of a forecast table; the paper has neither.
 *
 * @param persistence the same score of forecasting the coordinates at the origin, on the same
 *     starts
 * @param skill one minus our mean squared error over that of persistence: 1 is perfect, 0 as good
 *     as persistence, below 0 worse; not finite where persistence makes no error
 */
public record Competitor(double persistence, double skill) {
  /**
   * Beside an error, which is proportional to the mean squared one.
   *
   * @param own our error
   * @param persistence that of persistence
   * @return persistence's error with the skill that follows from both
   */
  public static Competitor ofError(double own, double persistence) {
    return new Competitor(persistence, 1 - own / persistence);
  }

  /**
   * Beside a share of explained variance.
   *
   * @param own our share, at most 1
   * @param persistence that of persistence, below 1
   * @return persistence's share with the skill that follows from both
   */
  public static Competitor ofR2(double own, double persistence) {
    return new Competitor(persistence, 1 - (1 - own) / (1 - persistence));
  }
}
