package io.kahkm.stream;

import io.kahkm.broker.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@link EngineMain} as a child process. */
final class EngineChild {
  private EngineChild() {}

  /**
   * Starts an engine.
   *
   * @param topology topology file
   * @param model model file
   * @param journalLength records between two snapshots
   * @param log file that everything it prints is appended to
   */
  static JavaProcess start(Path topology, Path model, int journalLength, Path log)
      throws IOException {
    return JavaProcess.logging(
        List.of(
            // It is killed after seconds, most of which the other compiler would take.
            "-XX:TieredStopAtLevel=1",
            "--add-modules=jdk.incubator.vector",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            EngineMain.class.getName(),
            topology.toString(),
            model.toString(),
            Integer.toString(journalLength)),
        Map.of(),
        log);
  }
}
