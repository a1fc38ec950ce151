package io.kahkm.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A child process that runs the Java of this one. Methods may be called from any thread, except
 * that one thread reads {@link #output()}.
 */
public final class JavaProcess implements AutoCloseable {
  private static final Duration LONGEST_END = Duration.ofMinutes(1);
  private static final int LAST_LINES = 20;
  private static final String COMPILER = "-XX:TieredStopAtLevel=";

  /** Children that would outlive this process. */
  private static final Set<Process> LIVING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> LIVING.forEach(Process::destroyForcibly)));
  }

  private final Process process;
  private final BufferedReader output;
  private final Path log;
  private final long logStart;

  private JavaProcess(Process process, Path log, long logStart) {
    this.process = process;
    this.log = log;
    this.logStart = logStart;
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * The command that starts a Java like this one.
   *
   * @return path of an executable
   */
  public static String executable() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * Options by which a child compiles as this one does: one that was told to leave out the slow
   * compiler has children that leave it out too.
   *
   * @return options of the Java command, mostly none
   */
  public static List<String> compilerOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(COMPILER))
        .toList();
  }

  /**
   * Starts a child that prints everything to its log. If this process ends in order, it is killed.
   *
   * @param arguments of the Java command: options, main class and its arguments
   * @param environment variables besides those of this process
   * @param log file that everything it prints is appended to
   * @return the child, to be closed by the caller
   * @throws IOException if it cannot be started
   */
  public static JavaProcess logging(
      List<String> arguments, Map<String, String> environment, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(arguments))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    JavaProcess child = start(builder, log);
    LIVING.add(child.process);
    var unused = child.process.onExit().thenAccept(LIVING::remove);
    return child;
  }

  /**
   * Starts a child that answers on its standard output and logs to its standard error. It should
   * end when its standard input does, which is when this process ends, however that happens.
   *
   * @param arguments of the Java command: options, main class and its arguments
   * @param log file that the standard error is appended to
   * @return the child, to be closed by the caller
   * @throws IOException if it cannot be started
   */
  public static JavaProcess answering(List<String> arguments, Path log) throws IOException {
    return answering(List.of(), arguments, log);
  }

  /**
   * The same on one core, by the {@code taskset} of Linux.
   *
   * @param core number of the only core that it may use, from 0; empty for all
   * @param arguments of the Java command: options, main class and its arguments
   * @param log file that the standard error is appended to
   * @return the child, to be closed by the caller
   * @throws IOException if it cannot be started, also for want of {@code taskset}
   */
  public static JavaProcess answering(OptionalInt core, List<String> arguments, Path log)
      throws IOException {
    return answering(
        core.isPresent() ? List.of("taskset", "-c", Integer.toString(core.getAsInt())) : List.of(),
        arguments,
        log);
  }

  /**
   * The same by another command, which has to become the child.
   *
   * @param by command and arguments that the Java command is appended to; empty for none
   * @param arguments of the Java command: options, main class and its arguments
   * @param log file that the standard error is appended to
   * @return the child, to be closed by the caller
   * @throws IOException if it cannot be started
   */
  static JavaProcess answering(List<String> by, List<String> arguments, Path log)
      throws IOException {
    List<String> command = command(arguments);
    command.addAll(0, by);
    return start(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())),
        log);
  }

  private static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(executable()));
    command.addAll(compilerOptions());
    command.addAll(arguments);
    return command;
  }

  private static JavaProcess start(ProcessBuilder builder, Path log) throws IOException {
    long logStart = Files.exists(log) ? Files.size(log) : 0;
    return new JavaProcess(builder.start(), log, logStart);
  }

  /**
   * Its standard output, unless that goes to the log.
   *
   * @return a reader that stays open with the child
   */
  public BufferedReader output() {
    return output;
  }

  /**
   * Its standard input.
   *
   * @return a stream that stays open with the child
   */
  public OutputStream input() {
    return process.getOutputStream();
  }

  /**
   * Whether it has not ended.
   *
   * @return false once it has, however that happened
   */
  public boolean alive() {
    return process.isAlive();
  }

  /**
   * To look at it, or to send it signals.
   *
   * @return the operating system's view
   */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /**
   * What it has logged since it was started.
   *
   * @return text, which grows
   */
  public String log() {
    try {
      byte[] all = Files.readAllBytes(log);
      int from = (int) Math.min(logStart, all.length);
      return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * The end of its log, for a message about how it ended.
   *
   * @return at most twenty lines
   */
  public String lastWords() {
    List<String> lines = log().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  /**
   * Tells it to end, with SIGTERM, and waits a minute.
   *
   * @return its exit code, empty if it has not ended
   */
  public OptionalInt stop() {
    process.destroy();
    return awaitEnd();
  }

  /** Ends it as {@code kill -9} does and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /**
   * Waits a minute until it has ended by itself.
   *
   * @return its exit code, empty if it has not ended, or the waiting thread was interrupted
   */
  public OptionalInt awaitEnd() {
    return awaitEnd(LONGEST_END);
  }

  /**
   * Waits until it has ended by itself.
   *
   * @param longest how long at most
   * @return its exit code, empty if it has not ended, or the waiting thread was interrupted
   */
  public OptionalInt awaitEnd(Duration longest) {
    try {
      return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)
          ? OptionalInt.of(process.exitValue())
          : OptionalInt.empty();
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }

  /** Kills it. */
  @Override
  public void close() {
    kill();
  }
}
