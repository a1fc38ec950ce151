package io.kahkm.internal.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SensorMonitorTest {
  private static final double ALERT = 3e5;
  private static final boolean[] NONE_HELD = new boolean[4];

  private final SensorModel model = TestSensors.model();

  /**
   * Readings that the model predicts up to noise: changes of the load that all share, and noise.
   */
  private static List<double[]> rows(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    List<double[]> rows = new ArrayList<>();
    double load = 0;
    for (int t = 0; t < count; t++) {
      load = 0.9 * load + 0.3 * random.nextGaussian();
      double[] noise = TestSensors.gaussians(random, 4);
      rows.add(
          new double[] {
            10 + load + 0.3 * noise[0],
            7 * noise[3],
            20 + 2 * (load + 0.3 * noise[1]),
            30 + 4 * (load + 0.3 * noise[2])
          });
    }
    return rows;
  }

  private SensorMonitor after(List<double[]> rows) {
    SensorMonitor monitor = new SensorMonitor(model, ALERT);
    for (int t = 0; t < rows.size(); t++) {
      monitor.take(t, rows.get(t), NONE_HELD, rows.get(t));
    }
    return monitor;
  }

  @Test
  void innovationsAreThoseOfTheEquation() {
    List<double[]> rows = rows(1, 40);
    SensorMonitor monitor = new SensorMonitor(model, ALERT);
    for (int t = 0; t < rows.size(); t++) {
      monitor.take(t, rows.get(t), NONE_HELD, rows.get(t));
      for (int j = 0; j < 3; j++) {
        if (t < model.history()) {
          assertThat(monitor.innovation(j)).isNaN();
          continue;
        }
        double implied = model.intercept()[j];
        for (int k = 0; k < TestSensors.LAGS.length; k++) {
          implied +=
              model.own().get(k, j) * (z(rows, t - 1 - TestSensors.LAGS[k], j) - z(rows, t - 1, j));
        }
        for (int o = 0; o < 3; o++) {
          implied += model.changes().get(o, j) * (z(rows, t, o) - z(rows, t - 1, o));
          implied += model.levels().get(o, j) * z(rows, t - 1, o);
        }
        assertThat(monitor.innovation(j)).isCloseTo(z(rows, t, j) - implied, within(1e-12));
      }
    }
    assertThat(monitor.unwatched()).isEqualTo(model.history());
    assertThat(monitor.watched()).isEqualTo(40 - model.history());
  }

  /** Whether the rows that a row's innovation rests on have all come. */
  private static boolean isPastKnown(boolean[] came, int t) {
    boolean known = t > 0 && came[t - 1];
    for (int lag : TestSensors.LAGS) {
      known &= t - 1 - lag >= 0 && came[t - 1 - lag];
    }
    return known;
  }

  /**
   * A row that did not come, or came incomplete, is missed at the model's lags and nowhere else.
   */
  @Test
  void aGapCostsTheRowsWhosePastItTouches() {
    List<double[]> rows = rows(11, 260);
    boolean[] came = new boolean[400];
    SensorMonitor straight = after(rows);
    SensorMonitor whole = new SensorMonitor(model, ALERT);
    SensorMonitor monitor = new SensorMonitor(model, ALERT);
    int judged = 0;
    for (int t = 0; t < rows.size(); t++) {
      whole.take(t, rows.get(t), NONE_HELD, rows.get(t));
      boolean gap = t == 90 || (t >= 120 && t < 123);
      boolean incomplete = t == 60;
      if (gap) {
        continue;
      }
      monitor.follow(t == 91 ? 2 : t == 123 ? 4 : 1);
      monitor.take(t, rows.get(t), NONE_HELD, incomplete ? null : rows.get(t));
      boolean expected = !incomplete && isPastKnown(came, t);
      came[t] = !incomplete;
      judged += expected ? 1 : 0;
      for (int j = 0; j < 3; j++) {
        if (expected) {
          assertThat(monitor.innovation(j)).as("row %d", t).isEqualTo(whole.innovation(j));
        } else {
          assertThat(monitor.innovation(j)).as("row %d", t).isNaN();
        }
      }
      int waiting = 0;
      boolean[] toCome = came.clone();
      while (!isPastKnown(toCome, t + 1 + waiting)) {
        toCome[t + 1 + waiting] = true;
        waiting++;
      }
      assertThat(monitor.waiting()).as("after row %d", t).isEqualTo(waiting);
      assertThat(monitor.learning()).isEqualTo(waiting >= 10);
      if (t % 29 == 0) {
        StateWriter writer = new StateWriter();
        monitor.transfer(writer, true, true, true);
        monitor = new SensorMonitor(model, ALERT);
        monitor.transfer(new StateReader(writer.toByteArray()), true, true, true);
      }
    }
    assertThat(monitor.watched()).isEqualTo(judged);
    // A chain that begins anew after each gap judges fewer rows.
    assertThat(judged)
        .isLessThan((int) straight.watched())
        .isGreaterThan(rows.size() - 4 - 4 * model.history());
    monitor.follow(0);
    assertThat(monitor.waiting()).isEqualTo(model.history());
  }

  @Test
  void itLearnsUntilOneOfTheNextTenReadingsIsJudged() {
    List<double[]> rows = rows(12, 60);
    SensorMonitor monitor = new SensorMonitor(TestSensors.model(new int[] {1, 2, 30}), ALERT);
    for (int t = 0; t < rows.size(); t++) {
      assertThat(monitor.waiting()).isEqualTo(Math.max(0, 31 - t));
      assertThat(monitor.learning()).isEqualTo(t <= 21);
      monitor.take(t, rows.get(t), NONE_HELD, rows.get(t));
    }
    // One row that did not come is missed at once and at the longest lag.
    monitor.follow(2);
    assertThat(monitor.learning()).isFalse();
    // So are the beginnings of episodes, where only few readings in a row go unjudged.
    monitor.follow(0);
    assertThat(monitor.waiting()).isEqualTo(31);
    assertThat(monitor.learning()).isFalse();
    monitor.startStream();
    assertThat(monitor.learning()).isTrue();
  }

  @Test
  void itLearnsAgainWhereMoreThanAHundredReadingsInARowGoUnjudged() {
    List<double[]> rows = rows(13, 300);
    for (int longest : new int[] {70, 120}) {
      SensorMonitor monitor =
          new SensorMonitor(TestSensors.model(new int[] {1, 2, longest}), ALERT);
      for (int t = 0; t < 150; t++) {
        monitor.take(t, rows.get(t), NONE_HELD, rows.get(t));
      }
      assertThat(monitor.learning()).isFalse();
      monitor.follow(0);
      assertThat(monitor.learning()).isEqualTo(longest == 120);
      // Every second reading is incomplete: the past is never known.
      for (int t = 150; t < 260; t++) {
        monitor.take(t, rows.get(t), NONE_HELD, t % 2 == 0 ? null : rows.get(t));
      }
      assertThat(monitor.learning()).as("110 in a row").isTrue();
    }
  }

  private double z(List<double[]> rows, int t, int j) {
    return (rows.get(t)[model.sensor(j)] - model.mean()[j]) / model.deviation(j);
  }

  @Test
  void theResponseIsWhatAStepDoesToTheInnovation() {
    List<double[]> rows = rows(2, 60);
    List<double[]> stepped = new ArrayList<>();
    for (int t = 0; t < rows.size(); t++) {
      double[] row = rows.get(t).clone();
      row[2] += t >= 40 ? 2 : 0;
      stepped.add(row);
    }
    SensorMonitor plain = new SensorMonitor(model, ALERT);
    SensorMonitor other = new SensorMonitor(model, ALERT);
    for (int t = 0; t < rows.size(); t++) {
      plain.take(t, rows.get(t), NONE_HELD, rows.get(t));
      other.take(t, stepped.get(t), NONE_HELD, stepped.get(t));
      if (t >= 40) {
        assertThat(other.innovation(1) - plain.innovation(1))
            .isCloseTo(model.response(1, t - 40), within(1e-12));
      }
    }
  }

  @Test
  void aSensorThatStandsStillIsNamedWithItsRows() {
    List<double[]> rows = rows(3, 200);
    for (int t = 150; t < 200; t++) {
      rows.get(t)[2] = rows.get(150)[2];
    }
    SensorMonitor monitor = after(rows);
    assertThat(monitor.evidence()).isGreaterThan(ALERT);
    SensorFinding finding = monitor.findings(2, sensor -> 1).get(0);
    assertThat(finding.sensor()).isEqualTo(2);
    assertThat(finding.kind()).isEqualTo(SensorKind.STUCK);
    assertThat(finding.amount()).isEqualTo(50);
    assertThat(finding.since()).isEqualTo(150);
    assertThat(finding.value()).isEqualTo(rows.get(150)[2]);
  }

  @Test
  void allSensorsFrozenAtATypicalReadingAreStuck() {
    List<double[]> rows = rows(4, 200);
    double[] frozen = rows.get(150);
    for (int t = 151; t < 200; t++) {
      rows.set(t, frozen);
    }
    SensorMonitor monitor = after(rows);
    assertThat(monitor.evidence()).isGreaterThan(ALERT);
    assertThat(monitor.findings(4, sensor -> 1))
        .extracting(SensorFinding::kind)
        .containsOnly(SensorKind.STUCK);
    assertThat(monitor.findings(4, sensor -> 1)).hasSize(3);
  }

  @Test
  void aSensorWithoutAValueIsGoneAndBackAtOnce() {
    List<double[]> rows = rows(5, 100);
    SensorMonitor monitor = after(rows);
    double[] without = rows.get(99).clone();
    without[3] = Double.NaN;
    for (int t = 100; t < 140; t++) {
      without[0] = 10 + t % 7;
      without[2] = 20 + t % 5;
      monitor.take(t, without, NONE_HELD, null);
    }
    assertThat(monitor.evidence()).isGreaterThan(ALERT);
    SensorFinding finding = monitor.findings(1, sensor -> 1).get(0);
    assertThat(finding.kind()).isEqualTo(SensorKind.GONE);
    assertThat(finding.sensor()).isEqualTo(3);
    assertThat(finding.amount()).isEqualTo(40);
    monitor.take(140, rows.get(99), NONE_HELD, rows.get(99));
    assertThat(monitor.evidence()).isLessThan(10);
  }

  /** A row in which no sensor has a value speaks against none of them. */
  @Test
  void rowsWithoutAnyValueSayNothing() {
    SensorMonitor monitor = after(rows(6, 100));
    double before = monitor.evidence();
    for (int t = 100; t < 200; t++) {
      monitor.take(
          t, new double[] {Double.NaN, Double.NaN, Double.NaN, Double.NaN}, NONE_HELD, null);
    }
    assertThat(monitor.evidence()).isEqualTo(before);
  }

  @Test
  void heldValuesAreNeitherStuckNorGoneNorBetOn() {
    List<double[]> rows = rows(7, 100);
    SensorMonitor monitor = after(rows);
    boolean[] held = {false, false, true, false};
    for (int t = 100; t < 104; t++) {
      double[] row = rows.get(t % 50).clone();
      row[2] = rows.get(99)[2];
      double stuck = monitor.evidence(1, SensorKind.STUCK);
      double high = monitor.evidence(1, SensorKind.HIGH);
      monitor.take(t, row, held, row);
      assertThat(monitor.evidence(1, SensorKind.STUCK)).isEqualTo(stuck);
      assertThat(monitor.evidence(1, SensorKind.HIGH)).isCloseTo(Math.max(high, 1), within(1.0));
      assertThat(monitor.innovation(1)).isNaN();
      assertThat(monitor.evidence(1, SensorKind.GONE)).isEqualTo(1);
    }
  }

  @Test
  void valuesBeyondTheRangeAreSaidToBe() {
    List<double[]> rows = rows(8, 100);
    for (int t = 92; t < 100; t++) {
      rows.get(t)[3] = 170 + 0.1 * t;
    }
    SensorFinding finding = after(rows).findings(1, sensor -> 1).get(0);
    assertThat(finding.sensor()).isEqualTo(3);
    assertThat(finding.kind()).isEqualTo(SensorKind.RANGE);
    assertThat(finding.amount()).isCloseTo(29.9, within(1e-9));
  }

  /** What follows a fault rests on its rows until they have left the history. */
  @Test
  void aFaultIsNoSecondAlarmWhenItReachesTheEndOfTheHistory() {
    SensorModel remembering = TestSensors.model(new int[] {1, 2, 200});
    List<double[]> rows = rows(5, 700);
    for (int t = 250; t < 290; t++) {
      rows.get(t)[0] += 60;
    }
    SensorMonitor monitor = new SensorMonitor(remembering, ALERT);
    double during = 0;
    double after = 0;
    for (int t = 0; t < rows.size(); t++) {
      monitor.take(t, rows.get(t), NONE_HELD, rows.get(t));
      during = Math.max(during, t < 290 ? monitor.evidence() : 0);
      after = Math.max(after, t >= 430 ? monitor.evidence() : 0);
      if (t >= 430 && t < 452) {
        assertThat(monitor.innovation(0)).isNotNaN();
      }
      // The first rows of the fault were no alarm yet.
      if (t >= 465 && t < 490) {
        assertThat(monitor.innovation(0)).isNaN();
      }
    }
    assertThat(during).isGreaterThan(ALERT);
    assertThat(after).isLessThan(10);
    assertThat(monitor.innovation(0)).isNotNaN();
  }

  @Test
  void aRestoredMonitorContinuesWithTheSameBits() {
    List<double[]> rows = rows(9, 300);
    for (int t = 200; t < 300; t++) {
      rows.get(t)[0] += 1.5;
    }
    for (int cut : new int[] {3, 150, 230, 290}) {
      SensorMonitor monitor = after(rows.subList(0, cut));
      StateWriter writer = new StateWriter();
      monitor.transfer(writer, true, true, true);
      SensorMonitor restored = new SensorMonitor(model, ALERT);
      StateReader reader = new StateReader(writer.toByteArray());
      restored.transfer(reader, true, true, true);
      reader.finish();
      for (int t = cut; t < rows.size(); t++) {
        monitor.take(t, rows.get(t), NONE_HELD, rows.get(t));
        restored.take(t, rows.get(t), NONE_HELD, rows.get(t));
      }
      StateWriter left = new StateWriter();
      StateWriter right = new StateWriter();
      monitor.transfer(left, true, true, true);
      restored.transfer(right, true, true, true);
      assertThat(right.toByteArray()).isEqualTo(left.toByteArray());
      assertThat(restored.findings(3, sensor -> 1)).isEqualTo(monitor.findings(3, sensor -> 1));
    }
  }

  @Test
  void refusesBytesThatAreNoState() {
    StateWriter writer = new StateWriter();
    writer.putInt(model.history() + 1);
    assertThatThrownBy(
            () ->
                new SensorMonitor(model, ALERT)
                    .transfer(new StateReader(writer.toByteArray()), true, true, true))
        .isInstanceOf(MalformedStateException.class);
  }

  @Test
  void refusesAModelWithASensorThatExplainsItself() {
    double[][] changes = {{0.1}};
    assertThatThrownBy(
            () ->
                SensorModel.builder(1, new int[] {0})
                    .scaling(new double[] {0}, new double[] {1})
                    .past(new int[] {1}, Matrix.zero(1, 1))
                    .shared(Matrix.ofRows(changes), Matrix.zero(1, 1), new double[] {0})
                    .norms(List.of(TestSensors.norm()))
                    .build())
        .hasMessage("changes has 0.1 on its diagonal, must be 0");
  }
}
