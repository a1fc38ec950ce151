package io.kahkm.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** {@link EngineMain} as a child process. */
final class EngineChild implements AutoCloseable {
  private static final long LONGEST_END_SECONDS = 30;

  private final Process process;
  private final Path log;

  /**
   * Starts an engine.
   *
   * @param topology topology file
   * @param model model file
   * @param journalLength records between two snapshots
   * @param log file that everything it prints is appended to
   */
  EngineChild(Path topology, Path model, int journalLength, Path log) throws IOException {
    this.log = log;
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                EngineMain.class.getName(),
                topology.toString(),
                model.toString(),
                Integer.toString(journalLength))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException none) {
      throw new UncheckedIOException(none);
    }
  }

  /** Ends it as kill -9 does. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(LONGEST_END_SECONDS, TimeUnit.SECONDS).join();
  }
}
