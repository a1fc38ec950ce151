package io.kahkm.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Entry point of a checkout: the commands of production and those that demonstrate, measure and
 * prove.
 */
public final class Main {
  /** The order in which the help lists commands: what one tries first stands first. */
  private static final List<String> ORDER =
      List.of(
          "demo",
          "run",
          "check",
          "topology",
          "topics",
          "simulate",
          "replay",
          "init",
          "fit",
          "inspect",
          "encode",
          "evaluate",
          "certify",
          "spectrum",
          "reproduce",
          "bench");

  private Main() {}

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /**
   * The command line, ready to execute in this process.
   *
   * @return a new command line with converters and error handlers
   */
  public static CommandLine commandLine() {
    CommandLine line = io.kahkm.cli.Main.commandLine();
    CommandSpec root = line.getCommandSpec();
    Map<String, CommandLine> commands = new LinkedHashMap<>(line.getSubcommands());
    List.of(new DemoCommand(), new ReproduceCommand(), new BenchCommand())
        .forEach(
            command -> {
              CommandSpec spec = CommandSpec.forAnnotatedObject(command);
              commands.put(spec.name(), new CommandLine(spec));
            });
    commands.keySet().stream()
        .filter(line.getSubcommands()::containsKey)
        .forEach(root::removeSubcommand);
    ORDER.forEach(name -> root.addSubcommand(name, commands.remove(name)));
    commands.forEach(root::addSubcommand);
    io.kahkm.cli.Main.configure(line);
    return line;
  }
}
