package io.kahkm.cli.option;

import io.kahkm.cli.console.OutputFile;
import io.kahkm.cli.console.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What commands that write files do with those that exist: refuse them, or replace them where asked
 * to. A file that the same command reads or writes elsewhere is never replaced, under whatever name
 * or link: a model may be the only one that stored state belongs to, a recording the only one of
 * its kind.
 */
public final class ReplaceOption {
  /** The command that the option belongs to. */
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--replace",
      description = "Replace output files that exist. What the command reads is never replaced.")
  private boolean replace;

  /**
   * Allows it by another option.
   *
   * @param allowed whether the other option is given
   */
  public void allow(boolean allowed) {
    replace |= allowed;
  }

  /**
   * Checks a file before the work that it is for.
   *
   * @param option the option that names it
   * @param output the file to write; its folder has to exist
   * @param others files that the command reads without an argument that names them; null for none
   * @throws UsageException if it cannot be written, is an input or another output of the command,
   *     or exists and may not be replaced
   */
  public void check(String option, Path output, Path... others) {
    OutputFile.requireFolder(option, output);
    refuseInput(option, output, others);
    if (!replace && Files.isRegularFile(output)) {
      throw new UsageException(
          option + " " + output + " exists: choose another name, or --replace to replace it");
    }
  }

  /**
   * Checks a folder that is made if need be.
   *
   * @param option the option that names it
   * @param folder where files are written
   * @throws UsageException if it holds files already and they may not be replaced
   */
  public void checkFolder(String option, Path folder) throws IOException {
    if (replace || !Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new UsageException(
            option
                + " "
                + folder
                + " holds files: choose another folder, or --replace to replace those of the same"
                + " name");
      }
    }
  }

  /**
   * Checks that a file is none of those that the command reads or writes elsewhere.
   *
   * @param option the option that names it
   * @param output the file to write
   * @param others files that the command reads without an argument that names them; null for none
   * @throws UsageException if it is one of them
   */
  public void refuseInput(String option, Path output, Path... others) {
    CommandLine.ParseResult given = command.commandLine().getParseResult();
    for (OptionSpec other : given.matchedOptionsSet()) {
      if (!Arrays.asList(other.names()).contains(option)) {
        refuse(option, output, other, other.longestName());
      }
    }
    for (PositionalParamSpec other : given.matchedPositionalsSet()) {
      refuse(option, output, other, other.paramLabel());
    }
    for (Path file : others) {
      if (file != null) {
        refuse(option, output, file, "the model");
      }
    }
  }

  private static void refuse(String option, Path output, ArgSpec argument, String name) {
    for (String value : argument.originalStringValues()) {
      try {
        refuse(option, output, Path.of(value), name);
      } catch (InvalidPathException noPath) {
        // Whatever it is, it names no file.
      }
    }
  }

  private static void refuse(String option, Path output, Path file, String what) {
    // A file appears under its name only when it is whole; until then it has this one.
    Path part = OutputFile.part(output);
    if (isSame(output, file) || isSame(part, file)) {
      throw new UsageException(
          option
              + " "
              + output
              + " would overwrite "
              + file
              + ", which is "
              + what
              + " of this command: choose another name");
    }
  }

  private static boolean isSame(Path output, Path file) {
    if (output.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize())) {
      return !Files.exists(output) || Files.isRegularFile(output);
    }
    try {
      return Files.isRegularFile(output) && Files.exists(file) && Files.isSameFile(output, file);
    } catch (IOException unreadable) {
      return false;
    }
  }
}
