package io.kahkm.cli.recording;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import picocli.CommandLine.Option;

/** Refuses to judge a model on the data it was fitted on, unless told otherwise. */
final class IndependenceOption {
  @Option(
      names = "--allow-training-data",
      description =
          "Continue although the model was fitted on some of these rows; the output says so. No"
              + " statement about other data follows from it.")
  private boolean allowTrainingData;

  /**
   * Refuses transitions the model was fitted on.
   *
   * @return their number; 0 unless training data are allowed
   * @throws UsageException if there are any and they are not allowed
   */
  int check(Model model, StateData data) {
    Episodes episodes = data.episodes();
    int overlap = model.fittingRows().in(episodes);
    if (overlap > 0 && !allowTrainingData) {
      throw new UsageException(
          "the model was fitted on "
              + overlap
              + " of the "
              + episodes.transitions()
              + " transitions, so these rows cannot judge it; use other data, or"
              + " --allow-training-data to get marked numbers");
    }
    return overlap;
  }

  /** Marks output that rests on training data. */
  static void mark(ObjectNode json, int overlap) {
    if (overlap > 0) {
      json.put("independent", false);
      json.put("trainingTransitions", overlap);
    }
  }
}
