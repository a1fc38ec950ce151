package io.kahkm.bench;

import io.kahkm.config.SimulateConfig;
import io.kahkm.internal.kahm.Model;
import io.kahkm.stream.MonitorBlueprint;
import io.kahkm.topology.TopologyConfig;
import io.kahkm.topology.TopologyConfigException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is measured, and with what.
 *
 * @param config the topology file, with simulated sensors and without a fleet
 * @param model its model
 * @param directory for broker, stores and files of this run; emptied by the caller
 * @param javaOptions options of a JVM like this one with the engine on its class path
 */
public record BenchSetup(
    TopologyConfig config, Model model, Path directory, List<String> javaOptions) {
  /** Copies the list. */
  public BenchSetup {
    javaOptions = List.copyOf(javaOptions);
    if (config.simulate().isEmpty()) {
      throw new IllegalArgumentException(config.name() + " has no simulated sensors");
    }
  }

  /** The simulated sensors. */
  SimulateConfig simulate() {
    return config.simulate().orElseThrow();
  }

  /**
   * The file for one run: an application of its own, one stream thread, stores in this directory,
   * as many streams as are measured.
   *
   * @param run name of the run, different from those of other runs
   * @param bootstrapServers the broker
   * @param inputTopic where the run reads from
   * @return a copy whose other topics are the file's
   */
  TopologyConfig forRun(String run, String bootstrapServers, String inputTopic) {
    Map<String, String> kafka = new LinkedHashMap<>();
    kafka.put("bootstrap.servers", bootstrapServers);
    kafka.put("state.dir", directory.resolve("state").resolve(run).toString());
    kafka.put("num.stream.threads", "1");
    return config
        .withApplication(run)
        .withInput(config.input().withTopic(inputTopic).withMostStreams(Integer.MAX_VALUE))
        .withKafka(kafka);
  }

  /** The same with another model. */
  BenchSetup withModel(Model other) {
    return new BenchSetup(config, other, directory, javaOptions);
  }

  /** Resolves a file with the model. */
  MonitorBlueprint blueprint(TopologyConfig file) {
    return blueprint(file, Optional.empty());
  }

  /** Resolves a file with the model and one on trial beside it. */
  MonitorBlueprint blueprint(TopologyConfig file, Optional<Model> shadow) {
    try {
      return MonitorBlueprint.of(file, model, shadow);
    } catch (TopologyConfigException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }
}
