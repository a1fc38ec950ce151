package io.kahkm.cli.console;

import io.kahkm.config.ModeFiles;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.stream.Models;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds a topology file: a path, or the name of one of the packaged examples. */
public final class TopologySource {
  private TopologySource() {}

  /**
   * Reads the model a topology file names.
   *
   * @param config a checked configuration
   * @return the model
   * @throws UsageException if the file names no model file or there is none of that name
   * @throws ModelFileException if the file is no intact model
   */
  public static Model model(TopologyConfig config) throws IOException, ModelFileException {
    Path file =
        config
            .model()
            .file()
            .orElseThrow(
                () ->
                    new UsageException(
                        config.name()
                            + ": model.file is missing; run needs a fitted model (kahkm fit)"));
    return read(config, "model.file", file);
  }

  /**
   * Reads the model that runs beside it.
   *
   * @param config a checked configuration
   * @return the model of {@code model.shadow}, empty where the file names none
   * @throws UsageException if there is no file of that name
   * @throws ModelFileException if the file is no intact model
   */
  public static Optional<Model> shadow(TopologyConfig config)
      throws IOException, ModelFileException {
    return config.model().shadow().isEmpty()
        ? Optional.empty()
        : Optional.of(read(config, "model.shadow", config.model().shadow().get()));
  }

  /**
   * Reads every model that a topology file names.
   *
   * @param config a checked configuration
   * @return the models of its modes
   * @throws UsageException if the file names no model file, or there is none of that name
   * @throws ModelFileException if a file is no intact model
   */
  public static Models models(TopologyConfig config) throws IOException, ModelFileException {
    if (config.model().byMode().isEmpty()) {
      return Models.of(model(config), shadow(config));
    }
    Map<String, Models> byMode = new LinkedHashMap<>();
    for (Map.Entry<String, ModeFiles> mode : config.model().byMode().entrySet()) {
      Model main = read(config, "model.by-mode." + mode.getKey(), mode.getValue().file());
      Optional<Path> trial = mode.getValue().shadow();
      Optional<Model> shadow =
          trial.isEmpty()
              ? Optional.empty()
              : Optional.of(read(config, "model.shadow-by-mode." + mode.getKey(), trial.get()));
      byMode.put(mode.getKey(), Models.of(main, shadow));
    }
    return Models.ofModes(byMode);
  }

  private static Model read(TopologyConfig config, String path, Path file)
      throws IOException, ModelFileException {
    return ModelFile.read(present(config, path, file));
  }

  /**
   * A file that a topology file names.
   *
   * @param config a checked configuration
   * @param path of the setting that names it
   * @param file the file
   * @return the file
   * @throws UsageException if there is none
   */
  public static Path present(TopologyConfig config, String path, Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(config.name() + ": " + path + ": " + config.absent(file));
    }
    return file;
  }

  /**
   * Reads and checks a topology file.
   *
   * @param name path of a file, or an example such as {@code vanderpol}
   * @return the checked configuration
   * @throws UsageException if there is no such file or anything in it is wrong; every error is in
   *     the message
   */
  public static TopologyConfig load(String name) throws IOException {
    return load(name, List.of());
  }

  /**
   * Reads and checks a topology file with some settings replaced.
   *
   * @param name path of a file, or an example such as {@code vanderpol}
   * @param settings each {@code path=value}, as if it stood in the file
   * @return the checked configuration
   * @throws UsageException if there is no such file or anything in it or in the settings is wrong;
   *     every error is in the message
   */
  public static TopologyConfig load(String name, List<String> settings) throws IOException {
    try {
      Path path = Path.of(name);
      if (Files.isRegularFile(path)) {
        return TopologyConfig.load(path, System.getenv(), settings);
      }
      String resource = "/topologies/" + name + ".yaml";
      try (InputStream packaged = TopologySource.class.getResourceAsStream(resource)) {
        if (packaged == null) {
          throw new UsageException(
              name
                  + ": no such file, and no packaged example of that name (vanderpol, duffing, cartpole,"
                  + " mountaincar, acrobot, four-state, fleet, tags, pumps)");
        }
        String yaml = new String(packaged.readAllBytes(), StandardCharsets.UTF_8);
        return TopologyConfig.parse(yaml, name, System.getenv(), settings);
      }
    } catch (TopologyConfigException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
