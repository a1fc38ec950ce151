package io.kahkm.bench;

import io.kahkm.broker.JavaProcess;
import io.kahkm.internal.kahm.file.ModelFile;
import io.kahkm.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * {@link ChildMain} as a child process: it ends with this object, at the latest with its parent.
 */
final class MeasuredEngine implements AutoCloseable {
  private final JavaProcess process;
  private final PrintStream commands;
  private final long startedNanos = System.nanoTime();

  private MeasuredEngine(JavaProcess process) {
    this.process = process;
    commands = new PrintStream(process.input(), true, StandardCharsets.UTF_8);
  }

  /**
   * Starts an engine; returns before it is ready.
   *
   * @param setup model and JVM
   * @param config what it runs
   * @param timesKept records whose times it keeps, from the first on
   */
  static MeasuredEngine start(BenchSetup setup, TopologyConfig config, int timesKept)
      throws IOException {
    return start(setup, config, timesKept, "child", OptionalInt.empty());
  }

  /**
   * The same of several at a time.
   *
   * @param name of its files
   * @param core the only one it may use, empty for all
   */
  static MeasuredEngine start(
      BenchSetup setup, TopologyConfig config, int timesKept, String name, OptionalInt core)
      throws IOException {
    Path topology = setup.directory().resolve(name + ".yaml");
    Path model = setup.directory().resolve(name + ".safetensors");
    Files.writeString(topology, config.toMaskedYaml());
    ModelFile.write(setup.model(), model);
    Path log = setup.directory().resolve(name + ".log");
    List<String> arguments = new ArrayList<>(setup.javaOptions());
    arguments.add(ChildMain.class.getName());
    arguments.add(topology.toString());
    arguments.add(model.toString());
    arguments.add(Integer.toString(timesKept));
    return new MeasuredEngine(JavaProcess.answering(core, arguments, log));
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
    return number(answer());
  }

  /** How many records it has taken. */
  long taken() throws IOException {
    commands.println("taken");
    return number(answer());
  }

  /** Processor time of all its threads. */
  Duration processor() {
    return process.handle().info().totalCpuDuration().orElseThrow();
  }

  private double seconds() {
    return (System.nanoTime() - startedNanos) / 1e9;
  }

  private String answer() throws IOException {
    String line = process.output().readLine();
    if (line == null) {
      throw new IOException(
          "the engine's process stopped; its last lines:\n" + process.lastWords());
    }
    return line;
  }

  private static long number(String answer) throws IOException {
    try {
      return Long.parseLong(answer);
    } catch (NumberFormatException failed) {
      throw new IOException("the engine's process said " + answer, failed);
    }
  }

  private static void require(String answer, String expected) throws IOException {
    if (!answer.equals(expected)) {
      throw new IOException("the engine's process said " + answer);
    }
  }

  /** Ends it as {@code kill -9} does, and waits. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }
}
