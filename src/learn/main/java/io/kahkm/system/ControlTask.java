package io.kahkm.system;

import io.kahkm.internal.numeric.RandomNumbers;

/**
 * A control task under a fixed randomized behaviour policy (section "Experimental protocol"): with
 * the exploration probability the action is uniform over all actions, otherwise it follows a rule
 * on the observation. The observation is rounded to single precision, as the paper's environments
 * return it; policy and fits see only that, while the hidden state keeps double precision.
 *
 * <p>Dynamics, constants, starts and terminations are those published for the Gymnasium versions of
 * the tasks. Sines and cosines come from {@link StrictMath}, so that all machines agree. Immutable
 * and safe to share.
 */
public abstract class ControlTask implements DynamicalSystem {
  private final int actions;
  private final double exploration;
  private final int longest;

  /**
   * A task.
   *
   * @param actions number of discrete actions, at least 2
   * @param exploration probability of a uniform action, in [0, 1]
   * @param longest steps after which the paper cuts an episode
   */
  ControlTask(int actions, double exploration, int longest) {
    this.actions = actions;
    this.exploration = exploration;
    this.longest = longest;
  }

  /**
   * The paper's limit of an episode.
   *
   * @return steps, at least 1
   */
  public int longestEpisode() {
    return longest;
  }

  /**
   * Chooses an action: one uniform number, and one integer more when exploring.
   *
   * @param observation what the policy sees; not modified
   * @param random source of the draws; modified
   * @return an action, counted from 0
   */
  public int act(double[] observation, RandomNumbers random) {
    if (random.nextUniform() < exploration) {
      return random.nextInt(actions);
    }
    return rule(observation);
  }

  /**
   * The deterministic part of the policy.
   *
   * @param observation single-precision values; not modified
   * @return an action
   */
  abstract int rule(double[] observation);

  /**
   * Moves the hidden state by one step under an action.
   *
   * @param state replaced by its successor
   * @param action counted from 0
   */
  public abstract void advance(double[] state, int action);

  @Override
  public final void step(RandomNumbers random, double[] state) {
    double[] observation = new double[sensors().size()];
    observe(state, observation);
    advance(state, act(observation, random));
  }

  @Override
  public void observe(double[] state, double[] reading) {
    for (int j = 0; j < reading.length; j++) {
      reading[j] = (float) state[j];
    }
  }

  /** A uniform number between two limits, from one draw. */
  static double uniform(RandomNumbers random, double from, double to) {
    return from + (to - from) * random.nextUniform();
  }

  @Override
  public String toString() {
    return name();
  }
}
