package io.kahkm.cli.recording;

import io.kahkm.cli.draft.TopologyDraft;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What to do with a model that was fitted for a topology file: see what it would have said of
 * recorded readings, then the same live.
 *
 * @param data the options of the training recording
 * @param topology the topology file
 * @param model the model's file
 */
record NextSteps(InputOptions data, Path topology, Path model) {
  /**
   * Prints the commands.
   *
   * @param out where to
   * @param demo whether this program has the command {@code demo}
   */
  void print(PrintWriter out, boolean demo) {
    String name = TopologyDraft.nameOf(topology);
    List<String> score = new ArrayList<>(List.of("./kahkm", "score", topology.toString()));
    score.addAll(data.words());
    boolean elsewhere = data.declaredModel().filter(file -> isSame(file, model)).isEmpty();
    if (elsewhere) {
      score.addAll(List.of("--model", model.toString()));
    }
    score.addAll(List.of("--output", name + ".scores.csv", "--report", name + ".html"));
    out.println();
    boolean others =
        data.topologyFile()
            .filter(file -> file.input().tags().isEmpty())
            .filter(file -> !file.input().fields().state().equals(data.state))
            .isPresent();
    if (others) {
      out.println(
          "First set input.state in "
              + topology
              + " to the sensors of the model: ["
              + String.join(", ", data.state)
              + "]");
    }
    out.println("Next, preferably on readings that the model was not fitted on:");
    out.println("  " + TopologyDraft.shell(score));
    if (demo) {
      if (elsewhere) {
        out.println("and, after setting model.file in " + topology + " to " + model + ":");
      }
      List<String> replay = new ArrayList<>(List.of("./kahkm", "demo", topology.toString()));
      replay.addAll(List.of("--replay", data.input));
      if (data.stream != null) {
        replay.addAll(List.of("--stream", data.stream));
      }
      out.println("  " + TopologyDraft.shell(replay));
    }
  }

  private static boolean isSame(Path one, Path other) {
    return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }
}
