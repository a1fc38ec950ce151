package io.kahkm.numeric;

import java.util.ArrayList;
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
  private final int dimension;
  private final int transitions;

  private Episodes(List<double[][]> episodes, int dimension) {
    this.episodes = List.copyOf(episodes);
    this.dimension = dimension;
    int count = 0;
    for (double[][] episode : episodes) {
      count += episode.length - 1;
    }
    transitions = count;
  }

  /**
   * Wraps episodes.
   *
   * @param episodes each at least one row; all rows of the same length; retained, must not be
   *     modified afterwards
   * @return the data set
   * @throws IllegalArgumentException if an episode is empty or a row has another length
   */
  public static Episodes of(List<double[][]> episodes) {
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
    return new Episodes(episodes, dimension);
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
