package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RehearseCommandTest {
  @TempDir Path folder;

  /** Whoever makes an image or starts the launcher has no brokers at hand. */
  @Test
  @Timeout(60)
  void endsByItselfWithoutBrokersAndLeavesNoThreads() {
    Cli rehearsal = Cli.run("rehearse");

    assertThat(rehearsal.code()).as(rehearsal.err()).isEqualTo(ExitCode.OK);
    assertThat(Thread.getAllStackTraces().keySet())
        .as("threads of the client that was rehearsed")
        .noneMatch(thread -> thread.getName().contains("StreamThread"));
  }

  /** A cache of classes holds what was loaded; one that run has to load besides makes it slower. */
  @Test
  @Timeout(60)
  void loadsWhatRunNeeds() throws IOException, InterruptedException {
    Path loaded = folder.resolve("loaded.txt");
    Process rehearsal =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Which classes are loaded does not depend on these, but how soon does.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:file=" + loaded,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "rehearse")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.txt").toFile())
            .start();

    assertThat(rehearsal.waitFor()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(loaded))
        .contains(
            "org.apache.kafka.streams.processor.internals.StreamThread ",
            "org.apache.kafka.clients.producer.KafkaProducer ",
            "io.kahkm.telemetry.http.HttpEndpoint ",
            "io.kahkm.telemetry.EngineTelemetry ",
            "io.kahkm.internal.kahm.FoldedEncoder ",
            "io.kahkm.internal.certificate.VerdictRules ");
  }

  /** It is for the launcher and the image, and no help for people. */
  @Test
  void isNamedNowhere() {
    assertThat(Cli.run("--help").out()).contains("spectrum").doesNotContain("rehearse");
    List<String> words = Arrays.asList(Cli.run("nonsense").err().split("\\W+"));
    assertThat(words).contains("spectrum").doesNotContain("rehearse");
  }
}
