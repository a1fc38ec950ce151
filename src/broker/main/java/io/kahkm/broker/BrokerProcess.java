package io.kahkm.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The embedded broker as a child process with a heap of its own, so that it neither shares the
 * engine's garbage collector nor dies with it, and can be stopped, killed and started again on its
 * data and its port while clients stay connected to the same address.
 *
 * <p>The child ends when this process ends, however that happens. Everything it prints is appended
 * to {@link #log()}. Methods may be called from any thread.
 */
public final class BrokerProcess implements AutoCloseable {
  private static final long LONGEST_START_SECONDS = 240;

  private final Path directory;
  private final int heapMegabytes;
  private final Map<String, String> overrides;
  private final List<String> by;
  private BrokerPorts ports;
  private JavaProcess process;

  /**
   * A broker that {@link #start} starts.
   *
   * @param directory where it keeps its log files
   * @param heapMegabytes largest heap of the child, at least 128
   * @param overrides broker properties that replace or extend those of {@link EmbeddedBroker}
   * @param by command that becomes the child, such as one that enters a network; empty for none
   * @param ports where it listens; 0 for free ones
   */
  BrokerProcess(
      Path directory,
      int heapMegabytes,
      Map<String, String> overrides,
      List<String> by,
      BrokerPorts ports) {
    if (heapMegabytes < 128) {
      throw new IllegalArgumentException(
          "heapMegabytes is " + heapMegabytes + ", a broker needs at least 128");
    }
    this.directory = directory;
    this.heapMegabytes = heapMegabytes;
    this.overrides = Map.copyOf(overrides);
    this.by = List.copyOf(by);
    this.ports = ports;
  }

  /**
   * Starts a broker on free ports and waits until it serves requests.
   *
   * @param directory where it keeps its log files; created when missing, formatted when empty
   * @param heapMegabytes largest heap of the child, at least 128
   * @param overrides broker properties that replace or extend those of {@link EmbeddedBroker}
   * @return the running broker, to be closed by the caller
   * @throws IOException if the directory cannot be written or the broker does not start; the
   *     message ends with what it said last
   */
  public static BrokerProcess start(
      Path directory, int heapMegabytes, Map<String, String> overrides) throws IOException {
    BrokerProcess broker =
        new BrokerProcess(directory, heapMegabytes, overrides, List.of(), new BrokerPorts(0, 0));
    broker.start();
    return broker;
  }

  /**
   * Starts the broker again after {@link #stop} or {@link #kill}, on the same directory and the
   * same port, and waits until it serves requests.
   *
   * @throws IOException if it does not start
   * @throws IllegalStateException if it runs
   */
  public synchronized void start() throws IOException {
    if (running()) {
      throw new IllegalStateException("the broker runs; stop it first");
    }
    Files.createDirectories(directory);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-Xmx" + heapMegabytes + "m",
                "-cp",
                System.getProperty("java.class.path"),
                BrokerMain.class.getName(),
                directory.resolve("data").toString(),
                Integer.toString(ports.clients()),
                Integer.toString(ports.controller())));
    overrides.forEach((name, value) -> arguments.add(name + "=" + value));
    process = JavaProcess.answering(by, arguments, log());
    ports = awaitReady();
  }

  private BrokerPorts awaitReady() throws IOException {
    String line;
    try {
      line =
          CompletableFuture.supplyAsync(() -> firstLine(process.output()))
              .get(LONGEST_START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      line = null;
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      line = null;
    }
    String[] words = line == null ? new String[0] : line.split(" ");
    if (words.length != 3 || !words[0].equals(BrokerMain.READY)) {
      kill();
      throw new IOException("the broker did not start; it said last:\n" + process.lastWords());
    }
    return new BrokerPorts(ports.host(), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }

  private static String firstLine(BufferedReader output) {
    try {
      return output.readLine();
    } catch (IOException ended) {
      throw new UncheckedIOException(ended);
    }
  }

  /**
   * Where clients connect; the same after every start.
   *
   * @return {@code host:port}
   */
  public synchronized String bootstrapServers() {
    return ports.bootstrapServers();
  }

  /**
   * What the broker printed since its first start.
   *
   * @return a file in the broker's directory
   */
  public Path log() {
    return directory.resolve("broker.log");
  }

  /**
   * The child process, to look at it or to send it signals.
   *
   * @return empty while the broker does not run
   */
  public synchronized Optional<ProcessHandle> process() {
    return running() ? Optional.of(process.handle()) : Optional.empty();
  }

  /**
   * Whether the child process is there.
   *
   * @return false after it was stopped or killed, and after it ended by itself
   */
  public synchronized boolean running() {
    return process != null && process.alive();
  }

  /**
   * Creates topics of one partition count and waits for them; topics that exist stay as they are.
   *
   * @param names topic names
   * @param partitions number of partitions of each, at least 1
   * @param settings topic settings, such as {@code max.message.bytes}
   * @throws IllegalStateException if the broker refuses or does not answer
   */
  public void createTopics(Collection<String> names, int partitions, Map<String, String> settings) {
    Topics.create(bootstrapServers(), names, partitions, settings);
  }

  /**
   * Steps the clock of the running broker: the time that Kafka's server classes are given, by which
   * they judge sessions, transactions, retention and the age of records. Waits and measured
   * durations go by the machine's monotonic clock and are not touched, nor is what Kafka asks the
   * machine past that clock. After the next start the clock is right again.
   *
   * @param step how far it is ahead of this machine's from now on, negative for behind
   * @throws IOException if the broker does not run
   */
  public synchronized void setClockAhead(Duration step) throws IOException {
    OutputStream input = process.input();
    input.write((BrokerMain.CLOCK + step.toMillis() + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  /** Stops the broker in order, with SIGTERM, and waits; does nothing when it does not run. */
  public synchronized void stop() {
    if (process != null) {
      if (process.stop().isEmpty()) {
        process.kill();
      }
    }
  }

  /** Ends the broker as {@code kill -9} does and waits; does nothing when it does not run. */
  public synchronized void kill() {
    if (process != null) {
      process.kill();
    }
  }

  /** Stops the broker as {@link #stop} does. */
  @Override
  public void close() {
    stop();
  }
}
