package io.kahkm.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.report.ResultTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerComparisonTest {
  private static final int ROWS = 1000;

  @TempDir Path folder;

  /** Says of every reading what a function of the task says of it. */
  private record Planted(String name, Function<PeerTask, Peer> maker) implements PeerKind {
    @Override
    public List<String> choices() {
      return List.of("");
    }

    @Override
    public Peer learned(PeerTask task, int choice) {
      return maker.apply(task);
    }
  }

  /** Knows the rows that are to come. */
  private static Peer leaking(List<double[][]> future, PeerTask task) {
    return new Peer() {
      private int run = -1;
      private int row;

      @Override
      public void startRun() {
        run++;
        row = -1;
      }

      @Override
      public void take(double[] reading) {
        row++;
      }

      @Override
      public boolean forecast(int horizon, double[] into) {
        double[][] rows = future.get(run);
        double[] next = rows[Math.min(rows.length - 1, row + task.horizons().get(horizon))];
        for (int j = 0; j < into.length; j++) {
          // Half of what is to come, half of what is.
          into[j] = (next[j] + rows[row][j]) / 2;
        }
        return true;
      }
    };
  }

  private static PeerComparison comparison() {
    return new PeerComparison(
        List.of(new Persistence(), new OwnMonitor.Kind(), DictionaryKind.fourier()), ROWS, 1);
  }

  @Test
  void noPeerKnowsWhatIsToCome() {
    ResultTable control = comparison().control(Progress.NONE);

    assertThat(control.passed()).as("%s", control.rows()).isTrue();
    assertThat(control.rows()).hasSize(3);
    assertThat(control.rows().get(0)).contains("0.000 +- 0.000");
  }

  @Test
  void aPeerThatKnowsWhatIsToComeIsNoticed() {
    List<double[][]> future = Recordings.randomWalks(ROWS).standardised().judged();
    PeerKind leak = new Planted("leak", task -> leaking(future, task));

    ResultTable control =
        new PeerComparison(List.of(new Persistence(), leak), ROWS, 1).control(Progress.NONE);

    assertThat(control.passed()).isFalse();
    assertThat(control.rows().get(1).get(1)).startsWith("0.7");
  }

  @Test
  void everythingBeforeAChangeStaysWhateverFollows() {
    PeerRecording whole = Recordings.vanDerPol(ROWS);
    List<double[][]> changed = new ArrayList<>(whole.judged());
    for (int r = 2; r < changed.size(); r++) {
      changed.set(
          r,
          Arrays.stream(changed.get(r))
              .map(row -> new double[] {9 - row[1], row[0] * row[0]})
              .toArray(double[][]::new));
    }
    PeerRecording other =
        new PeerRecording(
            whole.name(), whole.title(), whole.sensors(), 1, whole.fitting(), changed, List.of());
    for (PeerKind kind : List.of(new OwnMonitor.Kind(), DictionaryKind.fourier())) {
      double[][] before = squares(kind, whole);
      double[][] after = squares(kind, other);

      assertThat(after[0]).as(kind.name()).containsExactly(before[0]);
      assertThat(after[1]).as(kind.name()).containsExactly(before[1]);
      assertThat(after[2]).as(kind.name()).isNotEqualTo(before[2]);
    }
  }

  private static double[][] squares(PeerKind kind, PeerRecording recording) {
    PeerRecording standard = recording.standardised();
    PeerTask task = task(standard, 10);
    return new Prequential(task).run(kind.learned(task, 0), standard.judged()).meanSquares();
  }

  private static PeerTask task(PeerRecording recording, int every) {
    return new PeerTask(
        recording.sensors(),
        recording.fitting(),
        recording.delays(),
        PeerComparison.HORIZONS,
        every);
  }

  @Test
  void judgesAForecastAgainstTheReadingSoManyStepsLater() {
    double[][] squared = new double[30][1];
    for (int t = 0; t < squared.length; t++) {
      squared[t][0] = t;
    }
    PeerTask task = new PeerTask(List.of("a"), List.<double[][]>of(squared), 2, List.of(1, 4), 3);
    Prequential.Outcome outcome =
        new Prequential(task).run(new Persistence().learned(task, 0), List.of(squared, squared));

    assertThat(outcome.error(0)).isEqualTo(1);
    assertThat(outcome.error(1)).isEqualTo(4);
    // From reading 1 on every third: 1, 4 .. 28, and of those four steps ahead 1 .. 25.
    assertThat(outcome.forecasts()).isDeepEqualTo(new int[][] {{10, 9}, {10, 9}});
  }

  @Test
  void aPeerWithoutAForecastYetIsTakenToPersist() {
    PeerKind mute =
        new Planted(
            "mute",
            task ->
                new Peer() {
                  @Override
                  public void startRun() {}

                  @Override
                  public void take(double[] reading) {}

                  @Override
                  public boolean forecast(int horizon, double[] into) {
                    return false;
                  }
                });
    PeerRecording recording = Recordings.vanDerPol(ROWS).standardised();

    assertThat(squares(mute, Recordings.vanDerPol(ROWS)))
        .isDeepEqualTo(squares(new Persistence(), Recordings.vanDerPol(ROWS)));
    assertThat(new FaultSearch(mute, 0, recording).rows().get(0)).contains("0 of 0");
  }

  @Test
  void standardisesOnFittingRowsAlone() {
    PeerRecording recording =
        new PeerRecording(
                "x",
                "x",
                List.of("a"),
                1,
                List.of(new double[][] {{1}, {3}}, new double[][] {{5}, {7}}),
                List.<double[][]>of(new double[][] {{4}, {4 + Math.sqrt(5)}}),
                List.of())
            .standardised();

    assertThat(recording.judged().get(0)[0][0]).isCloseTo(0, within(1e-12));
    assertThat(recording.judged().get(0)[1][0]).isCloseTo(1, within(1e-12));
  }

  @Test
  void theLastThirdOfTheRowsChooses() {
    double[][] run = new double[7][1];
    PeerTask task = new PeerTask(List.of("a"), List.of(run, new double[8][1]), 1, List.of(1), 1);

    assertThat(task.firstPart().runs()).extracting(rows -> rows.length).containsExactly(7, 3);
    assertThat(task.lastPart()).extracting(rows -> rows.length).containsExactly(5);
  }

  /** The first sensor jumps; a page needs three rows in a row above the limit. */
  @Test
  void findsAFaultByThreeErrorsInARowAboveTheLargestOfNormalRows() {
    double[][] normal = noise(300, 1);
    double[][] faulty = noise(100, 2);
    for (int t = 60; t < faulty.length; t++) {
      faulty[t][0] += t % 2 == 0 ? 20 : -20;
    }
    double[][] twice = noise(100, 3);
    twice[70][0] = 30;
    twice[80][0] = 30;
    PeerRecording recording =
        new PeerRecording(
            "x",
            "x",
            List.of("a"),
            1,
            List.<double[][]>of(normal),
            List.<double[][]>of(noise(100, 4)),
            List.of(
                new PeerRecording.FaultRun("jumps", faulty, 60),
                new PeerRecording.FaultRun("two spikes", twice, 60)));

    List<String> row = new FaultSearch(new Persistence(), 0, recording).rows().get(0);

    assertThat(row)
        .containsExactly(
            "persistence",
            "error of one step",
            "1 of 2",
            "2",
            "47.50 %",
            "0 in 220 rows",
            "0.00 %");
  }

  private static double[][] noise(int rows, long seed) {
    RandomSource random = new RandomSource(seed);
    double[][] values = new double[rows][1];
    for (double[] row : values) {
      row[0] = random.nextGaussian();
    }
    return values;
  }

  @Test
  void saysWhatItCannotCompareOn() {
    assertThatThrownBy(() -> new PeerComparison(999, 1)).hasMessageContaining("records is 999");
    assertThatThrownBy(() -> new PeerComparison(1000, 0)).hasMessageContaining("repetitions is 0");
    assertThatThrownBy(() -> comparison().parts(Optional.of(folder)))
        .hasMessageContaining("holds neither tep_train.csv");
  }
}
