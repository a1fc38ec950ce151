package io.kahkm.fitting.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.relation.Coverage;
import io.kahkm.internal.relation.RelationChannel;
import io.kahkm.internal.relation.RelationMonitor;
import io.kahkm.internal.relation.RelationStatistic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RelationFitterTest {
  private static final double QUANTILE = 0.995;
  private static final double RUN_LENGTH = 1e5;

  private static RelationFit fit(Episodes rows) {
    return RelationFitter.fit(rows, VectorPlant.names(rows.dimension()), QUANTILE, Progress.NONE);
  }

  private static RelationChannel relations(double[][] rows) {
    return fit(VectorPlant.one(rows)).relations().orElseThrow();
  }

  private static double[] run(RelationChannel relations, double[][] rows) {
    RelationStatistic statistic = new RelationStatistic(relations.model());
    boolean[] held = new boolean[rows[0].length];
    return Arrays.stream(rows).mapToDouble(row -> statistic.take(row, held)).toArray();
  }

  private static double[][] map(double[][] rows, java.util.function.UnaryOperator<double[]> each) {
    return Arrays.stream(rows).map(each).toArray(double[][]::new);
  }

  @Test
  void otherUnitsGiveTheSameValues() {
    double[][] fitted = new VectorPlant(1, 4, 0.8).rows(400);
    double[][] later = new VectorPlant(2, 4, 0.8).rows(50);
    double[] factor = {1e6, -0.001, 1.8, 254};
    double[] shift = {0, 5, 32, -1e5};
    java.util.function.UnaryOperator<double[]> convert =
        row -> {
          double[] other = new double[4];
          for (int j = 0; j < 4; j++) {
            other[j] = factor[j] * row[j] + shift[j];
          }
          return other;
        };
    RelationChannel plain = relations(fitted);
    RelationChannel converted = relations(map(fitted, convert));
    double[] values = run(plain, later);
    double[] others = run(converted, map(later, convert));
    assertThat(values[0]).isNaN();
    for (int t = 1; t < values.length; t++) {
      assertThat(others[t]).isCloseTo(values[t], within(1e-10 * values[t]));
    }
    assertThat(converted.normal().limit())
        .isCloseTo(plain.normal().limit(), within(1e-10 * plain.normal().limit()));
  }

  @Test
  void aConstantSensorIsNamedAndChangesNothing() {
    double[][] fitted = new VectorPlant(1, 4, 0.8).rows(400);
    java.util.function.UnaryOperator<double[]> append =
        row -> {
          double[] longer = Arrays.copyOf(row, 5);
          longer[4] = 120.4;
          return longer;
        };
    RelationFit fit = fit(VectorPlant.one(map(fitted, append)));
    double[][] later = new VectorPlant(2, 4, 0.8).rows(50);
    assertThat(fit.constant()).containsExactly("s4");
    assertThat(run(fit.relations().orElseThrow(), map(later, append)))
        .isEqualTo(run(relations(fitted), later));
  }

  @Test
  void tooFewRowsAreRefusedWithTheirNumber() {
    RelationFit few = fit(VectorPlant.one(new VectorPlant(1, 4, 0.8).rows(59)));
    assertThat(few.relations()).isEmpty();
    assertThat(few.refusal()).contains("59").contains("at least 60");
    assertThat(fit(VectorPlant.one(new VectorPlant(1, 4, 0.8).rows(60))).relations()).isPresent();
    assertThat(fit(VectorPlant.one(new VectorPlant(1, 30, 0.8).rows(89))).refusal())
        .contains("at least 90");
    assertThat(fit(VectorPlant.one(new double[100][2])).refusal()).contains("no sensor varies");
  }

  @Test
  void rowsWithoutAnyPredecessorAreRefused() {
    List<double[][]> single = new ArrayList<>();
    for (double[] row : new VectorPlant(1, 3, 0.8).rows(100)) {
      single.add(new double[][] {row});
    }
    RelationFit fit = fit(Episodes.of(single));
    assertThat(fit.relations()).isEmpty();
    assertThat(fit.refusal()).isNotEmpty();
  }

  @Test
  void anExactCopyOfASensorStaysFiniteAndItsBreakIsFound() {
    java.util.function.UnaryOperator<double[]> copy =
        row -> {
          double[] longer = Arrays.copyOf(row, row.length + 1);
          longer[row.length] = row[0];
          return longer;
        };
    VectorPlant plant = new VectorPlant(3, 4, 0.8);
    RelationChannel relations = relations(map(plant.rows(600), copy));
    assertThat(relations.model().floor()).isEqualTo(1e-4);
    double[][] later = map(plant.rows(200), copy);
    for (int t = 100; t < 200; t++) {
      later[t][4] += 0.3;
    }
    RelationMonitor monitor = new RelationMonitor(relations, RUN_LENGTH);
    int page = -1;
    for (int t = 0; t < 200; t++) {
      monitor.take(t, later[t], new boolean[5]);
      assertThat(monitor.value()).matches(v -> Double.isNaN(v) || Double.isFinite(v));
      if (monitor.broken() && page < 0) {
        page = t;
      }
    }
    assertThat(page).isBetween(100, 110);
  }

  @Test
  void duplicatesThatDriftApartRaiseTheFloor() {
    int raised = 0;
    for (int seed = 0; seed < 5; seed++) {
      VectorPlant plant = new VectorPlant(seed, 4, 0.8);
      double[][] rows = plant.rows(600);
      double[][] drifting = new double[600][];
      double[][] exact = new double[600][];
      double offset = 0;
      for (int t = 0; t < 600; t++) {
        if (t % 60 == 0) {
          offset = 0.05 * plant.gaussian();
        }
        drifting[t] = Arrays.copyOf(rows[t], 5);
        drifting[t][4] = rows[t][0] + offset + 0.001 * plant.gaussian();
        exact[t] = Arrays.copyOf(rows[t], 5);
        exact[t][4] = rows[t][0] + 0.001 * plant.gaussian();
      }
      assertThat(relations(exact).model().floor()).isEqualTo(1e-4);
      raised += relations(drifting).model().floor() >= 1e-3 ? 1 : 0;
    }
    assertThat(raised).isEqualTo(5);
  }

  @Test
  void aHundredRowsOfASlowPlantAreProvisional() {
    double[][] rows = new VectorPlant(5, 3, 0.99).rows(100);
    Coverage slow = CoverageFitter.of(VectorPlant.one(rows), VectorPlant.names(3));
    assertThat(slow.provisional()).isTrue();
    assertThat(slow.neededRows()).isGreaterThan(100);
    assertThat(relations(rows).normal().limit()).isFinite();
    Episodes fast = VectorPlant.one(new VectorPlant(5, 3, 0.3).rows(400));
    assertThat(CoverageFitter.of(fast, VectorPlant.names(3)).provisional()).isFalse();
    Episodes still = VectorPlant.one(new double[100][3]);
    assertThat(CoverageFitter.of(still, VectorPlant.names(3)).provisional()).isTrue();
  }

  /**
   * Swings of memory 0.99 below a fast one that all six sensors share: no sensor shows how slow
   * they are, their combinations do. True coverage of the slow swings is 2.
   */
  @Test
  void aSlowMovementThatSensorsShareIsSeenInTheirCombinations() {
    int bySensor = 0;
    int byCombination = 0;
    for (int seed = 0; seed < 20; seed++) {
      VectorPlant slow = new VectorPlant(seed, 6, 0.99);
      double[][] rows = slow.rows(400);
      for (double[] row : rows) {
        double shared = 3 * slow.gaussian();
        for (int j = 0; j < row.length; j++) {
          row[j] += shared * (j - 2.5);
        }
      }
      Coverage coverage = CoverageFitter.of(VectorPlant.one(rows), VectorPlant.names(6));
      bySensor += coverage.independent() < Coverage.ENOUGH ? 1 : 0;
      byCombination += coverage.provisional() ? 1 : 0;
    }
    assertThat(byCombination).isGreaterThanOrEqualTo(18).isGreaterThan(bySensor);
  }

  /** The control: combinations of many fast sensors in few rows are not taken for slow ones. */
  @Test
  void combinationsOfFastSensorsAreNotSlow() {
    double[][] rows = new VectorPlant(7, 52, 0.3).rows(160);
    Coverage coverage = CoverageFitter.of(VectorPlant.one(rows), VectorPlant.names(52));
    assertThat(coverage.provisional()).isFalse();
    assertThat(coverage.combined()).isLessThanOrEqualTo(coverage.independent());
  }

  /** At a run length of 10^5 rows two pages or more come with probability 0.26 at the most. */
  @Test
  void aFastPlantHasAtMostOneFalsePageInAHundredThousandRows() {
    VectorPlant plant = new VectorPlant(11, 4, 0.3);
    RelationChannel relations = relations(plant.rows(400));
    RelationMonitor monitor = new RelationMonitor(relations, RUN_LENGTH);
    boolean[] held = new boolean[4];
    int pages = 0;
    int above = 0;
    boolean before = false;
    for (int t = 0; t < 100_000; t++) {
      monitor.take(t, plant.next(), held);
      pages += monitor.broken() && !before ? 1 : 0;
      before = monitor.broken();
      above += monitor.value() > relations.normal().limit() ? 1 : 0;
    }
    assertThat(pages).isLessThanOrEqualTo(1);
    assertThat(above).isLessThanOrEqualTo(500);
  }

  /** The control: p-values that are a hundred times too small page all the time. */
  @Test
  void aLimitThatIsTooLowPagesOften() {
    VectorPlant plant = new VectorPlant(11, 4, 0.3);
    RelationChannel relations = relations(plant.rows(400));
    RelationMonitor monitor = new RelationMonitor(relations, RUN_LENGTH);
    boolean[] held = new boolean[4];
    int pages = 0;
    boolean before = false;
    for (int t = 0; t < 10_000; t++) {
      double[] row = plant.next();
      for (int j = 0; j < 4; j++) {
        row[j] = 10 * (j + 1) + 1.5 * (row[j] - 10 * (j + 1));
      }
      monitor.take(t, row, held);
      pages += monitor.broken() && !before ? 1 : 0;
      before = monitor.broken();
    }
    assertThat(pages).isGreaterThan(3);
  }

  @Test
  void streamsAreLeftOutOneByOne() {
    List<double[][]> episodes = new ArrayList<>();
    List<Integer> streams = new ArrayList<>();
    for (int machine = 0; machine < 6; machine++) {
      VectorPlant plant = new VectorPlant(machine, 3, 0.5);
      for (int part = 0; part < 2; part++) {
        episodes.add(plant.rows(40));
        streams.add(machine);
      }
    }
    RelationFit fit = fit(Episodes.of(episodes, streams));
    assertThat(fit.relations().orElseThrow().normal().moments().blocks()).isEqualTo(6);
    assertThat(fit.values()).extracting(List::size).containsOnly(78);
  }

  @Test
  void machinesThatDifferWidenTheLimit() {
    List<double[][]> alike = new ArrayList<>();
    List<double[][]> different = new ArrayList<>();
    List<Integer> streams = new ArrayList<>();
    for (int machine = 0; machine < 12; machine++) {
      double[][] rows = new VectorPlant(machine, 3, 0.5).rows(80);
      double noise = 1 + (machine % 4);
      alike.add(rows);
      different.add(map(rows, row -> new double[] {row[0], row[1], 30 + noise * (row[2] - 30)}));
      streams.add(machine);
    }
    RelationChannel same = fit(Episodes.of(alike, streams)).relations().orElseThrow();
    RelationChannel other = fit(Episodes.of(different, streams)).relations().orElseThrow();
    assertThat(other.normal().shift()).isGreaterThan(2 * same.normal().shift());
  }

  @Test
  void blocksOfManyStreamsAreLeftOutInGroups() {
    List<double[][]> episodes = new ArrayList<>();
    List<Integer> streams = new ArrayList<>();
    for (int machine = 0; machine < 25; machine++) {
      episodes.add(new double[2][1]);
      streams.add(machine);
    }
    Blocks blocks = Blocks.of(Episodes.of(episodes, streams), 10);
    assertThat(blocks.count()).isEqualTo(25);
    assertThat(blocks.folds()).isEqualTo(10);
    assertThat(blocks.fold(2 * 13)).isEqualTo(blocks.fold(2 * 3)).isNotEqualTo(blocks.fold(0));
  }

  @Test
  void rowsAreCutIntoBlocksOfWhichTheFirstAreLonger() {
    Blocks blocks = Blocks.of(VectorPlant.one(new double[107][1]), 5);
    assertThat(IntStream.range(0, 107).filter(row -> blocks.block(row) == 0).count()).isEqualTo(22);
    assertThat(IntStream.range(0, 107).filter(row -> blocks.block(row) == 4).count()).isEqualTo(21);
  }

  @Test
  void equalRowsGiveEqualBits() {
    double[][] rows = new VectorPlant(1, 6, 0.8).rows(300);
    double[][] later = new VectorPlant(2, 6, 0.8).rows(20);
    assertThat(run(relations(rows), later)).isEqualTo(run(relations(rows), later));
  }

  @Test
  @Tag("full")
  void memoryOfARampTakesNoQuadraticTime() {
    double[] ramp = new double[1 << 20];
    for (int t = 0; t < ramp.length; t++) {
      ramp[t] = t - (ramp.length - 1) / 2.0;
    }
    assertThat(Autocovariance.memory(List.of(ramp))).isGreaterThan(ramp.length / 10.0);
  }

  @Test
  void memoryIsThatOfTheDefinition() {
    double[] values =
        Arrays.stream(new VectorPlant(4, 1, 0.9).rows(257)).mapToDouble(r -> r[0] - 10).toArray();
    double[] other = Arrays.copyOfRange(values, 100, 131);
    double squares = 0;
    double sum = 0;
    for (int lag = 0; lag + 1 < 257; lag += 2) {
      double pair =
          products(values, lag)
              + products(other, lag)
              + products(values, lag + 1)
              + products(other, lag + 1);
      squares = lag == 0 ? products(values, 0) + products(other, 0) : squares;
      if (pair <= 0) {
        break;
      }
      sum += pair / squares;
    }
    assertThat(Autocovariance.memory(List.of(values, other)))
        .isCloseTo(2 * sum - 1, within(1e-10 * sum))
        .isGreaterThan(5);
    assertThat(Autocovariance.memory(List.of(new double[7]))).isEqualTo(1);
    assertThat(Autocovariance.memory(List.of())).isEqualTo(1);
    assertThat(Autocovariance.memory(List.of(new double[] {3}))).isEqualTo(1);
  }

  private static double products(double[] values, int lag) {
    double sum = 0;
    for (int t = lag; t < values.length; t++) {
      sum += values[t] * values[t - lag];
    }
    return sum;
  }
}
