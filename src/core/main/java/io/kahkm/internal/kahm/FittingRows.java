package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Episodes;
import java.util.Arrays;

/**
 * Remembers which transitions a model was fitted on, as sorted 64-bit hashes, so that evaluation on
 * them can be refused. A transition that was not used is mistaken for one with probability about
 * size / 2^64. Immutable.
 */
public final class FittingRows {
  private static final FittingRows NONE = new FittingRows(new long[0]);
  private final long[] hashes;

  private FittingRows(long[] sorted) {
    hashes = sorted;
  }

  /**
   * No rows.
   *
   * @return the empty set
   */
  public static FittingRows none() {
    return NONE;
  }

  /**
   * Hashes all transitions of a data set.
   *
   * @param episodes the fitting data, in sensor units
   * @return their hashes
   */
  public static FittingRows of(Episodes episodes) {
    long[] hashes = new long[episodes.transitions()];
    int next = 0;
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 0; t + 1 < episodes.length(e); t++) {
        hashes[next++] = hash(episodes.state(e, t), episodes.state(e, t + 1));
      }
    }
    Arrays.sort(hashes);
    return new FittingRows(hashes);
  }

  /**
   * Rebuilds stored hashes, which must be sorted; copies.
   *
   * @param sorted hashes in ascending order
   * @return the rows that were fitted on
   */
  public static FittingRows restore(long[] sorted) {
    return new FittingRows(sorted.clone());
  }

  /**
   * Whether a transition was fitted on.
   *
   * @param current state in sensor units; not modified
   * @param next successor in sensor units; not modified
   * @return true if its hash is known
   */
  public boolean contains(double[] current, double[] next) {
    return Arrays.binarySearch(hashes, hash(current, next)) >= 0;
  }

  /**
   * How many transitions of a data set were fitted on.
   *
   * @param episodes in sensor units; not modified
   * @return from 0 to their number of transitions
   */
  public int in(Episodes episodes) {
    int known = 0;
    for (int e = 0; e < episodes.count(); e++) {
      for (int t = 0; t + 1 < episodes.length(e); t++) {
        known += contains(episodes.state(e, t), episodes.state(e, t + 1)) ? 1 : 0;
      }
    }
    return known;
  }

  /**
   * Number of fitting transitions.
   *
   * @return number of hashes
   */
  public int size() {
    return hashes.length;
  }

  /**
   * The hashes to store.
   *
   * @return in ascending order; a copy
   */
  public long[] toArray() {
    return hashes.clone();
  }

  private static long hash(double[] current, double[] next) {
    long hash = mix(current.length);
    for (double value : current) {
      hash = mix(hash ^ bits(value));
    }
    for (double value : next) {
      hash = mix(hash ^ bits(value));
    }
    return hash;
  }

  /** Negative zero is the same reading as zero. */
  private static long bits(double value) {
    return Double.doubleToLongBits(value + 0.0);
  }

  /** The finalizer of SplitMix64 after an odd increment: a bijection with full avalanche. */
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
