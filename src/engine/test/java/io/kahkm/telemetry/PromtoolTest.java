package io.kahkm.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.monitor.AssessmentFixture;
import io.kahkm.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromtoolTest {
  @TempDir private Path directory;

  @BeforeEach
  void promtoolIsThere() {
    Tool.assumeInstalled("promtool", "Debian's package prometheus");
  }

  /** What promtool has to say about an exposition; nothing when all is well. */
  private List<String> complaints(String exposition) throws IOException, InterruptedException {
    Path input = directory.resolve("metrics.txt");
    Path output = directory.resolve("complaints.txt");
    Files.writeString(input, exposition);
    Process process =
        new ProcessBuilder("promtool", "check", "metrics")
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = process.waitFor();
    List<String> lines = Files.readAllLines(output);
    assertThat(exit == 0).as("exit code %d, lines %s", exit, lines).isEqualTo(lines.isEmpty());
    return lines;
  }

  @Test
  void findsNothingToSayAboutAFleet() throws Exception {
    EngineTelemetry telemetry = Scenario.telemetry();
    for (String stream : List.of("pump-1", "a\"b\\c\nd", "ü\u0000\r\t", "{}#,x=\"1\"", "")) {
      telemetry.accepted(0, stream, AssessmentFixture.transition(), Scenario.START);
      telemetry.status(0, stream, Scenario.healthy());
    }
    telemetry.encoding();
    telemetry.encoded();
    telemetry.updated();

    assertThat(complaints(Scenario.scrape(telemetry))).isEmpty();
  }

  @Test
  void wouldSpeakUp() throws Exception {
    assertThat(complaints("# TYPE kahkm_transitions counter\nkahkm_transitions 1\n"))
        .anyMatch(line -> line.contains("_total"));
  }
}
