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
 * @param rows what was fitted on, and what was held out
 * @param coordinates what the map makes of the fitting states
 * @param closure how the start closure does on the fitting transitions
 * @param forecasts what rows that were left out say about the forecasts, horizon by horizon; where
 *     rows are held out, of the model that was judged on these
 * @param past what rows that were left out say about forecasts from the sensors' past
 * @param heldOut the model on the held-out rows; empty if none was held out
 * @param sensors what the fit of the sensor channel brought; empty where no row was held out
 * @param references how fewer reference samples were looked for; empty if they were not
 * @param warnings sentences for the terminal; empty if nothing looks wrong
 */
public record FitReport(
    Rows rows,
    Coordinates coordinates,
    StartClosure closure,
    List<HorizonChoice> forecasts,
    PastReport past,
    Optional<HeldOutReport> heldOut,
    Optional<SensorFit> sensors,
    Optional<ReferenceReport> references,
    List<String> warnings) {
  /**
   * The rows of a fit.
   *
   * @param episodes declared episodes that gave fitting rows
   * @param runs uninterrupted runs of rows that they consist of
   * @param transitions transitions the map and the closure were fitted on
   * @param heldOut rows that a first model was judged on before all rows were fitted
   */
  public record Rows(int episodes, int runs, int transitions, int heldOut) {}

  /**
   * What the map makes of the fitting states.
   *
   * @param uniformShare share of them that get uniform coordinates because no class is near, from 0
   *     to 1
   * @param fallbackScore class score from which on coordinates are uniform where all scores are
   *     equal
   * @param scoreSpread mean of largest minus smallest class score, from 0 to 1
   * @param variation variation of the fitting successors' coordinates
   */
  public record Coordinates(
      double uniformShare,
      double fallbackScore,
      double scoreSpread,
      CoordinateVariation.Summary variation) {}

  /**
   * The closure that streams start with, on the fitting transitions.
   *
   * @param relativeError E_1
   * @param persistenceError root-mean-square error of repeating the coordinates, one step ahead
   * @param norm spectral norm
   */
  public record StartClosure(double relativeError, double persistenceError, double norm) {}

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
        new Rows(rows.episodes, rows.runs, rows.transitions, judged.rows.heldOut),
        coordinates,
        closure,
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
        rows, coordinates, closure, forecasts, past, heldOut, sensors, search, warnings);
  }

  /**
   * Share of the simplex's possible variation that the fitting successors' coordinates have.
   *
   * @return rho_var, from 0 to 1
   */
  public double retainedVariation() {
    return coordinates.variation.rhoVar();
  }
}
