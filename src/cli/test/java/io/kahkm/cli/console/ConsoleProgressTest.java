package io.kahkm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How far something is: a line that changes on a terminal, elsewhere one for every quarter. */
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

  /** The line is cut one short of the width, so that the cursor stays on it. */
  @Test
  void onATerminalOneLineIsWrittenAgainForEveryThirtiethAndRemovedAtTheEnd() {
    ConsoleProgress watched = new ConsoleProgress(new PrintWriter(text), new Terminal(40));
    watched.update("k", 0, 60);
    watched.update("k", 1, 60);
    watched.update("k", 2, 60);
    watched.update("a long name", 59, 60);
    watched.update("k", 60, 60);

    String clear = "\r\u001b[K";
    assertThat(text)
        .hasToString(
            clear
                + "  [..............................] k 0/60".substring(0, 39)
                + clear
                + "  [#.............................] k 2/60".substring(0, 39)
                + clear
                + "  [#############################.] a long name".substring(0, 39)
                + clear
                + "  [##############################] k 60/60".substring(0, 39)
                + clear);
  }

  @Test
  void whatIsWrittenIsSeenAtOnce() {
    StringWriter behind = new StringWriter();
    ConsoleProgress buffered =
        new ConsoleProgress(new PrintWriter(new BufferedWriter(behind)), new Terminal(0));
    buffered.update("k-means", 0, 10);
    assertThat(behind.toString().strip()).isEqualTo("k-means 0/10");
  }

  @Test
  void theLauncherTellsTheWidth() {
    String before = System.getProperty("kahkm.terminal.columns");
    try {
      System.clearProperty("kahkm.terminal.columns");
      assertThat(Terminal.ofLauncher().interactive()).isFalse();
      System.setProperty("kahkm.terminal.columns", "-1");
      assertThat(Terminal.ofLauncher()).isEqualTo(new Terminal(0));
      System.setProperty("kahkm.terminal.columns", "8");
      Terminal narrow = Terminal.ofLauncher();
      assertThat(narrow.interactive()).isTrue();
      assertThat(List.of(narrow.fit("seventy"), narrow.fit("eighteen"), narrow.fit("nine of us")))
          .containsExactly("seventy", "eightee", "nine of");
      assertThat(new Terminal(0).fit("any line")).isEqualTo("any line");
    } finally {
      if (before == null) {
        System.clearProperty("kahkm.terminal.columns");
      } else {
        System.setProperty("kahkm.terminal.columns", before);
      }
    }
  }
}
