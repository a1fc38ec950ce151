package io.kahkm.internal.numeric;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * An immutable set of episodes: uninterrupted runs of states in sensor units, rows in time order.
 *
 * <p>A transition is a pair of consecutive states of one episode; transitions never cross episodes.
 * Independent pairs are episodes of two states. Arrays are shared with the caller for speed and
 * must not be changed after construction.
 */
public final class Episodes {
  private final List<double[][]> episodes;
  private final List<Integer> streams;
  private final int dimension;
  private final int transitions;

  private Episodes(List<double[][]> episodes, List<Integer> streams, int dimension) {
    this.episodes = List.copyOf(episodes);
    this.streams = List.copyOf(streams);
    this.dimension = dimension;
    int count = 0;
    for (double[][] episode : episodes) {
      count += episode.length - 1;
    }
    transitions = count;
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
    if (streams.size() != episodes.size()) {
      throw new IllegalArgumentException(
          streams.size() + " streams for " + episodes.size() + " episodes");
    }
    for (int e = 0; e < streams.size(); e++) {
      if (streams.get(e) < (e == 0 ? 0 : streams.get(e - 1))) {
        throw new IllegalArgumentException("streams is " + streams + ", must ascend from 0");
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
    return new Episodes(episodes, streams, dimension);
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
   * Number of episodes.
   *
   * @return number of episodes, at least 1
   */
  public int count() {
    return episodes.size();
  }

  /**
   * The stream of one episode.
   *
   * @param episode 0-based episode
   * @return 0-based stream; episodes of a stream follow each other
   */
  public int stream(int episode) {
    return streams.get(episode);
  }

  /**
   * Number of states of one episode.
   *
   * @param episode 0-based episode
   * @return number of states, at least 1
   */
  public int length(int episode) {
    return episodes.get(episode).length;
  }

  /**
   * One state.
   *
   * @param episode 0-based episode
   * @param step 0-based step within the episode
   * @return the shared array; must not be modified
   */
  public double[] state(int episode, int step) {
    return episodes.get(episode)[step];
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
   * @return sum over episodes of states minus one
   */
  public int transitions() {
    return transitions;
  }

  /**
   * The current states of all transitions, that is every state but the last of each episode, in
   * order.
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
