package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.certificate.bound.Levels;
import io.kahkm.internal.closure.Projection;
import java.util.List;
import java.util.Optional;

/**
 * Certificates by horizon, chosen before the first record.
 *
 * @param horizons steps ahead, ascending, each from 1 to {@value #LARGEST}; at least one
 * @param starts a pair of every horizon begins at states 0, k, 2k, ... of a unit; at least 1
 * @param delta failure probability of "trust forecasts up to" and "beyond, no linear map reaches
 *     it" together, in (0, 1), before policy and family divide it
 * @param lower whether lower bounds are kept too; without them a horizon costs half
 * @param projection how the frozen forecast keeps its coordinates on the simplex
 */
public record HorizonSettings(
    List<Integer> horizons, int starts, double delta, boolean lower, Projection projection) {
  /** Largest horizon: a ring of so many states is kept. */
  public static final int LARGEST = 10_000;

  /** Checks every field. */
  public HorizonSettings {
    horizons = List.copyOf(horizons);
    if (horizons.isEmpty()) {
      throw new IllegalArgumentException("horizons is empty, at least one is needed");
    }
    int last = 0;
    for (int horizon : horizons) {
      if (horizon <= last || horizon > LARGEST) {
        throw new IllegalArgumentException(
            "horizons has "
                + horizon
                + (last == 0 ? "" : " after " + last)
                + ", must ascend and be from 1 to "
                + LARGEST);
      }
      last = horizon;
    }
    if (starts < 1) {
      throw new IllegalArgumentException("starts is " + starts + ", must be at least 1");
    }
    Levels.requireDelta(delta);
  }

  /**
   * The largest horizon.
   *
   * @return steps ahead
   */
  public int largest() {
    return horizons.get(horizons.size() - 1);
  }

  /** The same with the shortest horizons only; empty without any. */
  Optional<HorizonSettings> first(int count) {
    return count == 0
        ? Optional.empty()
        : Optional.of(
            new HorizonSettings(
                horizons.subList(0, Math.min(count, horizons.size())),
                starts,
                delta,
                lower,
                projection));
  }

  /** The same with another projection. */
  HorizonSettings withProjection(Projection other) {
    return new HorizonSettings(horizons, starts, delta, lower, other);
  }
}
