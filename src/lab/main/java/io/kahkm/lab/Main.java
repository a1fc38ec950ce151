package io.kahkm.lab;

import static io.kahkm.cli.Main.named;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

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

  private static final List<Class<?>> COMMANDS = commands();

  private Main() {}

  private static List<Class<?>> commands() {
    List<Class<?>> all = new ArrayList<>(io.kahkm.cli.Main.COMMANDS);
    all.addAll(List.of(DemoCommand.class, ReproduceCommand.class, BenchCommand.class));
    List<Class<?>> ordered = new ArrayList<>();
    ORDER.forEach(name -> ordered.addAll(named(all, name)));
    all.removeAll(ordered);
    ordered.addAll(all);
    return List.copyOf(ordered);
  }

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    System.exit(commandLineFor(arguments).execute(arguments));
  }

  /**
   * The command line, ready to execute in this process.
   *
   * @return a new command line with converters and error handlers
   */
  public static CommandLine commandLine() {
    return io.kahkm.cli.Main.commandLine(COMMANDS);
  }

  /**
   * The command line for what was typed. It has the command that was typed, and {@code demo}, which
   * some propose where it is there; where none was typed, it has all.
   *
   * @param arguments the command line that is to be executed
   * @return a new command line with converters and error handlers
   */
  public static CommandLine commandLineFor(String... arguments) {
    List<Class<?>> named = named(COMMANDS, arguments);
    if (named.isEmpty()) {
      return commandLine();
    }
    List<Class<?>> some = new ArrayList<>(named(COMMANDS, "demo"));
    named.stream().filter(command -> !some.contains(command)).forEach(some::add);
    return io.kahkm.cli.Main.commandLine(some);
  }
}
