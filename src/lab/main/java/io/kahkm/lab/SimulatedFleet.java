package io.kahkm.lab;

import io.kahkm.cli.SimulateCommand;
import io.kahkm.cli.topic.TopicWriter;
import io.kahkm.config.SimulateConfig;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.system.DynamicalSystem;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.FirstReading;
import io.kahkm.system.SimulatedSensor;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The simulated sensors of a topology file: one reading of each at every tick, without end. */
final class SimulatedFleet implements Feed.Source {
  private static final long SHUFFLE_SEED = 7;

  private final DynamicalSystem system;
  private final List<SimulatedSensor> sensors;
  private final Optional<SimulatedTags> tags;

  /**
   * Sensors whose first reading is of now.
   *
   * @param config a topology file with a simulate section
   */
  SimulatedFleet(TopologyConfig config) {
    SimulateConfig simulate = config.simulate().orElseThrow();
    system = DynamicalSystems.named(simulate.system());
    long stepMillis = simulate.step(config.input()).toMillis();
    SimulatedSensor.Mode mode =
        config.input().pairing() == Pairing.TRANSITIONS
            ? SimulatedSensor.Mode.PAIRS
            : SimulatedSensor.Mode.EPISODES;
    sensors =
        SimulatedSensor.fleet(
            system,
            mode,
            simulate.settings(),
            FirstReading.live(system, System.currentTimeMillis()),
            stepMillis);
    tags = config.input().tags().map(rules -> new SimulatedTags(rules, stepMillis, SHUFFLE_SEED));
  }

  @Override
  public int send(TopicWriter writer) throws IOException {
    for (SimulatedSensor sensor : sensors) {
      if (tags.isPresent()) {
        tags.get().send(sensor.stream(), sensor.next(), writer);
      } else {
        writer.send(sensor.stream(), SimulateCommand.message(system.sensors(), sensor.next()));
      }
    }
    return sensors.size();
  }
}
