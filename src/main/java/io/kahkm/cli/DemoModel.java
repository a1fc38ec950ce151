package io.kahkm.cli;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.kahm.MapSettings;
import io.kahkm.kahm.Model;
import io.kahkm.kahm.Partition;
import io.kahkm.numeric.Episodes;
import io.kahkm.numeric.Progress;
import io.kahkm.stream.config.FitSource;
import io.kahkm.stream.config.TopologyConfig;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedSensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fits the model of a demo to trajectories of the system it is about to watch. They come from the
 * same law as the demo's episodes, with seeds of their own: a novelty limit taken from other states
 * would find normal readings outside the map.
 */
final class DemoModel {
  private static final int TRAJECTORIES = 100;
  private static final int TRANSITIONS = 70;

  /** The last fifth of every trajectory sets the novelty limit. */
  private static final double HOLDOUT = 0.2;

  private static final int EPOCHS = 20;

  private DemoModel() {}

  /**
   * Fits.
   *
   * @param config a topology file whose model is a fit
   * @param progress told of every stage
   * @return the model
   */
  static Model fit(TopologyConfig config, Progress progress) {
    FitSource source = config.model().fit().orElseThrow();
    DynamicalSystem system = DynamicalSystems.named(source.system());
    Episodes trajectories = trajectories(config, system, source.seed());
    MapSettings map =
        new MapSettings(
            system.sensors(),
            source.classes(),
            source.omega(),
            MapSettings.DEFAULT_TAU,
            MapSettings.DEFAULT_BLOCK,
            source.farField(),
            source.regularization(),
            source.scaling());
    FitResult result =
        ModelFitter.fit(
            new FitSettings(
                map,
                new Partition.KMeansStart(source.seed()),
                ClosureMethod.NLMS,
                config.closure().beta(),
                EPOCHS,
                HOLDOUT,
                FitSettings.DEFAULT_QUANTILE,
                config.forecasts().horizons(),
                Map.of("data", "simulated " + source.system() + ", seed " + source.seed())),
            trajectories,
            progress);
    return result.model();
  }

  private static Episodes trajectories(TopologyConfig config, DynamicalSystem system, long seed) {
    int spread = config.simulate().map(simulate -> simulate.settings().startSpread()).orElse(0);
    SimulatedSensor sensor =
        new SimulatedSensor(
            "fit",
            system,
            SimulatedSensor.Mode.EPISODES,
            TRANSITIONS,
            spread,
            // Streams take their seeds from the simulation's; this one must differ from all of
            // them.
            ~seed,
            0,
            1,
            List.of());
    List<double[][]> trajectories = new ArrayList<>();
    for (int i = 0; i < TRAJECTORIES; i++) {
      double[][] states = new double[TRANSITIONS + 1][];
      for (int t = 0; t <= TRANSITIONS; t++) {
        states[t] = sensor.next().state().stream().mapToDouble(Double::doubleValue).toArray();
      }
      trajectories.add(states);
    }
    return Episodes.of(trajectories);
  }
}
