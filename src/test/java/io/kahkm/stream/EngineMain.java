package io.kahkm.stream;

import io.kahkm.kahm.ModelFile;
import io.kahkm.stream.config.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The engine as a process of its own, to be killed: arguments are topology file and model file. */
final class EngineMain {
  private EngineMain() {}

  /**
   * Runs until killed.
   *
   * @param args topology file, model file, N
   */
  public static void main(String[] args) throws Exception {
    TopologyConfig config = TopologyConfig.load(Path.of(args[0]), Map.of());
    MonitorBlueprint blueprint =
        MonitorBlueprint.of(config, ModelFile.read(Path.of(args[1])))
            .withJournalLength(Integer.parseInt(args[2]));
    try (StreamsEngine engine = StreamsEngine.create(config, blueprint, SilentListener.INSTANCE)) {
      engine.start();
      engine.awaitStop(Duration.ofDays(1));
    }
    System.exit(3);
  }
}
