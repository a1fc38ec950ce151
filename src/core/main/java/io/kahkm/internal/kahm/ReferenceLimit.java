package io.kahkm.internal.kahm;

import java.util.Objects;

/**
 * How many of the training states a map keeps as reference samples, and which.
 *
 * @param most reference samples of the whole map, at least 1; every class gets its share by its
 *     training states, but at least {@link #FEWEST_OF_CLASS} where it has so many
 * @param way how those of a class are chosen
 */
public record ReferenceLimit(int most, ReferenceWay way) {
  /** A class of fewer samples has hardly any inside. */
  public static final int FEWEST_OF_CLASS = 10;

  /** Checks both. */
  public ReferenceLimit {
    if (most < 1) {
      throw new IllegalArgumentException("references is " + most + ", must be at least 1");
    }
    Objects.requireNonNull(way, "way");
  }

  /**
   * How many samples a class keeps.
   *
   * @param states training states of the class
   * @param all training states of all classes
   * @return at least 1 and at most all of the class
   */
  public int ofClass(int states, int all) {
    long share = Math.round((double) most * states / all);
    return (int) Math.min(states, Math.max(FEWEST_OF_CLASS, share));
  }
}
