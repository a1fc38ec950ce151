package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.RandomSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The live side of the control tasks; their published episodes are tested bit for bit elsewhere.
 */
class ControlTaskTest {
  private static SimulatedSensor sensor(
      DynamicalSystem system, SimulatedSensor.Mode mode, int length, int spread) {
    return new SimulatedSensor("s", system, mode, length, spread, 5, 0, 1, List.of());
  }

  @Test
  void episodesEndWhenTheTaskEndsThemOrAtTheirLength() {
    SimulatedSensor car = sensor(MountainCar.standard(), SimulatedSensor.Mode.EPISODES, 200, 0);

    List<SimulatedReading> readings = IntStream.range(0, 2_000).mapToObj(i -> car.next()).toList();

    List<SimulatedReading> ends = readings.stream().filter(SimulatedReading::end).toList();
    assertThat(ends).hasSizeGreaterThan(8);
    assertThat(ends)
        .filteredOn(reading -> reading.state().get(0) >= 0.5)
        .as("at the goal")
        .isNotEmpty();
    assertThat(readings)
        .filteredOn(reading -> !reading.end())
        .allMatch(reading -> reading.state().get(0) < 0.5 || reading.state().get(1) < 0);
  }

  @Test
  void pairsNeverStartInAStateThatEndsTheEpisode() {
    SimulatedSensor car = sensor(MountainCar.standard(), SimulatedSensor.Mode.PAIRS, 400, 0);

    for (int i = 0; i < 300; i++) {
      SimulatedReading pair = car.next();
      assertThat(pair.state().get(0) >= 0.5 && pair.state().get(1) >= 0).isFalse();
      assertThat(pair.next()).isPresent();
    }
  }

  @Test
  void acrobotShowsCosinesAndSinesOfItsHiddenAngles() {
    SimulatedSensor acrobot = sensor(Acrobot.standard(), SimulatedSensor.Mode.EPISODES, 100, 50);

    for (int i = 0; i < 200; i++) {
      List<Double> reading = acrobot.next().state();
      assertThat(reading).hasSize(6);
      double square = reading.get(0) * reading.get(0) + reading.get(1) * reading.get(1);
      // Both are rounded to single precision.
      assertThat(Math.abs(square - 1)).isLessThan(1e-6);
    }
  }

  @Test
  void changedDynamicsMoveTheTaskDifferently() {
    double[] plain = {0, 0, 0.05, 0};
    double[] heavy = plain.clone();
    CartPole task = CartPole.standard();
    ((ControlTask) task.withDynamicsChangedBy(0.5)).advance(heavy, 1);
    task.advance(plain, 1);

    assertThat(heavy[3]).isNotEqualTo(plain[3]);
    assertThat(heavy[0]).isEqualTo(plain[0]);
  }

  @Test
  void fourStatesMapAsInThePaper() {
    assertThat(IntStream.range(0, 4).map(FourState.conflict()::successor))
        .containsExactly(0, 2, 2, 2);
    assertThat(IntStream.range(0, 4).map(FourState.identity()::successor))
        .containsExactly(0, 1, 2, 3);
    double[] state = {1, -1};
    FourState.conflict().step(new RandomSource(1), state);
    assertThat(state).containsExactly(-1, 1);
    assertThat(FourState.conflict().withDynamicsChangedBy(0).name()).isEqualTo("four-state");
  }
}
