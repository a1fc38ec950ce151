package io.kahkm.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.core.CertificatePlan;
import io.kahkm.core.Inside;
import io.kahkm.core.Oscillator;
import io.kahkm.core.Reading;
import io.kahkm.core.StreamSettings;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.monitor.IssuedForecast;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plain program of docs/embedding.md as a reader has it: its libraries come from a repository
 * into which the core was installed, and it is compiled and run with them and nothing else.
 */
class PlainProgramIT {
  private static final Path BUILT = Path.of("src/embedding/target/lib");
  private static final Path INSTALLED = Path.of(System.getProperty("kahkm.installed", ""));
  private static final long LARGEST_JARS = 1_800_000;
  private static final int ROWS = 4500;
  private static final int EPISODE = 50;

  @Test
  void theInstalledCoreBringsTheMatricesAndNothingElse(@TempDir Path directory) throws Exception {
    PlainProject project = PlainProject.in(directory);

    assertThat(project.libraries(INSTALLED)).satisfies(PlainProgramIT::isWell);

    List<Path> jars = project.jars();
    assertThat(jars)
        .extracting(jar -> jar.getFileName().toString().replaceFirst("-[0-9].*", ""))
        .containsExactly("ejml-core", "ejml-ddense", "kahkm-core");
    long bytes = 0;
    for (Path jar : jars) {
      bytes += Files.size(jar);
      assertThat(jar).hasSameBinaryContentAs(BUILT.resolve(jar.getFileName()));
    }
    assertThat(bytes).as("bytes of %s", jars).isBetween(500_000L, LARGEST_JARS);
  }

  @Test
  void nothingIsFoundWhereTheCoreWasNotInstalled(
      @TempDir Path directory, @TempDir Path emptyRepository) throws Exception {
    PlainProject.Ended ended = PlainProject.in(directory).libraries(emptyRepository);

    assertThat(ended.status()).isNotZero();
    assertThat(ended.lines()).anyMatch(line -> line.contains("io.kahkm:kahkm-core"));
  }

  @Test
  void theProgramPrintsWhatTheMonitorInALoopFinds(@TempDir Path directory) throws Exception {
    PlainProject project = PlainProject.in(directory);
    assertThat(project.libraries(INSTALLED)).satisfies(PlainProgramIT::isWell);
    assertThat(project.jdk("javac", "-cp", "lib/*", "Watch.java"))
        .satisfies(PlainProgramIT::isWell);
    double[][] states = Oscillator.states(ROWS, EPISODE, 5);
    Path rows = directory.resolve("rows.csv");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      lines.add(Oscillator.time(i) + "," + i / EPISODE + "," + states[i][0] + "," + states[i][1]);
    }
    Files.write(rows, lines);
    Path state = directory.resolve("state.bin");

    PlainProject.Ended ended =
        project.jdk(
            "java",
            "-cp",
            "lib/*" + File.pathSeparator + ".",
            "Watch",
            Oscillator.MODEL.toAbsolutePath().toString(),
            rows.toString(),
            state.toString());

    assertThat(ended).satisfies(PlainProgramIT::isWell);
    List<String> printed = ended.lines();
    StreamMonitor monitor = Inside.monitor(Oscillator.model(), settings());
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Reading reading = Reading.at(Oscillator.time(i), states[i]).ofEpisode("" + i / EPISODE);
      RowAssessment assessment = monitor.advance(Inside.observation(reading));
      expected.add(Oscillator.time(i) + " novelty " + assessment.novelty());
      for (IssuedForecast forecast : assessment.issued()) {
        String steps = forecast.horizon() == 1 ? " step " : " steps ";
        expected.add("  in " + forecast.horizon() + steps + Arrays.toString(forecast.state()));
      }
      for (WindowCertificate certificate : assessment.certificates()) {
        expected.add("  " + certificate.words());
      }
    }
    assertThat(printed).isEqualTo(expected);
    assertThat(printed).filteredOn(line -> line.startsWith("  ATTAINABLE")).isNotEmpty();
    assertThat(Files.readAllBytes(state)).isEqualTo(monitor.snapshot());
  }

  /** What the program's settings say. */
  private static StreamSettings settings() {
    return StreamSettings.builder()
        .step(Oscillator.STEP, 0.1)
        .horizons(1, 10, 20)
        .certificates(CertificatePlan.ofEpisodes(40).toleranceR2(0.2).build())
        .build();
  }

  @Test
  void theJarsOfTheCoreAreAccompaniedBySourcesAndDocumentation() throws IOException {
    Path built = Path.of("src/core/target");
    try (Stream<Path> files = Files.list(built)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.matches("kahkm-core-.*-sources\\.jar"))
          .anyMatch(name -> name.matches("kahkm-core-.*-javadoc\\.jar"));
    }
  }

  private static void isWell(PlainProject.Ended ended) {
    assertThat(ended.status()).as(String.join("\n", ended.lines())).isZero();
  }
}
