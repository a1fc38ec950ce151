package io.kahkm.lab;

import io.kahkm.cli.Main;
import java.util.List;
import picocli.CommandLine.ParameterException;

/** Checks command lines that stand in files, without running them. */
public final class CommandLines {
  private CommandLines() {}

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
