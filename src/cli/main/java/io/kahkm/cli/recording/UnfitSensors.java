package io.kahkm.cli.recording;

import io.kahkm.cli.console.DataException;
import java.util.List;

/** Refuses recordings with columns that no map can be fitted to, and says which to leave out. */
final class UnfitSensors {
  private final String input;
  private final List<String> state;

  /**
   * Names what is read.
   *
   * @param input the recording, for messages
   * @param state its sensors
   */
  UnfitSensors(String input, List<String> state) {
    this.input = input;
    this.state = state;
  }

  /** Leaving a sensor out is the user's decision: live records then need not have it either. */
  void requireVaryingEarly(List<String> late) {
    if (late.isEmpty()) {
      return;
    }
    List<String> varying = state.stream().filter(name -> !late.contains(name)).toList();
    throw new DataException(
        input
            + ": constant over the fitting rows and so without a scale, although not constant over"
            + " the held-out ones: "
            + String.join(", ", late)
            + ". "
            + (varying.isEmpty()
                ? "No other sensor is named."
                : "Leave them out with --state " + String.join(",", varying)));
  }

  /** Counters and clocks have other values as soon as the model runs. */
  void requireReadings(List<Integer> counters) {
    if (counters.isEmpty()) {
      return;
    }
    List<String> names = counters.stream().map(state::get).toList();
    List<String> others = state.stream().filter(name -> !names.contains(name)).toList();
    throw new DataException(
        input
            + ": these columns count rows or time (they change equally at nearly every step): "
            + String.join(", ", names)
            + ". "
            + (others.isEmpty()
                ? "No other sensor is named."
                : "Leave them out with --state " + String.join(",", others)));
  }
}
