package io.kahkm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where standard error is no terminal, each stage has a line for every quarter of it. */
class ConsoleProgressTest {
  private final StringWriter text = new StringWriter();
  private final ConsoleProgress progress = new ConsoleProgress(new PrintWriter(text));

  private List<String> lines() {
    return text.toString().lines().toList();
  }

  @Test
  void aStageHasALineForEveryQuarter() {
    for (int done = 0; done <= 10; done++) {
      progress.update("k-means", done, 10);
    }
    assertThat(lines())
        .containsExactly(
            "  k-means 0/10",
            "  k-means 3/10",
            "  k-means 5/10",
            "  k-means 8/10",
            "  k-means 10/10");
  }

  @Test
  void stagesThatGoOnAtTheSameTimeDoNotRepeatEachOther() {
    for (int done = 0; done <= 8; done++) {
      progress.update("k-means", done, 8);
      progress.update("sensors", 0, 50);
    }
    assertThat(lines())
        .containsExactly(
            "  k-means 0/8",
            "  sensors 0/50",
            "  k-means 2/8",
            "  k-means 4/8",
            "  k-means 6/8",
            "  k-means 8/8");
  }

  @Test
  void aStageThatComesAgainIsShownAgain() {
    progress.update("readouts", 1, 1);
    progress.update("readouts", 1, 1);
    progress.update("nothing", 0, 0);
    assertThat(lines()).containsExactly("  readouts 1/1", "  readouts 1/1", "  nothing 0/0");
  }
}
