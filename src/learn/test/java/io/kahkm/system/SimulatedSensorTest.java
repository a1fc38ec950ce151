package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.RandomSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulatedSensorTest {
  private static final long STEP = 20;
  private static final int LENGTH = 40;

  @Test
  void equalSeedsGiveEqualReadingsAndOthersDoNot() {
    assertThat(readings(sensor(7, List.of()), 200)).isEqualTo(readings(sensor(7, List.of()), 200));
    assertThat(readings(sensor(8, List.of()), 200).get(0).state())
        .isNotEqualTo(readings(sensor(7, List.of()), 200).get(0).state());
  }

  @Test
  void theSequenceOfASeedNeverChanges() {
    // Known answers: a change would silently change every recorded demo and fixture.
    RandomSource random = new RandomSource(42);
    assertThat(random.nextUniform()).isEqualTo(0.7415648787718233);
    assertThat(new RandomSource(1).nextSeed()).isEqualTo(-7995527694508729151L);
  }

  @Test
  void gaussiansHaveMeanZeroAndVarianceOne() {
    RandomSource random = new RandomSource(3);
    int draws = 100_000;
    double sum = 0;
    double squares = 0;
    double fourths = 0;
    for (int i = 0; i < draws; i++) {
      double value = random.nextGaussian();
      sum += value;
      squares += value * value;
      fourths += value * value * value * value;
    }
    assertThat(sum / draws).isCloseTo(0, within(4 / Math.sqrt(draws)));
    assertThat(squares / draws).isCloseTo(1, within(4 * Math.sqrt(2.0 / draws)));
    assertThat(fourths / draws).isCloseTo(3, within(4 * Math.sqrt(96.0 / draws)));
  }

  @Test
  void episodesRestartAndEndWhereTheySay() {
    List<SimulatedReading> readings = readings(sensor(1, List.of()), 3 * (LENGTH + 1));

    for (int i = 0; i < readings.size(); i++) {
      SimulatedReading reading = readings.get(i);
      assertThat(reading.time()).isEqualTo(1000 + i * STEP);
      assertThat(reading.episode()).isEqualTo("s/" + i / (LENGTH + 1));
      assertThat(reading.end()).isEqualTo(i % (LENGTH + 1) == LENGTH);
    }
    assertThat(readings.get(LENGTH + 1).state().get(0)).isCloseTo(2, within(0.3));
    assertThat(readings.get(LENGTH).state().get(0)).isNotCloseTo(2, within(0.3));
  }

  @Test
  void episodesStartIndependently() {
    int episodes = 2000;
    List<SimulatedReading> starts =
        readings(sensor(11, List.of()), episodes * (LENGTH + 1)).stream()
            .filter(reading -> (reading.time() - 1000) / STEP % (LENGTH + 1) == 0)
            .toList();
    double covariance = 0;
    for (int e = 0; e + 1 < episodes; e++) {
      covariance +=
          (starts.get(e).state().get(0) - 2) * (starts.get(e + 1).state().get(0) - 2) / episodes;
    }
    assertThat(covariance / (0.05 * 0.05)).isCloseTo(0, within(4 / Math.sqrt(episodes)));
  }

  @Test
  void pairsAreIndependentAndOneStepApart() {
    SimulatedSensor sensor =
        new SimulatedSensor(
            "s", Oscillator.vanDerPol(), SimulatedSensor.Mode.PAIRS, 300, 0, 2, 0, STEP, List.of());
    int count = 2000;
    List<SimulatedReading> pairs = readings(sensor, count);
    Oscillator quiet = Oscillator.vanDerPol().withNoise(0);
    double mean = pairs.stream().mapToDouble(pair -> pair.state().get(0)).average().orElseThrow();
    double variance = 0;
    double covariance = 0;
    for (int i = 0; i < count; i++) {
      double[] state = {pairs.get(i).state().get(0), pairs.get(i).state().get(1)};
      double deviation = state[0] - mean;
      variance += deviation * deviation;
      covariance += i == 0 ? 0 : deviation * (pairs.get(i - 1).state().get(0) - mean);
      quiet.step(new RandomSource(0), state);
      assertThat(pairs.get(i).next().orElseThrow().get(0)).isCloseTo(state[0], within(1e-4));
    }
    assertThat(covariance / variance).isCloseTo(0, within(4 / Math.sqrt(count)));
    assertThat(variance / count).isGreaterThan(0.5);
  }

  @Test
  void aFrozenSensorRepeatsTheValueItHadAndTheOthersGoOn() {
    List<SimulatedReading> healthy = readings(sensor(1, List.of()), 120);
    List<SimulatedReading> faulty =
        readings(sensor(1, List.of(fault(FaultKind.FROZEN, "q", 0))), 120);

    for (int i = 0; i < 120; i++) {
      boolean active = i >= 25 && i < 75;
      assertThat(faulty.get(i).faulty()).isEqualTo(active);
      double expected = healthy.get(active ? 25 : i).state().get(0);
      assertThat(faulty.get(i).state().get(0)).isEqualTo(expected);
      assertThat(faulty.get(i).state().get(1)).isEqualTo(healthy.get(i).state().get(1));
    }
  }

  @Test
  void aDriftGrowsLinearlyToItsSize() {
    double[] difference = difference(fault(FaultKind.DRIFT, "q", 0.5), 0);

    for (int i = 0; i < difference.length; i++) {
      boolean active = i >= 25 && i < 75;
      assertThat(difference[i]).isCloseTo(active ? 0.5 * (i - 25) / 50 : 0, within(1e-12));
    }
  }

  @Test
  void aBiasIsConstant() {
    double[] difference = difference(fault(FaultKind.BIAS, "p", -0.5), 1);

    for (int i = 0; i < difference.length; i++) {
      boolean active = i >= 25 && i < 75;
      assertThat(difference[i]).isCloseTo(active ? -0.5 : 0, within(1e-12));
    }
  }

  @Test
  void aNoiseBurstHasItsDeviationOnEverySensorAndLeavesTheTruthAlone() {
    Fault burst =
        new Fault(
            "s", FaultKind.NOISE, Optional.empty(), Duration.ZERO, Duration.ofMinutes(10), 0.3);
    for (int component = 0; component < 2; component++) {
      double[] difference = difference(burst, component, 4000);
      double squares = Stream.of(difference).mapToDouble(d -> sumOfSquares(d)).sum();
      assertThat(Math.sqrt(squares / difference.length)).isCloseTo(0.3, within(0.02));
    }
    double[] short0 = difference(fault(FaultKind.NOISE, "q", 0.3), 0);
    assertThat(short0[24]).isZero();
    assertThat(short0[25]).isNotZero();
    assertThat(short0[75]).isZero();
  }

  private static double sumOfSquares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }

  @Test
  void changedDynamicsChangeTheTruthFromTheFaultOn() {
    Fault changed =
        new Fault(
            "s",
            FaultKind.DYNAMICS,
            Optional.empty(),
            Duration.ofMillis(500),
            Duration.ofMillis(1500),
            1);
    double[] difference = difference(changed, 1);

    assertThat(difference[24]).isZero();
    assertThat(difference[25]).isNotZero();
    assertThat(difference[39]).isNotCloseTo(0, within(0.1));
    // The fault ends in the second episode; the third one starts as if nothing had been.
    assertThat(difference[2 * (LENGTH + 1)]).isZero();
    assertThat(difference[2 * (LENGTH + 1) + 30]).isZero();
  }

  @Test
  void faultsOfOneStreamLeaveTheOthersAlone() {
    SimulationSettings healthy = new SimulationSettings(3, 50, LENGTH, 0, 0, List.of());
    Fault fault =
        new Fault(
            "sensor-02",
            FaultKind.BIAS,
            Optional.of("q"),
            Duration.ZERO,
            Duration.ofSeconds(10),
            1);
    SimulationSettings faulty = new SimulationSettings(3, 50, LENGTH, 0, 0, List.of(fault));
    List<SimulatedSensor> before = fleet(healthy);
    List<SimulatedSensor> after = fleet(faulty);

    assertThat(after).extracting(SimulatedSensor::stream).isEqualTo(healthy.streamNames());
    for (int s = 0; s < 3; s++) {
      SimulatedReading first = before.get(s).next();
      SimulatedReading second = after.get(s).next();
      assertThat(second.state().get(0) - first.state().get(0))
          .isCloseTo(s == 1 ? 1 : 0, within(1e-12));
    }
    assertThat(fleet(healthy).get(0).next().state())
        .isNotEqualTo(fleet(healthy).get(1).next().state());
  }

  private static List<SimulatedSensor> fleet(SimulationSettings settings) {
    return SimulatedSensor.fleet(
        Oscillator.vanDerPol(), SimulatedSensor.Mode.EPISODES, settings, 0, STEP);
  }

  @Test
  void wrongFaultsAreRefusedWithTheFieldThatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sensor(0, List.of(fault(FaultKind.BIAS, "r", 1))))
        .withMessageContaining("\"r\"")
        .withMessageContaining("[q, p]");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Fault(
                    "s",
                    FaultKind.DRIFT,
                    Optional.empty(),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(2),
                    1))
        .withMessageContaining("to is PT2S");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new SimulationSettings(2, 50, 10, 0, 0, List.of(fault(FaultKind.FROZEN, "q", 0))))
        .withMessageContaining("\"s\"")
        .withMessageContaining("sensor-02");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Labels.find(FaultKind.class, "melted"))
        .withMessageContaining("frozen, drift, bias, noise, dynamics");
  }

  @Test
  void simulatedEpisodesAreReproducibleAndIndependentOfTheirNumber() {
    Episodes three = Simulation.episodes(Oscillator.duffing(), 4, 3, 50);
    Episodes two = Simulation.episodes(Oscillator.duffing(), 4, 2, 50);

    assertThat(three.count()).isEqualTo(3);
    assertThat(three.length(0)).isEqualTo(51);
    assertThat(two.state(1, 50)).isEqualTo(three.state(1, 50));
    assertThat(three.state(0, 0)).isNotEqualTo(three.state(1, 0));
  }

  private static double[] difference(Fault fault, int component) {
    return difference(fault, component, 3 * (LENGTH + 1));
  }

  private static double[] difference(Fault fault, int component, int count) {
    List<SimulatedReading> healthy = readings(sensor(1, List.of()), count);
    List<SimulatedReading> faulty = readings(sensor(1, List.of(fault)), count);
    double[] difference = new double[count];
    for (int i = 0; i < count; i++) {
      difference[i] = faulty.get(i).state().get(component) - healthy.get(i).state().get(component);
    }
    return difference;
  }

  private static Fault fault(FaultKind kind, String sensor, double size) {
    return new Fault(
        "s", kind, Optional.of(sensor), Duration.ofMillis(500), Duration.ofMillis(1500), size);
  }

  @Test
  void beginsEpisodesAllOverThePathWhereTheStartIsSpread() {
    SimulatedSensor spread =
        new SimulatedSensor(
            "s",
            Oscillator.vanDerPol(),
            SimulatedSensor.Mode.EPISODES,
            LENGTH,
            400,
            5,
            0,
            STEP,
            List.of());
    List<Double> starts = new ArrayList<>();
    for (int i = 0; i < 60 * (LENGTH + 1); i++) {
      SimulatedReading reading = spread.next();
      if (i % (LENGTH + 1) == 0) {
        starts.add(reading.state().get(0));
      }
    }

    // 400 steps of 0.02 are more than a period, over which q runs from -2 to 2.
    assertThat(starts.stream().mapToDouble(q -> q).min().orElseThrow()).isLessThan(-1.5);
    assertThat(starts.stream().mapToDouble(q -> q).max().orElseThrow()).isGreaterThan(1.5);
  }

  private static SimulatedSensor sensor(long seed, List<Fault> faults) {
    return new SimulatedSensor(
        "s",
        Oscillator.vanDerPol(),
        SimulatedSensor.Mode.EPISODES,
        LENGTH,
        0,
        seed,
        1000,
        STEP,
        faults);
  }

  private static List<SimulatedReading> readings(SimulatedSensor sensor, int count) {
    List<SimulatedReading> readings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      readings.add(sensor.next());
    }
    return readings;
  }
}
