package io.kahkm.stream.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.testing.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in which an instance remembers on which records it stopped, and at which it works. */
class CrashFileTest {
  private static final TopicPartition ONE = new TopicPartition("plant", 1);
  private static final TopicPartition TWO = new TopicPartition("plant", 2);
  private static final TopicPartition TEN = new TopicPartition("plant", 10);
  private static final TopicPartition OTHER = new TopicPartition("another", 0);

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("crashes.txt");
  }

  @Test
  void stopsAreLinesInOrderAndAreReadAsTheyWere() throws Exception {
    Path made = folder.resolve("state").resolve("pump");
    CrashFile crashes = new CrashFile(made);
    crashes.note(TWO, new CrashCounts.Stop(8, 1, false));
    crashes.note(TEN, new CrashCounts.Stop(5_000_000_000L, 2, true));
    crashes.note(OTHER, new CrashCounts.Stop(0, 1, true));
    crashes.note(ONE, new CrashCounts.Stop(3, 1, false));
    crashes.note(TWO, new CrashCounts.Stop(9, 2, false));

    assertThat(made.resolve("crashes.txt"))
        .hasContent("another 0 0 1 late\nplant 1 3 1\nplant 10 5000000000 2 late\nplant 2 9 2\n");
    assertThat(new CrashFile(made).all())
        .containsOnly(
            Map.entry(OTHER, new CrashCounts.Stop(0, 1, true)),
            Map.entry(ONE, new CrashCounts.Stop(3, 1, false)),
            Map.entry(TEN, new CrashCounts.Stop(5_000_000_000L, 2, true)),
            Map.entry(TWO, new CrashCounts.Stop(9, 2, false)));
    try (var left = Files.list(made)) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void aStopThatIsClearedIsForgottenAndTheOthersStay() {
    CrashFile crashes = new CrashFile(folder);
    crashes.note(ONE, new CrashCounts.Stop(3, 1, false));
    crashes.note(TWO, new CrashCounts.Stop(9, 2, false));
    crashes.clear(ONE);
    assertThat(file()).hasContent("plant 2 9 2\n");
    crashes.clear(TWO);
    assertThat(file()).isEmptyFile();
    assertThat(crashes.all()).isEmpty();
  }

  /** An instance that never stopped leaves the state directory as it is. */
  @Test
  void nothingIsWrittenWhereThereIsNothingToForget() {
    new CrashFile(folder).clear(ONE);
    assertThat(file()).doesNotExist();
    assertThat(new CrashFile(folder).all()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plant 1 3",
        "plant 1 3 1 later",
        "plant 1 3 1 late late",
        "plant 1 3 1 ",
        "plant one 3 1",
        "plant 1 3 1.0",
        "plant 1 99999999999999999999 1",
        ""
      })
  void aLineThatIsNoneIsReportedAndNothingIsCounted(String line) throws Exception {
    Files.writeString(file(), "plant 2 9 2\n" + line + "\n");
    try (CapturedLog log = new CapturedLog(CrashFile.class.getName())) {
      assertThat(new CrashFile(folder).all()).isEmpty();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith(file() + " cannot be read, so crashes are counted from zero again: ");
    }
  }

  @Test
  void aFileThatIsNotThereIsNotReported() {
    try (CapturedLog log = new CapturedLog(CrashFile.class.getName())) {
      assertThat(new CrashFile(folder).all()).isEmpty();
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsReportedAndStopsNothing() throws Exception {
    Path taken = Files.writeString(folder.resolve("taken"), "a file");
    try (CapturedLog log = new CapturedLog(CrashFile.class.getPackageName())) {
      new CrashFile(taken).note(ONE, new CrashCounts.Stop(3, 1, false));
      new WorkFile(taken).begins(ONE, 3);
      assertThat(log.lines())
          .satisfiesExactly(
              crash ->
                  assertThat(crash)
                      .startsWith(
                          taken.resolve("crashes.txt")
                              + " cannot be written, so this crash is not counted: "),
              work -> assertThat(work).contains(taken.toString()).contains("cannot be written"));
    }
  }

  @Test
  void whatAProcessWorkedOnWhenItEndedIsFoundOnce() throws Exception {
    Path made = folder.resolve("state").resolve("pump");
    assertThat(new WorkFile(made).leftBehind()).isEmpty();
    new WorkFile(made).begins(ONE, 5_000_000_000L);
    Thread other = new Thread(() -> new WorkFile(made).begins(TEN, 7));
    other.start();
    other.join();
    Files.writeString(made.resolve("crashes.txt"), "plant 2 9 2\n");

    assertThat(new WorkFile(made).leftBehind())
        .containsOnly(Map.entry(ONE, 5_000_000_000L), Map.entry(TEN, 7L));
    assertThat(new WorkFile(made).leftBehind()).isEmpty();
    assertThat(made.resolve("crashes.txt")).exists();
  }

  @Test
  void aRecordThatIsDoneIsNotLeftBehind() {
    WorkFile work = new WorkFile(folder);
    work.begins(ONE, 3);
    work.ends();
    work.ends();
    assertThat(work.leftBehind()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plant 1", "plant 1 3 4", "plant one 3"})
  void aWorkFileThatWasCutOffNamesNoRecord(String text) throws Exception {
    Files.writeString(folder.resolve("working-1.txt"), text);
    assertThat(new WorkFile(folder).leftBehind()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }
}
