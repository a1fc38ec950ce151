package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Figures that decide which map {@code fit} proposes, against sums over all forecasts at once. */
class SensorSkillTest {
  private static final int COUNT = 400;
  private static final int SENSORS = 3;

  /** The mean is moved on from forecast to forecast here, and known from the start there. */
  private static final Offset<Double> ROUNDING = within(1e-12);

  /** Sensors of other units; the last one never moves. */
  private static final double[] SCALES = {1, 250, 0};

  private final double[][] targets = new double[COUNT][SENSORS];
  private final double[][] predicted = new double[COUNT][SENSORS];
  private final double[][] origins = new double[COUNT][SENSORS];
  private final double[][] linear = new double[COUNT][SENSORS];
  private final SensorSkill skill = new SensorSkill(SENSORS, List.of());

  SensorSkillTest() {
    Random random = new Random(9);
    for (int t = 0; t < COUNT; t++) {
      for (int i = 0; i < SENSORS; i++) {
        targets[t][i] = 40 + SCALES[i] * random.nextGaussian();
        predicted[t][i] = targets[t][i] + 0.3 * SCALES[i] * random.nextGaussian();
        origins[t][i] = targets[t][i] + 0.9 * SCALES[i] * random.nextGaussian();
        linear[t][i] = targets[t][i] + 0.6 * SCALES[i] * random.nextGaussian() + (i == 2 ? 1 : 0);
      }
      skill.add(predicted[t], targets[t], origins[t], linear[t]);
    }
  }

  private double variation(int sensor) {
    double mean = 0;
    for (double[] target : targets) {
      mean += target[sensor] / COUNT;
    }
    double sum = 0;
    for (double[] target : targets) {
      sum += (target[sensor] - mean) * (target[sensor] - mean);
    }
    return sum;
  }

  private double squares(double[][] said, int sensor) {
    double sum = 0;
    for (int t = 0; t < COUNT; t++) {
      sum += Math.pow(targets[t][sensor] - said[t][sensor], 2);
    }
    return sum;
  }

  /** In variances, of the two sensors that move. */
  private double error(double[][] said) {
    return squares(said, 0) / variation(0) + squares(said, 1) / variation(1);
  }

  @Test
  void everySensorThatMovesCountsInItsOwnUnit() {
    assertThat(skill.forecasts()).isEqualTo(COUNT);
    assertThat(skill.overPersistence().orElseThrow())
        .isCloseTo(1 - error(predicted) / error(origins), ROUNDING);
    assertThat(skill.overLinear().orElseThrow())
        .isCloseTo(1 - error(predicted) / error(linear), ROUNDING);
    assertThat(skill.linearOverPersistence().orElseThrow())
        .isCloseTo(1 - error(linear) / error(origins), ROUNDING);
    assertThat(skill.relativeError().orElseThrow()).isCloseTo(error(predicted) / 2, ROUNDING);
    assertThat(skill.relativeLinear().orElseThrow()).isCloseTo(error(linear) / 2, ROUNDING);
    assertThat(skill.relativePersistence().orElseThrow()).isCloseTo(error(origins) / 2, ROUNDING);
  }

  /** What was announced is no skill. */
  @Test
  void knownInputsDoNotCount() {
    SensorSkill without = new SensorSkill(SENSORS, List.of(0));
    for (int t = 0; t < COUNT; t++) {
      without.add(predicted[t], targets[t], origins[t], linear[t]);
    }
    assertThat(without.overPersistence().orElseThrow())
        .isCloseTo(1 - squares(predicted, 1) / squares(origins, 1), ROUNDING);
    assertThat(without.relativeError().orElseThrow())
        .isCloseTo(squares(predicted, 1) / variation(1), ROUNDING);
  }

  @Test
  void oneSensorIsComparedByItself() {
    for (int i = 0; i < 2; i++) {
      assertThat(skill.overLinear(i).orElseThrow())
          .isCloseTo(1 - squares(predicted, i) / squares(linear, i), ROUNDING);
    }
    // It stands still, and the forecast that says so is better than one that is off by one.
    assertThat(skill.overLinear(2)).hasValue(1);
  }

  @Test
  void aForecastThatIsNoNumberIsInfinitelyWrong() {
    double[] none = {Double.NaN, 40, 40};
    skill.add(none, targets[0], origins[0], linear[0]);

    assertThat(skill.overLinear()).hasValue(Double.NEGATIVE_INFINITY);
    assertThat(skill.relativeError()).hasValue(Double.POSITIVE_INFINITY);
    assertThat(skill.relativePersistence().orElseThrow()).isFinite();
    assertThat(skill.linearOverPersistence().orElseThrow()).isFinite();
  }

  @Test
  void whatHasNothingToBeComparedWithIsAbsent() {
    SensorSkill still = new SensorSkill(1, List.of());
    assertThat(still.overLinear(0)).isEmpty();
    still.add(new double[] {2}, new double[] {1}, new double[] {1}, new double[] {1});
    still.add(new double[] {2}, new double[] {1}, new double[] {1}, new double[] {1});

    assertThat(still.overPersistence()).isEmpty();
    assertThat(still.overLinear()).isEmpty();
    assertThat(still.overLinear(0)).isEmpty();
    assertThat(still.relativeError()).isEmpty();
  }
}
