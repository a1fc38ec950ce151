package io.kahkm.lab;

import io.kahkm.broker.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged {@code kahkm demo} as a process, whose output is read all the time. Thread-safe. */
public final class DemoProcess implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("live page: (http://\\S+)/");
  private static final Duration START = Duration.ofSeconds(60);
  private static final int STOP_SECONDS = 20;

  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private final Thread reader = new Thread(this::read, "demo-output");

  private DemoProcess(List<String> options, String... words) throws IOException {
    List<String> program = new ArrayList<>(List.of(JavaProcess.executable()));
    program.addAll(options);
    program.addAll(
        List.of(
            "--add-modules=jdk.incubator.vector", "-jar", System.getProperty("kahkm.jar"), "demo"));
    program.addAll(List.of(words));
    process = new ProcessBuilder(program).redirectErrorStream(true).start();
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts one that compiles as the tests' own JVM does, so that it takes less of the processor.
   *
   * @param words what follows {@code demo}
   * @return the process
   * @throws IOException if it cannot be started
   */
  public static DemoProcess start(String... words) throws IOException {
    return new DemoProcess(JavaProcess.compilerOptions(), words);
  }

  /**
   * Starts one in a JVM as people have it.
   *
   * @param words what follows {@code demo}
   * @return the process
   * @throws IOException if it cannot be started
   */
  public static DemoProcess startAsPeopleDo(String... words) throws IOException {
    return new DemoProcess(List.of(), words);
  }

  private void read() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        synchronized (lines) {
          lines.add(line);
          lines.notifyAll();
        }
      }
    } catch (IOException stopped) {
      // The process was ended: what it said before stands.
    }
  }

  /**
   * Waits for a line.
   *
   * @param wanted what the line has to be
   * @return the first such line
   * @throws InterruptedException if interrupted
   */
  public String await(Predicate<String> wanted) throws InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    synchronized (lines) {
      for (int seen = 0; ; seen++) {
        while (seen == lines.size()) {
          long millis = Duration.ofNanos(end - System.nanoTime()).toMillis();
          if (millis <= 0 || !reader.isAlive()) {
            throw new AssertionError("no such line of the demo:\n" + String.join("\n", lines));
          }
          lines.wait(Math.min(millis, 1000));
        }
        if (wanted.test(lines.get(seen))) {
          return lines.get(seen);
        }
      }
    }
  }

  /**
   * Waits for the live page.
   *
   * @return its address without a slash at the end
   * @throws InterruptedException if interrupted
   */
  public String address() throws InterruptedException {
    Matcher matcher = ADDRESS.matcher(await(line -> ADDRESS.matcher(line).find()));
    matcher.find();
    return matcher.group(1);
  }

  /**
   * Waits until the process has ended by itself.
   *
   * @param patience how long
   * @return its exit code
   * @throws InterruptedException if interrupted
   */
  public int exitCode(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("the demo does not end:\n" + output());
    }
    reader.join();
    return process.exitValue();
  }

  /**
   * What it has said so far.
   *
   * @return lines of output and errors
   */
  public String output() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  /** Ends the process. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
