package io.kahkm.fitting;

import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.forecast.ExpertScores;
import io.kahkm.internal.kahm.NormalRange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a fitted model does on the normal rows that it has not seen.
 *
 * @param novelty that of every held-out row that has one
 * @param coordinates what the map makes of the rows
 * @param forecasts forecasts in sensor units against their competitors, one entry per horizon that
 *     the held-out episodes are long enough for
 * @param ranges normal ranges over windows; none where too few rows are held out or they are the
 *     ends of several episodes
 * @param certificate a certificate on all held-out pairs with the start closure, empty where there
 *     are too few
 * @param stride every how manieth pair of an episode it counts
 * @param tails whether the held-out rows are the last ones of episodes whose first rows were fitted
 */
public record HeldOutReport(
    HeldOutNovelty novelty,
    Coordinates coordinates,
    List<Skill> forecasts,
    List<NormalRange> ranges,
    Optional<WindowCertificate> certificate,
    int stride,
    boolean tails) {
  /** Copies the lists. */
  public HeldOutReport {
    forecasts = List.copyOf(forecasts);
    ranges = List.copyOf(ranges);
  }

  /**
   * What the map makes of the held-out rows.
   *
   * @param variation variation of the coordinates of the successors
   * @param omegas retained variation that other omegas would give, ascending
   */
  public record Coordinates(CoordinateVariation.Summary variation, List<OmegaVariation> omegas) {
    /** Copies the list. */
    public Coordinates {
      omegas = List.copyOf(omegas);
    }
  }

  /** Held-out rows that have a novelty. */
  public int rows() {
    return novelty.rows();
  }

  /**
   * Forecasts in sensor units of one horizon over all sensors. A skill is 1 - MSE / MSE of the
   * competitor, each sensor in units of its variance; it is absent where the competitor made no
   * error.
   *
   * @param horizon steps ahead
   * @param forecasts number of forecasts
   * @param overPersistence skill of the forecast against persistence
   * @param overLinear skill of the forecast against the linear state model
   * @param linearOverPersistence skill of the linear state model against persistence
   * @param experts what the forecast is mixed of, each against persistence; none without a mixture
   */
  public record Skill(
      int horizon,
      long forecasts,
      OptionalDouble overPersistence,
      OptionalDouble overLinear,
      OptionalDouble linearOverPersistence,
      List<ExpertScores.Skill> experts) {
    /** Copies the list. */
    public Skill {
      experts = List.copyOf(experts);
    }
  }
}
