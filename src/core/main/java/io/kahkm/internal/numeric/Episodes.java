package io.kahkm.internal.numeric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * An immutable set of episodes as uninterrupted runs of states in sensor units, rows in time order.
 *
 * <p>A transition is a pair of consecutive states of one run; transitions never cross runs. An
 * episode of which no state is missing is one run. One with gaps gives several: they are no
 * episodes, because rows on either side of a gap depend on each other as other rows do. {@link
 * Place} says which episode a run belongs to and where in its time it lies. Independent pairs are
 * episodes of two states. Arrays are shared with the caller for speed and must not be changed after
 * construction.
 */
public final class Episodes {
  private final List<double[][]> episodes;
  private final List<Place> places;
  private final int dimension;
  private final int transitions;
  private final List<Episodes> recorded;

  /**
   * Where a run lies.
   *
   * @param stream stream it was read from, numbered from 0 in ascending order
   * @param episode declared episode it belongs to: numbers ascend over all streams, none is in two
   *     streams
   * @param start step of its first state, counted from the start of the episode; at least one
   *     missing step lies between two runs of an episode
   */
  public record Place(int stream, int episode, long start) {}

  private Episodes(
      List<double[][]> episodes, List<Place> places, int dimension, List<Episodes> recorded) {
    this.episodes = List.copyOf(episodes);
    this.places = List.copyOf(places);
    this.dimension = dimension;
    int count = 0;
    for (double[][] episode : episodes) {
      count += episode.length - 1;
    }
    transitions = count;
    this.recorded = List.copyOf(recorded);
  }

  /**
   * Wraps episodes of one stream.
   *
   * @param episodes each at least one row; all rows of the same length; retained, must not be
   *     modified afterwards
   * @return the data set
   * @throws IllegalArgumentException if an episode is empty or a row has another length
   */
  public static Episodes of(List<double[][]> episodes) {
    return of(episodes, Collections.nCopies(episodes.size(), 0));
  }

  /**
   * Wraps episodes of several streams.
   *
   * @param episodes each at least one row; all rows of the same length; retained, must not be
   *     modified afterwards
   * @param streams the stream of every episode, numbered from 0 in ascending order; copied
   * @return the data set
   * @throws IllegalArgumentException if an episode is empty, a row has another length or the
   *     streams do not ascend
   */
  public static Episodes of(List<double[][]> episodes, List<Integer> streams) {
    List<Place> places = new ArrayList<>(streams.size());
    for (int e = 0; e < streams.size(); e++) {
      places.add(new Place(streams.get(e), e, 0));
    }
    return ofRuns(episodes, places);
  }

  /**
   * Wraps runs of episodes that may have gaps.
   *
   * @param episodes runs, each at least one row; all rows of the same length; retained, must not be
   *     modified afterwards
   * @param places where every run lies, in order; copied
   * @return the data set
   * @throws IllegalArgumentException if a run is empty, a row has another length or the places do
   *     not ascend
   */
  public static Episodes ofRuns(List<double[][]> episodes, List<Place> places) {
    if (places.size() != episodes.size()) {
      throw new IllegalArgumentException(
          places.size() + " places for " + episodes.size() + " runs");
    }
    for (int e = 0; e < places.size(); e++) {
      boolean ascends =
          e == 0
              ? places.get(0).stream() >= 0
              : follows(places.get(e - 1), episodes.get(e - 1).length, places.get(e));
      if (!ascends) {
        throw new IllegalArgumentException(
            "places is " + places + ", must ascend, with a missing step between runs");
      }
    }
    if (episodes.isEmpty()) {
      throw new IllegalArgumentException("episodes is empty, at least one episode is needed");
    }
    int dimension = -1;
    for (int e = 0; e < episodes.size(); e++) {
      double[][] episode = episodes.get(e);
      if (episode.length == 0) {
        throw new IllegalArgumentException("episode " + e + " has no state");
      }
      for (double[] state : episode) {
        if (dimension < 0) {
          dimension = state.length;
        }
        if (state.length != dimension) {
          throw new IllegalArgumentException(
              "episode "
                  + e
                  + " has a state of "
                  + state.length
                  + " values, the first state has "
                  + dimension);
        }
      }
    }
    return new Episodes(episodes, places, dimension, List.of());
  }

