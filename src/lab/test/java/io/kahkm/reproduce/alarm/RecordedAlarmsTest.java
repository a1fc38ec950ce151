package io.kahkm.reproduce.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.StudySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulated recording in the shape of a published one, through the commands. */
class RecordedAlarmsTest {
  private static final StudySettings SETTINGS = new StudySettings(500, 1);

  @TempDir private Path folder;

  /** 800 rows, a fault from row 600 on that moves one sensor against the others. */
  private void write(String name, double fault) throws IOException {
    SwingingPlant plant = new SwingingPlant(3, SwingingPlant.Noise.NORMAL, 0.5);
    List<String> lines = new ArrayList<>(List.of("datetime;a;b;c;d;e;f;anomaly;changepoint"));
    LocalDateTime start = LocalDateTime.parse("2020-03-09T10:00:00");
    for (int t = 0; t < 800; t++) {
      double[] row = plant.next();
      row[2] += t < 600 ? 0 : fault;
      StringBuilder line = new StringBuilder(start.plusSeconds(t).toString().replace('T', ' '));
      for (double value : row) {
        line.append(';').append(value);
      }
      lines.add(line.append(t < 600 ? ";0.0;0.0" : ";1.0;0.0").toString());
    }
    Files.createDirectories(folder.resolve("skab_open"));
    Files.write(folder.resolve("skab_open").resolve(name), lines);
  }

  private ResultTable table() {
    return new RecordedAlarms(folder).run(SETTINGS, Progress.NONE).tables().get(0);
  }

  @Test
  void aFaultThatMovesOneSensorIsFoundAndAFileWithoutOneIsNot() throws IOException {
    write("faulty.csv", 6);
    write("sound.csv", 0);
    ResultTable table = table();
    assertThat(table.name()).isEqualTo("alarms-skab");
    assertThat(table.rows().get(0)).startsWith("faulty.csv").contains("found");
    assertThat(table.rows().get(1).subList(4, 7)).containsExactly("missed", "missed", "missed");
    assertThat(table.rows().get(2)).containsSequence("2 finite").contains("1 found, 0 false");
  }

  @Test
  void aFolderWithoutRecordingsGivesNoTable() {
    assertThat(new RecordedAlarms(folder).run(SETTINGS, Progress.NONE).tables()).isEmpty();
  }
}
