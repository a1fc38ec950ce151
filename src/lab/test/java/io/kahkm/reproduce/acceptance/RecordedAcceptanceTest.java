package io.kahkm.reproduce.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.Study;
import io.kahkm.reproduce.StudySettings;
import io.kahkm.reproduce.acceptance.ChangedPlant.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulated recording in the shape of a published one, through the commands. */
class RecordedAcceptanceTest {
  private static final StudySettings SETTINGS = new StudySettings(500, 1);
  private static final int FITTED = 400;

  /** First of the simulated rows that follow; the pump was exchanged long before. */
  private static final int PUMP_FROM = 1_300;

  private static final LocalDateTime START = LocalDateTime.parse("2020-03-09T10:00:00");

  @TempDir private Path folder;

  /** 400 usual rows, then those of an exchanged pump until the first fault is over. */
  @BeforeEach
  void write() throws IOException {
    List<String> lines = new ArrayList<>(List.of("datetime;a;b;c;d;e;f;anomaly;changepoint"));
    List<String> usual = ChangedPlant.reference(3);
    List<String> later = ChangedPlant.later(4, Change.PUMP);
    for (int row = 0; row < FITTED; row++) {
      lines.add(line(row, usual.get(1 + row)));
    }
    int end = ChangedPlant.FAULTS.get(0).to();
    for (int row = PUMP_FROM; row < end; row++) {
      lines.add(line(FITTED + row - PUMP_FROM, later.get(1 + row)));
    }
    Files.createDirectories(folder.resolve("skab_open"));
    Files.write(folder.resolve("skab_open").resolve("pump.csv"), lines);
  }

  private static String line(int row, String simulated) {
    String[] cells = simulated.split(",");
    StringBuilder line = new StringBuilder(START.plusSeconds(row).toString().replace('T', ' '));
    for (int j = 2; j < cells.length; j++) {
      line.append(';').append(cells[j]);
    }
    return line.append(';').append(cells[1]).append(".0;0.0").toString();
  }

  private static ResultTable table(Study study) {
    return study.run(SETTINGS, Progress.NONE).tables().get(0);
  }

  /** Several fits for every stretch that is offered. */
  @Test
  @Tag("full")
  void offersTheStretchWithMostIncidentsAndCountsWhatIsLeft() {
    List<String> row = table(new RecordedAcceptance(folder)).rows().get(0);

    assertThat(row.get(0)).isEqualTo("pump.csv");
    assertThat(row.get(1)).matches("rows \\d+ to \\d+");
    int before = Integer.parseInt(row.get(3));
    assertThat(before).isGreaterThan(100);
    assertThat(Integer.parseInt(row.get(4))).isLessThan(before);
    assertThat(row.get(6)).isEqualTo("1 of 1 (0)");
    assertThat(row.get(7)).startsWith("1 of 1 (");
  }

  @Test
  void anIncidentThatIsOpenWhenAFaultBeginsIsTheFaults() {
    ResultTable table = table(new RecordedIncidents(folder));

    assertThat(table.passed()).isTrue();
    assertThat(table.rows()).containsExactly(List.of("SKAB", "1", "1", "1.00", "0", "500"));
  }

  @Test
  void aFolderWithoutRecordingsGivesNoTable() {
    Path empty = folder.resolve("empty");

    assertThat(new RecordedAcceptance(empty).run(SETTINGS, Progress.NONE).tables()).isEmpty();
    assertThat(new RecordedIncidents(empty).run(SETTINGS, Progress.NONE).tables()).isEmpty();
  }
}
