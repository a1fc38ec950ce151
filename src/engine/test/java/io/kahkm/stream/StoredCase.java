package io.kahkm.stream;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.SimulatedReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is recorded of a release under one topology file.
 *
 * @param name of its directory
 * @param yaml the topology file
 * @param system what is simulated
 * @param map settings of the map that is fitted
 * @param closure how its start closure is fitted
 * @param shape lengths of the input
 * @param streams its streams
 * @param tweak changes of its readings
 */
record StoredCase(
    String name,
    String yaml,
    DynamicalSystem system,
    MapSettings map,
    ClosureMethod closure,
    Shape shape,
    List<StoredInput.Stream> streams,
    StoredInput.Tweak tweak) {
  private static final int TRAJECTORIES = 16;
  private static final int TRANSITIONS = 20;
  private static final int PAIRS = 300;
  private static final long FIT_SEED = 4242;

  /** Most rows go here: they cost the file nothing, and few would give no limit of the novelty. */
  private static final double HOLDOUT = 0.6;

  private static final double QUANTILE = 0.97;
  private static final int EPOCHS = 5;

  /**
   * Lengths of an input.
   *
   * @param episodeLength transitions of an episode
   * @param startSpread episodes start up to so many steps late
   * @param cut index of each stream's first reading after the stores are read, a multiple of {@link
   *     StoredInput#BURST}
   * @param end one after the last reading
   */
  record Shape(int episodeLength, int startSpread, int cut, int end) {}

  TopologyConfig config() {
    try {
      return TopologyConfig.parse(yaml, name, Map.of());
    } catch (TopologyConfigException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  StoredInput input() {
    return new StoredInput(
        config().input(), system, shape.episodeLength(), shape.startSpread(), tweak);
  }

  Model model() {
    TopologyConfig config = config();
    return ModelFitter.fit(
            new FitSettings(
                map,
                new Partition.KMeansStart(0),
                closure,
                config.closure().beta(),
                EPOCHS,
                HOLDOUT,
                QUANTILE,
                config.forecasts().horizons(),
                Map.of("data", "simulated " + system.name())),
            trajectories(config.input().pairing() == Pairing.TRANSITIONS),
            Progress.NONE)
        .model();
  }

  /** Rows as the streams will send, from seeds of their own. */
  private Episodes trajectories(boolean pairs) {
    List<double[][]> trajectories = new ArrayList<>();
    List<Integer> streams = new ArrayList<>();
    for (int stream = 0; stream < StoredCases.UNITS; stream++) {
      SimulatedSensor sensor =
          new SimulatedSensor(
              "fit",
              system,
              pairs ? SimulatedSensor.Mode.PAIRS : SimulatedSensor.Mode.EPISODES,
              pairs ? shape.episodeLength() : TRANSITIONS,
              shape.startSpread(),
              FIT_SEED + stream,
              0,
              1,
              List.of());
      for (int i = 0; i < (pairs ? PAIRS : TRAJECTORIES) / StoredCases.UNITS; i++) {
        List<double[]> states = new ArrayList<>();
        SimulatedReading reading;
        do {
          reading = sensor.next();
          states.add(values(stream, reading.state()));
          if (pairs) {
            states.add(values(stream, reading.next().orElseThrow()));
          }
        } while (!reading.end());
        if (states.size() > map.states().delays()) {
          trajectories.add(states.toArray(double[][]::new));
          streams.add(stream);
        }
      }
    }
    return Episodes.of(trajectories, streams);
  }

  private double[] values(int stream, List<Double> state) {
    double[] values = state.stream().mapToDouble(Double::doubleValue).toArray();
    return StoredCases.ownUnits(map) ? StoredCases.inUnitsOf(stream, values) : values;
  }
}
