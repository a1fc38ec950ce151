package io.kahkm.fitting.readout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.forecast.KnownRegression;
import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Regressions on a sensor's own past, computed again from the rows themselves. */
class OwnPastTest {
  private static final double[] PENALTIES = {1e-6, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1, 3, 10};
  private static final int BLOCKS = 4;
  private static final double ROUNDING = 1e-7;

  /**
   * Two runs of three sensors; the first has a season of 12 and follows the third after a while.
   */
  private static Episodes readings(double noise, long seed) {
    Random random = new Random(seed);
    List<double[][]> runs = new ArrayList<>();
    for (int length : new int[] {130, 90}) {
      double[][] run = new double[length][3];
      for (int t = 0; t < length; t++) {
        double before = t == 0 ? 0 : run[t - 1][0];
        double input = t < 3 ? 0 : run[t - 3][2];
        run[t][2] = t % 20 < 10 ? 1 : -1;
        run[t][1] = 5 + random.nextGaussian();
        run[t][0] =
            0.6 * before
                + Math.sin(2 * Math.PI * t / 12)
                + 0.5 * input
                + noise * random.nextGaussian();
      }
      runs.add(run);
    }
    return Episodes.of(runs);
  }

  /** One row: its features as they are, and the change of the sensor. */
  private record Row(List<Double> features, double change) {}

  /** The regression, from the rows. */
  private static final class Plain {
    private final List<Row> rows = new ArrayList<>();
    private final List<Integer> chosen = new ArrayList<>();
    private final double[] mean;
    private final double[] deviation;

    Plain(
        Episodes readings,
        int sensor,
        int horizon,
        int[] lags,
        List<Integer> known,
        IntPredicate wanted) {
      int longest = lags.length == 0 ? 0 : lags[lags.length - 1];
      for (int e = 0; e < readings.count(); e++) {
        for (int t = longest; t + horizon < readings.length(e); t++) {
          double now = readings.state(e, t)[sensor];
          List<Double> features = new ArrayList<>(List.of(now));
          for (int lag : lags) {
            features.add(readings.state(e, t - lag)[sensor] - now);
          }
          if (!known.isEmpty()) {
            for (int m = 0; m < readings.dimension(); m++) {
              if (m != sensor) {
                features.add(readings.state(e, t)[m]);
              }
            }
            for (int input : known) {
              for (int ahead : KnownRegression.steps(horizon)) {
                features.add(readings.state(e, t + ahead)[input] - readings.state(e, t)[input]);
              }
            }
          }
          rows.add(new Row(features, readings.state(e, t + horizon)[sensor] - now));
        }
      }
      int width = rows.get(0).features.size();
      int others = known.isEmpty() ? 0 : readings.dimension() - 1;
      mean = new double[width];
      deviation = new double[width];
      for (int f = 0; f < width; f++) {
        int feature = f;
        double[] values = rows.stream().mapToDouble(row -> row.features.get(feature)).toArray();
        double average = Arrays.stream(values).average().orElseThrow();
        double variance =
            Arrays.stream(values).map(x -> (x - average) * (x - average)).average().orElseThrow();
        deviation[f] = Math.sqrt(variance);
        // Differences stay as they are: without one nothing changes.
        boolean reading = f == 0 || (f > lags.length && f <= lags.length + others);
        mean[f] = reading ? average : 0;
        if (f == 0 || f > lags.length || wanted.test(lags[f - 1])) {
          chosen.add(f);
        }
      }
    }

    double value(Row row, int f) {
      return (row.features.get(f) - mean[f]) / deviation[f];
    }

    int block(int row) {
      return Math.min(BLOCKS - 1, BLOCKS * row / rows.size());
    }

    /** The constant and one weight per chosen feature, on all rows but those of a block. */
    double[] weights(int left, double penalty, boolean towardsTheMean) {
      int size = chosen.size();
      double[][] a = new double[size + 1][size + 2];
      int count = 0;
      for (int i = 0; i < rows.size(); i++) {
        if (block(i) == left) {
          continue;
        }
        count++;
        Row row = rows.get(i);
        double[] z = new double[size + 1];
        z[0] = 1;
        for (int f = 0; f < size; f++) {
          z[1 + f] = value(row, chosen.get(f));
        }
        double target = row.change + (towardsTheMean ? deviation[0] * z[1] : 0);
        for (int f = 0; f <= size; f++) {
          for (int g = 0; g <= size; g++) {
            a[f][g] += z[f] * z[g];
          }
          a[f][size + 1] += z[f] * target;
        }
      }
      for (int f = 1; f <= size; f++) {
        a[f][f] += penalty * count;
      }
      double[] weights = solved(a);
      if (towardsTheMean) {
        weights[1] -= deviation[0];
      }
      return weights;
    }

    double forecast(double[] weights, Row row) {
      double sum = weights[0];
      for (int f = 0; f < chosen.size(); f++) {
        sum += weights[1 + f] * value(row, chosen.get(f));
      }
      return sum;
    }

    double error(int candidate) {
      double sum = 0;
      for (int left = 0; left < BLOCKS; left++) {
        double[] weights = ofCandidate(left, candidate);
        for (int i = 0; i < rows.size(); i++) {
          if (block(i) == left) {
            double miss = rows.get(i).change - forecast(weights, rows.get(i));
            sum += miss * miss / rows.size();
          }
        }
      }
      return sum;
    }

    double[] ofCandidate(int left, int candidate) {
      return weights(left, PENALTIES[candidate % 10], candidate >= 10);
    }

