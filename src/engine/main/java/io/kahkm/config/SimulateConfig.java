package io.kahkm.config;

import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.SimulationSettings;
import java.time.Duration;

/**
 * The simulated sensors that {@code demo} feeds the input topic with.
 *
 * @param system name of the simulated system
 * @param settings streams, rate, episodes and faults
 */
public record SimulateConfig(String system, SimulationSettings settings) {
  /**
   * Event time between two readings of a stream.
   *
   * @param input what the engine expects of them
   * @return its step, or the system's where it has none
   */
  public Duration step(InputConfig input) {
    return input
        .steps()
        .step()
        .orElseGet(() -> Duration.ofMillis(DynamicalSystems.named(system).stepMillis()));
  }
}
