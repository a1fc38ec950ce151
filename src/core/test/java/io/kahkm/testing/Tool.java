package io.kahkm.testing;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Runs a program of the system; the test is skipped where it is not installed. */
public final class Tool {
  /** What a program said. */
  public record Answer(int exit, String output) {}

  private Tool() {}

  public static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Skips the test where a program is not installed. */
  public static void assumeInstalled(String program, String whereFrom) {
    Assumptions.assumeTrue(
        isInstalled(program), program + " is not on the PATH; it comes with " + whereFrom);
  }

  public static Answer run(String program, String whereFrom, List<String> arguments)
      throws IOException, InterruptedException {
    assumeInstalled(program, whereFrom);
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), output);
  }

  public static Answer promtool(String... arguments) throws IOException, InterruptedException {
    return run("promtool", "Debian's package prometheus", List.of(arguments));
  }

  public static Answer amtool(String... arguments) throws IOException, InterruptedException {
    return run("amtool", "Debian's package prometheus-alertmanager", List.of(arguments));
  }
}
