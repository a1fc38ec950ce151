package io.kahkm.fitting;

import io.kahkm.internal.evaluation.CoordinateVariation;
import java.util.List;
import java.util.Optional;

/**
 * What a person should know about a fit.
 *
 * @param episodes declared episodes that gave fitting rows
 * @param runs uninterrupted runs of rows that they consist of
 * @param fittingTransitions transitions the map and the closure were fitted on
 * @param heldOutRows rows that entered neither
 * @param submodels reference blocks of the map
 * @param uniformShare share of fitting states that get uniform coordinates because no class is
 *     near, from 0 to 1
 * @param fallbackScore class score from which on coordinates are uniform where all scores are equal
 * @param scoreSpread mean over fitting states of largest minus smallest class score, from 0 to 1
 * @param variation variation of the fitting successors' coordinates
 * @param relativeError E_1 of the start closure on the fitting transitions
 * @param closureNorm spectral norm of the start closure
 * @param heldOut the model on the held-out rows; empty if none was held out
 * @param warnings sentences for the terminal; empty if nothing looks wrong
 */
public record FitReport(
    int episodes,
    int runs,
    int fittingTransitions,
    int heldOutRows,
    int submodels,
    double uniformShare,
    double fallbackScore,
    double scoreSpread,
    CoordinateVariation.Summary variation,
    double relativeError,
    double closureNorm,
    Optional<HeldOutReport> heldOut,
    List<String> warnings) {
  /** Copies the list. */
  public FitReport {
    warnings = List.copyOf(warnings);
  }

  /**
   * Share of the simplex's possible variation that the fitting successors' coordinates have.
   *
   * @return rho_var, from 0 to 1
   */
  public double retainedVariation() {
    return variation.rhoVar();
  }
}
