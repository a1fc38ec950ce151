package io.kahkm.fitting.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.relation.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which alarms hold rests on how much a recording has seen: it is computed a second time. */
class CoverageOracleTest {
  private static final double ROUNDING = 1e-6;
  private static final int SENSORS = 4;
  private static final List<String> NAMES = VectorPlant.names(SENSORS);

  /**
   * Sensors of different memory, a slow movement that all share a little, and noise that is louder
   * at times.
   *
   * @param shared how much of the slow movement there is
   * @param wander how much the level of the noise changes
   */
  private static double[][] rows(int count, double shared, double wander, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[count][SENSORS];
    double slow = 0;
    double level = 0;
    for (int t = 1; t < count; t++) {
      slow = 0.98 * slow + random.nextGaussian();
      level = 0.97 * level + 0.25 * random.nextGaussian();
      for (int j = 0; j < SENSORS; j++) {
        double noise = Math.exp(wander * level) * random.nextGaussian();
        rows[t][j] =
            0.2 * (j + 1) * rows[t - 1][j] + noise + (j % 2 == 0 ? shared : -shared) * slow;
      }
    }
    return rows;
  }

  private static void assertAsPlain(Episodes episodes) {
    PlainCoverage plain = new PlainCoverage(episodes);
    Coverage coverage = CoverageFitter.of(episodes, NAMES);
    int slowest = 0;
    for (int j = 1; j < SENSORS; j++) {
      slowest = plain.memories[j] > plain.memories[slowest] ? j : slowest;
    }
    int rows = coverage.rows();
    double independent = Math.min(rows, rows / plain.memories[slowest]);
    double combined = Math.min(Math.min(rows, plain.hidden), plain.quiet);
    assertThat(coverage.sensor()).isEqualTo(NAMES.get(slowest));
    assertThat(coverage.independent()).isCloseTo(independent, within(ROUNDING * independent));
    assertThat(coverage.combined()).isCloseTo(combined, within(ROUNDING * combined));
    StandardizedRows standardized = StandardizedRows.of(episodes);
    assertThat(QuietMemory.independentRows(episodes, standardized.rows()))
        .isCloseTo(plain.quiet, within(ROUNDING * plain.quiet));
  }

  /** In turn a combination, a sensor alone, and the noise are the slowest. */
  @ParameterizedTest
  @CsvSource({
    "400, 0, 0, 1",
    "400, .05, 0, 2",
    "400, .3, 0, 3",
    "400, 0, 1, 4",
    "900, .1, .3, 5",
    "38, .1, 0, 6",
    "41, .1, 0, 7",
    "42, .1, 0, 8",
    "60, .1, 1, 9"
  })
  void ofOneRun(int count, double shared, double wander, long seed) {
    assertAsPlain(VectorPlant.one(rows(count, shared, wander, seed)));
  }

  /** Two streams, episodes cut from one run, and gaps within them, one longer than a run. */
  @ParameterizedTest
  @CsvSource({"0, 0, 1", ".2, 0, 2", "0, 1, 3", ".1, .5, 4"})
  void ofRunsOfSeveralStreams(double shared, double wander, long seed) {
    double[][] all = rows(600, shared, wander, seed);
    int[][] places = {
      // stream, episode, start, rows
      {0, 0, 0, 90},
      {0, 0, 95, 60},
      {0, 1, 0, 80},
      {0, 1, 3_000, 70},
      {1, 2, 0, 100},
      {1, 3, 0, 120},
      {1, 3, 121, 80}
    };
    List<double[][]> runs = new ArrayList<>();
    List<Episodes.Place> where = new ArrayList<>();
    int row = 0;
    for (int[] place : places) {
      double[][] run = new double[place[3]][];
      System.arraycopy(all, row, run, 0, run.length);
      runs.add(run);
      where.add(new Episodes.Place(place[0], place[1], place[2]));
      row += run.length;
    }
    assertAsPlain(Episodes.ofRuns(runs, where));
  }

  /** Noise of one loudness tells nothing of how long it lasts. */
  @Test
  void valuesThatDoNotVaryAreIndependent() {
    assertThat(QuietMemory.independentRows(List.of(new double[] {2, 2, 2}), 17)).isEqualTo(17);
    assertThat(QuietMemory.independentRows(List.of(new double[] {1, 2, 3, 4, 5, 6}), 7))
        .isBetween(1.0, 2.0);
  }
}
