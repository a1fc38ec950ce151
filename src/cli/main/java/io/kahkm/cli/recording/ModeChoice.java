package io.kahkm.cli.recording;

import io.kahkm.cli.console.UsageException;
import io.kahkm.cli.rows.ModeRows;
import io.kahkm.config.ModeNames;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The mode that is read, of a topology file with a model for each: a model of one mode says nothing
 * of the rows of another one.
 *
 * @param file what the topology file says; empty where there is none
 * @param mode the mode's name; empty where the machine has one
 */
record ModeChoice(Optional<TopologyConfig> file, Optional<String> mode) {
  /**
   * Refuses a mode that the file does not have, and none where it has several.
   *
   * @param topology path of the file, for the message
   */
  void require(Path topology) {
    List<String> modes =
        file.map(config -> List.copyOf(config.model().byMode().keySet())).orElse(List.of());
    if (mode.isEmpty() && !modes.isEmpty()) {
      throw new UsageException(
          "--mode is missing: "
              + topology
              + " has a model for each of the modes "
              + String.join(", ", modes)
              + "; say which one");
    }
    if (mode.isPresent() && modes.isEmpty()) {
      throw new UsageException("--mode needs a topology file with model.by-mode");
    }
    if (mode.isPresent() && !modes.contains(mode.get())) {
      throw new UsageException(
          "--mode is "
              + mode.get()
              + ", which is no mode of model.by-mode ("
              + String.join(", ", modes)
              + ")");
    }
  }

  /** Which rows are of the mode; empty where all are. */
  Optional<ModeRows> rows() {
    return mode.flatMap(
        name ->
            file.map(
                config ->
                    new ModeRows(
                        config.input().fields().mode().orElseThrow(),
                        name,
                        new ModeNames(config.model().byMode().keySet()))));
  }

  /** The model's file that the topology file names; empty where it names none. */
  Optional<Path> model() {
    return file.flatMap(
        config ->
            mode.isEmpty()
                ? config.model().file()
                : Optional.of(config.model().byMode().get(mode.get()).file()));
  }
}
