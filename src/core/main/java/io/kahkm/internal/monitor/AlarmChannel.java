package io.kahkm.internal.monitor;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

/**
 * How the evidence of one channel enters the state of its stream: nothing, a notice or an alarm.
 *
 * <p>Evidence that has reached its run length is an alarm where the recording was long enough for
 * that run length to hold. A provisional channel gives a notice; it is an alarm only once another
 * channel has reached its run length as well, and then stays one until its own evidence is over.
 * Mutable, one owner.
 */
final class AlarmChannel {
  private final boolean provisional;
  private boolean paging;
  private boolean alarm;

  /**
   * Has no evidence yet.
   *
   * @param provisional whether the recording was too short for the run length to hold
   */
  AlarmChannel(boolean provisional) {
    this.provisional = provisional;
  }

  /**
   * Takes over what the evidence of the channel has come to.
   *
   * @param reached whether it has reached its run length and is not over yet
   * @return whether it has just reached it
   */
  boolean evidence(boolean reached) {
    boolean newly = reached && !paging;
    paging = reached;
    return newly;
  }

  /**
   * Decides what the evidence means.
   *
   * @param pagingChannels how many channels of the stream have reached their run length, this one
   *     included
   */
  void decide(int pagingChannels) {
    alarm = paging && (alarm || !provisional || pagingChannels > 1);
  }

  /** Whether the evidence has reached its run length. */
  boolean paging() {
    return paging;
  }

  /** Whether the channel is in alarm. */
  boolean alarm() {
    return alarm;
  }

  /** Whether its evidence has reached the run length and, provisional and alone, is no alarm. */
  boolean notice() {
    return paging && !alarm;
  }

  /** The next reading belongs to another stream. */
  void clear() {
    paging = false;
    alarm = false;
  }

  void write(StateWriter writer) {
    writer.putBoolean(alarm);
  }

  void read(StateReader reader) {
    alarm = reader.getBoolean() && paging;
  }

  /** Versions without notices: every page was an alarm, and lasts until its evidence is over. */
  void readEarlier() {
    alarm = paging;
  }
}
