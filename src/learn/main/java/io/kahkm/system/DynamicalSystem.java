package io.kahkm.system;

import io.kahkm.internal.numeric.RandomNumbers;
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
   * The time one step takes, as event time counts it.
   *
   * @return milliseconds, rounded
   */
  default long stepMillis() {
    return Math.round(timeStep() * 1000);
  }

  /**
   * The number of values of the state, which may hold other ones than the sensors show.
   *
   * @return at least 1
   */
  default int stateSize() {
    return sensors().size();
  }

  /**
   * Draws a start from the system's start distribution.
   *
   * @param random source of the draw; modified
   * @param state receives {@link #stateSize()} values; modified
   */
  void start(RandomNumbers random, double[] state);

  /**
   * Moves the state by one step, process noise included.
   *
   * @param random source of the process noise; modified
   * @param state the present state, replaced by its successor; modified
   */
  void step(RandomNumbers random, double[] state);

  /**
   * What the sensors show of a state.
   *
   * @param state the state; not modified
   * @param reading receives one value per sensor
   */
  default void observe(double[] state, double[] reading) {
    System.arraycopy(state, 0, reading, 0, reading.length);
  }

  /**
   * Whether the system ends its episode in this state.
   *
   * @param state the state; not modified
   * @return false for systems that run on
   */
  default boolean ended(double[] state) {
    return false;
  }

  /**
   * What its streams are called in front of their number.
   *
   * @return lower-case word
   */
  default String streamName() {
    return "sensor";
  }

  /**
   * Whether readings follow hour and weekday: then a start is midnight before a Monday, and only
   * long episodes show what is normal.
   *
   * @return false for systems without a clock
   */
  default boolean followsClock() {
    return false;
  }

  /**
   * The parts that can change by themselves.
   *
   * @return lower-case names, none for a system that changes as a whole
   */
  default List<String> parts() {
    return List.of();
  }

  /**
   * The same system with one part changed.
   *
   * @param part one of {@link #parts()}
   * @param size relative change
   * @return the changed system
   */
  default DynamicalSystem withPartChangedBy(String part, double size) {
    throw new IllegalArgumentException(
        "part is " + part + ", " + name() + " changes as a whole: leave part out");
  }

  /**
   * The same system with other dynamics, as after wear or a wrong setting.
   *
   * @param size relative change of a coefficient, the damping of oscillators and the gravity of
   *     control tasks: 0 changes nothing, 0.5 makes it half as large again
   * @return the changed system
   */
  DynamicalSystem withDynamicsChangedBy(double size);
}
