package io.kahkm.fitting.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.internal.relation.RelationStatistic;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Where values are held, R keeps to the limit as it does where none is. */
class HeldNullTest {
  private static final int SENSORS = 8;
  private static final double LIMIT = 0.005;

  /** Three swings mixed into every sensor, with noise that the blind floor is above. */
  private static double[][] plant(int rows, long seed) {
    SplittableRandom mix = new SplittableRandom(5);
    double[][] loads = new double[SENSORS][3];
    for (double[] load : loads) {
      for (int k = 0; k < load.length; k++) {
        load[k] = mix.nextGaussian();
      }
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] swings = new double[3];
    double[][] result = new double[rows][SENSORS];
    for (double[] row : result) {
      for (int k = 0; k < swings.length; k++) {
        swings[k] = 0.8 * swings[k] + 0.6 * random.nextGaussian();
      }
      for (int j = 0; j < SENSORS; j++) {
        row[j] = 0.3 * random.nextGaussian();
        for (int k = 0; k < swings.length; k++) {
          row[j] += loads[j][k] * swings[k];
        }
      }
    }
    return result;
  }

  /** What became of rows of which so many values, others in every row, were held. */
  private record Counts(long judged, long above, long plain, long pages) {
    static Counts of(RelationChannel relations, int heldValues, double shift) {
      double limit = relations.normal().limit();
      RelationMonitor monitor = new RelationMonitor(relations, 1e5);
      RelationStatistic statistic = new RelationStatistic(relations.model());
      SplittableRandom pick = new SplittableRandom(heldValues);
      double[][] live = plant(20_000, 77);
      double[] last = live[0].clone();
      long judged = 0;
      long above = 0;
      long plain = 0;
      long pages = 0;
      boolean broken = false;
      for (int t = 0; t < live.length; t++) {
        boolean[] held = new boolean[SENSORS];
        for (int h = 0; t > 0 && h < heldValues; h++) {
          held[pick.nextInt(SENSORS)] = true;
        }
        live[t][3] += shift;
        statistic.start(last);
        for (int j = 0; j < SENSORS; j++) {
          last[j] = held[j] ? last[j] : live[t][j];
        }
        monitor.take(t, last, held);
        double taken = statistic.take(last, held);
        if (!Double.isNaN(monitor.value())) {
          judged++;
          above += monitor.value() > limit ? 1 : 0;
          plain += taken > limit ? 1 : 0;
        }
        pages += monitor.broken() && !broken ? 1 : 0;
        broken = monitor.broken();
      }
      return new Counts(judged, above, plain, pages);
    }
  }

  @Test
  void theLimitHoldsForTheSensorsThatAreThere() {
    List<String> names = new ArrayList<>();
    for (int j = 0; j < SENSORS; j++) {
      names.add("s" + j);
    }
    RelationChannel relations =
        RelationFitter.fit(
                Episodes.of(List.<double[][]>of(plant(2000, 3))), names, 0.995, Progress.NONE)
            .relations()
            .orElseThrow();
    for (int heldValues : new int[] {0, 1, 2, 3}) {
      Counts counts = Counts.of(relations, heldValues, 0);
      String row = heldValues + " held: " + counts;
      assertThat(counts.judged()).as(row).isGreaterThan(15_000);
      assertThat((double) counts.above() / counts.judged()).as(row).isBetween(0.0005, LIMIT);
      assertThat(counts.pages()).as(row).isLessThanOrEqualTo(1);
      // The control: a reading before that was held, taken for one that was measured.
      assertThat((double) counts.plain() / counts.judged() > 2 * LIMIT)
          .as(row)
          .isEqualTo(heldValues > 1);
      // And what does not fit is found all the same.
      assertThat(Counts.of(relations, heldValues, 3).above()).as(row).isGreaterThan(1000);
    }
  }

  /** Units say nothing, not even those that make squares vanish or overflow. */
  @Test
  void everyUnitGivesTheSameStatistic() {
    List<String> names = List.of("a", "b", "c", "d", "e", "f", "g", "h");
    double[][] rows = plant(600, 3);
    double[] expected = null;
    for (double unit : new double[] {1, 0x1p-660, 0x1p660}) {
      double[][] scaled = new double[rows.length][SENSORS];
      for (int t = 0; t < rows.length; t++) {
        for (int j = 0; j < SENSORS; j++) {
          scaled[t][j] = rows[t][j] * unit;
        }
      }
      RelationFit fit =
          RelationFitter.fit(Episodes.of(List.<double[][]>of(scaled)), names, 0.995, Progress.NONE);
      assertThat(fit.constant()).isEmpty();
      RelationStatistic statistic = new RelationStatistic(fit.relations().orElseThrow().model());
      boolean[] held = new boolean[SENSORS];
      double[] values = new double[2 * SENSORS + 1];
      double[] contributions = new double[SENSORS];
      held[2] = true;
      statistic.take(scaled[0], held);
      held[2] = false;
      values[0] = statistic.take(scaled[1], held);
      statistic.contributions(held, contributions);
      for (int j = 0; j < SENSORS; j++) {
        values[1 + j] = contributions[j];
        values[1 + SENSORS + j] = statistic.predicted(j) / unit;
      }
      expected = expected == null ? values : expected;
      assertThat(values).as("unit " + unit).isEqualTo(expected);
    }
  }
}
