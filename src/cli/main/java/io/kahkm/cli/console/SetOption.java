package io.kahkm.cli.console;

import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Settings of the command line that replace those of a topology file. */
public final class SetOption {
  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "Setting in place of the topology file's, such as incidents.quiet=20 or"
              + " forecasts.horizons=[1,5]; may be repeated. Without a value: its default.")
  private List<String> settings = new ArrayList<>();

  /**
   * Reads a topology file with these settings.
   *
   * @param topology path of a file, or the name of a packaged example
   * @return the checked configuration
   * @throws UsageException if anything in the file or the settings is wrong; every error is in the
   *     message
   */
  public TopologyConfig load(String topology) throws IOException {
    return TopologySource.load(topology, settings);
  }

  /**
   * Whether there are any.
   *
   * @return true if so
   */
  public boolean given() {
    return !settings.isEmpty();
  }

  /**
   * The option as it was written, for a command that another one starts.
   *
   * @return arguments
   */
  public List<String> arguments() {
    return settings.stream().map(setting -> "--set=" + setting).toList();
  }
}
