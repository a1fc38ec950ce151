package io.kahkm.system;

import java.util.List;
import java.util.Optional;

/**
 * What one simulated stream reports at one event time.
 *
 * @param time event time, milliseconds since the epoch
 * @param state one value per sensor, faults included
 * @param next the successor's values when the stream reports independent pairs, else empty
 * @param episode name of the episode, unique over all streams and runs of one fleet
 * @param end true for the last reading of its episode
 * @param faulty true while a scheduled fault is present
 */
public record SimulatedReading(
    long time,
    List<Double> state,
    Optional<List<Double>> next,
    String episode,
    boolean end,
    boolean faulty) {
  /** Copies the lists. */
  public SimulatedReading {
    state = List.copyOf(state);
    next = next.map(List::copyOf);
  }
}
