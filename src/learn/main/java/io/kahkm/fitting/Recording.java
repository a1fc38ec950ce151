package io.kahkm.fitting;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Recorded normal operation as fits take it, in sensor units.
 *
 * @param all rows, also those that hold values of earlier ones
 * @param measured the same without rows that hold a value of an earlier row, which end an episode:
 *     relations between sensors are fitted on these alone
 * @param missing for every sensor the lengths of its runs of missing values, each at least one row
 *     in which another sensor had a value; empty where nothing is known of them
 */
public record Recording(Episodes all, Episodes measured, List<int[]> missing) {
  /** Twice as many as the blocks that fits leave out in turn. */
  private static final int PIECES = 10;

  /** Copies the list. */
  public Recording {
    missing = List.copyOf(missing);
  }

  /**
   * Readings none of which is missing or held.
   *
   * @param rows recorded normal operation, in sensor units
   * @return the recording
   */
  public static Recording of(Episodes rows) {
    return new Recording(rows, rows, List.of());
  }

  /** Complete readings. */
  int states() {
    return states(all);
  }

  /**
   * The same with more rows of the same operation, both in turns.
   *
   * @param more from another time
   * @return a recording that knows of what it was joined
   */
  public Recording with(Recording more) {
    return new Recording(
        join(all, more.all), join(measured, more.measured), joined(missing, more.missing));
  }

  /** Other rows of the same operation, in which as much is missing. */
  Recording ofRows(Episodes otherRows, Episodes otherMeasured) {
    return new Recording(otherRows, otherMeasured, missing);
  }

  Recording half(boolean first) {
    return ofRows(half(all, first), half(measured, first));
  }

  private static List<int[]> joined(List<int[]> one, List<int[]> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return IntStream.range(0, one.size())
        .mapToObj(j -> IntStream.concat(IntStream.of(one.get(j)), IntStream.of(other.get(j))))
        .map(IntStream::toArray)
        .toList();
  }

  /**
   * Both in turns, piece by piece: limits come from blocks of rows that are left out in turn, and a
   * normal that lay in one block alone would look new in it, however well it is known.
   */
  private static Episodes join(Episodes one, Episodes other) {
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    for (int piece = 0; piece < PIECES; piece++) {
      add(one, piece, runs, places);
      add(other, piece, runs, places);
    }
    return Episodes.joined(runs, places, List.of(one, other));
  }

  private static void add(
      Episodes from, int piece, List<double[][]> runs, List<Episodes.Place> places) {
    long states = states(from);
    Episodes part =
        part(from, (int) (states * piece / PIECES), (int) (states * (piece + 1) / PIECES));
    for (int e = 0; e < part.count(); e++) {
      runs.add(part.run(e));
      places.add(new Episodes.Place(0, places.size(), 0));
    }
  }

  private static Episodes half(Episodes from, boolean first) {
    int states = states(from);
    return first ? part(from, 0, states / 2) : part(from, states / 2, states);
  }

  /** The states from one number to another, at least one, with their places. */
  private static Episodes part(Episodes from, int first, int end) {
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> places = new ArrayList<>();
    int passed = 0;
    for (int e = 0; e < from.count(); e++) {
      int length = from.length(e);
      int begin = Math.max(0, Math.min(length, first - passed));
      int stop = Math.max(0, Math.min(length, end - passed));
      if (stop > begin) {
        Episodes.Place place = from.place(e);
        runs.add(from.run(e, begin, stop));
        places.add(new Episodes.Place(place.stream(), place.episode(), place.start() + begin));
      }
      passed += length;
    }
    return Episodes.ofRuns(runs, places);
  }

  private static int states(Episodes episodes) {
    int states = 0;
    for (int e = 0; e < episodes.count(); e++) {
      states += episodes.length(e);
    }
    return states;
  }
}
