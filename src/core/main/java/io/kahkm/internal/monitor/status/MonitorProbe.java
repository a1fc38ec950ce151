package io.kahkm.internal.monitor.status;

/**
 * Is told where a monitor stands within one step, so that whoever owns a clock can time the stages.
 * Nothing a probe does can change the monitor.
 */
public interface MonitorProbe {
  /** Listens to nothing. */
  MonitorProbe NONE = new MonitorProbe() {};

  /** A state is about to be encoded. */
  default void encoding() {}

  /** The state was encoded. */
  default void encoded() {}

  /** The closure, the statistics and the forecasts were brought up to date. */
  default void updated() {}

  /** A monitor that was not on the heap was read from the stores, or begun. */
  default void loaded() {}
}
