package io.kahkm.lab;

import java.util.List;
import java.util.Set;
import picocli.CommandLine.ParameterException;

/** Checks command lines that stand in files, without running them. */
public final class CommandLines {
  private static final Set<String> NAMES = Main.commandLine().getSubcommands().keySet();

  private CommandLines() {}

  /**
   * Whether there is such a command.
   *
   * @param name as typed after {@code kahkm}
   * @return true for commands of production and of the lab
   */
  public static boolean exists(String name) {
    return NAMES.contains(name);
  }

  /**
   * What is wrong with a command line.
   *
   * @param arguments command and options, as after {@code kahkm}
   * @return the message of the usage error, empty when there is none
   */
  public static String fault(List<String> arguments) {
    try {
      String[] words = arguments.toArray(String[]::new);
      Main.commandLineFor(words).parseArgs(words);
      return "";
    } catch (ParameterException exception) {
      return String.valueOf(exception.getMessage());
    }
  }
}
