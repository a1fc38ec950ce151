package io.kahkm.reproduce.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.reproduce.acceptance.ChangedPlant.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study on one plant of a kind, and what it counts. */
class AcceptanceStudyTest {
  @TempDir private Path folder;

  @Test
  void anExchangedPumpIsTakenForNormalAndLaterFaultsAreFound() {
    AcceptedPlant plant = AcceptedPlant.of(7, Change.PUMP, 300);

    assertThat(plant.before()).as("hours: nearly all that are left").isGreaterThan(30);
    assertThat(plant.after()).isLessThan(0.1 * plant.before());
    assertThat(plant.found()).isEqualTo(plant.foundByTwin()).isEqualTo(3);
    assertThat(plant.labelledRefused()).isTrue();
  }

  @Test
  void theTwinSwingsAsThePlantUntilTheChange() {
    List<String> plant = ChangedPlant.later(3, Change.PUMP);
    List<String> twin = ChangedPlant.later(3, Change.NONE);

    assertThat(plant.subList(0, 301)).isEqualTo(twin.subList(0, 301));
    for (int row = 301; row < plant.size(); row++) {
      String[] one = plant.get(row).split(",");
      String[] other = twin.get(row).split(",");
      assertThat(one[2]).as("a sensor that does not see the pump").isEqualTo(other[2]);
      assertThat(one[4]).isNotEqualTo(other[4]);
    }
  }

  @Test
  void countsRowsOfFalseIncidentsAndTheRowsUntilAnAlarm() throws IOException {
    Path file =
        Files.write(
            folder.resolve("scores.csv"),
            List.of(
                "row,outside_map,relation_broken,incident",
                "1,0,0,",
                "2,1,0,4",
                "3,0,0,4",
                "4,0,1,4",
                "5,0,0,"));
    FileScores scores = FileScores.read(file);
    BitSet faults = new BitSet();
    faults.set(3);

    assertThat(scores.rows()).isEqualTo(5);
    assertThat(scores.falseRows(0, 5, new BitSet())).isEqualTo(3);
    assertThat(scores.falseRows(0, 5, faults)).isEqualTo(2);
    assertThat(scores.falseRows(2, 5, faults)).isEqualTo(1);
    faults.set(1);
    assertThat(scores.falseRows(0, 5, faults)).as("it began in a fault").isZero();
    assertThat(scores.incidents(0, 1)).isZero();
    assertThat(scores.incidents(3, 5)).isEqualTo(1);
    assertThat(scores.incidentsWithout(faults)).isZero();
    assertThat(scores.incidentsWithout(new BitSet())).isEqualTo(1);
    assertThat(scores.delay(0, 5)).isEqualTo(1);
    assertThat(scores.delay(2, 5)).isEqualTo(1);
    assertThat(scores.delay(4, 5)).isEqualTo(-1);
  }
}
