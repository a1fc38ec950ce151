package io.kahkm.internal.monitor;

import io.kahkm.internal.numeric.StateTransfer;

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

  /**
   * Applies one run length to all channels: the evidence of a channel has reached it once the mean
   * of all evidences has and its own is as large, and has until it is over.
   *
   * @param evidence of this channel
   * @param over whether it is below the level at which an alarm ends
   * @param sum of the evidences of all channels
   * @param channels how many there are
   * @param runLength of the mean of their evidences
   * @return whether the channel has just reached it
   */
  boolean share(double evidence, boolean over, double sum, int channels, double runLength) {
    boolean starts = sum >= channels * runLength && evidence >= runLength;
    return evidence(!over && (paging || starts));
  }

  /** The next reading belongs to another stream. */
  void clear() {
    paging = false;
    alarm = false;
  }

  void transfer(StateTransfer state, int version) {
    if (version >= SnapshotOrigin.SENSORS) {
      paging = state.booleanOf(paging);
    }
    boolean stored = state.booleanOf(alarm);
    alarm = stored && paging;
  }

  /** Versions without notices: every page was an alarm, and lasts until its evidence is over. */
  void readEarlier() {
    alarm = paging;
  }

  /**
   * Counts how many observed states in a row were outside the map, and since when: with models of
   * earlier versions, which gather no evidence, as many as {@link #LONG} make a stream outside.
   * Mutable, one owner.
   */
  static final class OutsideRun {
    /** States in a row. */
    static final int LONG = 3;

    private long length;
    private long since;

    void add(boolean outside, long time) {
      if (!outside) {
        length = 0;
        return;
      }
      if (length == 0) {
        since = time;
      }
      length++;
    }

    /** The next state belongs to another stream. */
    void clear() {
      length = 0;
    }

    boolean outsideMap() {
      return length >= LONG;
    }

    /** Event time of the run's first state; meaningful during a run. */
    long since() {
      return since;
    }

    void transfer(StateTransfer state) {
      length = state.longOf(length);
      since = state.longOf(since);
    }
  }
}
