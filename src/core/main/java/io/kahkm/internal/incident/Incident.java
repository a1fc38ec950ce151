package io.kahkm.internal.incident;

import io.kahkm.internal.sensor.SensorFinding;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * An incident of a stream at one moment. Immutable. Times are event times in nanoseconds.
 *
 * @param number how many incidents the stream had with this one, at least 1
 * @param since first reading of it, at or before {@code opened}
 * @param opened reading with which it was decided that it is one
 * @param updated last reading that belongs to it
 * @param ended last reading that was not inside, once enough after it were; absent while it is open
 * @param outsideMap whether the stream was outside the map during it
 * @param relationBroken whether its relations were broken during it
 * @param sensorFaulty whether a sensor was faulty during it
 * @param noveltyPeak largest novelty over its limit, 0 where no novelty has a limit
 * @param relationPeak largest relation statistic over its limit, 0 without relations
 * @param shares mean contribution of every sensor, in the order of the readings, summing to 1; all
 *     0 where no reading told any
 * @param firsts for every sensor the first reading in which it contributed at least half of what
 *     the largest did; absent where there is none
 * @param faults what was wrong with which sensors, the likeliest first, as it was told last; empty
 *     where no sensor was faulty
 */
public record Incident(
    long number,
    long since,
    long opened,
    long updated,
    OptionalLong ended,
    boolean outsideMap,
    boolean relationBroken,
    boolean sensorFaulty,
    double noveltyPeak,
    double relationPeak,
    List<Double> shares,
    List<OptionalLong> firsts,
    List<SensorFinding> faults) {
  /** Copies the lists. */
  public Incident {
    shares = List.copyOf(shares);
    firsts = List.copyOf(firsts);
    faults = List.copyOf(faults);
  }

  /**
   * The sensors that contribute most, the largest share first, equal ones by index.
   *
   * @param most how many at most
   * @return 0-based indices of sensors with a share above 0
   */
  public List<Integer> leading(int most) {
    return IntStream.range(0, shares.size())
        .boxed()
        .filter(j -> shares.get(j) > 0)
        .sorted((a, b) -> Double.compare(shares.get(b), shares.get(a)))
        .limit(most)
        .toList();
  }
}
