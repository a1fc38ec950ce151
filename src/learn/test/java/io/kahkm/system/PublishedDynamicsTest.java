package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.RandomSource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The control tasks against their published equations, written another way. */
class PublishedDynamicsTest {
  private static final double ROUNDING = 1e-10;

  /** Random states of a task, some of them at its limits. */
  private static List<double[]> states(double... scales) {
    Random random = new Random(scales.length);
    return random
        .ints(200)
        .mapToObj(
            i -> {
              double[] state = new double[scales.length];
              Arrays.setAll(state, j -> scales[j] * (2 * random.nextDouble() - 1));
              return state;
            })
        .toList();
  }

  private static void assertClose(double[] actual, double... expected) {
    assertThat(actual).containsExactly(expected, within(ROUNDING));
  }

  /** Forces and moments of cart and pole, solved for both accelerations. */
  @ParameterizedTest
  @CsvSource({"0, 9.8", "0.5, 14.7"})
  void aPoleOnACart(double change, double gravity) {
    ControlTask task = (ControlTask) CartPole.standard().withDynamicsChangedBy(change);
    for (double[] state : states(2, 3, 0.4, 3)) {
      for (int action = 0; action < 2; action++) {
        // 1.1 a + .05 cos b = F + .05 w^2 sin; cos a + 2/3 b = g sin, with the published 4/3.
        double c = Math.cos(state[2]);
        double s = Math.sin(state[2]);
        double push = (action == 1 ? 10 : -10) + 0.05 * state[3] * state[3] * s;
        double determinant = 1.1 * (2.0 / 3) - 0.05 * c * c;
        double a = (push * (2.0 / 3) - 0.05 * c * gravity * s) / determinant;
        double b = (1.1 * gravity * s - c * push) / determinant;
        double[] next = state.clone();
        task.advance(next, action);
        assertClose(
            next,
            state[0] + 0.02 * state[1],
            state[1] + 0.02 * a,
            state[2] + 0.02 * state[3],
            state[3] + 0.02 * b);
      }
      double lean = state[2] + state[3] / 4 + state[0] / 100 + state[1] / 10;
      assertThat(task.rule(state)).isEqualTo(lean > 0 ? 1 : 0);
    }
    assertThat(task.rule(new double[4])).isZero();
    assertThat(task.ended(new double[] {2.4, 0, 0.2094, 0})).isFalse();
    assertThat(task.ended(new double[] {-2.41, 0, 0, 0})).isTrue();
    assertThat(task.ended(new double[] {0, 0, -0.2095, 0})).isTrue();
    assertThat(task.name()).isEqualTo("cartpole");
    assertThat(task.sensors()).containsExactly("x", "x_dot", "theta", "theta_dot");
    assertThat(task.timeStep()).isEqualTo(0.02);
    assertThat(task.longestEpisode()).isEqualTo(250);
    double[] start = new double[4];
    task.start(new RandomSource(1), start);
    assertThat(Arrays.stream(start).boxed()).allMatch(x -> x != 0 && Math.abs(x) <= 0.05);
  }

  /** The equations of motion as a matrix of inertia and a vector, and one classical step. */
  @ParameterizedTest
  @CsvSource({"0, 9.8", "-0.5, 4.9"})
  void twoLinks(double change, double gravity) {
    ControlTask task = (ControlTask) Acrobot.standard().withDynamicsChangedBy(change);
    for (double[] state : states(3, 3, 10, 25)) {
      for (int action = 0; action < 3; action++) {
        double[] next = state.clone();
        task.advance(next, action);
        double[] k1 = links(state, action - 1, gravity);
        double[] k2 = links(plus(state, 0.1, k1), action - 1, gravity);
        double[] k3 = links(plus(state, 0.1, k2), action - 1, gravity);
        double[] k4 = links(plus(state, 0.2, k3), action - 1, gravity);
        double[] expected = state.clone();
        for (int j = 0; j < 4; j++) {
          expected[j] += 0.2 / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
        }
        assertThat(Math.abs(next[0])).isLessThanOrEqualTo(Math.PI);
        assertThat(Math.abs(next[1])).isLessThanOrEqualTo(Math.PI);
        // Angles are told apart by whole turns only.
        assertThat(Math.IEEEremainder(next[0] - expected[0], 2 * Math.PI))
            .isCloseTo(0, within(1e-8));
        assertThat(Math.IEEEremainder(next[1] - expected[1], 2 * Math.PI))
            .isCloseTo(0, within(1e-8));
        assertThat(next[2]).isCloseTo(clipped(expected[2], 4 * Math.PI), within(1e-8));
        assertThat(next[3]).isCloseTo(clipped(expected[3], 9 * Math.PI), within(1e-8));
      }
      double[] seen = new double[6];
      task.observe(state, seen);
      assertThat(seen[0]).isEqualTo((float) StrictMath.cos(state[0]));
      assertThat(seen[1]).isEqualTo((float) StrictMath.sin(state[0]));
      assertThat(seen[2]).isEqualTo((float) StrictMath.cos(state[1]));
      assertThat(seen[3]).isEqualTo((float) StrictMath.sin(state[1]));
      assertThat(seen[4]).isEqualTo((float) state[2]);
      assertThat(seen[5]).isEqualTo((float) state[3]);
      assertThat(task.rule(seen)).isEqualTo(pumped(state));
      double tip = -Math.cos(state[0]) - Math.cos(state[0] + state[1]);
      assertThat(task.ended(state)).isEqualTo(tip > 1);
    }
    // Hanging down and at rest there is nothing to pump.
    assertThat(task.rule(new double[] {1, 0, 1, 0, 0, 0})).isEqualTo(1);
    assertThat(task.rule(new double[] {1, 0, 1, 0, 0.049, 0})).isEqualTo(1);
    assertThat(task.rule(new double[] {1, 0, 1, 0, 0.051, 0})).isEqualTo(2);
    assertThat(task.rule(new double[] {1, 0, 1, 0, -0.051, 0})).isZero();
    assertThat(task.rule(new double[] {-1, 0, 1, 0, 0, 0})).as("upright").isEqualTo(2);
    assertThat(task.name()).isEqualTo("acrobot");
    assertThat(task.timeStep()).isEqualTo(0.2);
    assertThat(task.stateSize()).isEqualTo(4);
    assertThat(task.longestEpisode()).isEqualTo(500);
    double[] start = new double[4];
    task.start(new RandomSource(1), start);
    assertThat(Arrays.stream(start).boxed()).allMatch(x -> x != 0 && Math.abs(x) <= 0.1);
    assertThat(Arrays.stream(start).boxed()).allMatch(x -> x.doubleValue() == x.floatValue());
  }

