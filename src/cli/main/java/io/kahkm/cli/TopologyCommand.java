package io.kahkm.cli;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.stream.MonitorTopology;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kahkm topology}: prints the Kafka Streams topology of a topology file. */
@Command(
    name = "topology",
    sortOptions = false,
    description = "Prints the Kafka Streams topology: sources, processors, stores and sinks.")
final class TopologyCommand implements Callable<Integer> {
  @Mixin HelpOption help;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TOPOLOGY",
      description = "Topology file, or the name of a packaged example: vanderpol, duffing, fleet.")
  private String topology;

  @Mixin private SetOption set;

  @Override
  public Integer call() throws IOException {
    TopologyConfig config = set.load(topology);
    spec.commandLine().getOut().print(MonitorTopology.description(config));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
