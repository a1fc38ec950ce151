package io.kahkm.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileTest {
  private static ColumnStatistics column(double... values) {
    ColumnStatistics statistics = new ColumnStatistics();
    for (double value : values) {
      statistics.add(value);
    }
    return statistics;
  }

  @Test
  void aColumnIsDescribedByRangeMeanAndSpread() {
    ColumnStatistics statistics = column(1, 2, 2, 5);

    assertThat(statistics.least()).isEqualTo(1);
    assertThat(statistics.greatest()).isEqualTo(5);
    assertThat(statistics.mean()).isEqualTo(2.5);
    assertThat(statistics.deviation()).isCloseTo(1.5, within(1e-15));
    assertThat(statistics.repeatedShare()).isCloseTo(1.0 / 3, within(1e-15));
    assertThat(statistics.fallingShare()).isZero();
    assertThat(column(3, 1, 2).fallingShare()).isEqualTo(0.5);
  }

  @Test
  void constantAndCountingColumnsAreRecognised() {
    assertThat(column(0.1, 0.1, 0.1).constant()).isTrue();
    assertThat(column(0.1, 0.1 + 1e-15).constant()).isTrue();
    assertThat(column(0, 1e-9).constant()).isFalse();
    assertThat(column().constant()).isTrue();
    assertThat(column(7, 8, 9, 10).countsRows()).isTrue();
    assertThat(column(7, 8, 10).countsRows()).isFalse();
  }

  @Test
  void countersAndClocksChangeAlikeAtNearlyEveryStep() {
    Random random = new Random(8);
    List<double[][]> runs = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      double[][] rows = new double[200][];
      double wave = 0;
      for (int t = 0; t < rows.length; t++) {
        wave += random.nextGaussian();
        double jittered = 10 * t + 4 * random.nextDouble();
        double energy = t + Math.floor(t / 3.0);
        rows[t] = new double[] {t, -2 * t, jittered, wave, energy, 1, t % 40, Math.sin(0.1 * t)};
      }
      runs.add(rows);
    }

    // The energy meter rises by 1 or 2, which is measured; a phase of 40 rows starts anew too
    // often.
    assertThat(Counters.find(Episodes.of(runs))).containsExactly(0, 1, 2);
    assertThat(Counters.find(Episodes.of(List.<double[][]>of(new double[][] {{1}, {2}, {3}}))))
        .isEmpty();
  }

  @Test
  void metersAddUpFromTheFirstRowToTheLast() {
    Random random = new Random(9);
    List<double[][]> runs = new ArrayList<>();
    double energy = 500;
    for (int run = 0; run < 3; run++) {
      double[][] rows = new double[1_000][];
      for (int t = 0; t < rows.length; t++) {
        energy += t % 200 < 150 ? random.nextDouble() : 0;
        int row = 1_000 * run + t;
        double hours = Math.floor(row / 1.2) / 100;
        double reset = energy % 900;
        double phase = t;
        double setpoint = row < 1_700 ? 3 : 4;
        rows[t] =
            new double[] {
              energy, hours, reset, phase, setpoint, row / 10.0 + random.nextGaussian()
            };
      }
      runs.add(rows);
    }

    assertThat(Counters.totals(Episodes.of(runs))).containsExactly(0, 1);
    assertThat(Counters.totals(Episodes.of(List.<double[][]>of(new double[][] {{1}, {2}, {3}}))))
        .isEmpty();
  }

  @Test
  void stepsGapsAndClocksAreMeasuredWithinEpisodes() {
    StepStatistics steps =
        StepStatistics.of(
            List.of(
                new long[] {0, 100, 200, 305, 305, 405, 5_000, 5_100, 4_000, 4_100, 4_200},
                new long[] {-7_000, -6_900}));

    assertThat(steps.median()).isEqualTo(100);
    assertThat(steps.steps()).isEqualTo(9);
    assertThat(steps.regularShare()).isCloseTo(8.0 / 9, within(1e-15));
    assertThat(steps.tolerance()).isEqualTo(0.1);
    assertThat(steps.gaps()).isEqualTo(1);
    assertThat(steps.longest()).isEqualTo(4_595);
    assertThat(steps.repeated()).isEqualTo(1);
    assertThat(steps.backwards()).isEqualTo(1);
    assertThat(steps.furthestBack()).isEqualTo(1_100);
  }

  @Test
  void irregularSamplingDeclaresNoStep() {
    Random random = new Random(1);
    long[] times = new long[1_000];
    for (int t = 1; t < times.length; t++) {
      times[t] = times[t - 1] + 1 + random.nextInt(1_000);
    }

    assertThat(StepStatistics.of(List.of(times)).tolerance()).isZero();
  }

  @Test
  void jitterWidensTheTolerance() {
    long[] times = new long[100];
    for (int t = 1; t < times.length; t++) {
      times[t] = times[t - 1] + (t % 2 == 0 ? 800 : 1_000);
    }

    assertThat(StepStatistics.of(List.of(times)).tolerance()).isEqualTo(0.25);
  }

  /** x_t = a x_(t-1) + b x_(t-2) + noise: its memory is known. */
  private static Episodes autoregressive(double a, double b) {
    Random random = new Random(5);
    List<double[][]> episodes = new ArrayList<>();
    for (int e = 0; e < 4; e++) {
      double[][] rows = new double[2_000][1];
      for (int t = 2; t < rows.length; t++) {
        rows[t][0] = a * rows[t - 1][0] + b * rows[t - 2][0] + random.nextGaussian();
      }
      episodes.add(rows);
    }
    return Episodes.of(episodes);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1, 0", "0.9, 0, 1, 0.9", "1.5, -0.7, 2, 0.882"})
  void memoryIsThatOfTheProcess(double a, double b, int order, double correlation) {
    Memory memory = Memory.of(autoregressive(a, b));

    assertThat(memory.order()).isEqualTo(order);
    // 8000 rows: the standard error of a correlation is below 0.012.
    assertThat(memory.autocorrelation()).isCloseTo(correlation, within(0.05));
  }

  @Test
  void resemblingSensorsAreFoundWhateverTheirUnits() {
    Random random = new Random(2);
    double[][] rows = new double[500][4];
    for (double[] row : rows) {
      row[0] = random.nextGaussian();
      row[1] = random.nextGaussian();
      row[2] = 40 - 7 * row[0];
      row[3] = row[1] + 0.1 * random.nextGaussian();
    }

    List<Resemblance> found = Resemblance.find(Episodes.of(List.<double[][]>of(rows)));

    assertThat(found).hasSize(1);
    assertThat(found.get(0).first()).isZero();
    assertThat(found.get(0).second()).isEqualTo(2);
    assertThat(found.get(0).correlation()).isCloseTo(-1, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    // rows, sensors, order; delays, classes
    "400, 52, 1, 1, 8",
    "20000, 1, 2, 2, 25",
    "20000, 1, 5, 5, 25",
    "2500, 90, 4, 2, 25",
    "60, 2, 1, 2, 2",
    "10, 1, 3, 1, 2",
  })
  void mapsAreNoLargerThanTheirRowsCarry(
      long rows, int sensors, int order, int delays, int classes) {
    MapSize size = MapSize.of(rows, sensors, new Memory(0.9, order));

    assertThat(size.delays()).isEqualTo(delays);
    assertThat(size.firstClasses()).isEqualTo(classes);
    assertThat(size.classes()).allMatch(c -> c >= 2 && c <= classes);
    assertThat(size.firstOmega()).isEqualTo(4);
  }

  @Test
  void aColumnWithoutStepsSaysNothingOfThem() {
    assertThat(column().count()).isZero();
    assertThat(column().deviation()).isZero();
    assertThat(column(7).repeatedShare()).isZero();
    assertThat(column(7).fallingShare()).isZero();
    assertThat(column(7, 7).repeatedShare()).isEqualTo(1);
    assertThat(column(7, 6).fallingShare()).isEqualTo(1);
    assertThat(column(7, 8).countsRows()).isFalse();
    assertThat(column(7, 8, 9).countsRows()).isTrue();
    assertThat(column(7, 8, 9).count()).isEqualTo(3);
    assertThat(column(1e12, 1e12 + 1).constant()).as("apart by 1e-12 of the larger").isTrue();
    assertThat(column(1e12, 1e12 + 2).constant()).isFalse();
  }

  private static Episodes column(int rows, IntToDoubleFunction value) {
    double[][] data = new double[rows][1];
    for (int t = 0; t < rows; t++) {
      data[t][0] = value.applyAsDouble(t);
    }
    return Episodes.of(List.<double[][]>of(data));
  }

  @Test
  void twentyStepsTellACounterAndOneInAHundredMayBeOfAnotherSize() {
    assertThat(Counters.find(column(21, t -> t))).containsExactly(0);
    assertThat(Counters.find(column(20, t -> t))).isEmpty();
    assertThat(Counters.find(column(101, t -> t % 100))).containsExactly(0);
    assertThat(Counters.find(column(100, t -> t % 99))).isEmpty();
    // Of the steps of 1 to 3 the outer ones are half the median away from it.
    assertThat(Counters.find(column(61, t -> 2 * t - (t + 1) / 3 + t / 3))).containsExactly(0);
    assertThat(Counters.find(column(61, t -> 5))).isEmpty();
  }

  @Test
  void aMeterRisesInNineTenthsOfARecordingAndNeverFalls() {
    // 1001 rows are fifty parts of twenty steps.
    assertThat(Counters.totals(column(1_001, t -> Math.min(t, 900)))).containsExactly(0);
    assertThat(Counters.totals(column(1_001, t -> Math.min(t, 880)))).isEmpty();
    assertThat(Counters.totals(column(1_000, t -> t))).isEmpty();
    assertThat(Counters.totals(column(1_001, t -> t == 1_000 ? 998.5 : t))).isEmpty();
  }

  @Test
  void aStepOfTenMediansIsNoGapAndATenthMoreIsRegular() {
    StepStatistics steps = StepStatistics.of(List.of(new long[] {0, 100, 200, 310, 410, 1_410}));

    assertThat(steps.gaps()).isZero();
    assertThat(steps.longest()).isEqualTo(1_000);
    assertThat(steps.regularShare()).isEqualTo(0.8);
    assertThat(steps.tolerance()).as("most are regular").isEqualTo(0.1);
    assertThat(StepStatistics.of(List.of(new long[] {0, 100, 200, 1_201})).gaps()).isEqualTo(1);
    assertThat(StepStatistics.of(List.of(new long[] {5}, new long[0])))
        .isEqualTo(new StepStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void wideJitterHasTheWidestTolerance() {
    long[] times = new long[100];
    for (int t = 1; t < times.length; t++) {
      times[t] = times[t - 1] + (t % 3 == 0 ? 500 : t % 3 == 1 ? 1_000 : 1_500);
    }

    assertThat(StepStatistics.of(List.of(times)).tolerance()).isEqualTo(0.5);
  }

  @Test
  void sensorsThatStandStillInAPartAreNamed() {
    Episodes part = Episodes.of(List.<double[][]>of(new double[][] {{1, 2, 3}, {1, 2, 4}}));
    Episodes whole =
        Episodes.of(List.<double[][]>of(new double[][] {{1, 2, 3}, {1, 2, 4}, {1, 5, 4}}));

    assertThat(ConstantSensors.find(part)).containsExactly(0, 1);
    assertThat(ConstantSensors.find(whole)).containsExactly(0);
    assertThat(ConstantSensors.onlyIn(part, whole)).containsExactly(1);
  }

  @Test
  void whereNothingVariesThereIsNoMemory() {
    assertThat(Memory.of(column(50, t -> 3))).isEqualTo(new Memory(0, 1));
  }

  @Test
  void sizesStepWhereRowsAreExactlyEnough() {
    Memory memory = new Memory(0.9, 1);

    assertThat(MapSize.of(40, 2, memory).delays()).isEqualTo(2);
    assertThat(MapSize.of(39, 2, memory).delays()).isEqualTo(1);
    assertThat(MapSize.of(500, 2, memory).classes()).containsExactly(5, 10);
    assertThat(MapSize.of(450, 2, memory).classes()).containsExactly(5, 9);
    assertThat(MapSize.of(149, 2, memory).classes()).containsExactly(2);
    assertThat(MapSize.of(1_300, 65, memory).classes())
        .as("65 rows a class")
        .containsExactly(10, 20);
  }

  @Test
  void theLevelOfAReadingIsNoMemory() {
    Episodes process = autoregressive(1.5, -0.7);
    List<double[][]> raised = new ArrayList<>();
    for (int e = 0; e < process.count(); e++) {
      double[][] rows = new double[process.length(e)][1];
      for (int t = 0; t < rows.length; t++) {
        rows[t][0] = process.state(e, t)[0] + 100;
      }
      raised.add(rows);
    }
    Memory memory = Memory.of(Episodes.of(raised));

    assertThat(memory.order()).isEqualTo(2);
    assertThat(memory.autocorrelation())
        .isCloseTo(Memory.of(process).autocorrelation(), within(1e-9));
  }
}