    double persistence() {
      return rows.stream().mapToDouble(row -> row.change * row.change).average().orElseThrow();
    }
  }

  /** Elimination with the largest pivot of each column. */
  private static double[] solved(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k; i < n; i++) {
        pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
      }
      double[] swap = a[k];
      a[k] = a[pivot];
      a[pivot] = swap;
      for (int i = 0; i < n; i++) {
        double factor = i == k ? 0 : a[i][k] / a[k][k];
        for (int j = k; j <= n; j++) {
          a[i][j] -= factor * a[k][j];
        }
      }
    }
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = a[i][n] / a[i][i];
    }
    return x;
  }

  @ParameterizedTest
  @CsvSource({
    // horizon, noise, whether the third sensor is known ahead, the longest lag that is used
    "1, .1, false, 99", "3, .5, false, 99", "1, 3, false, 2", "6, .2, false, 0",
    "4, .2, true, 99", "2, 1, true, 2", "12, 5, true, 0", "24, 9, false, 99"
  })
  void choiceWeightsAndErrorsAreThoseOfTheRows(int horizon, double noise, boolean known, int most) {
    Episodes readings = readings(noise, horizon);
    int[] lags = {1, 2, 5, 12};
    List<Integer> inputs = known ? List.of(2) : List.of();
    IntPredicate wanted = lag -> lag <= most;
    OwnPast past = new OwnPast(readings, 0, horizon, lags, inputs);
    Plain plain = new Plain(readings, 0, horizon, lags, inputs, wanted);

    assertThat(past.rows()).isEqualTo(plain.rows.size());
    assertThat(past.persistence()).isCloseTo(plain.persistence(), within(ROUNDING));
    int best = 0;
    double[] errors = new double[2 * PENALTIES.length];
    for (int c = 0; c < errors.length; c++) {
      errors[c] = plain.error(c);
      best = errors[c] < errors[best] ? c : best;
    }
    boolean gains = errors[best] < 0.995 * plain.persistence();
    OwnPast.Choice choice = past.choose(wanted);
    assertThat(choice.candidate()).isEqualTo(gains ? best : -1);
    assertThat(choice.error())
        .isCloseTo(gains ? errors[best] : plain.persistence(), within(ROUNDING));

    double[] absolute = past.absoluteErrors(choice, wanted);
    double[] fitted = past.fit(choice, wanted);
    assertThat(fitted).hasSize(1 + plain.chosen.size());
    double[] weights = gains ? plain.ofCandidate(-1, best) : new double[fitted.length];
    for (int i = 0; i < plain.rows.size(); i++) {
      Row row = plain.rows.get(i);
      double[] ofFold = gains ? plain.ofCandidate(plain.block(i), best) : weights;
      assertThat(absolute[i])
          .isCloseTo(Math.abs(row.change - plain.forecast(ofFold, row)), within(ROUNDING));
      double inReadings = fitted[0];
      for (int f = 0; f < plain.chosen.size(); f++) {
        inReadings += fitted[1 + f] * row.features.get(plain.chosen.get(f));
      }
      assertThat(inReadings).isCloseTo(plain.forecast(weights, row), within(ROUNDING));
    }
  }

  /** Four rows a weight and a block are the least that anything is left out of. */
  @Test
  void ofTooFewRowsPersistenceIsTaken() {
    double[][] run = new double[40][1];
    for (int t = 0; t < run.length; t++) {
      run[t][0] = Math.sin(2 * Math.PI * t / 8);
    }
    for (int count = 9; count < 16; count++) {
      OwnPast past =
          new OwnPast(
              Episodes.of(List.<double[][]>of(Arrays.copyOf(run, count))), 0, 1, new int[] {1});
      assertThat(past.rows()).isEqualTo(count - 2);
      OwnPast.Choice choice = past.choose(lag -> true);
      assertThat(choice.candidate() < 0).as("%d rows", past.rows()).isEqualTo(past.rows() < 12);
      if (choice.candidate() < 0) {
        assertThat(choice.error()).isEqualTo(past.persistence());
        assertThat(past.fit(choice, lag -> true)).containsOnly(0);
        assertThat(past.absoluteErrors(choice, lag -> true)).hasSize((int) past.rows());
      }
    }
    OwnPast none = new OwnPast(Episodes.of(List.<double[][]>of(run)), 0, 50, new int[0]);
    assertThat(none.rows()).isZero();
    assertThat(none.persistence()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 12", "5, 12", "13, 12", "30, 7"})
  void aSeasonAgoComparedWithNow(int horizon, int season) {
    Episodes readings = readings(0.3, 5);
    int back = season - horizon % season;
    double miss = 0;
    double moved = 0;
    for (int e = 0; e < readings.count(); e++) {
      for (int t = back; t + horizon < readings.length(e); t++) {
        double target = readings.state(e, t + horizon)[0];
        miss += Math.pow(target - readings.state(e, t - back)[0], 2);
        moved += Math.pow(target - readings.state(e, t)[0], 2);
      }
    }
    OwnPast past = new OwnPast(readings, 0, horizon, new int[] {1});
    assertThat(past.seasonRatio(season)).isCloseTo(miss / moved, within(ROUNDING));
    OwnPast still =
        new OwnPast(Episodes.of(List.<double[][]>of(new double[60][1])), 0, 1, new int[] {1});
    assertThat(still.seasonRatio(12)).isInfinite();
  }
}
