package io.kahkm.cli;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.SetOption;
import io.kahkm.cli.console.TopologySource;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.cli.topic.BrokerReach;
import io.kahkm.internal.kahm.file.ModelFileException;
import io.kahkm.internal.numeric.kernel.Kernels;
import io.kahkm.process.EngineProcess;
import io.kahkm.stream.Models;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kahkm run}: the engine against real brokers. */
@Command(
    name = "run",
    sortOptions = false,
    description = {
      "Runs the engine against your brokers.",
      "They are named in the topology file or by --bootstrap; topics must exist. Runs until it is",
      "told to stop (SIGTERM or Ctrl-C). Logs go to standard error.",
      "",
      "Exit codes: 0 stopped, 1 failed at run time, 2 configuration, 3 a stream thread died."
    },
    footer = {"", "Example:", "  kahkm run topologies/plant.yaml --bootstrap broker-1:9092"})
final class RunCommand implements Callable<Integer> {
  private static final Logger LOGGER = LoggerFactory.getLogger(RunCommand.class);

  private static final Duration LONGEST_START = Duration.ofMinutes(10);
  private static final Duration STOP_POLL = Duration.ofMinutes(1);

  @Mixin HelpOption help;

  @Parameters(index = "0", paramLabel = "TOPOLOGY", description = "Topology file.")
  private String topology;

  @Mixin private SetOption set;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers; overrides the file's kafka.bootstrap.servers.")
  private String bootstrap;

  @Override
  public Integer call()
      throws TopologyConfigException,
          IOException,
          EngineException,
          ModelFileException,
          InterruptedException {
    TopologyConfig config = set.load(topology);
    if (bootstrap != null) {
      config = config.withKafka(Map.of("bootstrap.servers", bootstrap));
    }
    Models models = TopologySource.models(config);
    BrokerReach.require(config.kafka().get("bootstrap.servers"));
    HardwareNotice.warnWithoutFusedMultiplyAdd();
    LOGGER.info("Encoder runs on {}", Kernels.status());
    int code = ExitCode.FAILED;
    EngineProcess process = EngineProcess.start(config, models, 0);
    GracefulExit exit = GracefulExit.install(process::close);
    try {
      LOGGER.info(
          "engine started application={}{} url={}",
          config.applicationId(),
          maps(models),
          process.url(config));
      process.engine().awaitRunning(LONGEST_START);
      while (!process.engine().awaitStop(STOP_POLL)) {
        LOGGER.debug("engine {}", process.engine().detail());
      }
      code = process.engine().deadThread() ? ExitCode.STREAM_DIED : ExitCode.OK;
      return code;
    } finally {
      process.close();
      exit.finished(code);
    }
  }

  /** The maps that run, those of modes with the mode's name. */
  static String maps(Models models) {
    StringBuilder words = new StringBuilder();
    models
        .each()
        .forEach(
            (mode, of) -> {
              if (!mode.equals(Models.ONE_MODE)) {
                words.append(" mode=").append(mode);
              }
              words.append(" map=").append(of.main().map().fingerprint());
              of.shadow()
                  .ifPresent(second -> words.append(" shadow=").append(second.map().fingerprint()));
            });
    return words.toString();
  }
}
