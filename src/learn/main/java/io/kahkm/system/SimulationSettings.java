package io.kahkm.system;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A fleet of simulated sensors, as the {@code simulate} section of a topology file describes it.
 *
 * @param name what streams are called in front of their number
 * @param streams number of streams, at least 1
 * @param rate readings per second and stream, positive
 * @param episodeLength transitions of an episode, at least 1; in pairs mode the number of steps a
 *     pair may lie after its start
 * @param startSpread every episode reports from an independent, uniformly drawn number of steps
 *     below this after its start, so that episodes begin all over the system's path; 0 for its
 *     start distribution itself
 * @param seed seed of everything random
 * @param faults scheduled faults, each on one of {@link #streamNames()}
 */
public record SimulationSettings(
    String name,
    int streams,
    double rate,
    int episodeLength,
    int startSpread,
    long seed,
    List<Fault> faults) {

  /** Checks every field. */
  public SimulationSettings {
    if (streams < 1) {
      throw new IllegalArgumentException("streams is " + streams + ", at least 1 is needed");
    }
    if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("rate is " + rate + ", must be positive");
    }
    if (episodeLength < 1) {
      throw new IllegalArgumentException(
          "episodeLength is " + episodeLength + ", at least 1 is needed");
    }
    if (startSpread < 0) {
      throw new IllegalArgumentException("startSpread is " + startSpread + ", must be at least 0");
    }
    faults = List.copyOf(faults);
    for (Fault fault : faults) {
      if (!isStream(fault.stream(), name, streams)) {
        throw new IllegalArgumentException(
            "the stream of a fault is \""
                + fault.stream()
                + "\", must be one of "
                + name(name, 1, streams)
                + " to "
                + name(name, streams, streams));
      }
    }
  }

  /**
   * A fleet of streams called {@code sensor}.
   *
   * @param streams number of streams
   * @param rate readings per second and stream
   * @param episodeLength transitions of an episode
   * @param startSpread steps below which episodes begin
   * @param seed seed of everything random
   * @param faults scheduled faults
   */
  public SimulationSettings(
      int streams, double rate, int episodeLength, int startSpread, long seed, List<Fault> faults) {
    this("sensor", streams, rate, episodeLength, startSpread, seed, faults);
  }

  /**
   * The names of all streams.
   *
   * @return {@code sensor-01}, {@code sensor-02} and so on for the name {@code sensor}, with as
   *     many digits as the last needs
   */
  public List<String> streamNames() {
    return IntStream.rangeClosed(1, streams).mapToObj(i -> name(name, i, streams)).toList();
  }

  /**
   * The faults of one stream.
   *
   * @param stream a stream name
   * @return its faults in the order given
   */
  public List<Fault> faultsOf(String stream) {
    return faults.stream().filter(fault -> fault.stream().equals(stream)).toList();
  }

  /** A name is right if it is the one of its own number: no list of all names is made for it. */
  private static boolean isStream(String stream, String name, int streams) {
    String prefix = name + "-";
    try {
      int number =
          stream.startsWith(prefix) ? Integer.parseInt(stream.substring(prefix.length())) : 0;
      return number >= 1 && number <= streams && name(name, number, streams).equals(stream);
    } catch (NumberFormatException notOne) {
      return false;
    }
  }

  private static String name(String name, int number, int streams) {
    int digits = Math.max(2, Integer.toString(streams).length());
    return String.format(Locale.ROOT, "%s-%0" + digits + "d", name, number);
  }
}
