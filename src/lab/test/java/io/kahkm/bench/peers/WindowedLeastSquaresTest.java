package io.kahkm.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowedLeastSquaresTest {
  private static final int FEATURES = 7;
  private static final int SENSORS = 2;
  private static final List<Integer> HORIZONS = List.of(1, 4);

  /** What a hundred windows of rounding may leave, of coefficients about 1. */
  private static final double ROUNDING = 1e-8;

  private final RandomSource random = new RandomSource(5);
  private final List<double[]> inputs = new ArrayList<>();
  private final List<double[]> readings = new ArrayList<>();

  private double[] draw(int values) {
    double[] drawn = new double[values];
    for (int i = 0; i < values; i++) {
      drawn[i] = random.nextGaussian();
    }
    return drawn;
  }

  private void take(WindowedLeastSquares squares) {
    double[] input = draw(FEATURES);
    double[] reading = draw(SENSORS);
    inputs.add(input);
    readings.add(reading);
    squares.take(input, reading);
  }

  private double[] difference(int input, int horizon) {
    double[] outcome = new double[SENSORS];
    for (int j = 0; j < SENSORS; j++) {
      outcome[j] = readings.get(input + horizon)[j] - readings.get(input)[j];
    }
    return outcome;
  }

  /** Coefficients of one sensor, from the normal equations. */
  private static double[] solved(
      List<double[]> inputs, List<double[]> outcomes, int sensor, double ridge) {
    double[][] system = new double[FEATURES][FEATURES + 1];
    for (int i = 0; i < FEATURES; i++) {
      system[i][i] = ridge;
      for (int s = 0; s < inputs.size(); s++) {
        for (int k = 0; k < FEATURES; k++) {
          system[i][k] += inputs.get(s)[i] * inputs.get(s)[k];
        }
        system[i][FEATURES] += inputs.get(s)[i] * outcomes.get(s)[sensor];
      }
    }
    for (int pivot = 0; pivot < FEATURES; pivot++) {
      for (int i = 0; i < FEATURES; i++) {
        if (i != pivot) {
          double factor = system[i][pivot] / system[pivot][pivot];
          for (int k = pivot; k <= FEATURES; k++) {
            system[i][k] -= factor * system[pivot][k];
          }
        }
      }
    }
    double[] coefficients = new double[FEATURES];
    for (int i = 0; i < FEATURES; i++) {
      coefficients[i] = system[i][FEATURES] / system[i][i];
    }
    return coefficients;
  }

  /** The coefficients, one forecast of a unit vector each. */
  private static double[] coefficients(WindowedLeastSquares squares, int horizon, int sensor) {
    double[] all = new double[FEATURES];
    double[] said = new double[SENSORS];
    for (int i = 0; i < FEATURES; i++) {
      double[] unit = new double[FEATURES];
      unit[i] = 1;
      squares.predict(horizon, unit, said);
      all[i] = said[sensor];
    }
    return all;
  }

  private void assertSolved(
      WindowedLeastSquares squares, int horizon, List<double[]> of, List<double[]> outcomes) {
    for (int j = 0; j < SENSORS; j++) {
      assertThat(coefficients(squares, horizon, j))
          .as("horizon %d, sensor %d", horizon, j)
          .containsExactly(solved(of, outcomes, j, 0.05), within(ROUNDING));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 12, 50, 53, 61, 5000})
  void solvesTheRidgeRegressionOfTheInputsInTheWindow(int count) {
    int window = 50;
    WindowedLeastSquares squares =
        new WindowedLeastSquares(FEATURES, SENSORS, HORIZONS, window, 0.05);
    for (int s = 0; s < count; s++) {
      take(squares);
    }

    for (int h = 0; h < HORIZONS.size(); h++) {
      int known = Math.max(0, count - HORIZONS.get(h));
      int first = Math.max(0, known - window);
      List<double[]> outcomes = new ArrayList<>();
      for (int s = first; s < known; s++) {
        outcomes.add(difference(s, HORIZONS.get(h)));
      }
      assertSolved(squares, h, inputs.subList(first, known), outcomes);
    }
  }

  /** What no reading followed counts as what was thought of it then. */
  @Test
  void learnsNothingAcrossTheEndOfARun() {
    WindowedLeastSquares squares = new WindowedLeastSquares(FEATURES, SENSORS, HORIZONS, 100, 0.05);
    for (int s = 0; s < 20; s++) {
      take(squares);
    }
    List<List<double[]>> thought = new ArrayList<>();
    for (int h = 0; h < HORIZONS.size(); h++) {
      List<double[]> outcomes = new ArrayList<>();
      for (int s = 0; s < 20; s++) {
        double[] outcome = new double[SENSORS];
        if (s + HORIZONS.get(h) < 20) {
          outcome = difference(s, HORIZONS.get(h));
        } else {
          squares.predict(h, inputs.get(s), outcome);
        }
        outcomes.add(outcome);
      }
      thought.add(outcomes);
    }
    double[] before = coefficients(squares, 1, 0);
    squares.startRun();

    assertThat(coefficients(squares, 1, 0)).containsExactly(before, within(ROUNDING));
    for (int s = 20; s < 30; s++) {
      take(squares);
    }
    for (int h = 0; h < HORIZONS.size(); h++) {
      List<double[]> outcomes = new ArrayList<>(thought.get(h));
      int known = 30 - HORIZONS.get(h);
      for (int s = 20; s < known; s++) {
        outcomes.add(difference(s, HORIZONS.get(h)));
      }
      assertSolved(squares, h, inputs.subList(0, known), outcomes);
    }
  }

  @Test
  void needsAPenaltyAndAWindow() {
    assertThatThrownBy(() -> new WindowedLeastSquares(2, 1, List.of(1), 5, 0))
        .hasMessage("ridge is 0.0, must be above 0");
    assertThatThrownBy(() -> new WindowedLeastSquares(2, 1, List.of(1), 0, 1))
        .hasMessage("window is 0, must be at least 1");
  }
}
