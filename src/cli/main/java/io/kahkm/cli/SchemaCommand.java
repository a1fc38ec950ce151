package io.kahkm.cli;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.topology.TopologySchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kahkm schema}: prints the JSON Schema of topology files. */
@Command(
    name = "schema",
    sortOptions = false,
    header = {"Print the JSON Schema of topology files, for completion and checks in editors.", ""},
    description = {
      "Every setting with its meaning, range and default. Editors with a YAML language server find",
      "the schema by the comment that init writes on the first line of a topology file:",
      "",
      "  # yaml-language-server: $schema=kahkm.schema.json",
      "",
      "kahkm check finds more: rules between settings, the model, the brokers."
    },
    footer = {"", "Example:", "  kahkm schema > kahkm.schema.json"})
final class SchemaCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(TopologySchema.text());
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
