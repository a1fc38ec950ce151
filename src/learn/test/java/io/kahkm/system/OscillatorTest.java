package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.RandomSource;
import io.kahkm.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OscillatorTest {
  private static final RandomSource UNUSED = new RandomSource(0);

  @ParameterizedTest
  @CsvSource({"duffing, 1e-4", "vanderpol, 1e-5"})
  void stepsLikeTheReferenceTrajectoriesUpToTheirProcessNoise(String name, double deviation) {
    Oscillator system = ((Oscillator) DynamicalSystems.named(name)).withNoise(0);
    List<double[][]> trajectories =
        Golden.trajectories(name + "_eval_seeds_100_101_102.csv", "q", "p");
    double sum = 0;
    int count = 0;
    for (double[][] trajectory : trajectories) {
      for (int t = 0; t + 1 < trajectory.length; t++) {
        double[] state = trajectory[t].clone();
        system.step(UNUSED, state);
        for (int i = 0; i < 2; i++) {
          double noise = trajectory[t + 1][i] - state[i];
          assertThat(Math.abs(noise)).isLessThan(6 * deviation);
          sum += noise * noise;
          count++;
        }
      }
    }
    // 4,800 residuals: the relative standard error of their deviation is 1 %.
    assertThat(Math.sqrt(sum / count)).isCloseTo(deviation, within(0.05 * deviation));
  }

  @ParameterizedTest
  @CsvSource({"duffing", "vanderpol"})
  void halvingTheStepDividesTheErrorBySixteen(String name) {
    Oscillator system = ((Oscillator) DynamicalSystems.named(name)).withNoise(0);
    double exact = positionAfterOneSecond(system, 4096);

    double coarse = Math.abs(positionAfterOneSecond(system, 16) - exact);
    double fine = Math.abs(positionAfterOneSecond(system, 32) - exact);

    assertThat(coarse / fine).isBetween(13.0, 19.0);
  }

  private static double positionAfterOneSecond(Oscillator system, int steps) {
    Oscillator stepped = system.withTimeStep(1.0 / steps);
    double[] state = {1.5, 0.3};
    for (int i = 0; i < steps; i++) {
      stepped.step(UNUSED, state);
    }
    return state[0];
  }

  @Test
  void dampingDrainsTheEnergyOfTheDuffingOscillator() {
    Oscillator system = Oscillator.duffing().withNoise(0);
    double[] state = {1.5, 0.5};
    double energy = energy(state);
    for (int i = 0; i < 500; i++) {
      system.step(UNUSED, state);
      assertThat(energy(state)).isLessThan(energy + 1e-9);
      energy = energy(state);
    }
    assertThat(energy).isLessThan(-0.2);
  }

  private static double energy(double[] state) {
    double q = state[0];
    return state[1] * state[1] / 2 - q * q / 2 + q * q * q * q / 4;
  }

  @Test
  void startsAroundThePapersPointWithItsDeviation() {
    RandomSource random = new RandomSource(5);
    double[] state = new double[2];
    double sum = 0;
    double squares = 0;
    int draws = 20_000;
    for (int i = 0; i < draws; i++) {
      Oscillator.vanDerPol().start(random, state);
      sum += state[0];
      squares += state[1] * state[1];
    }
    assertThat(sum / draws).isCloseTo(2, within(4 * 0.05 / Math.sqrt(draws)));
    assertThat(Math.sqrt(squares / draws)).isCloseTo(0.05, within(0.001));
  }

  @Test
  void changedDynamicsMoveTheStateElsewhere() {
    double[] normal = {2, 0};
    double[] changed = {2, 0};
    DynamicalSystem system = Oscillator.vanDerPol().withNoise(0);
    for (int i = 0; i < 200; i++) {
      system.step(UNUSED, normal);
      system.withDynamicsChangedBy(0.5).step(UNUSED, changed);
    }
    assertThat(changed[0]).isNotCloseTo(normal[0], within(0.05));
  }

  @Test
  void unknownSystemsAreRefusedWithTheKnownNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DynamicalSystems.named("pendulum"))
        .withMessageContaining("pendulum")
        .withMessageContaining("duffing, vanderpol");
  }
}
