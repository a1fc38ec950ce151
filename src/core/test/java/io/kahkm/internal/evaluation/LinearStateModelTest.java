package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinearStateModelTest {
  /** x_t = 5 + u_t with u_t = 1.6 u_(t-1) - .9 u_(t-2) + noise, beside a slow second sensor. */
  private static double[][] swings(long seed, int rows) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] states = new double[rows][];
    double before = 0;
    double last = 1;
    double slow = 0;
    for (int t = 0; t < rows; t++) {
      double next = 1.6 * last - 0.9 * before + 0.01 * random.nextGaussian();
      before = last;
      last = next;
      slow = 0.99 * slow + 0.1 * random.nextGaussian();
      states[t] = new double[] {5 + next, 100 * slow};
    }
    return states;
  }

  @Test
  void findsTheLawOfTheReadings() {
    Episodes data = Episodes.of(List.of(swings(1, 3000), swings(2, 2000)));

    Matrix weights = LinearStateModel.fit(1, data, 2, 1e-9);

    assertThat(LinearStateModel.delays(weights)).isEqualTo(2);
    double[] forecast = new double[2];
    // u = .5, before it .2: .8 - .18 = .62.
    LinearStateModel.apply(weights, new double[] {5.5, 0, 5.2, 0}, forecast);
    assertThat(forecast[0]).isCloseTo(5.62, within(0.01));
    assertThat(forecast[1]).isCloseTo(0, within(2.0));
  }

  @Test
  void aHeavyPenaltyMeansPersistenceAndTheMeanChange() {
    Episodes data = Episodes.of(List.<double[][]>of(new double[][] {{1}, {2}, {3}, {4}}));

    Matrix weights = LinearStateModel.fit(1, data, 1, 1e12);

    double[] forecast = new double[1];
    LinearStateModel.apply(weights, new double[] {40}, forecast);
    assertThat(forecast[0]).isCloseTo(41, within(1e-6));
  }

  @Test
  void refusesEpisodesThatAreTooShort() {
    Episodes data = Episodes.of(List.<double[][]>of(new double[][] {{1}, {2}, {3}}));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> LinearStateModel.fit(2, data, 2, 1e-2))
        .withMessageContaining("horizon is 2");
  }

  @Test
  void theForecasterTellsWhatWasSaidWhenTheTimeHasCome() {
    double[][] states = swings(3, 60);
    Episodes data = Episodes.of(List.<double[][]>of(states));
    Matrix weights = LinearStateModel.fit(3, data, 2, 1e-2);
    LinearForecaster forecaster = new LinearForecaster(List.of(3), h -> Optional.of(weights), 2);

    for (int t = 0; t < 10; t++) {
      forecaster.add(t != 0 && t != 5, states[t]);
      double[] told = forecaster.forecast(3, 3);
      // Two states must follow each other before there is a forecast, and three pass until its
      // time.
      boolean possible = t == 4 || t == 5 || t == 6 || t == 7 || t == 9;
      assertThat(told != null).as("at " + t).isEqualTo(possible);
      if (t == 9) {
        double[] expected = new double[2];
        LinearStateModel.apply(
            weights,
            new double[] {states[6][0], states[6][1], states[5][0], states[5][1]},
            expected);
        assertThat(told).isEqualTo(expected);
      }
    }
    assertThat(forecaster.forecast(2, 0)).isNull();
  }

  @Test
  void skillsCompareMeanSquaredErrorsInUnitsOfEachSensor() {
    SensorSkill skill = new SensorSkill(2);
    assertThat(skill.overLinear()).isEqualTo(OptionalDouble.empty());
    double[] origin = {0, 0};
    skill.add(new double[] {1, 300}, new double[] {2, 100}, origin, new double[] {2, 100});
    skill.add(new double[] {-1, -100}, new double[] {-2, -100}, origin, new double[] {2, 100});

    // Variances of the targets (sums): 8 and 20,000. Own errors 2 / 8 + 40,000 / 20,000 = 2.25,
    // persistence 8 / 8 + 20,000 / 20,000 = 2, linear 16 / 8 + 40,000 / 20,000 = 4.
    assertThat(skill.forecasts()).isEqualTo(2);
    assertThat(skill.overPersistence().orElseThrow()).isCloseTo(1 - 2.25 / 2, within(1e-12));
    assertThat(skill.overLinear().orElseThrow()).isCloseTo(1 - 2.25 / 4, within(1e-12));
    assertThat(skill.linearOverPersistence().orElseThrow()).isCloseTo(-1.0, within(1e-12));
    assertThat(skill.overLinear(0).orElseThrow()).isCloseTo(1 - 2.0 / 16, within(1e-12));
  }
}
