package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what the page's scripts compute and say, where no browser is needed. */
class PageScriptsTest {
  private static final Path SCRIPTS = Path.of("src/engine/main/resources/page");
  private static final Path TESTS = Path.of("src/engine/test/page");
  private static final Path ANSWERS = Path.of("src/engine/test/resources/telemetry/api.json");

  @TempDir private Path folder;

  @BeforeEach
  void layOut() throws IOException {
    Tool.assumeInstalled("node", "Debian's package nodejs");
    for (Path source : List.of(SCRIPTS, TESTS)) {
      try (Stream<Path> files = Files.list(source)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".js")).toList()) {
          Files.copy(file, folder.resolve(file.getFileName()));
        }
      }
    }
    Files.copy(ANSWERS, folder.resolve(ANSWERS.getFileName()));
    // Without it node takes scripts for the older kind that cannot import.
    Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
    // Charts are drawn in browsers alone.
    Files.writeString(folder.resolve("echarts.js"), "");
  }

  /** What node says of a file of tests, or of all. */
  private String run(int expected, String... files) throws IOException, InterruptedException {
    Path said = folder.resolve("said.txt");
    ProcessBuilder node =
        new ProcessBuilder(Stream.concat(Stream.of("node", "--test"), Stream.of(files)).toList())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    node.environment().put("TZ", "Europe/Berlin");
    Process process = node.start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    String text = Files.readString(said, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(text).isEqualTo(expected);
    return text;
  }

  @Test
  void scriptsComputeAndSayWhatTheyShould() throws Exception {
    assertThat(run(0)).contains("a stream with any letters comes back from its address");
  }

  @Test
  void aScriptThatSaysMinutesTooEarlyIsNoticed() throws Exception {
    Path script = folder.resolve("dom.js");
    String right = Files.readString(script, StandardCharsets.UTF_8);
    String wrong = right.replace("seconds < 120)", "seconds < 12)");
    assertThat(wrong).isNotEqualTo(right);
    Files.writeString(script, wrong);

    assertThat(run(1, "numbers.test.js"))
        .contains("a duration is told in the unit a person would choose");
  }
}
