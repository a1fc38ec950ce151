package io.kahkm.telemetry.meter;

import io.kahkm.internal.monitor.status.SensorStatus;
import io.kahkm.internal.monitor.status.StreamStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which sensors of a state have series of their own: the first of the state, and those that an
 * alarm names.
 *
 * @param names names of all sensors
 * @param shown how many of them, the first of the state, have series
 */
public record SensorSeries(List<String> names, int shown) {
  /** Sensors that an alarm names, however few have series of their own. */
  private static final int LEAST_LEADING = 4;

  /** Copies the list. */
  public SensorSeries {
    names = List.copyOf(names);
  }

  /**
   * The name of a sensor.
   *
   * @param sensor its index in the state
   * @return its name
   */
  public String name(int sensor) {
    return names.get(sensor);
  }

  /** Adds one value for each of the first sensors. */
  void add(List<Double> each, MeterTable.Values values) {
    for (int i = 0; i < Math.min(each.size(), shown); i++) {
      values.add(each.get(i), names.get(i));
    }
  }

  /** The sensors that contribute most, whatever their index: a culprit is never hidden. */
  List<Integer> leading(StreamStatus status) {
    List<Double> shares = status.channels().novelty().shares();
    return IntStream.range(0, shares.size())
        .boxed()
        .sorted(Comparator.comparing(shares::get, Comparator.reverseOrder()))
        .limit(Math.max(LEAST_LEADING, shown))
        .toList();
  }

  /** The first sensors, and those that an alarm names. */
  Set<Integer> observed(StreamStatus status, List<Integer> leading) {
    Set<Integer> observed = new TreeSet<>(leading);
    IntStream.range(0, Math.min(status.reading().values().size(), shown)).forEach(observed::add);
    status
        .channels()
        .relation()
        .filter(relation -> relation.since().isPresent())
        .ifPresent(relation -> relation.sensors().forEach(one -> observed.add(one.sensor())));
    status
        .channels()
        .sensors()
        .filter(SensorStatus::faulty)
        .ifPresent(channel -> channel.findings().forEach(one -> observed.add(one.sensor())));
    return observed;
  }
}
