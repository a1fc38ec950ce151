package io.kahkm.fitting;

import java.util.List;

/**
 * What a person should know about a fit.
 *
 * @param episodes episodes that gave fitting rows
 * @param fittingTransitions transitions the map and the closure were fitted on
 * @param heldOutRows rows that entered neither
 * @param submodels reference blocks of the map
 * @param uniformShare share of fitting states that get uniform coordinates because no class is
 *     near, from 0 to 1
 * @param scoreSpread mean over fitting states of largest minus smallest class score, from 0 to 1
 * @param retainedVariation rho_var of the fitting successors' coordinates, from 0 to 1
 * @param relativeError E_1 of the start closure on the fitting transitions
 * @param closureNorm spectral norm of the start closure
 * @param warnings sentences for the terminal; empty if nothing looks wrong
 */
public record FitReport(
    int episodes,
    int fittingTransitions,
    int heldOutRows,
    int submodels,
    double uniformShare,
    double scoreSpread,
    double retainedVariation,
    double relativeError,
    double closureNorm,
    List<String> warnings) {
  /** Copies the list. */
  public FitReport {
    warnings = List.copyOf(warnings);
  }
}