  /**
   * Wraps runs that were made of several recordings, in whatever order: how much a recording has
   * seen can only be told of it as it was recorded.
   *
   * @param episodes as in {@link #ofRuns}
   * @param places as there
   * @param recorded the recordings, at least one; retained
   * @return the data set
   * @throws IllegalArgumentException as {@link #ofRuns}
   */
  public static Episodes joined(
      List<double[][]> episodes, List<Place> places, List<Episodes> recorded) {
    Episodes runs = ofRuns(episodes, places);
    List<Episodes> each = new ArrayList<>();
    recorded.forEach(recording -> each.addAll(recording.recorded()));
    return new Episodes(runs.episodes, runs.places, runs.dimension, each);
  }

  /**
   * The recordings that the runs were made of, each as it was recorded.
   *
   * @return this one alone, unless it was {@linkplain #joined joined}
   */
  public List<Episodes> recorded() {
    return recorded.isEmpty() ? List.of(this) : recorded;
  }

  private static boolean follows(Place earlier, int length, Place later) {
    if (later.episode() == earlier.episode()) {
      return later.stream() == earlier.stream() && later.start() > earlier.start() + length;
    }
    return later.episode() > earlier.episode() && later.stream() >= earlier.stream();
  }

  /**
   * The same runs with other values.
   *
   * @param runs as many rows in every run as here; retained
   * @return the data set
   */
  public Episodes withStates(List<double[][]> runs) {
    return ofRuns(runs, places);
  }

  /**
   * Makes one episode of two states from each pair.
   *
   * @param current current states; retained
   * @param next their successors, as many; retained
   * @return the data set
   */
  public static Episodes ofPairs(double[][] current, double[][] next) {
    if (current.length != next.length) {
      throw new IllegalArgumentException(
          current.length + " current states but " + next.length + " successors");
    }
    List<double[][]> pairs = new ArrayList<>(current.length);
    for (int i = 0; i < current.length; i++) {
      pairs.add(new double[][] {current[i], next[i]});
    }
    return of(pairs);
  }

  /**
   * Number of runs.
   *
   * @return number of runs, at least 1; that of the episodes where none has a gap
   */
  public int count() {
    return episodes.size();
  }

  /**
   * Number of declared episodes, whatever gaps they have.
   *
   * @return from 1 to the number of runs
   */
  public int declared() {
    int declared = 1;
    for (int e = 1; e < places.size(); e++) {
      declared += places.get(e).episode() > places.get(e - 1).episode() ? 1 : 0;
    }
    return declared;
  }

  /**
   * Where one run lies.
   *
   * @param episode 0-based run
   * @return its place
   */
  public Place place(int episode) {
    return places.get(episode);
  }

  /**
   * The stream of one run.
   *
   * @param episode 0-based run
   * @return 0-based stream; runs of a stream follow each other
   */
  public int stream(int episode) {
    return places.get(episode).stream();
  }

  /**
   * Number of states of one run.
   *
   * @param episode 0-based run
   * @return number of states, at least 1
   */
  public int length(int episode) {
    return episodes.get(episode).length;
  }

  /**
   * One state.
   *
   * @param episode 0-based run
   * @param step 0-based step within the run
   * @return the shared array; must not be modified
   */
  public double[] state(int episode, int step) {
    return episodes.get(episode)[step];
  }

  /**
   * All states of a run.
   *
   * @param episode 0-based run
   * @return a new array of the shared states, which must not be modified
   */
  public double[][] run(int episode) {
    return run(episode, 0, length(episode));
  }

  /**
   * Some states of a run.
   *
   * @param episode 0-based run
   * @param begin 0-based step of the first
   * @param end step behind the last, at least {@code begin}
   * @return a new array of the shared states, which must not be modified
   */
  public double[][] run(int episode, int begin, int end) {
    return Arrays.copyOfRange(episodes.get(episode), begin, end);
  }

  /**
   * Number of sensors.
   *
   * @return length of every state
   */
  public int dimension() {
    return dimension;
  }

  /**
   * Number of transitions.
   *
   * @return sum over runs of states minus one
   */
  public int transitions() {
    return transitions;
  }

  /**
   * The current states of all transitions, that is every state but the last of each run, in order.
   *
   * @return a new outer array of shared rows; rows must not be modified
   */
  public double[][] currentStates() {
    double[][] states = new double[transitions][];
    int next = 0;
    for (double[][] episode : episodes) {
      for (int t = 0; t + 1 < episode.length; t++) {
        states[next++] = episode[t];
      }
    }
    return states;
  }
}
