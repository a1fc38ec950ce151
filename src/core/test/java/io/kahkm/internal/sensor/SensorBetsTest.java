package io.kahkm.internal.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class SensorBetsTest {
  private static final double ALERT = 1000;
  private static final double SCALE = TestSensors.SCALE;

  private static SensorBets one(double cap) {
    return new SensorBets(List.of(TestSensors.norm()), new double[][] {{1, 0.5}}, cap);
  }

  /** How often evidence of each kind reaches the alert, the bets starting again each time. */
  private static Map<SensorKind, Integer> alerts(int rows, IntToDoubleFunction innovation) {
    SensorBets bets = one(1e9);
    Map<SensorKind, Integer> alerts = new EnumMap<>(SensorKind.class);
    double[] value = new double[1];
    for (int t = 0; t < rows; t++) {
      value[0] = innovation.applyAsDouble(t);
      bets.innovations(value, t);
      for (SensorKind kind : SensorKind.values()) {
        if (bets.evidence(0, kind) >= ALERT) {
          alerts.merge(kind, 1, Integer::sum);
          bets.restart(0);
        }
      }
    }
    return alerts;
  }

  private static final int ROWS = 400_000;

  /** The run length allows 400 of each kind. */
  private static void allowed(Map<SensorKind, Integer> alerts) {
    assertThat(alerts.values()).allMatch(count -> count <= ROWS / ALERT);
  }

  /** The definitions once more, in logarithms and one capital at a time. */
  @Test
  void capitalsAreThoseOfTheEquations() {
    SplittableRandom random = new SplittableRandom(3);
    SensorBets bets = one(1e300);
    double scale = SCALE;
    double offset = 0;
    double[] high = new double[3];
    double[] low = new double[3];
    double[] noisy = new double[3];
    double[] quiet = new double[3];
    double[] stakes = {0.1, 0.3, 0.9};
    double[] counts = {1, 2, 4};
    for (int t = 0; t < 500; t++) {
      double r = SCALE * (random.nextGaussian() + (t > 400 ? 1 : 0));
      double z = (r - offset) / scale;
      double q = Math.max(-1, Math.min(1, z / 3));
      double[] mean = new double[4];
      for (int i = 0; i < 3; i++) {
        high[i] = Math.max(high[i], 0) + Math.log(1 + stakes[i] * (q - 0.05) / 1.05);
        low[i] = Math.max(low[i], 0) + Math.log(1 + stakes[i] * (-q - 0.05) / 1.05);
        noisy[i] =
            Math.max(noisy[i], 0) + Math.log(1 + counts[i] * ((Math.abs(z) > 1.645 ? 1 : 0) - 0.2));
        quiet[i] =
            Math.max(quiet[i], 0) + Math.log(1 + counts[i] * ((Math.abs(z) < 0.126 ? 1 : 0) - 0.2));
        mean[0] += Math.exp(high[i]) / 3;
        mean[1] += Math.exp(low[i]) / 3;
        mean[2] += Math.exp(noisy[i]) / 3;
        mean[3] += Math.exp(quiet[i]) / 3;
      }
      bets.innovations(new double[] {r}, t);
      SensorKind[] kinds = {SensorKind.HIGH, SensorKind.LOW, SensorKind.NOISY, SensorKind.QUIET};
      boolean frozen = false;
      for (int k = 0; k < 4; k++) {
        assertThat(bets.evidence(0, kinds[k])).isCloseTo(mean[k], within(1e-9 * mean[k]));
        frozen |= mean[k] >= 1000;
      }
      if (frozen) {
        assertThat(t).isGreaterThan(400);
        return;
      }
      scale =
          Math.max(
              SCALE / 4,
              Math.min(SCALE * 4, scale * Math.exp(Math.abs(z) > 0.67 ? 1 / 250.0 : -1 / 250.0)));
      offset += scale / 250 * Math.max(-1, Math.min(1, z));
    }
    throw new AssertionError("a shift by one scale found nothing");
  }

  @Test
  void normalRowsPageNoMoreThanTheRunLengthAllows() {
    SplittableRandom random = new SplittableRandom(11);
    allowed(alerts(ROWS, t -> SCALE * random.nextGaussian()));
  }

  /** Student's t with three degrees: innovations beyond the clip are common. */
  @Test
  void heavyTailsPageNoMoreEither() {
    SplittableRandom random = new SplittableRandom(12);
    allowed(
        alerts(
            ROWS,
            t -> {
              double a = random.nextGaussian();
              double b = random.nextGaussian();
              double c = random.nextGaussian();
              return SCALE * 0.6 * random.nextGaussian() / Math.sqrt((a * a + b * b + c * c) / 3);
            }));
  }

  /** A conditional mean that stays at the edge of what is normal, in spells. */
  @Test
  void meansAtTheEdgePageNoMoreAndMeansBeyondItAreCaught() {
    SplittableRandom random = new SplittableRandom(13);
    // The clipped mean of z + 0.15 is 0.05, the slack.
    allowed(alerts(ROWS, t -> SCALE * (random.nextGaussian() + (t / 100 % 2 == 0 ? 0.15 : -0.15))));
    Map<SensorKind, Integer> caught =
        alerts(ROWS, t -> SCALE * (random.nextGaussian() + (t / 100 % 2 == 0 ? 1.2 : -1.2)));
    assertThat(caught.get(SensorKind.HIGH) + caught.get(SensorKind.LOW))
        .isGreaterThan((int) (ROWS / ALERT));
  }

  /** Noise that wanders slowly is followed by the scale. */
  @Test
  void noiseThatWandersPagesNoMoreAndSuddenNoiseIsCaught() {
    SplittableRandom random = new SplittableRandom(14);
    allowed(
        alerts(ROWS, t -> SCALE * Math.exp(0.7 * Math.sin(t / 3000.0)) * random.nextGaussian()));
    assertThat(
            alerts(ROWS, t -> SCALE * (t / 200 % 2 == 0 ? 1 : 3) * random.nextGaussian())
                .get(SensorKind.NOISY))
        .isGreaterThan((int) (ROWS / ALERT));
    assertThat(
            alerts(ROWS, t -> SCALE * (t / 200 % 2 == 0 ? 1 : 0.1) * random.nextGaussian())
                .get(SensorKind.QUIET))
        .isGreaterThan((int) (ROWS / ALERT));
  }

  @Test
  void aShiftEndsSoonAfterTheSensorFollowsAgain() {
    SplittableRandom random = new SplittableRandom(15);
    SensorBets bets = one(1e9);
    double[] value = new double[1];
    int found = -1;
    int over = -1;
    for (int t = 0; t < 2000; t++) {
      value[0] = SCALE * (random.nextGaussian() + (t >= 500 && t < 1000 ? 1.5 : 0));
      bets.innovations(value, t);
      double evidence = bets.evidence(0, SensorKind.HIGH);
      found = found < 0 && evidence >= 1e7 ? t : found;
      over = over < 0 && t >= 1000 && evidence < 10 ? t : over;
      if (t >= 700 && t < 1000) {
        assertThat(evidence).as("row %d", t).isGreaterThan(1e6);
        // The response to a step is one, then a half.
        assertThat(bets.shift(0)).isCloseTo(2 * 1.5 * SCALE, within(0.4 * SCALE));
      }
    }
    assertThat(found).isBetween(500, 600);
    assertThat(over).isBetween(1000, 1100);
  }

  /** Three sensors: the first reads high for a while, which the second is told from. */
  private static SensorBets three() {
    double[] response = {1, 0.5};
    return new SensorBets(
        List.of(TestSensors.norm(), TestSensors.norm(), TestSensors.norm()),
        new double[][] {response, response, response},
        1e9);
  }

  private static final int FAULTY_FROM = 500;
  private static final int FAULTY_TO = 2_500;

  /** Innovations of three sensors under a fault of the first, and one of the third if wanted. */
  private static double[] underFault(SplittableRandom random, int t, boolean second) {
    boolean faulty = t >= FAULTY_FROM && t < FAULTY_TO;
    return new double[] {
      SCALE * (random.nextGaussian() + (faulty ? 3 : 0)),
      SCALE * (random.nextGaussian() - (faulty ? 0.5 : 0)),
      SCALE * (random.nextGaussian() + (second && t >= 1_500 ? 2 : 0))
    };
  }

  @Test
  void sensorsThatAreToldFromAFaultyOneAreNormalOnceItIs() {
    for (long seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SensorBets bets = three();
      int[] last = new int[3];
      for (int t = 0; t < 6_000; t++) {
        bets.innovations(underFault(random, t, false), t);
        for (int j = 0; j < 3; j++) {
          double high = bets.evidence(j, SensorKind.HIGH);
          double low = bets.evidence(j, SensorKind.LOW);
          last[j] = Math.max(high, low) >= 1e4 ? t : last[j];
        }
      }
      assertThat(last[0]).as("seed %d", seed).isBetween(FAULTY_TO, FAULTY_TO + 200);
      assertThat(last[1]).as("told from the first, seed %d", seed).isLessThan(FAULTY_TO + 200);
      assertThat(last[2]).isZero();
    }
  }

  @Test
  void aSecondFaultIsFoundAgainSoonAfterTheFirstHasEnded() {
    SplittableRandom random = new SplittableRandom(16);
    SensorBets bets = three();
    int unsuspected = 0;
    for (int t = 0; t < 6_000; t++) {
      bets.innovations(underFault(random, t, true), t);
      unsuspected += t >= 1_600 && bets.evidence(2, SensorKind.HIGH) < 1e4 ? 1 : 0;
    }
    assertThat(unsuspected).isLessThan(60);
  }

  /** The same bits after a restart at any moment; earlier versions kept less. */
  @Test
  void whatWasFollowedBeforeAFaultIsStored() {
    SplittableRandom random = new SplittableRandom(17);
    SensorBets bets = three();
    SensorBets restored = three();
    SensorBets earlier = three();
    for (int t = 0; t < 3_000; t++) {
      double[] row = underFault(random, t, true);
      bets.innovations(row, t);
      restored.innovations(row, t);
      if (t >= 2_000 && t % 7 == 0) {
        restored = moved(restored, true);
      }
      if (t == 2_000) {
        earlier = moved(bets, false);
      } else if (t > 2_000) {
        earlier.innovations(row, t);
      }
      for (int j = 0; j < 3; j++) {
        for (SensorKind kind : SensorKind.values()) {
          assertThat(restored.evidence(j, kind))
              .as("%s of %d, row %d", kind, j, t)
              .isEqualTo(bets.evidence(j, kind));
        }
      }
    }
    assertThat(earlier.evidence(0, SensorKind.HIGH)).as("of an earlier version").isLessThan(10);
  }

  private static SensorBets moved(SensorBets bets, boolean before) {
    StateWriter writer = new StateWriter();
    bets.transfer(writer, before);
    SensorBets read = three();
    StateReader reader = new StateReader(writer.toByteArray());
    read.transfer(reader, before);
    reader.finish();
    return read;
  }
}
