package io.kahkm.cli.option;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The help option of every command. */
@Command
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help and exit.")
  boolean help;
}
