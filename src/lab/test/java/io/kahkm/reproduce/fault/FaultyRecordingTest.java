package io.kahkm.reproduce.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultyRecordingTest {
  private static final int FITTED = 100;
  private static final int FROM = 150;

  /** Sensor b alternates between 9 and 11, so that its deviation is 1; a counts the rows. */
  private static FaultyRecording recording() {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < FROM + 2 * InjectedFault.ROWS; row++) {
      lines.add("t" + row + "," + row + "," + (row % 2 == 0 ? 9 : 11));
    }
    return FaultyRecording.of(
        "plant", "time,a,b", lines, new FaultyRecording.Layout(0, 1), FITTED, FROM);
  }

  private static double[] column(List<String> lines, int column) {
    return lines.stream()
        .mapToDouble(line -> Double.parseDouble(line.split(",")[column]))
        .toArray();
  }

  @Test
  void leavesTheRowsBeforeTheFaultAndTheOtherSensorAlone() {
    for (InjectedFault fault : InjectedFault.values()) {
      List<String> lines = recording().lines(1, fault);

      assertThat(lines).hasSize(InjectedFault.ROWS);
      assertThat(lines.subList(0, InjectedFault.ONSET))
          .isEqualTo(recording().lines(FROM, FROM + InjectedFault.ONSET));
      assertThat(column(lines, 1)).startsWith(150, 151, 152).endsWith(848, 849);
      assertThat(lines.get(0)).startsWith("t150,");
    }
  }

  @Test
  void findsStretchesInWhichNoSensorMoves() {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < FROM + 2 * InjectedFault.ROWS; row++) {
      boolean first = row >= 50 && row < 70;
      boolean second = row >= 400 && row < 420;
      lines.add("t" + row + "," + (first ? 7 : row) + "," + (second ? 9 : row));
    }
    // Elsewhere no more than one sensor stands still.
    for (int row = 300; row < 312; row++) {
      lines.set(row, "t" + row + ",7,9");
    }
    FaultyRecording recording =
        FaultyRecording.of(
            "plant", "time,a,b", lines, new FaultyRecording.Layout(0, 1), FITTED, FROM);

    assertThat(recording.standstills(0, 12))
        .containsExactly(new FaultyRecording.Standstill(300, 312));
    assertThat(recording.standstills(0, 13)).isEmpty();
    assertThat(recording.standstills(306, 6))
        .containsExactly(new FaultyRecording.Standstill(306, 312));
  }

  @Test
  void putsEachFaultIntoTheSensor() {
    int onset = InjectedFault.ONSET;
    double[] stuck = column(recording().lines(1, InjectedFault.STUCK), 2);
    assertThat(stuck[onset + 1]).isEqualTo(stuck[onset]).isEqualTo(9);
    assertThat(column(recording().lines(1, InjectedFault.BIAS_HALF), 2)[onset]).isEqualTo(9.5);
    assertThat(column(recording().lines(1, InjectedFault.BIAS_ONE), 2)[onset]).isEqualTo(10);
    assertThat(column(recording().lines(1, InjectedFault.BIAS_TWO), 2)[onset]).isEqualTo(11);
    double[] drift = column(recording().lines(1, InjectedFault.DRIFT), 2);
    assertThat(drift[onset]).isEqualTo(9);
    assertThat(drift[InjectedFault.ROWS - 1]).isCloseTo(13, within(1e-12));
    double[] noisy = column(recording().lines(1, InjectedFault.NOISY), 2);
    double squares = 0;
    for (int row = onset; row < noisy.length; row++) {
      double added = noisy[row] - (row % 2 == 0 ? 9 : 11);
      squares += added * added;
    }
    // 200 of them: the standard error of the deviation is .025.
    assertThat(Math.sqrt(squares / (noisy.length - onset))).isCloseTo(0.5, within(0.1));
    double[] other = column(recording().lines(0, InjectedFault.OTHER), 1);
    assertThat(other[onset]).isEqualTo(FROM + onset + InjectedFault.ROWS);
  }

  @Test
  void aStretchMustBeBehindTheFittedRowsAndLongEnough() {
    List<String> lines = List.of("t0,1", "t1,2");

    assertThatThrownBy(
            () ->
                FaultyRecording.of(
                    "plant", "time,a", lines, new FaultyRecording.Layout(0, 1), 1, 1))
        .hasMessageContaining("from is 1, must be from 1 to ");
  }

  @Test
  void countsWhatScoreWrote(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("scores.csv");
    Files.write(
        file,
        List.of(
            "row,stream,outside_map,relation_broken,sensor_1,sensor_2,incident,sensor_faulty",
            "1,a,0,0,,,,0",
            "2,a,0,1,b@1,a,1,0",
            "3,a,0,0,b,a,1,0",
            "4,a,1,0,b,a,,0",
            "1,b,,,,,,"));
    Map<String, FaultScores> streams = FaultScores.read(file);
    FaultScores a = streams.get("a");

    assertThat(streams.keySet()).containsExactly("a", "b");
    assertThat(a.count()).isEqualTo(4);
    assertThat(a.first(0, 4, FaultScores.Channel.TOGETHER)).isEqualTo(1);
    assertThat(a.rowsInAlarm(0, 4, FaultScores.Channel.TOGETHER)).isEqualTo(2);
    assertThat(a.begins(0, 4, FaultScores.Channel.TOGETHER)).isEqualTo(1);
    assertThat(a.begins(2, 4, FaultScores.Channel.TOGETHER)).as("as if it began").isEqualTo(1);
    assertThat(a.begins(0, 4, FaultScores.Channel.NOVELTY)).isEqualTo(1);
    assertThat(a.first(0, 4, FaultScores.Channel.SENSORS)).isEqualTo(4);
    assertThat(a.names(1, "a", 1)).isFalse();
    assertThat(a.names(1, "a", 2)).isTrue();
    assertThat(streams.get("b").first(0, 1, FaultScores.Channel.NOVELTY)).isEqualTo(1);
  }

  @Test
  void scoresWithoutAChannelAreRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("scores.csv");
    Files.write(file, List.of("row,outside_map,relation_broken,incident", "1,0,0,"));

    assertThatThrownBy(() -> FaultScores.read(file)).hasMessageContaining("sensor_faulty");
  }
}
