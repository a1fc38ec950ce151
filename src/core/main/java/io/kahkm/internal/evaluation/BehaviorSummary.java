package io.kahkm.internal.evaluation;

import io.kahkm.internal.numeric.Matrix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the dominant coordinates of a behaviour's observations say (tab:exp_behavior). Groups are
 * the observations with the same dominant coordinate.
 *
 * @param observedLabels number of different dominant coordinates
 * @param maximumActionFrequency share of the observations whose action is the most common one of
 *     their group, in [0, 1]
 * @param projectedDiagonal diagonal of the row-projected closure, averaged with the groups' sizes,
 *     in [0, 1]
 * @param labelPersistence share of consecutive observations of an episode with the same dominant
 *     coordinate, in [0, 1]
 */
public record BehaviorSummary(
    int observedLabels,
    double maximumActionFrequency,
    double projectedDiagonal,
    double labelPersistence) {

  /**
   * Summarizes.
   *
   * @param labels dominant coordinates of every episode's observations, in time order, the terminal
   *     one included, in which no action is taken
   * @param actions the actions taken, one less per episode; at least one in all
   * @param rowStochastic the closure with its rows projected onto the simplex, C x C
   * @return the summary
   */
  public static BehaviorSummary of(
      List<List<Integer>> labels, List<List<Integer>> actions, Matrix rowStochastic) {
    Map<Integer, Map<Integer, Integer>> counts = new HashMap<>();
    int observations = 0;
    int same = 0;
    for (int e = 0; e < labels.size(); e++) {
      List<Integer> episode = labels.get(e);
      if (episode.size() != actions.get(e).size() + 1) {
        throw new IllegalArgumentException(
            "episode "
                + e
                + " has "
                + episode.size()
                + " labels and "
                + actions.get(e).size()
                + " actions, one label more than actions is needed");
      }
      for (int t = 0; t < episode.size() - 1; t++) {
        counts
            .computeIfAbsent(episode.get(t), label -> new HashMap<>())
            .merge(actions.get(e).get(t), 1, Integer::sum);
        observations++;
        same += episode.get(t).equals(episode.get(t + 1)) ? 1 : 0;
      }
    }
    int matching = 0;
    double diagonal = 0;
    for (Map.Entry<Integer, Map<Integer, Integer>> group : counts.entrySet()) {
      int size = 0;
      int most = 0;
      for (int count : group.getValue().values()) {
        size += count;
        most = Math.max(most, count);
      }
      matching += most;
      diagonal += size * rowStochastic.get(group.getKey(), group.getKey());
    }
    return new BehaviorSummary(
        counts.size(),
        (double) matching / observations,
        diagonal / observations,
        (double) same / observations);
  }
}
