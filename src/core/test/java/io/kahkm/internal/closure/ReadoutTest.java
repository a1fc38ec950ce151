package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadoutTest {
  private static final double RIDGE = 1e-12;

  /** Random coordinates, and states whose future is linear in present value and predictions. */
  private static final class World {
    final int horizon;
    final Matrix closure;
    final Matrix truth;
    final List<double[][]> coordinates = new ArrayList<>();
    final Episodes raw;

    World(int horizon, double offset, double unit) {
      this.horizon = horizon;
      Random random = new Random(horizon);
      int classes = 4;
      closure = Matrix.ofRows(Simplex.points(random, classes, classes));
      double[][] weights = new double[2][1 + classes];
      for (int i = 0; i < 2; i++) {
        weights[i][0] = 0.3 + 0.2 * i;
        for (int c = 1; c <= classes; c++) {
          weights[i][c] = offset * (1 - weights[i][0]) + unit * random.nextGaussian();
        }
      }
      truth = Matrix.ofRows(weights);
      List<double[][]> episodes = new ArrayList<>();
      for (int length : new int[] {60, 2, 80}) {
        double[][] phi = Simplex.points(random, length, classes);
        double[][] states = new double[length][2];
        for (int t = 0; t < length; t++) {
          for (int i = 0; i < 2; i++) {
            states[t][i] = offset + unit * random.nextGaussian();
          }
          if (t >= horizon) {
            Readout.apply(truth, states[t - horizon], predict(phi[t - horizon]), states[t]);
          }
        }
        coordinates.add(phi);
        episodes.add(states);
      }
      raw = Episodes.of(episodes);
    }

    double[] predict(double[] phi) {
      double[][] predictions = new double[1][phi.length];
      new Rollout(phi.length, new int[] {horizon}, Projection.NONE)
          .roll(Closure.of(closure), phi, predictions);
      return predictions[0];
    }

    double[] forecast(Matrix readout, int episode, int t) {
      double[] out = new double[2];
      Readout.apply(readout, raw.state(episode, t), predict(coordinates.get(episode)[t]), out);
      return out;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void exactRelationIsRecoveredInSensorUnits(int horizon) {
    World world = new World(horizon, 250, 3);

    Matrix readout = Readout.fit(horizon, world.raw, world.coordinates, world.closure, RIDGE);

    assertThat(readout.rows()).isEqualTo(2);
    assertThat(readout.columns()).isEqualTo(5);
    for (int t = 0; t + horizon < 80; t++) {
      assertThat(world.forecast(readout, 2, t))
          .containsExactly(world.raw.state(2, t + horizon), within(1e-6));
    }
    assertThat(readout.get(0, 0)).isCloseTo(0.3, within(1e-6));
    assertThat(readout.get(1, 0)).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void unitsAndOffsetsOfSensorsDoNotMatter() {
    World world = new World(2, 0, 1);
    List<double[][]> moved = new ArrayList<>();
    for (int e = 0; e < world.raw.count(); e++) {
      double[][] states = new double[world.raw.length(e)][];
      for (int t = 0; t < states.length; t++) {
        double[] state = world.raw.state(e, t);
        states[t] = new double[] {1e5 + 2e-3 * state[0], -40 + 7e3 * state[1]};
      }
      moved.add(states);
    }

    Matrix plain = Readout.fit(2, world.raw, world.coordinates, world.closure, 1e-3);
    Matrix other = Readout.fit(2, Episodes.of(moved), world.coordinates, world.closure, 1e-3);

    double[] predicted = world.predict(world.coordinates.get(0)[5]);
    double[] expected = world.forecast(plain, 0, 5);
    double[] out = new double[2];
    Readout.apply(other, moved.get(0)[5], predicted, out);
    assertThat((out[0] - 1e5) / 2e-3).isCloseTo(expected[0], within(1e-6));
    assertThat((out[1] + 40) / 7e3).isCloseTo(expected[1], within(1e-9));
  }

  @Test
  void strongPenaltyShrinksTheForecastTowardsPersistence() {
    World world = new World(1, 250, 3);

    Matrix readout = Readout.fit(1, world.raw, world.coordinates, world.closure, 1e9);

    assertThat(world.forecast(readout, 0, 3)[0]).isCloseTo(world.raw.state(0, 3)[0], within(1e-6));
  }

  @Test
  void frozenSensorIsForecastAtItsValue() {
    double[][] states = new double[50][];
    for (int t = 0; t < 50; t++) {
      states[t] = new double[] {17.5};
    }
    double[][] phi = Simplex.points(new Random(8), 50, 3);

    Matrix readout =
        Readout.fit(
            4,
            Episodes.of(List.<double[][]>of(states)),
            List.<double[][]>of(phi),
            Matrix.identity(3),
            1e-6);

    double[] out = new double[1];
    Readout.apply(readout, states[0], phi[0], out);
    assertThat(out[0]).isCloseTo(17.5, within(1e-12));
  }

  @Test
  void forecastIsOwnShareOfThePresentPlusWeightedCoordinates() {
    Matrix readout = Matrix.of(2, 3, new double[] {0.5, 10, 20, 2, -1, 1});
    double[] out = new double[2];

    Readout.apply(readout, new double[] {4, 3}, new double[] {0.25, 0.75}, out);

    assertThat(out).containsExactly(2 + 2.5 + 15, 6 - 0.25 + 0.75);
  }

  @Test
  void impossibleInputIsRefused() {
    World world = new World(1, 0, 1);

    assertThatThrownBy(() -> Readout.fit(0, world.raw, world.coordinates, world.closure, RIDGE))
        .hasMessageContaining("horizon is 0");
    assertThatThrownBy(() -> Readout.fit(80, world.raw, world.coordinates, world.closure, RIDGE))
        .hasMessageContaining("horizon is 80");
    assertThatThrownBy(() -> Readout.fit(1, world.raw, world.coordinates, world.closure, 0))
        .hasMessageContaining("ridge is 0.0");
    assertThatThrownBy(() -> Readout.fit(1, world.raw, world.coordinates, Matrix.zero(2, 3), RIDGE))
        .hasMessageContaining("must be square");
    assertThatThrownBy(
            () -> Readout.fit(1, world.raw, world.coordinates, Matrix.identity(9), RIDGE))
        .hasMessageContaining("4 columns");
    assertThatThrownBy(() -> Readout.fit(1, world.raw, List.of(), world.closure, RIDGE))
        .hasMessageContaining("has 0 episodes");
    assertThatThrownBy(
            () -> Readout.apply(world.truth, new double[1], new double[4], new double[2]))
        .hasMessageContaining("2 x 5");
  }

  @Test
  void divergedForecastsAreRefused() {
    World world = new World(1, 0, 1);
    Matrix huge = Matrix.of(1, 1, new double[] {1e200});
    List<double[][]> coordinates = new ArrayList<>();
    for (double[][] episode : world.coordinates) {
      coordinates.add(new double[episode.length][]);
      for (int t = 0; t < episode.length; t++) {
        coordinates.get(coordinates.size() - 1)[t] = new double[] {1};
      }
    }

    assertThatThrownBy(() -> Readout.fit(3, world.raw, coordinates, huge, RIDGE))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("horizon 3");
  }
}
