package io.kahkm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.cli.console.ExitCode;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RehearseCommandTest {
  /** Whoever makes an image or starts the launcher has no brokers at hand. */
  @Test
  @Timeout(60)
  void endsByItselfWithoutBrokersAndHasLoadedWhatRunNeeds() {
    Cli rehearsal = Cli.run("rehearse");

    assertThat(rehearsal.code()).as(rehearsal.err()).isEqualTo(ExitCode.OK);
    assertThat(Thread.getAllStackTraces().keySet())
        .as("threads of the client that was rehearsed")
        .noneMatch(thread -> thread.getName().contains("StreamThread"));
  }

  /** It is for the launcher and the image, and no help for people. */
  @Test
  void isNamedNowhere() {
    assertThat(Cli.run("--help").out()).contains("spectrum").doesNotContain("rehearse");
    List<String> words = Arrays.asList(Cli.run("nonsense").err().split("\\W+"));
    assertThat(words).contains("spectrum").doesNotContain("rehearse");
  }
}
