package io.kahkm.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Episodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeasonTest {
  private static final Optional<Duration> HOUR = Optional.of(Duration.ofHours(1));

  /** Two sensors with a daily course of hours, its second harmonic, slow drift and noise. */
  static Episodes plantWithDay(int rows, int day, double noise, long seed) {
    Random random = new Random(seed);
    double[][] data = new double[rows][2];
    double drift = 0;
    for (int t = 0; t < rows; t++) {
      drift += 0.05 * random.nextGaussian();
      double phase = 2 * Math.PI * t / day;
      data[t][0] =
          Math.sin(phase) + 0.6 * Math.cos(2 * phase) + drift + noise * random.nextGaussian();
      data[t][1] = 3 * Math.cos(phase) - 2 * drift + noise * random.nextGaussian();
    }
    return Episodes.of(List.<double[][]>of(data));
  }

  @ParameterizedTest
  @CsvSource({"24, 0.2", "24, 0.4", "7, 0.5"})
  void namesThePeriodOfAPlantThatHasOne(int day, double noise) {
    for (long seed = 0; seed < 10; seed++) {
      assertThat(Season.find(plantWithDay(2000, day, noise, seed), Optional.empty()))
          .describedAs("seed " + seed)
          .hasValueSatisfying(season -> assertThat(season.steps()).isEqualTo(day));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"white noise", "random walk"})
  void namesNoneOnNoiseAndOnRandomWalksIn200Of200(String kind) {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      double[][] data = new double[1500][1];
      for (int t = 0; t < data.length; t++) {
        double before = t > 0 && kind.equals("random walk") ? data[t - 1][0] : 0;
        data[t][0] = before + random.nextGaussian();
      }
      assertThat(Season.find(Episodes.of(List.<double[][]>of(data)), HOUR))
          .describedAs("seed " + seed)
          .isEmpty();
    }
  }

  /** Of a long period few multiples are seen, so that noise would move it by a step or two. */
  @Test
  void takesAPeriodNearADayForADay() {
    for (long seed = 0; seed < 10; seed++) {
      assertThat(
              Season.find(plantWithDay(2000, 96, 0.1, seed), Optional.of(Duration.ofMinutes(15))))
          .hasValueSatisfying(season -> assertThat(season.steps()).isEqualTo(96));
    }
  }

  @Test
  void findsASeasonAcrossGaps() {
    List<double[][]> runs = new ArrayList<>();
    double[][] all = rows(3000);
    for (int from = 0; from + 300 <= all.length; from += 310) {
      double[][] run = new double[300][];
      System.arraycopy(all, from, run, 0, 300);
      runs.add(run);
    }
    assertThat(Season.find(Episodes.of(runs), HOUR).orElseThrow().steps()).isEqualTo(24);
  }

  private static double[][] rows(int count) {
    Episodes plant = plantWithDay(count, 24, 0.2, 5);
    double[][] rows = new double[count][];
    for (int t = 0; t < count; t++) {
      rows[t] = plant.state(0, t);
    }
    return rows;
  }

  @Test
  void saysNothingOfRowsThatAreTooFewOrDoNotVary() {
    assertThat(Season.find(plantWithDay(20, 5, 0, 1), HOUR)).isEmpty();
    assertThat(Season.find(Episodes.of(List.<double[][]>of(new double[500][1])), HOUR)).isEmpty();
  }

  @Test
  void namesPeriodsThatPeopleKnow() {
    assertThat(Season.words(24, HOUR)).isEqualTo("a day: 24 steps");
    assertThat(Season.words(168, HOUR)).isEqualTo("a week: 168 steps");
    assertThat(Season.words(8, HOUR)).isEqualTo("a shift of 8 hours: 8 steps");
    assertThat(Season.words(288, Optional.of(Duration.ofMinutes(5)))).isEqualTo("a day: 288 steps");
    assertThat(Season.words(7, HOUR)).isEqualTo("a period of 7 hours: 7 steps");
    assertThat(Season.words(45, Optional.of(Duration.ofSeconds(1))))
        .isEqualTo("a period of 45 seconds: 45 steps");
    assertThat(Season.words(24, Optional.empty())).isEqualTo("24 steps");
  }

  @Test
  void namesEveryUnitOfAPeriod() {
    Optional<Duration> minute = Optional.of(Duration.ofMinutes(1));
    Optional<Duration> tenth = Optional.of(Duration.ofMillis(100));

    assertThat(Season.words(12, HOUR)).isEqualTo("a shift of 12 hours: 12 steps");
    assertThat(Season.words(60, minute)).isEqualTo("an hour: 60 steps");
    assertThat(Season.words(90, minute)).isEqualTo("a period of 90 minutes: 90 steps");
    assertThat(Season.words(120, minute)).isEqualTo("a period of 2 hours: 120 steps");
    assertThat(Season.words(15, tenth)).isEqualTo("a period of 1500 ms: 15 steps");
    assertThat(new Season(24, 0.5).words(HOUR)).isEqualTo("a day: 24 steps");
  }

  @Test
  void aPeriodOfOneMinuteOrSecondIsSaidInTheSingular() {
    assertThat(Season.words(60, Optional.of(Duration.ofSeconds(1))))
        .isEqualTo("a period of 1 minute: 60 steps");
    assertThat(Season.words(10, Optional.of(Duration.ofMillis(100))))
        .isEqualTo("a period of 1 second: 10 steps");
  }
}
