package io.kahkm.system;

import java.util.List;

/**
 * A system that can be simulated step by step. Immutable and safe to share: the state and the
 * random numbers belong to the caller.
 */
public interface DynamicalSystem {
  /**
   * The name used in files and on the command line.
   *
   * @return lower-case name such as {@code "vanderpol"}
   */
  String name();

  /**
   * The sensors that read the state.
   *
   * @return one name per component of the state, in order
   */
  List<String> sensors();

  /**
   * The time one step takes.
   *
   * @return seconds, positive
   */
  double timeStep();

  /**
   * Draws a start from the system's start distribution.
   *
   * @param random source of the draw; modified
   * @param state receives the state, one value per sensor; modified
   */
  void start(RandomSource random, double[] state);

  /**
   * Moves the state by one step, process noise included.
   *
   * @param random source of the process noise; modified
   * @param state the present state, replaced by its successor; modified
   */
  void step(RandomSource random, double[] state);

  /**
   * The same system with other dynamics, as after wear or a wrong setting.
   *
   * @param size relative change of the system's damping coefficient: 0 changes nothing, 0.5 makes
   *     it half as large again
   * @return the changed system
   */
  DynamicalSystem withDynamicsChangedBy(double size);
}
