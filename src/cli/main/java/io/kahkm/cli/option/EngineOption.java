package io.kahkm.cli.option;

import io.kahkm.cli.http.EngineClient;
import io.kahkm.topology.TopologyConfig;
import picocli.CommandLine.Option;

/** Where the running engine is that a command asks. */
public final class EngineOption {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Address of any instance (default: http://127.0.0.1 and telemetry.port).")
  private String url;

  /**
   * The engine's interface; nothing is asked yet.
   *
   * @param config its topology file, for port and login
   * @return a client of the engine that the option names
   */
  public EngineClient api(TopologyConfig config) {
    return new EngineClient(url, config);
  }
}
