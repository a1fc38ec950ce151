package io.kahkm.reproduce.paper.data;

import io.kahkm.system.ControlTask;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects episodes as the paper's did: one policy sequence for the whole run, and for each episode
 * a reset sequence of its own, seeded with the run's seed plus the episode's number.
 */
public final class BehaviorEpisodes {
  private BehaviorEpisodes() {}

  /**
   * Collects one run.
   *
   * @param task the task
   * @param seed of the run
   * @param episodes how many
   * @return the episodes in order
   */
  public static List<PaperData.ControlEpisode> collect(ControlTask task, long seed, int episodes) {
    NumpyRandom policy = new NumpyRandom(seed);
    List<PaperData.ControlEpisode> run = new ArrayList<>();
    for (int e = 0; e < episodes; e++) {
      double[] state = new double[task.stateSize()];
      task.start(new NumpyRandom(seed + e), state);
      PaperData.ControlEpisode episode =
          new PaperData.ControlEpisode(new ArrayList<>(), new ArrayList<>());
      episode.states().add(observation(task, state));
      while (!task.ended(state) && episode.actions().size() < task.longestEpisode()) {
        int action = task.act(observation(task, state), policy);
        task.advance(state, action);
        episode.actions().add(action);
        episode.states().add(observation(task, state));
      }
      run.add(episode);
    }
    return run;
  }

  private static double[] observation(ControlTask task, double[] state) {
    double[] observation = new double[task.sensors().size()];
    task.observe(state, observation);
    return observation;
  }
}
