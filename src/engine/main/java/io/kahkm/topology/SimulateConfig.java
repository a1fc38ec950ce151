package io.kahkm.topology;

import io.kahkm.system.SimulationSettings;

/**
 * The simulated sensors that {@code demo} feeds the input topic with.
 *
 * @param system name of the simulated system
 * @param settings streams, rate, episodes and faults
 */
public record SimulateConfig(String system, SimulationSettings settings) {}
