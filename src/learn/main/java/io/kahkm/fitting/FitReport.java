package io.kahkm.fitting;

import io.kahkm.fitting.readout.HorizonChoice;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.internal.evaluation.CoordinateVariation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a person should know about a fit.
 *
 * @param episodes declared episodes that gave fitting rows
 * @param runs uninterrupted runs of rows that they consist of
 * @param fittingTransitions transitions the map and the closure were fitted on
 * @param heldOutRows rows that a first model was judged on before all rows were fitted
 * @param submodels reference blocks of the map
 * @param uniformShare share of fitting states that get uniform coordinates because no class is
 *     near, from 0 to 1
 * @param fallbackScore class score from which on coordinates are uniform where all scores are equal
 * @param scoreSpread mean over fitting states of largest minus smallest class score, from 0 to 1
 * @param variation variation of the fitting successors' coordinates
 * @param relativeError E_1 of the start closure on the fitting transitions
 * @param persistenceError root-mean-square error of repeating the coordinates, one step ahead on
 *     the fitting transitions
 * @param closureNorm spectral norm of the start closure
 * @param forecasts what rows that were left out say about the forecasts, horizon by horizon; where
 *     rows are held out, of the model that was judged on these
 * @param past what rows that were left out say about forecasts from the sensors' past
 * @param heldOut the model on the held-out rows; empty if none was held out
 * @param sensors what the fit of the sensor channel brought; empty where no row was held out
 * @param references how fewer reference samples were looked for; empty if they were not
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
    double persistenceError,
    double closureNorm,
    List<HorizonChoice> forecasts,
    PastReport past,
    Optional<HeldOutReport> heldOut,
    Optional<SensorFit> sensors,
    Optional<ReferenceReport> references,
    List<String> warnings) {
  /** Copies the lists. */
  public FitReport {
    forecasts = List.copyOf(forecasts);
    warnings = List.copyOf(warnings);
  }

  /**
   * The same with what another model showed on held-out rows.
   *
   * @param judged the other model's report
   * @param sensorFit what the fit of the sensor channel brought
   * @param heldOutWarnings sentences on the held-out rows
   * @return a copy
   */
  FitReport withHeldOut(FitReport judged, SensorFit sensorFit, List<String> heldOutWarnings) {
    return new FitReport(
        episodes,
        runs,
        fittingTransitions,
        judged.heldOutRows,
        submodels,
        uniformShare,
        fallbackScore,
        scoreSpread,
        variation,
        relativeError,
        persistenceError,
        closureNorm,
        forecasts,
        past,
        judged.heldOut,
        Optional.of(sensorFit),
        references,
        Stream.concat(heldOutWarnings.stream(), warnings.stream()).toList());
  }

  /**
   * The same with how its reference samples were found.
   *
   * @param search what was tried
   * @return a copy
   */
  FitReport withReferences(Optional<ReferenceReport> search) {
    return new FitReport(
        episodes,
        runs,
        fittingTransitions,
        heldOutRows,
        submodels,
        uniformShare,
        fallbackScore,
        scoreSpread,
        variation,
        relativeError,
        persistenceError,
        closureNorm,
        forecasts,
        past,
        heldOut,
        sensors,
        search,
        warnings);
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
