package io.kahkm.internal.relation;

/**
 * Which channels of a model can raise an alarm; their evidences share one run length.
 *
 * @param novelty false if no row was held out, or the threshold is one that no reading exceeds
 * @param relations false if the rows did not admit the channel, and in files of earlier versions
 * @param sensors likewise of single sensors
 */
public record AlarmChannels(boolean novelty, boolean relations, boolean sensors) {
  /**
   * How many there are, of which each has its part of the run length.
   *
   * @return at least 1
   */
  public int count() {
    return Math.max(1, (novelty ? 1 : 0) + (relations ? 1 : 0) + (sensors ? 1 : 0));
  }

  /**
   * Whether all can; only then is a stream that none of them complains of normal.
   *
   * @return false if one of them is off
   */
  public boolean all() {
    return novelty && relations && sensors;
  }

  /**
   * Whether any can.
   *
   * @return false if all are off
   */
  public boolean any() {
    return novelty || relations || sensors;
  }
}
