package io.kahkm.cli.acceptance;

import io.kahkm.cli.console.OutputFile;
import io.kahkm.internal.kahm.Model;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What is accepted into, by whom, and what is said of it. For one thread. */
final class AcceptOrder {
  private final CommandSpec command;
  private final TopologyConfig config;
  private final Path parentFile;
  private final Model parent;
  private final Path output;
  private final Optional<Path> report;
  private final String who;
  private final List<String> lines = new ArrayList<>();

  /**
   * An order of which nothing is done yet.
   *
   * @param command the command that runs
   * @param config what the topology file says
   * @param parentFile file of the model before
   * @param parent that model
   * @param output the new model's file
   * @param report text file of what is said, if there is one
   * @param who who accepts
   */
  AcceptOrder(
      CommandSpec command,
      TopologyConfig config,
      Path parentFile,
      Model parent,
      Path output,
      Optional<Path> report,
      String who) {
    this.command = command;
    this.config = config;
    this.parentFile = parentFile;
    this.parent = parent;
    this.output = output;
    this.report = report;
    this.who = who;
  }

  CommandSpec command() {
    return command;
  }

  TopologyConfig config() {
    return config;
  }

  Path parentFile() {
    return parentFile;
  }

  Model parent() {
    return parent;
  }

  Path output() {
    return output;
  }

  String who() {
    return who;
  }

  /** Where progress is shown. */
  PrintWriter err() {
    return command.commandLine().getErr();
  }

  /** Prints a line, at once. */
  void say(String line) {
    lines.add(line);
    PrintWriter out = command.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  /** Prints lines, at once. */
  void say(List<String> more) {
    more.forEach(this::say);
  }

  /** Writes the report of all that was said, where one is wanted. */
  void writeReport() throws IOException {
    if (report.isPresent()) {
      OutputFile.whole(report.get(), part -> Files.write(part, lines));
    }
  }
}
