package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.TestModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Figures of held-out and accepted rows, computed again from all of them. */
class NormalWindowsTest {
  private static final double[] NONE = {};

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Pair(double[] current, double[] successor, double[] predicted) {}

  private static double[] coordinates(Random random) {
    double first = random.nextDouble();
    double second = (1 - first) * random.nextDouble();
    return new double[] {first, second, 1 - first - second};
  }

  private static double square(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += (one[i] - other[i]) * (one[i] - other[i]);
    }
    return sum;
  }

  /** Retained variation of the successors and relative error of the forecasts of a window. */
  private static double[] figures(List<Pair> window) {
    double[] mean = new double[3];
    for (Pair pair : window) {
      for (int c = 0; c < 3; c++) {
        mean[c] += pair.successor()[c] / window.size();
      }
    }
    double variation = 0;
    double error = 0;
    double magnitude = 0;
    for (Pair pair : window) {
      variation += square(pair.successor(), mean) / window.size();
      error += square(pair.predicted(), pair.successor());
      magnitude += square(pair.successor(), new double[3]);
    }
    return new double[] {variation / (1 - square(mean, new double[3])), error / magnitude};
  }

  /** Of 75 pairs three windows of 20 are full; the last 15 pairs are in none. */
  @Test
  void rangesAreTheSmallestAndTheLargestOfFullWindows() {
    Random random = new Random(2);
    List<Pair> pairs = new ArrayList<>();
    NormalWindows windows = new NormalWindows(3, 1, List.of(1, 4), 75);
    for (int t = 0; t < 75; t++) {
      Pair pair = new Pair(coordinates(random), coordinates(random), coordinates(random));
      pairs.add(pair);
      windows.pair(pair.current(), 0, pair.successor());
      windows.forecast(
          0,
          new ScoredForecast(
              1,
              pair.predicted(),
              pair.successor(),
              pair.current(),
              0,
              null,
              null,
              null,
              null,
              false,
              NONE,
              NONE));
      windows.closeFull();
    }
    double[][] expected = new double[3][];
    for (int w = 0; w < 3; w++) {
      expected[w] = figures(pairs.subList(20 * w, 20 * (w + 1)));
    }
    List<NormalRange> ranges = windows.ranges();

    assertThat(ranges)
        .extracting(NormalRange::quantity)
        .as("no forecast of the second horizon came due")
        .containsExactly("sHat", "rhoVar", "error.1");
    assertThat(ranges).allMatch(range -> range.windows() == 3 && range.pairs() == 20);
    for (int figure = 0; figure < 2; figure++) {
      double low = Double.MAX_VALUE;
      double high = 0;
      for (double[] window : expected) {
        low = Math.min(low, window[figure]);
        high = Math.max(high, window[figure]);
      }
      assertThat(ranges.get(1 + figure).low()).isCloseTo(low, within(1e-12));
      assertThat(ranges.get(1 + figure).high()).isCloseTo(high, within(1e-12));
    }
    assertThat(windows.lowestVariation()).isEqualTo(ranges.get(1).low());
    assertThat(ranges.get(0).expectedRate()).isEqualTo(0.5);
  }

  @Test
  void withoutAFullWindowThereIsNoRange() {
    Random random = new Random(3);
    NormalWindows windows = new NormalWindows(3, 1, List.of(1), 10_000);
    for (int t = 0; t < 499; t++) {
      windows.pair(coordinates(random), 0, coordinates(random));
      windows.closeFull();
    }
    assertThat(windows.ranges()).isEmpty();
    assertThat(windows.lowestVariation()).isNaN();
    windows.pair(coordinates(random), 0, coordinates(random));
    windows.closeFull();
    assertThat(windows.ranges().get(0).pairs()).as("a twentieth of 10,000").isEqualTo(500);
    NormalWindows longest = new NormalWindows(3, 1, List.of(1), 100_000);
    for (int t = 0; t < 512; t++) {
      longest.pair(coordinates(random), 0, coordinates(random));
      longest.closeFull();
    }
    assertThat(longest.ranges().get(0).pairs()).as("no longer than live").isEqualTo(512);
  }

  @Test
  void readingsOutsideAreCountedEpisodeByEpisode() {
    Episodes inside = TestModels.fleet(5, 1, 2, 60);
    List<double[][]> runs = new ArrayList<>();
    for (int e = 0; e < 2; e++) {
      double[][] run = new double[30][];
      for (int t = 0; t < 30; t++) {
        run[t] = e == 0 ? inside.state(e, t) : TestModels.shifted(inside.state(e, t), 500);
      }
      runs.add(run);
    }
    var model = TestModels.withNoveltyLimit(TestModels.vanDerPol(5, 1), 0.9);
    OutsideCount first =
        OutsideCount.of(model, Episodes.of(List.<double[][]>of(runs.get(0))), Progress.NONE);
    OutsideCount second =
        OutsideCount.of(model, Episodes.of(List.<double[][]>of(runs.get(1))), Progress.NONE);
    OutsideCount both = OutsideCount.of(model, Episodes.of(runs), Progress.NONE);

    assertThat(first.readings()).isEqualTo(30);
    assertThat(second).isEqualTo(new OutsideCount(30, 30));
    assertThat(both).isEqualTo(first.plus(second));
    assertThat(first.outside()).isLessThan(15);
    assertThat(new OutsideCount(8, 2).share()).isEqualTo(0.25);
    assertThat(new OutsideCount(0, 0).share()).isZero();
    assertThatThrownBy(() -> new OutsideCount(3, 4)).hasMessageContaining("outside is 4");
    assertThatThrownBy(() -> new OutsideCount(3, -1)).hasMessageContaining("outside is -1");
  }
}
