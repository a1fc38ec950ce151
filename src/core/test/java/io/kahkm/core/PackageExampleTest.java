package io.kahkm.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that the package's documentation gives does what it says. */
class PackageExampleTest {
  private static final Path SOURCE = Path.of("src/core/main/java/io/kahkm/core/package-info.java");

  @Test
  void theExampleCompilesAndShowsForecastsCertificatesAndTheWayOutOfTheMap(@TempDir Path directory)
      throws Exception {
    String text = Files.readString(SOURCE);
    String start = "<pre>{@code\n";
    String example =
        text.substring(text.indexOf(start) + start.length(), text.indexOf(" * }</pre>"))
            .lines()
            .map(line -> line.replaceFirst("^ \\* ?", ""))
            .collect(Collectors.joining("\n"))
            .replace("\"model.safetensors\"", "\"" + Oscillator.MODEL + "\"");
    Path source = directory.resolve("Example.java");
    Files.writeString(
        source,
        """
        import io.kahkm.core.*;
        import java.nio.file.Path;
        import java.time.Duration;
        import java.util.List;

        public class Example {
          public static byte[] run(List<Reading> readings) throws Exception {
        %s
            return monitor.snapshot();
          }
        }
        """
            .formatted(example));

    int errors =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                Path.of(
                        KahkmModel.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString(),
                "-d",
                directory.toString(),
                source.toString());
    assertThat(errors).isZero();
    List<Reading> readings = Oscillator.readings(4100, 50);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    byte[] state;
    URL[] compiled = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(compiled, KahkmModel.class.getClassLoader())) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      state =
          (byte[]) loader.loadClass("Example").getMethod("run", List.class).invoke(null, readings);
    } finally {
      System.setOut(out);
    }

    String lines = printed.toString(StandardCharsets.UTF_8);
    assertThat(lines)
        .contains("in 20 steps [", "Novelty[value=")
        .containsPattern("(?m)^OUT_OF_MAP");
    assertThat(state).isNotEmpty();
  }
}
