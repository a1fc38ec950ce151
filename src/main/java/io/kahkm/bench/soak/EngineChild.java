package io.kahkm.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code kahkm run} as a child process that can be stopped, killed and paused. Thread-safe. */
final class EngineChild implements AutoCloseable {
  private static final String MAIN = "io.kahkm.cli.Main";
  private static final String VECTORS = "jdk.incubator.vector";
  private static final Pattern URL = Pattern.compile(" url=(http://\\S+)");
  private static final int LAST_LINES = 20;
  private static final int HEAP_MEGABYTES = 256;
  private static final long LONGEST_END_SECONDS = 60;

  /** Children that live, to be ended with this process however it ends in order. */
  private static final Set<Process> LIVING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> LIVING.forEach(Process::destroyForcibly)));
  }

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private final String name;
  private final Process process;
  private final Path log;
  private final long logStart;

  private EngineChild(String name, Process process, Path log, long logStart) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.logStart = logStart;
  }

  /**
   * Starts an engine.
   *
   * @param name its client id
   * @param classPath where its classes are
   * @param topology topology file
   * @param environment variables besides those of this process
   * @param log file that everything it prints is appended to
   */
  static EngineChild start(
      String name, String classPath, Path topology, Map<String, String> environment, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + HEAP_MEGABYTES + "m");
    command.add("-XX:+ExitOnOutOfMemoryError");
    if (ModuleLayer.boot().findModule(VECTORS).isPresent()) {
      command.add("--add-modules=" + VECTORS);
    }
    // Whatever else is on the class path, it logs as the command does.
    command.add("-Dlogback.configurationFile=logback.xml");
    command.addAll(List.of("-cp", classPath, MAIN, "run", topology.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    long logStart = Files.exists(log) ? Files.size(log) : 0;
    Process process = builder.start();
    LIVING.add(process);
    var unused = process.onExit().thenAccept(LIVING::remove);
    return new EngineChild(name, process, log, logStart);
  }

  String name() {
    return name;
  }

  boolean alive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** What it printed since it was started. */
  String log() {
    try {
      byte[] all = Files.readAllBytes(log);
      int from = (int) Math.min(logStart, all.length);
      return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The last lines it printed. */
  String lastWords() {
    List<String> lines = log().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  /** The body of a page of its HTTP port; empty if it does not answer with 200. */
  Optional<String> get(String path) throws InterruptedException {
    Matcher url = URL.matcher(log());
    if (!alive() || !url.find()) {
      return Optional.empty();
    }
    try {
      HttpResponse<String> response =
          CLIENT.send(
              HttpRequest.newBuilder(URI.create(url.group(1) + path))
                  .timeout(Duration.ofSeconds(2))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
    } catch (IOException unreachable) {
      return Optional.empty();
    }
  }

  boolean ready() throws InterruptedException {
    return get("/readyz").isPresent();
  }

  /** Ends it as {@code kill -9} does and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Tells it to stop, with SIGTERM, and waits; its exit code. */
  OptionalInt stop() {
    process.destroy();
    return awaitEnd();
  }

  /** Waits until it has ended by itself; its exit code, empty if it has not. */
  OptionalInt awaitEnd() {
    try {
      return process.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)
          ? OptionalInt.of(process.exitValue())
          : OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }

  /** Takes the processor away from it, with SIGSTOP, as a frozen virtual machine does. */
  void pause() throws IOException, InterruptedException {
    Command.run("kill", "-STOP", Long.toString(pid()));
  }

  /** Lets a paused engine go on. */
  void resume() throws IOException, InterruptedException {
    Command.run("kill", "-CONT", Long.toString(pid()));
  }

  /** Kills it, paused or not. */
  @Override
  public void close() {
    kill();
  }
}
