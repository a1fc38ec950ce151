package io.kahkm.lab;

import java.util.List;
import picocli.CommandLine.ParameterException;

/** Checks command lines that stand in files, without running them. */
public final class CommandLines {
  private CommandLines() {}

  /**
   * Whether there is such a command.
   *
   * @param name as typed after {@code kahkm}
   * @return true for commands of production and of the lab
   */
  public static boolean exists(String name) {
    return Main.commandLine().getSubcommands().containsKey(name);
  }

  /**
   * What is wrong with a command line.
   *
   * @param arguments command and options, as after {@code kahkm}
   * @return the message of the usage error, empty when there is none
   */
  public static String fault(List<String> arguments) {
    try {
      Main.commandLine().parseArgs(arguments.toArray(String[]::new));
      return "";
    } catch (ParameterException exception) {
      return String.valueOf(exception.getMessage());
    }
  }
}
