package io.kahkm.bench.peers;

/**
 * A program that follows one stream: takes reading after reading, learns from each, and forecasts
 * or scores. Readings are standardised. Mutable, for one thread.
 */
public interface Peer {
  /** What comes next does not follow what came before. */
  void startRun();

  /**
   * Takes the next reading, and learns from it what it will.
   *
   * @param reading values of all sensors; valid during the call only, not to be modified
   */
  void take(double[] reading);

  /**
   * Forecasts from the reading taken last.
   *
   * @param horizon index among the horizons of the task
   * @param into takes the forecast of all sensors
   * @return false if there is none yet, or never one; {@code into} is as it was then
   */
  boolean forecast(int horizon, double[] into);

  /**
   * How unusual the reading taken last is.
   *
   * @param which index among {@link PeerKind#scores}
   * @return the larger, the more unusual; NaN if there is no score yet
   */
  default double score(int which) {
    return Double.NaN;
  }

  /**
   * Whether the peer itself says that something is wrong, by limits of its own.
   *
   * @return false where it says no such thing
   */
  default boolean inAlarm() {
    return false;
  }
}
