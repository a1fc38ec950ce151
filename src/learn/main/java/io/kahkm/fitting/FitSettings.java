package io.kahkm.fitting;

import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.ReferenceLimit;
import io.kahkm.internal.kahm.ScalingKind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What to fit.
 *
 * @param map settings of the map
 * @param partition how the reference states are divided into classes; given labels are one per
 *     transition of the whole data set, those of held-out rows are ignored
 * @param references how many of the states the map keeps as reference samples
 * @param closure how the start closure is fitted
 * @param holdout share of every episode's rows, its last ones, on which a first model is judged
 *     before the final one is fitted on all rows; at least 0 and below 1. With 0 there is no such
 *     judgement and the model has no limits
 * @param quantile share of normal rows that shall not lie above the novelty limit, between 0 and 1
 * @param forecasts which forecasts in sensor units the model makes
 * @param provenance strings for people to keep in the model file
 */
public record FitSettings(
    MapSettings map,
    Partition partition,
    ReferenceChoice references,
    StartClosure closure,
    double holdout,
    double quantile,
    Forecasts forecasts,
    Map<String, String> provenance) {
  /** Default share of normal rows that shall not lie above the novelty limit. */
  public static final double DEFAULT_QUANTILE = 0.995;

  private static final double PLAIN_OMEGA = 8;

  /**
   * How the closure is fitted that streams start with.
   *
   * @param method least squares or NLMS
   * @param beta step size of NLMS, in the fit and later online; between 0 and 1
   * @param epochs passes of NLMS over the fitting transitions, at least 1
   */
  public record StartClosure(ClosureMethod method, double beta, int epochs) {
    /** Checks every field. */
    public StartClosure {
      Objects.requireNonNull(method, "closure");
      if (!(beta > 0 && beta < 1)) {
        throw new IllegalArgumentException("beta is " + beta + ", must be between 0 and 1");
      }
      if (epochs < 1) {
        throw new IllegalArgumentException("epochs is " + epochs + ", at least 1 is needed");
      }
    }
  }

  /**
   * Forecasts in sensor units.
   *
   * @param horizons steps ahead that get a readout; each at least 1, possibly none; sorted
   * @param seasons which seasons forecasts may use
   * @param known sensors whose later values are known when forecasts are made; possibly none
   */
  public record Forecasts(List<Integer> horizons, SeasonChoice seasons, List<String> known) {
    /** Sorts the horizons. */
    public Forecasts {
      Objects.requireNonNull(seasons, "seasons");
      horizons = horizons.stream().distinct().sorted().toList();
    }

    private void require(List<String> sensors) {
      if (!horizons.isEmpty() && horizons.get(0) < 1) {
        throw new IllegalArgumentException(
            "horizons has " + horizons.get(0) + ", at least 1 is needed");
      }
      for (String input : known) {
        if (!sensors.contains(input)) {
          throw new IllegalArgumentException(
              "known has \"" + input + "\", the sensors are " + sensors);
        }
      }
    }
  }

  /** Checks every field. */
  public FitSettings {
    Objects.requireNonNull(map, "map");
    Objects.requireNonNull(partition, "partition");
    if (!(holdout >= 0 && holdout < 1)) {
      throw new IllegalArgumentException(
          "holdout is " + holdout + ", must be at least 0 and below 1");
    }
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException("quantile is " + quantile + ", must be between 0 and 1");
    }
    Objects.requireNonNull(references, "references");
    forecasts.require(map.sensors());
    forecasts =
        new Forecasts(
            forecasts.horizons(),
            forecasts.seasons(),
            map.sensors().stream().filter(forecasts.known()::contains).toList());
    provenance = Map.copyOf(provenance);
  }

  /**
   * With a season where one is found, and the reference samples that the map's settings name.
   *
   * @param map settings of the map
   * @param partition how the reference states are divided into classes
   * @param closure how the start closure is fitted
   * @param beta step size of NLMS
   * @param epochs passes of NLMS over the fitting transitions
   * @param holdout share of every episode's rows that a first model is judged on
   * @param quantile share of normal rows that shall not lie above the novelty limit
   * @param horizons steps ahead that get a readout in sensor units
   * @param provenance strings for people to keep in the model file
   */
  public FitSettings(
      MapSettings map,
      Partition partition,
      ClosureMethod closure,
      double beta,
      int epochs,
      double holdout,
      double quantile,
      List<Integer> horizons,
      Map<String, String> provenance) {
    this(
        map,
        partition,
        ReferenceChoice.OF_MAP,
        new StartClosure(closure, beta, epochs),
        holdout,
        quantile,
        new Forecasts(horizons, SeasonChoice.AUTO, List.of()),
        provenance);
  }

  /**
   * A small map with the usual choices and nothing held out: a model without limits, for inputs
   * whose values matter little.
   *
   * @param sensors in the order of the rows
   * @param classes number C of classes, at least 1
   * @param horizons steps ahead that get a readout in sensor units
   * @return the settings
   */
  public static FitSettings plain(List<String> sensors, int classes, List<Integer> horizons) {
    return new FitSettings(
        new MapSettings(
            sensors,
            classes,
            PLAIN_OMEGA,
            MapSettings.DEFAULT_TAU,
            MapSettings.Reconstruction.USUAL,
            MapSettings.States.of(ScalingKind.STANDARD)),
        new Partition.KMeansStart(1),
        ClosureMethod.RIDGE,
        0.1,
        1,
        0,
        DEFAULT_QUANTILE,
        horizons,
        Map.of());
  }

  /**
   * The same with another number of classes, exponent and partition.
   *
   * @param classes number C of classes, at least 1
   * @param omega exponent of the affinities, positive and finite
   * @param newPartition how reference states are divided
   * @return new settings
   */
  public FitSettings withGridCell(int classes, double omega, Partition newPartition) {
    MapSettings cell =
        new MapSettings(
            map.sensors(),
            classes,
            omega,
            map.tau(),
            map.reconstruction(),
            map.states(),
            map.references());
    return with(
        changed -> {
          changed.map = cell;
          changed.partition = newPartition;
        });
  }

  /**
   * The same with no row held out.
   *
   * @return new settings
   */
  public FitSettings withoutHoldout() {
    return with(changed -> changed.holdout = 0);
  }

  /**
   * The same without readouts.
   *
   * @return new settings, of models that say whether readings are normal and forecast nothing
   */
  FitSettings withoutForecasts() {
    return with(
        changed ->
            changed.forecasts = new Forecasts(List.of(), forecasts.seasons, forecasts.known));
  }

  /**
   * The same with other strings for people.
   *
   * @param strings what to keep in the model file
   * @return new settings
   */
  public FitSettings withProvenance(Map<String, String> strings) {
    return with(changed -> changed.provenance = strings);
  }

  /**
   * The same with other seasons.
   *
   * @param choice which seasons forecasts may use
   * @return new settings
   */
  public FitSettings withSeasons(SeasonChoice choice) {
    return with(
        changed -> changed.forecasts = new Forecasts(forecasts.horizons, choice, forecasts.known));
  }

  /**
   * The same with other known inputs.
   *
   * @param inputs sensors whose later values are known; possibly none
   * @return new settings
   */
  public FitSettings withKnown(List<String> inputs) {
    return with(
        changed ->
            changed.forecasts = new Forecasts(forecasts.horizons, forecasts.seasons, inputs));
  }

  /**
   * The same with other reference samples.
   *
   * @param choice how many of the states the map keeps as reference samples
   * @return new settings
   */
  public FitSettings withReferences(ReferenceChoice choice) {
    return with(changed -> changed.references = choice);
  }

  /**
   * The same with the reference samples that a search has found.
   *
   * @param limit how many and which; empty for all
   * @return new settings, with nothing left to choose
   */
  FitSettings withReferences(Optional<ReferenceLimit> limit) {
    return with(
        changed -> {
          changed.map = map.withReferences(limit);
          changed.references = ReferenceChoice.OF_MAP;
        });
  }

  private FitSettings with(Consumer<Changed> change) {
    Changed changed = new Changed(this);
    change.accept(changed);
    return new FitSettings(
        changed.map,
        changed.partition,
        changed.references,
        closure,
        changed.holdout,
        quantile,
        changed.forecasts,
        changed.provenance);
  }

  /** What the settings made of these may have of their own. */
  private static final class Changed {
    private MapSettings map;
    private Partition partition;
    private ReferenceChoice references;
    private double holdout;
    private Forecasts forecasts;
    private Map<String, String> provenance;

    private Changed(FitSettings from) {
      map = from.map;
      partition = from.partition;
      references = from.references;
      holdout = from.holdout;
      forecasts = from.forecasts;
      provenance = from.provenance;
    }
  }
}
