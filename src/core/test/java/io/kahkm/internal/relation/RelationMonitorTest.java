package io.kahkm.internal.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelationMonitorTest {
  private static final int SENSORS = 5;
  private static final boolean[] NONE = new boolean[SENSORS];
  private static final double RUN_LENGTH = 1e5;

  /** Four of five sensors, unequal in scale; sensor 2 takes no part. */
  private static final RelationChannel RELATIONS = relations(1.3);

  private static RelationChannel relations(double memory) {
    SplittableRandom random = new SplittableRandom(8);
    double[][] weights = new double[4][4];
    double[][] factor = new double[4][4];
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        weights[i][j] = i == j ? 0.5 : 0.1 * random.nextDouble();
        factor[i][j] = j > i ? 0 : j == i ? 1 + random.nextDouble() : random.nextDouble() - 0.5;
      }
    }
    double[] roots = random.doubles(400, 0.5, 1.5).sorted().toArray();
    return new RelationChannel(
        RelationModel.of(
            SENSORS,
            new int[] {0, 1, 3, 4},
            new double[] {10, -3, 2700, 0},
            new double[] {0.1, 0, 0, -0.1},
            Matrix.ofRows(weights),
            Matrix.ofRows(factor),
            new double[] {1, 1.2, 0.9, 1},
            1e-3),
        CrossFittedNull.of(roots, new CrossFittedNull.Moments(10, 1, 0.29, 0.02, memory), 0.995));
  }

  private static double[] reading(SplittableRandom random) {
    return new double[] {
      10 + 0.6 * random.nextGaussian(),
      -3 + 0.6 * random.nextGaussian(),
      random.nextGaussian(),
      2700 + 0.6 * random.nextGaussian(),
      0.6 * random.nextGaussian()
    };
  }

  private static RelationMonitor create() {
    return new RelationMonitor(RELATIONS, RUN_LENGTH);
  }

  private static RelationMonitor restored(RelationMonitor monitor) {
    StateWriter writer = new StateWriter();
    monitor.transfer(writer, true, true);
    StateReader reader = new StateReader(writer.toByteArray());
    RelationMonitor other = new RelationMonitor(monitor.relations(), RUN_LENGTH);
    other.transfer(reader, true, true);
    reader.finish();
    return other;
  }

  private static byte[] bytes(RelationMonitor monitor) {
    StateWriter writer = new StateWriter();
    monitor.transfer(writer, true, true);
    return writer.toByteArray();
  }

  /** Gaps, held values, an excursion that makes a page and ends, and a change of stream. */
  private static void step(RelationMonitor monitor, int t, double[] reading, boolean[] held) {
    if (t % 37 == 36) {
      monitor.skip();
      return;
    }
    if (t % 29 == 28) {
      monitor.breakChain();
    }
    if (t == 400) {
      monitor.startStream();
    }
    monitor.take(t, reading, held);
  }

  /** With a memory of 3 evidence rises before an excursion begins. */
  @ParameterizedTest
  @ValueSource(doubles = {1.3, 3})
  void restoringAtEveryRowGivesTheSameBits(double memory) {
    SplittableRandom random = new SplittableRandom(4);
    RelationMonitor straight = new RelationMonitor(relations(memory), RUN_LENGTH);
    RelationMonitor stored = new RelationMonitor(straight.relations(), RUN_LENGTH);
    boolean broke = false;
    int risingBefore = 0;
    boolean ended = false;
    for (int t = 0; t < 500; t++) {
      double[] reading = reading(random);
      reading[1] += t >= 100 && t < 130 ? 5 : 0;
      boolean[] held = NONE.clone();
      held[t % SENSORS] = t % 3 == 0;
      held[3] |= t % 11 == 0;
      step(straight, t, reading, held);
      step(stored, t, reading, held);
      double[] takenAlone = stored.contributions();
      stored = restored(stored);
      assertThat(bytes(stored)).isEqualTo(bytes(straight));
      assertThat(Double.compare(stored.value(), straight.value())).isZero();
      assertThat(Double.compare(stored.pValue(), straight.pValue())).isZero();
      assertThat(stored.factors()).isEqualTo(straight.factors());
      if (straight.evidence().excursion()) {
        assertThat(stored.predictions()).isEqualTo(straight.predictions());
      }
      boolean judged = !Double.isNaN(straight.value());
      boolean rising = judged && straight.evidence().rising();
      // What a row that speaks against normal operation is made of is its own, not what the last
      // excursion left behind.
      if (rising || (judged && straight.evidence().excursion())) {
        assertThat(takenAlone).isEqualTo(straight.contributions());
      }
      risingBefore += rising && !straight.evidence().excursion() ? 1 : 0;
      broke |= straight.broken();
      ended |= broke && !straight.broken();
    }
    assertThat(broke && ended).isTrue();
    assertThat(risingBefore > 0).isEqualTo(memory > 1.5);
    assertThat(straight.watched() + straight.unwatched()).isEqualTo(500);
  }

  @Test
  void moreThanAHundredReadingsInARowThatAreNotJudgedAreToldApart() {
    SplittableRandom random = new SplittableRandom(6);
    RelationMonitor monitor = create();
    boolean[] all = new boolean[SENSORS];
    Arrays.fill(all, true);
    for (int t = 0; t < 20; t++) {
      monitor.take(t, reading(random), NONE);
    }
    for (int t = 0; t < 200; t++) {
      if (t % 2 == 0) {
        monitor.take(20 + t, reading(random), all);
      } else {
        monitor.skip();
      }
      assertThat(monitor.learning()).isEqualTo(t >= 100);
      assertThat(restored(monitor).learning()).isEqualTo(t >= 100);
    }
    monitor.take(220, reading(random), NONE);
    assertThat(monitor.learning()).as("it has no predecessor").isTrue();
    monitor.take(221, reading(random), NONE);
    assertThat(monitor.learning()).isFalse();

    for (int t = 0; t <= 100; t++) {
      monitor.skip();
    }
    StateWriter writer = new StateWriter();
    monitor.transfer(writer, true, true);
    byte[] bytes = writer.toByteArray();
    StateReader earlier = new StateReader(Arrays.copyOf(bytes, bytes.length - Integer.BYTES));
    RelationMonitor next = create();
    next.transfer(earlier, true, false);
    earlier.finish();
    assertThat(next.learning()).as("an earlier version does not tell").isFalse();
    monitor.startStream();
    assertThat(monitor.learning()).isFalse();
  }

  @Test
  void gapsKeepTheEvidenceAndAreCounted() {
    SplittableRandom random = new SplittableRandom(5);
    RelationMonitor monitor = create();
    monitor.take(0, reading(random), NONE);
    assertThat(monitor.unwatched()).isEqualTo(1);
    double[] far = reading(random);
    far[1] += 5;
    monitor.take(1, far, NONE);
    double evidence = monitor.evidence().evidence();
    double[] factors = monitor.factors().clone();
    assertThat(evidence).isGreaterThan(1);

    monitor.skip();
    assertThat(monitor.value()).isNaN();
    monitor.take(3, far, NONE);
    assertThat(monitor.value()).isNaN();
    monitor.breakChain();
    monitor.take(5, far, NONE);

    assertThat(monitor.evidence().evidence()).isEqualTo(evidence);
    assertThat(monitor.factors()).isEqualTo(factors);
    assertThat(monitor.unwatched()).isEqualTo(4);
    assertThat(monitor.watched()).isEqualTo(1);
  }

  @Test
  void anotherStreamStartsWithoutEvidence() {
    SplittableRandom random = new SplittableRandom(5);
    RelationMonitor monitor = create();
    for (int t = 0; t < 20; t++) {
      double[] far = reading(random);
      far[1] += t > 5 ? 5 : 0;
      monitor.take(t, far, NONE);
    }
    assertThat(monitor.broken()).isTrue();
    monitor.startStream();
    monitor.take(20, reading(random), NONE);
    assertThat(monitor.evidence().evidence()).isZero();
    assertThat(monitor.broken()).isFalse();
    assertThat(monitor.value()).isNaN();
    assertThat(monitor.factors()).containsOnly(0);
  }

  @Test
  void onlyHeldValuesGiveNoStatistic() {
    SplittableRandom random = new SplittableRandom(6);
    RelationMonitor monitor = create();
    monitor.take(0, reading(random), NONE);
    monitor.take(1, reading(random), new boolean[] {true, true, false, true, true});
    assertThat(monitor.value()).isNaN();
    monitor.take(2, reading(random), NONE);
    assertThat(monitor.value()).isNaN();
    monitor.take(3, reading(random), new boolean[] {true, true, true, true, false});
    assertThat(monitor.value()).isFinite().isNotNegative();
  }

  @Test
  void aHeldValueDoesNotEnterTheStatistic() {
    SplittableRandom random = new SplittableRandom(6);
    double[] first = reading(random);
    double[] second = reading(random);
    boolean[] held = {false, true, false, false, false};
    RelationStatistic statistic = new RelationStatistic(RELATIONS.model());
    statistic.take(first, NONE);
    double value = statistic.take(second, held);
    double[] other = second.clone();
    other[1] += 100;
    statistic.breakChain();
    statistic.take(first, NONE);
    assertThat(statistic.take(other, held)).isCloseTo(value, within(1e-9 * value));
    double[] contributions = new double[4];
    statistic.contributions(held, contributions);
    assertThat(contributions[1]).isNaN();
    assertThat(contributions[0]).isFinite();
  }

  @Test
  void theSensorThatTakesNoPartChangesNothing() {
    SplittableRandom random = new SplittableRandom(6);
    double[] first = reading(random);
    double[] second = reading(random);
    double[] other = second.clone();
    other[2] = 1e6;
    RelationStatistic statistic = new RelationStatistic(RELATIONS.model());
    statistic.take(first, NONE);
    double value = statistic.take(second, NONE);
    statistic.breakChain();
    statistic.take(first, NONE);
    assertThat(statistic.take(other, NONE)).isEqualTo(value);
  }

  /** A reading that has the predicted value contributes nothing, and the predictions agree. */
  @Test
  void whatTheOthersPredictContributesNothing() {
    SplittableRandom random = new SplittableRandom(7);
    double[] first = reading(random);
    double[] second = reading(random);
    boolean[][] helds = {NONE, {true, false, false, false, false}};
    for (boolean[] held : helds) {
      RelationStatistic statistic = new RelationStatistic(RELATIONS.model());
      statistic.take(first, NONE);
      statistic.take(second, held);
      double predicted = statistic.predicted(2);
      double[] other = second.clone();
      other[3] = predicted;
      statistic.breakChain();
      statistic.take(first, NONE);
      statistic.take(other, held);
      double[] contributions = new double[4];
      statistic.contributions(held, contributions);
      assertThat(contributions[2]).isCloseTo(0, within(1e-20));
      assertThat(statistic.predicted(2)).isCloseTo(predicted, within(1e-9));
    }
  }

  @Test
  void readingsBeyondAllMeasureStayNumbers() {
    RelationMonitor monitor = create();
    double[] huge = {1e308, -1e308, 0, 1e308, 1e308};
    SplittableRandom random = new SplittableRandom(7);
    monitor.take(0, reading(random), NONE);
    for (int t = 1; t < 5; t++) {
      monitor.take(t, huge, NONE);
      assertThat(monitor.value()).isFinite();
      assertThat(monitor.factors()).doesNotContain(Double.NaN);
    }
    for (int t = 5; t < 200; t++) {
      monitor.take(t, reading(random), NONE);
    }
    assertThat(monitor.broken()).isFalse();
  }

  @Test
  void withoutAStatisticNothingIsAttributed() {
    RelationStatistic statistic = new RelationStatistic(RELATIONS.model());
    statistic.take(new double[SENSORS], NONE);
    assertThatThrownBy(() -> statistic.predicted(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> statistic.contributions(NONE, new double[4]))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cutStateIsRefused() {
    RelationMonitor monitor = create();
    SplittableRandom random = new SplittableRandom(9);
    for (int t = 0; t < 5; t++) {
      double[] far = reading(random);
      far[0] += 9;
      monitor.take(t, far, NONE);
    }
    byte[] whole = bytes(monitor);
    for (int length = 0; length < whole.length; length++) {
      StateReader reader = new StateReader(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> create().transfer(reader, true, true))
          .isInstanceOf(MalformedStateException.class);
    }
  }

  @Test
  void impossibleModelsAreRefused() {
    Matrix one = Matrix.identity(1);
    double[] zero = {0};
    double[] unit = {1};
    assertThatThrownBy(() -> RelationModel.of(1, new int[0], zero, zero, one, one, unit, 0.1))
        .hasMessageContaining("watched is empty");
    assertThatThrownBy(() -> RelationModel.of(1, new int[] {1}, zero, zero, one, one, unit, 0.1))
        .hasMessageContaining("must ascend from 0 to at most 0");
    assertThatThrownBy(() -> RelationModel.of(1, new int[] {0}, zero, zero, one, one, zero, 0.1))
        .hasMessageContaining("usual holds 0.0");
    assertThatThrownBy(
            () -> RelationModel.of(1, new int[] {0}, zero, zero, one, Matrix.zero(1, 1), unit, 0.1))
        .hasMessageContaining("on its diagonal");
    assertThatThrownBy(
            () -> RelationModel.of(1, new int[] {0}, zero, new double[2], one, one, unit, 0.1))
        .hasMessageContaining("offset has 2 values");
    assertThatThrownBy(() -> RelationModel.of(1, new int[] {0}, zero, zero, one, one, unit, 1))
        .hasMessageContaining("floor is 1.0");
  }
}
