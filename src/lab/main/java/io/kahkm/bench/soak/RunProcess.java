package io.kahkm.bench.soak;

import io.kahkm.broker.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code kahkm run} as a child process that can be stopped, killed and paused. Thread-safe. */
final class RunProcess implements AutoCloseable {
  private static final String VECTORS = "jdk.incubator.vector";
  private static final Pattern URL = Pattern.compile(" url=(http://\\S+)");
  private static final int HEAP_MEGABYTES = 256;

  /** On a machine where all processes of a cluster share few cores. */
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private final String name;
  private final JavaProcess process;

  private RunProcess(String name, JavaProcess process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Starts an engine.
   *
   * @param name its client id
   * @param program what it runs
   * @param topology topology file
   * @param environment variables besides those of this process
   * @param log file that everything it prints is appended to
   */
  static RunProcess start(
      String name, Program program, Path topology, Map<String, String> environment, Path log)
      throws IOException {
    List<String> arguments = new ArrayList<>(options());
    arguments.addAll(program.arguments(topology.toString()));
    return new RunProcess(name, JavaProcess.logging(arguments, environment, log));
  }

  /** Options of the Java that engines run in. */
  static List<String> options() {
    List<String> options = new ArrayList<>();
    options.add("-Xmx" + HEAP_MEGABYTES + "m");
    options.add("-XX:+ExitOnOutOfMemoryError");
    if (ModuleLayer.boot().findModule(VECTORS).isPresent()) {
      options.add("--add-modules=" + VECTORS);
    }
    // Whatever else is on the class path, it logs as the command does.
    options.add("-Dlogback.configurationFile=logback.xml");
    return options;
  }

  String name() {
    return name;
  }

  boolean alive() {
    return process.alive();
  }

  long pid() {
    return process.handle().pid();
  }

  /** What it printed since it was started. */
  String log() {
    return process.log();
  }

  /** The last lines it printed. */
  String lastWords() {
    return process.lastWords();
  }

  /**
   * An answer of the HTTP port.
   *
   * @param status HTTP status
   * @param body the text
   */
  record Answer(int status, String body) {}

  /** The body of a page of its HTTP port; empty if it does not answer with 200. */
  Optional<String> get(String path) throws InterruptedException {
    return ask(path).filter(answer -> answer.status() == 200).map(Answer::body);
  }

  /** What the HTTP port answers; empty if nothing. */
  Optional<Answer> ask(String path) throws InterruptedException {
    Matcher url = URL.matcher(log());
    if (!alive() || !url.find()) {
      return Optional.empty();
    }
    try {
      HttpResponse<String> response =
          CLIENT.send(
              HttpRequest.newBuilder(URI.create(url.group(1) + path))
                  .timeout(LONGEST_ANSWER)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return Optional.of(new Answer(response.statusCode(), response.body()));
    } catch (IOException unreachable) {
      return Optional.empty();
    }
  }

  boolean ready() throws InterruptedException {
    return get("/readyz").isPresent();
  }

  /** Ends it as {@code kill -9} does and waits until it is gone. */
  void kill() {
    process.kill();
  }

  /** Tells it to stop, with SIGTERM, and waits; its exit code. */
  OptionalInt stop() {
    return process.stop();
  }

  /** Waits until it has ended by itself; its exit code, empty if it has not. */
  OptionalInt awaitEnd(Duration longest) {
    return process.awaitEnd(longest);
  }

  /** Takes the processor away from it, with SIGSTOP, as a frozen virtual machine does. */
  void pause() throws IOException, InterruptedException {
    Command.pause(pid());
  }

  /** Lets a paused engine go on. */
  void resume() throws IOException, InterruptedException {
    Command.resume(pid());
  }

  /** Kills it, paused or not. */
  @Override
  public void close() {
    kill();
  }
}
