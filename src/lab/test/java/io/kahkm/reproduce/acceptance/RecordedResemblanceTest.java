package io.kahkm.reproduce.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.report.ResultTable;
import io.kahkm.reproduce.StudySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulated recordings in the shape of the published ones: two faults, each at its sensor. */
class RecordedResemblanceTest {
  private static final int ONSET = 160;
  private static final int LENGTH = 560;
  private static final double SHIFT = 8;

  @TempDir private Path folder;

  /** Sensors of a simulated normal row. */
  private static double[] sensors(String simulated) {
    String[] cells = simulated.split(",");
    return Arrays.stream(cells, 2, cells.length).mapToDouble(Double::parseDouble).toArray();
  }

  private static String line(String run, int row, double[] sensors) {
    StringBuilder line = new StringBuilder(run).append(',').append(3 * row);
    Arrays.stream(sensors).forEach(value -> line.append(',').append(value));
    return line.toString();
  }

  /** After the onset one sensor of each run is off; with a twist it is the other's now and then. */
  private ResultTable table(boolean twisted) throws IOException {
    List<String> usual = ChangedPlant.reference(3);
    List<String> train = new ArrayList<>(List.of("run,t_min,a,b,c,d,e,f"));
    for (int row = 0; row < LENGTH; row++) {
      train.add(line("d00", row, sensors(usual.get(1 + row))));
    }
    Files.write(folder.resolve("tep_train.csv"), train);
    List<String> later = ChangedPlant.reference(4);
    List<String> test = new ArrayList<>(List.of(train.get(0)));
    for (int fault = 0; fault < 2; fault++) {
      for (int row = 0; row < LENGTH; row++) {
        double[] sensors = sensors(later.get(1 + row));
        if (row >= ONSET) {
          int piece = (row - ONSET) / 50;
          sensors[twisted && piece % 2 == 1 ? 4 - 3 * fault : 1 + 3 * fault] += SHIFT;
        }
        test.add(line("d0" + (1 + fault), row, sensors));
      }
    }
    Files.write(folder.resolve("tep_test.csv"), test);
    return new RecordedResemblance(folder)
        .run(new StudySettings(500, 1), Progress.NONE)
        .tables()
        .get(0);
  }

  @Test
  void incidentsOfTheSameSensorsResembleEachOtherMost() throws IOException {
    ResultTable table = table(false);

    assertThat(table.passed()).isTrue();
    assertThat(table.rows().get(0)).containsExactly("50", "16", "14", "14", "100 %");
  }

  /** The control: a fault that looks like the other every second time finds the other. */
  @Test
  void faultsThatLookLikeEachOtherAreNotTold() throws IOException {
    assertThat(table(true).passed()).isFalse();
  }

  @Test
  void aFolderWithoutTheRecordingGivesNoTable() {
    assertThat(
            new RecordedResemblance(folder).run(new StudySettings(500, 1), Progress.NONE).tables())
        .isEmpty();
  }
}
