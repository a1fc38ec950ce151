package io.kahkm.bench.soak;

import io.kahkm.broker.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs small programs of the operating system. */
final class Command {
  private Command() {}

  /**
   * Runs a program to its end.
   *
   * @param command program and arguments
   * @throws IOException if there is no such program or it fails; the message has what it said
   */
  static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", List.of(command)) + ": " + said.strip());
    }
  }

  /** Takes the processor away from a process, with SIGSTOP, as a frozen virtual machine does. */
  static void pause(long pid) throws IOException, InterruptedException {
    run("kill", "-STOP", Long.toString(pid));
  }

  /** Lets a paused process go on. */
  static void resume(long pid) throws IOException, InterruptedException {
    run("kill", "-CONT", Long.toString(pid));
  }

  /**
   * Runs a Java program to its end.
   *
   * @param arguments of the Java command
   * @throws IOException if it fails; the message has what it said
   */
  static void java(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JavaProcess.executable()));
    command.addAll(arguments);
    run(command.toArray(String[]::new));
  }
}
