package io.kahkm.stream;

import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.topology.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The engine as a process of its own, to be killed; it prints the units that came too late. */
final class EngineMain {
  /** What is printed before the stream of a late unit. */
  static final String LATE_UNIT = "late unit of ";

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
    try (StreamsEngine engine = StreamsEngine.create(config, blueprint, new PrintingListener())) {
      engine.start();
      engine.awaitStop(Duration.ofDays(1));
    }
    System.exit(3);
  }

  private static final class PrintingListener extends CountingListener {
    @Override
    public void lateUnit(String stream) {
      System.out.println(LATE_UNIT + stream);
    }
  }
}
