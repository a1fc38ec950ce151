package io.kahkm.bench;

import io.kahkm.kahm.ModelFile;
import io.kahkm.stream.config.TopologyConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@link ChildMain} as a child process: it ends with this object, at the latest with its parent.
 */
final class EngineChild implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;
  private final PrintStream commands;
  private final Path log;
  private final long startedNanos = System.nanoTime();

  private EngineChild(Process process, Path log) {
    this.process = process;
    this.log = log;
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /**
   * Starts an engine; returns before it is ready.
   *
   * @param setup model and JVM
   * @param config what it runs
   * @param timesKept records whose times it keeps, from the first on
   */
  static EngineChild start(BenchSetup setup, TopologyConfig config, int timesKept)
      throws IOException {
    Path topology = setup.directory().resolve("child.yaml");
    Path model = setup.directory().resolve("child.safetensors");
    Files.writeString(topology, config.toMaskedYaml());
    ModelFile.write(setup.model(), model);
    Path log = setup.directory().resolve("child.log");
    List<String> command = new ArrayList<>(setup.java());
    command.add(ChildMain.class.getName());
    command.add(topology.toString());
    command.add(model.toString());
    command.add(Integer.toString(timesKept));
    return new EngineChild(
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start(),
        log);
  }

  /** Waits until the engine is ready; seconds since it was started. */
  double awaitReady() throws IOException {
    require(answer(), "ready");
    return seconds();
  }

  /** Waits until the engine has taken so many records since its start; seconds since that. */
  double awaitTaken(long records) throws IOException {
    commands.println("await " + records);
    require(answer(), "done");
    return seconds();
  }

  /**
   * The 99th percentile over some of the records taken.
   *
   * @param what {@code processor}, the processor time a record took, {@code processing}, the time
   *     it took, or {@code delay}, the time from its timestamp until it was done
   * @param from first record, from 0
   * @param to record after the last
   * @return nanoseconds
   */
  long quantile(String what, int from, int to) throws IOException {
    commands.println(what + " " + from + " " + to);
    return Long.parseLong(answer());
  }

  private double seconds() {
    return (System.nanoTime() - startedNanos) / 1e9;
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      List<String> said = Files.readAllLines(log, StandardCharsets.UTF_8);
      throw new IOException(
          "the engine's process ended; it said last:\n"
              + String.join("\n", said.subList(Math.max(0, said.size() - 20), said.size())));
    }
    return line;
  }

  private static void require(String answer, String expected) throws IOException {
    if (!answer.equals(expected)) {
      throw new IOException("the engine's process said " + answer);
    }
  }

  /** Ends it as {@code kill -9} does, and waits. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
