package io.kahkm.fitting.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.sensor.SensorKind;
import io.kahkm.internal.sensor.SensorModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who is accused in a recording by the channel that was fitted to it. */
class OwnRecordingTest {
  private static final double ALERT = 3e5;
  private static final int ROWS = 4000;
  private static SensorModel model;

  @BeforeAll
  static void fit() {
    model =
        SensorFitter.fit(
                Episodes.of(List.<double[][]>of(new LoadPlant(1).rows(3000))),
                List.of("a", "b", "c", "d", "valve"),
                List.of(LoadPlant.SEASON),
                false,
                (stage, done, total) -> {})
            .model()
            .orElseThrow();
  }

  /** Rows of two streams after one another, as they are fitted. */
  private static final class Recorded {
    private final double[][] first = new LoadPlant(2).rows(ROWS);
    private final double[][] second = new LoadPlant(3).rows(ROWS);
    private final List<int[]> leftOut = new ArrayList<>();

    private Recorded shift(double[][] rows, int sensor, int from, int to, double by) {
      for (int t = from; t < to; t++) {
        rows[t][sensor] += by;
      }
      return this;
    }

    private Optional<OwnRecording.Accused> accused(Integer... streams) {
      Episodes episodes = Episodes.of(List.of(first, second), List.of(streams));
      double[][] all = new double[2 * ROWS][];
      System.arraycopy(first, 0, all, 0, ROWS);
      System.arraycopy(second, 0, all, ROWS, ROWS);
      RecordedRows recorded = new RecordedRows(episodes, all);
      leftOut.forEach(rows -> recorded.leaveOut(rows[0], rows[1]));
      return OwnRecording.of(model, episodes, recorded, ALERT);
    }
  }

  @Test
  void nobodyIsAccusedInNormalRows() {
    assertThat(new Recorded().accused(0, 1)).isEmpty();
  }

  @Test
  void whoIsAccusedInMostRowsIsNamedWithWhatIsWrong() {
    Recorded recorded = new Recorded();
    recorded.shift(recorded.second, 0, 500, 1500, -1);
    assertThat(recorded.accused(0, 1)).contains(new OwnRecording.Accused(0, SensorKind.LOW));

    recorded.shift(recorded.first, 1, 100, 300, 1);
    assertThat(recorded.accused(0, 1)).contains(new OwnRecording.Accused(0, SensorKind.LOW));
    recorded.shift(recorded.second, 0, 500, 1500, 1);
    assertThat(recorded.accused(0, 1)).contains(new OwnRecording.Accused(1, SensorKind.HIGH));
  }

  /** Two of a hundred rows: 160 of 8,000. An alarm lasts longer than the fault. */
  @Test
  void aFaultThatARecordingMayHaveAccusesNobody() {
    Recorded few = new Recorded();
    few.shift(few.second, 0, 500, 540, -1);
    assertThat(few.accused(0, 1)).isEmpty();
    Recorded more = new Recorded();
    more.shift(more.second, 0, 500, 700, -1);
    assertThat(more.accused(0, 1)).isPresent();
  }

  /** What the fit found and left out is known, and so is what it leaves behind. */
  @Test
  void whatBeginsInRowsThatWereLeftOutIsKnown() {
    Recorded known = new Recorded();
    known.shift(known.second, 0, 500, 1000, -1);
    known.leftOut.add(new int[] {ROWS + 500, ROWS + 700});
    assertThat(known.accused(0, 1)).isEmpty();

    Recorded other = new Recorded();
    other.shift(other.second, 0, 500, 1000, -1);
    other.leftOut.add(new int[] {500, 700});
    assertThat(other.accused(0, 1)).contains(new OwnRecording.Accused(0, SensorKind.LOW));
  }

  /** An alarm at the end of a stream is over where the next stream begins, and not elsewhere. */
  @Test
  void anAlarmEndsWithItsStream() {
    Recorded recorded = new Recorded();
    recorded.shift(recorded.first, 0, ROWS - 100, ROWS, -1);
    assertThat(recorded.accused(0, 1)).isEmpty();
    recorded.shift(recorded.second, 0, 0, 100, -1);
    assertThat(recorded.accused(0, 0)).contains(new OwnRecording.Accused(0, SensorKind.LOW));
  }
}
