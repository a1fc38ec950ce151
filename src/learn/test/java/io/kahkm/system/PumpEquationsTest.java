package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.RandomNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pump against the equations of docs/pump-station.md. */
class PumpEquationsTest {
  /** Through a week, without noise. */
  @Test
  void aPump() {
    PumpStation sound = PumpStation.sound();
    double[] state = new double[sound.stateSize()];
    sound.start(new Draws(), state);
    assertReadings(state, 0, 18 + 4 * Math.cos(-2 * Math.PI * 15 / 24), 0, 0, 0);
    double bearing = state[3];
    for (int k = 1; k <= 7 * 144; k++) {
      sound.step(new Draws(), state);
      double minutes = 10.0 * k % (7 * 1440);
      double room = 18 + 4 * Math.cos(2 * Math.PI * (minutes / 60 % 24 - 15) / 24);
      bearing += 0.1 * (room + 1.4 * amperes(flow(minutes, 0, 0), 0, 0) - bearing);
      assertThat(state[0]).isEqualTo(minutes);
      assertThat(state[7]).isCloseTo(bearing, within(1e-9));
      assertReadings(state, minutes, Double.NaN, 0, 0, 0);
    }
    assertThat(sound.streamName()).isEqualTo("pump");
    assertThat(sound.timeStep()).isEqualTo(600);
    assertThat(sound.stepMillis()).isEqualTo(600_000);
    assertThat(sound.followsClock()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"filter, .7, 0, 0", "bearing, 0, .6, 0", "demand, 0, 0, .1"})
  void aPumpOfWhichAPartHasChanged(String part, double filter, double bearing, double demand) {
    DynamicalSystem pump = PumpStation.sound().withPartChangedBy(part, filter + bearing + demand);
    double[] state = new double[pump.stateSize()];
    pump.start(new Draws(), state);
    assertReadings(state, 0, Double.NaN, filter, bearing, demand);
    double before = state[3];
    pump.step(new Draws(), state);
    double room = 18 + 4 * Math.cos(2 * Math.PI * (1.0 / 6 - 15) / 24);
    double heat = 1.4 * amperes(flow(10, 0, demand), filter, bearing) * (1 + 0.5 * bearing);
    assertThat(state[3]).isCloseTo(before + 0.1 * (room + heat - before), within(1e-9));
    // Both changes of one part add up.
    DynamicalSystem more = pump.withPartChangedBy(part, 0.2);
    double[] worse = new double[pump.stateSize()];
    more.start(new Draws(), worse);
    double again = 0.2;
    assertReadings(
        worse,
        0,
        Double.NaN,
        filter > 0 ? filter + again : 0,
        bearing > 0 ? bearing + again : 0,
        demand > 0 ? demand + again : 0);
    if (part.equals("bearing")) {
      double[] whole = new double[pump.stateSize()];
      PumpStation.sound().withDynamicsChangedBy(bearing).start(new Draws(), whole);
      pump.start(new Draws(), state);
      assertThat(whole).containsExactly(state);
    }
  }

  /** Deviation of the demand, weather, and noise of each reading, one draw each. */
  @Test
  void noiseOfAPump() {
    double[] state = new double[9];
    PumpStation.sound().start(new Draws(), state);
    double[] quiet = state.clone();
    PumpStation.sound().step(new Draws(), quiet);
    // Only the readings are noisy: the draws of demand and weather come first.
    Draws readings = new Draws(0, 0, 1, 2, 3, 4, 5);
    double[] noisy = state.clone();
    PumpStation.sound().step(readings, noisy);
    double[] noise = {0.4, 2 * 0.015, 3 * 0.12, 4 * 0.15, 5 * 0.06};
    for (int j = 0; j < noise.length; j++) {
      assertThat(noisy[4 + j]).isCloseTo(quiet[4 + j] + noise[j], within(1e-9));
    }
    double[] moved = {0, 0.02, 1.5, quiet[3], 0, 0, 0, 0, 0};
    PumpStation.sound().step(new Draws(1, 2, 0, 0, 0, 0, 0), moved);
    double deviation = 0.95 * 0.02 + 0.012;
    double weather = 0.99 * 1.5 + 2 * 0.15;
    assertThat(moved[1]).isCloseTo(deviation, within(1e-12));
    assertThat(moved[2]).isCloseTo(weather, within(1e-12));
    double flow = flow(10, 0, 0) * (1 + deviation);
    assertThat(moved[4]).isCloseTo(flow, within(1e-9));
    double room = 18 + 4 * Math.cos(2 * Math.PI * (1.0 / 6 - 15) / 24) + weather;
    assertThat(moved[3])
        .isCloseTo(quiet[3] + 0.1 * (room + 1.4 * amperes(flow, 0, 0) - quiet[3]), within(1e-9));
  }

  private static void assertReadings(
      double[] state, double minutes, double room, double filter, double bearing, double demand) {
    double flow = flow(minutes, 0, demand);
    double pressure = 4 + 1.6e-4 * (1 + filter) * flow * flow;
    assertThat(state[4]).isCloseTo(flow, within(1e-9));
    assertThat(state[5]).isCloseTo(pressure, within(1e-9));
    assertThat(state[6]).isCloseTo(amperes(flow, filter, bearing), within(1e-9));
    assertThat(state[8])
        .isCloseTo(3 * (pressure + 2.2e-4 * flow * flow) / 7 * (1 + 1.5 * bearing), within(1e-9));
    if (!Double.isNaN(room)) {
      assertThat(state[7]).isCloseTo(room + 1.4 * state[6], within(1e-9));
    }
  }

  private static double amperes(double flow, double filter, double bearing) {
    double pressure = 4 + 1.6e-4 * (1 + filter) * flow * flow;
    return (4 + 0.045 * flow * pressure) * (1 + 0.04 * bearing);
  }

  private static double flow(double minutes, double deviation, double demand) {
    double hours = minutes / 60 % 24;
    double day =
        1
            + 0.3 * Math.cos(2 * Math.PI * (hours - 10) / 24)
            + 0.18 * Math.cos(2 * Math.PI * (hours - 7) / 12);
    double week = minutes >= 5 * 1440 ? 0.8 : 1;
    return 60 * day * week * (1 + deviation) * (1 + demand);
  }

  /** Draws that are told beforehand; none are zeros. */
  private static final class Draws implements RandomNumbers {
    private final double[] values;
    private int next;

    Draws(double... values) {
      this.values = values;
    }

    @Override
    public double nextGaussian() {
      return values.length == 0 ? 0 : values[next++];
    }

    @Override
    public double nextUniform() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int nextInt(int bound) {
      throw new UnsupportedOperationException();
    }
  }
}
