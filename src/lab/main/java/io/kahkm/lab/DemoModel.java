package io.kahkm.lab;

import io.kahkm.config.FitSource;
import io.kahkm.config.SimulateConfig;
import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.fitting.ReferenceChoice;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.system.SimulationSettings;
import io.kahkm.topology.TopologyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fits the model of a demo to trajectories of the system it is about to watch. They come from the
 * same law as the demo's episodes, with seeds of their own: a novelty limit taken from other states
 * would find normal readings outside the map.
 */
final class DemoModel {
  private static final int TRAJECTORIES = 100;
  private static final int TRANSITIONS = 70;
  private static final int PAIRS = 2_000;

  /** Ten-minute readings of four weeks, weekends included. */
  private static final int CLOCKED_TRANSITIONS = 4 * 7 * 24 * 6 - 1;

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
    return fit(config, TRAJECTORIES, progress);
  }

  /**
   * Fits to other than the usual number of trajectories.
   *
   * @param config a topology file whose model is a fit
   * @param count how many trajectories, of a system that does not follow the clock
   * @param progress told of every stage
   * @return the model
   */
  static Model fit(TopologyConfig config, int count, Progress progress) {
    FitSource source = config.model().fit().orElseThrow();
    DynamicalSystem system = DynamicalSystems.named(source.system());
    Episodes trajectories = trajectories(config, system, count, source.seed());
    MapSettings map =
        new MapSettings(
            system.sensors(),
            source.classes(),
            source.omega(),
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, source.farField(), source.regularization()),
            MapSettings.States.of(source.scaling()));
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
                    Map.of("data", "simulated " + source.system() + ", seed " + source.seed()))
                .withReferences(ReferenceChoice.FEWEST),
            trajectories,
            progress);
    return result.model();
  }

  private static Episodes trajectories(
      TopologyConfig config, DynamicalSystem system, int count, long seed) {
    boolean pairs = config.input().pairing() == Pairing.TRANSITIONS;
    Optional<SimulationSettings> simulation = config.simulate().map(SimulateConfig::settings);
    SimulatedSensor sensor =
        new SimulatedSensor(
            "fit",
            system,
            pairs ? SimulatedSensor.Mode.PAIRS : SimulatedSensor.Mode.EPISODES,
            pairs
                ? simulation.map(SimulationSettings::episodeLength).orElse(1)
                : system.followsClock() ? CLOCKED_TRANSITIONS : TRANSITIONS,
            simulation.map(SimulationSettings::startSpread).orElse(0),
            // Streams take their seeds from the simulation's; this one must differ from all of
            // them.
            ~seed,
            0,
            1,
            List.of());
    List<double[][]> trajectories = new ArrayList<>();
    int wanted = pairs ? PAIRS : system.followsClock() ? 1 : count;
    while (trajectories.size() < wanted) {
      List<double[]> states = new ArrayList<>();
      SimulatedReading reading;
      do {
        reading = sensor.next();
        states.add(values(reading.state()));
        reading.next().ifPresent(next -> states.add(values(next)));
      } while (!reading.end());
      trajectories.add(states.toArray(double[][]::new));
    }
    return Episodes.of(trajectories);
  }

  private static double[] values(List<Double> state) {
    return state.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
