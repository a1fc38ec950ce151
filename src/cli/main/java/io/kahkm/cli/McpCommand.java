package io.kahkm.cli;

import io.kahkm.cli.assistant.Assistant;
import io.kahkm.cli.console.DataException;
import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.option.EngineOption;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.option.VersionProvider;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kahkm mcp}: answers an assistant's questions about streams, incidents and files. */
@Command(
    name = "mcp",
    sortOptions = false,
    header = {"Let an assistant ask about streams, incidents and recorded files.", ""},
    description = {
      "Speaks the Model Context Protocol on standard input and output, until the assistant closes"
          + " them. Its tools read and change nothing: streams by state, incidents, histories of"
          + " sensors, the manual, and with --files the judgement of recorded files."
    },
    footer = {
      "",
      "In the assistant's settings:",
      "  command: kahkm, arguments: mcp plant.yaml --files recordings"
    })
final class McpCommand implements Callable<Integer> {
  @Mixin HelpOption help;

  @Parameters(
      index = "0",
      paramLabel = "TOPOLOGY",
      description = "Topology file of the engine that is asked, for its port, login and model.")
  private String topology;

  @Mixin private SetOption set;

  @Mixin private EngineOption engine;

  @Option(
      names = "--files",
      paramLabel = "FOLDER",
      description = "Folder whose CSV files may be scored. Default: no file may be read.")
  private Path files;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TopologyConfig config = set.load(topology);
    Assistant assistant =
        new Assistant(engine.api(config), Optional.ofNullable(files), this::score);
    OutputStream protocol = System.out;
    // Nothing else may be written where the assistant reads.
    System.setOut(System.err);
    assistant.serve(VersionProvider.version(), System.in, protocol);
    return ExitCode.OK;
  }

  /** By the command itself; what it writes beside its words is of no use to an assistant. */
  private String score(Path file) throws IOException {
    Path folder = Files.createTempDirectory("kahkm-mcp");
    Path rows = folder.resolve("scores.csv");
    try {
      List<String> words = new ArrayList<>(List.of("score", topology, "--input", file.toString()));
      words.addAll(List.of("--output", rows.toString()));
      words.addAll(set.arguments());
      StringWriter told = new StringWriter();
      PrintWriter writer = new PrintWriter(told);
      String[] arguments = words.toArray(String[]::new);
      CommandLine line = Main.commandLineFor(arguments).setOut(writer).setErr(writer);
      int code = line.execute(arguments);
      if (code != ExitCode.OK) {
        throw new DataException(told.toString().strip());
      }
      return told.toString()
          .lines()
          .filter(said -> !said.startsWith(rows.toString()))
          .reduce("", (before, said) -> before + said + "\n");
    } finally {
      Files.deleteIfExists(rows);
      Files.delete(folder);
    }
  }
}
