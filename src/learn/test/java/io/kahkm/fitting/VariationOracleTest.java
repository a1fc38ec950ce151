package io.kahkm.fitting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.evaluation.LowLimit;
import io.kahkm.internal.kahm.VariationLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Limits of low variation, computed a second time from the windows of every size. */
class VariationOracleTest {
  private static final int[] SIZES = {2, 3, 4, 5, 7, 10, 14, 20, 28, 39, 55, 77, 108};

  /** Coordinates of three classes that swing less and less. */
  private static List<double[]> episode(Random random, int length, double width) {
    List<double[]> episode = new ArrayList<>();
    for (int t = 0; t < length; t++) {
      double first = 0.3 + width * (random.nextDouble() - 0.5);
      double second = 0.3 + width * (random.nextDouble() - 0.5);
      episode.add(new double[] {first, second, 1 - first - second});
    }
    return episode;
  }

  private static double retained(List<double[]> window) {
    double[] mean = new double[3];
    double squares = 0;
    for (double[] phi : window) {
      for (int c = 0; c < 3; c++) {
        mean[c] += phi[c] / window.size();
        squares += phi[c] * phi[c] / window.size();
      }
    }
    double center = mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2];
    return (squares - center) / (1 - center);
  }

  private static void same(
      List<VariationLimits.Limit> actual, List<List<double[]>> bySize, double[] floors) {
    List<Double> expected = new ArrayList<>();
    double shorter = 0;
    for (int i = 0; i < bySize.size(); i++) {
      OptionalDouble low = LowLimit.of(bySize.get(i), 0.01);
      if (low.isPresent()) {
        shorter = Math.min(1, Math.max(shorter, Math.max(low.getAsDouble(), floors[i])));
        expected.add(shorter);
      }
    }
    assertThat(actual).hasSize(expected.size()).isNotEmpty();
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.get(i).size()).isEqualTo(SIZES[i]);
      assertThat(actual.get(i).low()).isCloseTo(expected.get(i), within(1e-9));
    }
  }

  /** Windows do not go on from one episode to the next; five of a size are needed. */
  @Test
  void windowsOfPairsAreThoseOfOneEpisode() {
    Random random = new Random(1);
    List<List<double[]>> episodes =
        List.of(episode(random, 83, 0.3), List.of(), episode(random, 58, 0.2));
    List<List<double[]>> bySize = new ArrayList<>();
    for (int size : SIZES) {
      List<double[]> series = new ArrayList<>();
      int windows = 0;
      for (List<double[]> episode : episodes) {
        double[] values = new double[episode.size() / size];
        for (int w = 0; w < values.length; w++) {
          values[w] = retained(episode.subList(w * size, (w + 1) * size));
        }
        windows += values.length;
        if (values.length > 0) {
          series.add(values);
        }
      }
      if (windows >= 5) {
        bySize.add(series);
      }
    }

    VariationLimits limits = NormalVariation.of(episodes, size -> 0.0);

    assertThat(limits.level()).isEqualTo(0.01);
    assertThat(limits.ofUnits()).as("two episodes make no five windows").isEmpty();
    assertThat(bySize).as("83 / 28 and 58 / 28 make four").hasSize(8);
    same(limits.ofPairs(), bySize, new double[8]);
    double[] floors = new double[8];
    for (int i = 0; i < 8; i++) {
      floors[i] = 0.02 * (SIZES[i] - 1) / SIZES[i];
    }
    same(NormalVariation.of(episodes, size -> 0.02 * (size - 1) / size).ofPairs(), bySize, floors);
    assertThat(NormalVariation.of(episodes, size -> 7.0).ofPairs())
        .allMatch(limit -> limit.low() == 1);
  }

  /** One pair of each episode, at a place that goes round by the golden ratio. */
  @Test
  void windowsOfEpisodesHaveOnePairOfEach() {
    Random random = new Random(2);
    List<List<double[]>> episodes = new ArrayList<>();
    for (int e = 0; e < 43; e++) {
      episodes.add(episode(random, 4 + e % 3, 0.25));
    }
    List<List<double[]>> bySize = new ArrayList<>();
    for (int size : SIZES) {
      if (43 / size >= 5) {
        double[] values = new double[43 / size];
        for (int w = 0; w < values.length; w++) {
          List<double[]> window = new ArrayList<>();
          for (int e = w * size; e < (w + 1) * size; e++) {
            double turn = e * (Math.sqrt(5) - 1) / 2;
            window.add(
                episodes.get(e).get((int) ((turn - Math.floor(turn)) * episodes.get(e).size())));
          }
          values[w] = retained(window);
        }
        bySize.add(List.of(values));
      }
    }

    VariationLimits limits = NormalVariation.of(episodes, size -> 0.0);

    assertThat(bySize).hasSize(5);
    same(limits.ofUnits(), bySize, new double[5]);
    assertThat(limits.ofPairs())
        .extracting(VariationLimits.Limit::size)
        .containsExactly(2, 3, 4, 5);
  }

  @Test
  void independentPairsAreUnitsThemselves() {
    Random random = new Random(3);
    List<List<double[]>> pairs = new ArrayList<>();
    for (int e = 0; e < 30; e++) {
      pairs.add(episode(random, 1, 0.25));
    }

    VariationLimits limits = NormalVariation.of(pairs, size -> 0.0);

    assertThat(limits.ofPairs()).isEqualTo(limits.ofUnits()).hasSize(4);
  }

  @Test
  void coordinatesThatNeverMoveRetainNothing() {
    List<double[]> still = new ArrayList<>();
    for (int t = 0; t < 40; t++) {
      still.add(new double[] {1, 0, 0});
    }
    assertThat(NormalVariation.of(List.of(still), size -> 0.0).ofPairs())
        .allMatch(limit -> limit.low() < 1e-9);
  }
}