  private static int pumped(double[] state) {
    double tip = -Math.cos(state[0]) - Math.cos(state[0] + state[1]);
    double speed = state[2] + state[3];
    if (tip > 0.6) {
      return speed < 0 ? 0 : 2;
    }
    double pump =
        speed + 0.4 * Math.sin(state[0] + state[1]) + 0.2 * Math.sin(state[0]) + 0.1 * state[3];
    return Math.abs(pump) < 0.05 ? 1 : pump < 0 ? 0 : 2;
  }

  /** M q'' = tau - h of two equal links of mass, length and moment one, from hanging down. */
  private static double[] links(double[] s, double torque, double gravity) {
    double c = Math.cos(s[1]);
    double m11 = 0.25 + 1.25 + c + 2;
    double m12 = 0.25 + 0.5 * c + 1;
    double m22 = 0.25 + 1;
    double sine = 0.5 * Math.sin(s[1]);
    double weight = 0.5 * gravity * Math.sin(s[0] + s[1]);
    double h1 = -sine * (s[3] * s[3] + 2 * s[2] * s[3]) + 1.5 * gravity * Math.sin(s[0]) + weight;
    double h2 = sine * s[2] * s[2] + weight;
    double determinant = m11 * m22 - m12 * m12;
    double first = (m22 * -h1 - m12 * (torque - h2)) / determinant;
    double second = (m11 * (torque - h2) + m12 * h1) / determinant;
    return new double[] {s[2], s[3], first, second};
  }

  private static double[] plus(double[] state, double factor, double[] slope) {
    double[] sum = state.clone();
    for (int j = 0; j < sum.length; j++) {
      sum[j] += factor * slope[j];
    }
    return sum;
  }

  private static double clipped(double value, double limit) {
    return Math.abs(value) > limit ? Math.copySign(limit, value) : value;
  }

  @ParameterizedTest
  @CsvSource({
    // position, velocity, action: the next ones, by hand
    "0, 0, 0, -.0035, -.0035",
    "0, 0, 1, -.0025, -.0025",
    "0, 0, 2, -.0015, -.0015",
    "-.5, .01, 2, -.48917684300416925, .010823156995830743",
    "0, .0730, 2, .07, .07",
    "0, -.0730, 0, -.07, -.07",
    "-1.19, -.05, 1, -1.2, 0",
    "0.58, .06, 1, .6, 0.06042099361987269",
  })
  void aCarInAValley(double position, double velocity, int action, double next, double speed) {
    double[] state = {position, velocity};
    MountainCar.standard().advance(state, action);
    assertThat(state[0]).isCloseTo(next, within(1e-9));
    assertThat(state[1]).isCloseTo(speed, within(1e-9));
  }

  @Test
  void aCarAndItsGoal() {
    MountainCar task = MountainCar.standard();
    assertThat(task.name()).isEqualTo("mountaincar");
    assertThat(task.sensors()).containsExactly("position", "velocity");
    assertThat(task.timeStep()).isEqualTo(1);
    assertThat(task.longestEpisode()).isEqualTo(200);
    assertThat(task.ended(new double[] {0.5, 0})).isTrue();
    assertThat(task.ended(new double[] {0.499, 0.01})).isFalse();
    assertThat(task.ended(new double[] {0.51, -0.01})).isFalse();
    assertThat(task.rule(new double[] {0.46, -0.01})).isEqualTo(2);
    assertThat(task.rule(new double[] {0.45, -0.01})).isZero();
    assertThat(task.rule(new double[] {0, 0})).isEqualTo(2);
    double[] start = new double[2];
    task.start(new RandomSource(1), start);
    assertThat(start[0]).isBetween(-0.6, -0.4);
    assertThat(start[1]).isZero();
    double[] light = {0, 0};
    ((ControlTask) task.withDynamicsChangedBy(-1)).advance(light, 1);
    assertThat(light).containsExactly(0, 0);
  }
}
