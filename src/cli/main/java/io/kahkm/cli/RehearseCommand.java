package io.kahkm.cli;

import io.kahkm.cli.console.ExitCode;
import io.kahkm.cli.console.TopologySource;
import io.kahkm.cli.option.HelpOption;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.process.EngineProcess;
import io.kahkm.stream.Models;
import io.kahkm.stream.client.EngineException;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.utils.Utils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code kahkm rehearse}: what {@code run} does, on a packaged example and without brokers. Nobody
 * needs it for itself: the launcher and the image let the JVM keep the classes that it loads, so
 * that later starts are sooner ready.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = {
      "Starts the engine on a packaged example without brokers, and stops.",
      "With -XX:ArchiveClassesAtExit the JVM then keeps what run has to load."
    })
final class RehearseCommand implements Callable<Integer> {
  private static final String EXAMPLE = "vanderpol";

  /** Nobody listens there: a discard port, if anything. */
  private static final String NOBODY = "127.0.0.1:9";

  private static final int CLASSES = 25;
  private static final int ROWS = 1000;
  private static final double STEP = 0.05;

  @Mixin HelpOption help;

  @Override
  public Integer call()
      throws IOException, EngineException, TopologyConfigException, InterruptedException {
    Path directory = Files.createTempDirectory("kahkm-rehearse");
    try {
      TopologyConfig config =
          TopologySource.load(EXAMPLE)
              .withTelemetryPort(0)
              .withKafka(Map.of("bootstrap.servers", NOBODY, "state.dir", directory.toString()));
      EngineProcess.rehearse(config, Models.of(model(config), Optional.empty()));
      return ExitCode.OK;
    } finally {
      Utils.delete(directory.toFile());
    }
  }

  /** A circle with a slowly changing radius: enough for every class to have rows. */
  private static Model model(TopologyConfig config) {
    double[][] rows = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      double radius = 1 + (double) i / ROWS;
      rows[i] = new double[] {radius * Math.cos(STEP * i), radius * Math.sin(STEP * i)};
    }
    FitSettings settings =
        FitSettings.plain(config.input().fields().state(), CLASSES, config.forecasts().horizons());
    return ModelFitter.fit(settings, Episodes.of(List.<double[][]>of(rows)), Progress.NONE).model();
  }
}
