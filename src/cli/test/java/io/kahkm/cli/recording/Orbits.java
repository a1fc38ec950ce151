package io.kahkm.cli.recording;

import io.kahkm.cli.Cli;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.rows.StateData;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.system.DynamicalSystems;
import io.kahkm.system.Simulation;
import io.kahkm.testing.TestModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small model of Van der Pol's oscillator, as a file, and rows that it was not fitted on. */
final class Orbits {
  /** How many episodes the rows have. */
  static final int EPISODES = 3;

  /** Pairs of states in each. */
  static final int TRANSITIONS = 20;

  final Model model;

  /** The model's file. */
  final Path file;

  /** The rows: run, q, p, and a minute for each in t. */
  final Path rows;

  /** The states of the rows. */
  final Episodes states = fresh(77, EPISODES, TRANSITIONS);

  Orbits(Path folder, Model model) throws IOException {
    this.model = model;
    file = folder.resolve("model.safetensors");
    ModelFile.write(model, file);
    rows = write(folder.resolve("rows.csv"), states);
  }

  /** With the usual model. */
  Orbits(Path folder) throws IOException {
    this(folder, TestModels.vanDerPol(4, 1));
  }

  static Episodes fresh(long seed, int episodes, int transitions) {
    return Simulation.episodes(DynamicalSystems.named("vanderpol"), seed, episodes, transitions);
  }

  static Path write(Path path, Episodes states) throws IOException {
    StringBuilder text = new StringBuilder("run,t,q,p\n");
    int minute = 0;
    for (int e = 0; e < states.count(); e++) {
      for (int i = 0; i < states.length(e); i++) {
        double[] state = states.state(e, i);
        text.append('r').append(e).append(',').append(60 * minute++).append(',');
        text.append(state[0]).append(',').append(state[1]).append('\n');
      }
    }
    return Files.writeString(path, text);
  }

  /** A command on the rows and the model, with more options. */
  Cli run(String command, String options) {
    return run(command, rows, options);
  }

  /** A command on other rows. */
  Cli run(String command, Path input, String options) {
    return Cli.words(
        (command + " --state q,p " + options).strip() + " --input " + input + " --model", file);
  }

  /** The rows as a command reads them. */
  StateData data(Path input) throws IOException {
    InputOptions options = InputOptions.of(null, input.toString(), null, new SetOption());
    options.state = List.of("q", "p");
    options.episode = "run";
    return options.read();
  }
}
