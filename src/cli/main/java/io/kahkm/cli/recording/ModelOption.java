package io.kahkm.cli.recording;

import io.kahkm.cli.console.TopologySource;
import io.kahkm.cli.console.UsageException;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import picocli.CommandLine.Option;

/** The model file of a command and its fit to the columns the user names. */
final class ModelOption {
  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "Model file written by kahkm fit; by default that of the topology file.")
  Path path;

  /**
   * Reads the model and checks that the named rows can give its states.
   *
   * @param data which columns of which file
   * @return the model
   */
  Model readFor(InputOptions data) throws IOException, ModelFileException {
    if (path == null) {
      path = data.modelFile("--model");
      data.topologyFile().ifPresent(config -> TopologySource.present(config, "model.file", path));
    }
    Model model = readFor(data.state);
    data.takeStream(model);
    if (data.next != null && model.map().delays() > 1) {
      throw new UsageException(
          "--next gives pairs, the model was fitted with --delays "
              + model.map().delays()
              + " and needs consecutive readings");
    }
    return model;
  }

  /**
   * Reads the model and checks the named columns against its sensors.
   *
   * @param state the columns of {@code --state}
   * @return the model
   */
  Model readFor(List<String> state) throws IOException, ModelFileException {
    Model model = ModelFile.read(path);
    List<String> sensors = model.map().sensors();
    if (state.size() != sensors.size()) {
      throw new UsageException(
          "--state names "
              + state.size()
              + " columns, the model has "
              + sensors.size()
              + " sensors: "
              + String.join(",", sensors));
    }
    if (!state.equals(sensors) && new HashSet<>(state).equals(new HashSet<>(sensors))) {
      throw new UsageException(
          "--state names the model's sensors in another order, the model needs "
              + String.join(",", sensors));
    }
    return model;
  }
}
