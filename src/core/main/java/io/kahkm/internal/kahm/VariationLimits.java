package io.kahkm.internal.kahm;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How little the coordinates of a window vary in normal operation, by the window's size: short
 * windows of dependent rows vary less than long ones. A limit holds for windows of its size and
 * longer ones, which vary more; so a window is judged by the largest size that is not above its
 * own, and not at all if it is shorter than every size.
 *
 * @param level share of normal windows expected below the limit of their size, from 0 to 1
 * @param ofPairs limits of windows of consecutive pairs, sizes in pairs and ascending
 * @param ofUnits limits of windows of declared episodes or streams, sizes in these and ascending;
 *     none where too few were recorded
 */
public record VariationLimits(double level, List<Limit> ofPairs, List<Limit> ofUnits) {
  /** No window is judged. */
  public static final VariationLimits NONE = new VariationLimits(0, List.of(), List.of());

  /**
   * The limit of one size.
   *
   * @param size pairs or units of the windows, at least 1
   * @param low retained variation that few normal windows fall below, from 0 to 1
   */
  public record Limit(int size, double low) {
    /** Checks both components. */
    public Limit {
      if (size < 1) {
        throw new IllegalArgumentException("size is " + size + ", must be at least 1");
      }
      if (!(low >= 0 && low <= 1)) {
        throw new IllegalArgumentException("low is " + low + ", must be from 0 to 1");
      }
    }
  }

  /** Checks the level and the order of the sizes. */
  public VariationLimits {
    if (!(level >= 0 && level <= 1)) {
      throw new IllegalArgumentException("level is " + level + ", must be from 0 to 1");
    }
    ofPairs = List.copyOf(ofPairs);
    ofUnits = List.copyOf(ofUnits);
    requireAscending("ofPairs", ofPairs);
    requireAscending("ofUnits", ofUnits);
  }

  private static void requireAscending(String name, List<Limit> limits) {
    for (int i = 1; i < limits.size(); i++) {
      if (limits.get(i).size() <= limits.get(i - 1).size()) {
        throw new IllegalArgumentException(name + " is " + limits + ", sizes must ascend");
      }
    }
  }

  /**
   * The limit of a window of pairs.
   *
   * @param pairs pairs of the window
   * @return the limit, empty if the window is too short for any
   */
  public OptionalDouble ofPairs(long pairs) {
    return at(ofPairs, pairs);
  }

  /**
   * The limit of a window of episodes or streams: the higher one of so many units and of as many
   * pairs in a row, which vary less than the pairs of units that do not depend on each other and
   * are of about one length.
   *
   * @param units units of the window
   * @param pairs pairs of all of them
   * @return the limit, empty if the window is too short for any
   */
  public OptionalDouble ofUnits(long units, long pairs) {
    OptionalDouble low = at(ofUnits, units);
    OptionalDouble run = at(ofPairs, pairs);
    return run.orElse(0) > low.orElse(0) ? run : low;
  }

  private static OptionalDouble at(List<Limit> limits, long size) {
    OptionalDouble low = OptionalDouble.empty();
    for (Limit limit : limits) {
      if (limit.size() <= size) {
        low = OptionalDouble.of(limit.low());
      }
    }
    return low;
  }
}
