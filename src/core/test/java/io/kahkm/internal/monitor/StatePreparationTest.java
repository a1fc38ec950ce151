package io.kahkm.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.Scaling;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatePreparationTest {
  private static final double NAN = Double.NaN;

  private static MapSettings settings(int delays, int scalingRows) {
    return new MapSettings(
        List.of("q", "p"),
        1,
        4,
        MapSettings.DEFAULT_TAU,
        new MapSettings.Reconstruction(
            MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.AUTHORS),
        new MapSettings.States(
            scalingRows > 0 ? ScalingKind.PER_STREAM : ScalingKind.NONE, delays, scalingRows));
  }

  private static StatePreparation delayed(int delays, long hold) {
    return new StatePreparation(settings(delays, 0), Scaling.none(2 * delays), hold);
  }

  private static StatePreparation scaled(int rows, int delays) {
    Scaling typical = Scaling.ofTypicalStream(new double[] {100, -5}, new double[] {4, 2}, delays);
    return new StatePreparation(settings(delays, rows), typical, 0);
  }

  @Test
  void putsThePresentReadingFirstAndFillsDelaysAnewAfterEveryBreak() {
    StatePreparation preparation = delayed(3, 0);

    assertThat(preparation.accept(0, new double[] {1, 10})).isEqualTo(Readiness.WARMING_UP);
    assertThat(preparation.accept(1, new double[] {2, 20})).isEqualTo(Readiness.WARMING_UP);
    assertThat(preparation.accept(2, new double[] {3, 30})).isEqualTo(Readiness.READY);
    assertThat(preparation.state()).containsExactly(3, 30, 2, 20, 1, 10);
    assertThat(preparation.accept(3, new double[] {4, 40})).isEqualTo(Readiness.READY);
    assertThat(preparation.state()).containsExactly(4, 40, 3, 30, 2, 20);
    preparation.breakChain();
    assertThat(preparation.accept(9, new double[] {5, 50})).isEqualTo(Readiness.WARMING_UP);
    assertThat(preparation.accept(10, new double[] {6, 60})).isEqualTo(Readiness.WARMING_UP);
    assertThat(preparation.accept(11, new double[] {7, 70})).isEqualTo(Readiness.READY);
    assertThat(preparation.state()).containsExactly(7, 70, 6, 60, 5, 50);
    assertThat(preparation.warmUp()).isEqualTo(4);
  }

  @Test
  void holdsTheLastValueUpToItsAgeLimitButNotAcrossEpisodes() {
    StatePreparation preparation = delayed(1, 5);

    assertThat(preparation.accept(0, new double[] {NAN, 1})).isEqualTo(Readiness.INCOMPLETE);
    assertThat(preparation.accept(1, new double[] {7, 2})).isEqualTo(Readiness.READY);
    assertThat(preparation.accept(6, new double[] {NAN, 3})).isEqualTo(Readiness.READY);
    assertThat(preparation.state()).containsExactly(7, 3);
    // A held value does not become younger by being held.
    assertThat(preparation.accept(7, new double[] {NAN, 4})).isEqualTo(Readiness.INCOMPLETE);
    assertThat(preparation.present()).containsExactly(NAN, 4);
    assertThat(preparation.accept(8, new double[] {8, NAN})).isEqualTo(Readiness.READY);
    assertThat(preparation.state()).containsExactly(8, 4);
    preparation.breakEpisode();
    assertThat(preparation.accept(9, new double[] {NAN, 5})).isEqualTo(Readiness.INCOMPLETE);

    assertThat(preparation.heldValues()).isEqualTo(2);
    assertThat(preparation.incomplete()).isEqualTo(3);
  }

  @Test
  void anIncompleteReadingFillsDelaysAnew() {
    StatePreparation preparation = delayed(2, 0);
    preparation.accept(0, new double[] {1, 1});
    assertThat(preparation.accept(1, new double[] {2, 2})).isEqualTo(Readiness.READY);

    assertThat(preparation.accept(2, new double[] {3, NAN})).isEqualTo(Readiness.INCOMPLETE);
    assertThat(preparation.accept(3, new double[] {4, 4})).isEqualTo(Readiness.WARMING_UP);
    assertThat(preparation.accept(4, new double[] {5, 5})).isEqualTo(Readiness.READY);
    assertThat(preparation.state()).containsExactly(5, 5, 4, 4);
  }

  @Test
  void bringsAStreamToTheUnitsOfTheTypicalOneFromItsFirstRowsAlone() {
    StatePreparation preparation = scaled(4, 1);
    // Means 3 and 0; standard deviations 1 and 10.
    double[][] first = {{2, -10}, {4, 10}, {2, 10}, {4, -10}};
    for (double[] row : first) {
      assertThat(preparation.accept(0, row)).isEqualTo(Readiness.WARMING_UP);
    }

    assertThat(preparation.accept(1, new double[] {5, 30})).isEqualTo(Readiness.READY);

    // 100 + 4 (5 - 3) / 1 and -5 + 2 (30 - 0) / 10; a few roundings.
    assertThat(preparation.state()[0]).isCloseTo(108, within(1e-12));
    assertThat(preparation.state()[1]).isCloseTo(1, within(1e-12));
    preparation.accept(2, new double[] {1000, 1000});
    preparation.accept(3, new double[] {5, 30});
    assertThat(preparation.state()[0]).as("frozen").isCloseTo(108, within(1e-12));
    assertThat(preparation.present()).containsExactly(5, 30);
    double[] back = preparation.state().clone();
    preparation.toSensorUnits(back);
    assertThat(back[0]).isCloseTo(5, within(1e-12));
    assertThat(back[1]).isCloseTo(30, within(1e-12));
  }

  @Test
  void countsAConstantSensorInTheUnitsOfTheTypicalStream() {
    StatePreparation preparation = scaled(3, 1);
    for (double value : new double[] {0.1, 0.1, 0.1}) {
      preparation.accept(0, new double[] {value, value});
    }

    assertThat(preparation.accept(1, new double[] {0.1, 2.1})).isEqualTo(Readiness.READY);

    assertThat(preparation.state()[0]).isCloseTo(100, within(1e-12));
    assertThat(preparation.state()[1]).isCloseTo(-5 + 2, within(1e-12));
  }

  @Test
  void skipsPairsWithAMissingValueAndHoldsNothingBetweenPairs() {
    StatePreparation preparation = delayed(1, 100);
    preparation.acceptPair(new double[] {1, 1}, new double[] {2, 2});

    assertThat(preparation.acceptPair(new double[] {1, NAN}, new double[] {2, 2}))
        .isEqualTo(Readiness.INCOMPLETE);
    assertThat(preparation.acceptPair(new double[] {1, 3}, new double[] {2, NAN}))
        .isEqualTo(Readiness.INCOMPLETE);
    assertThat(preparation.acceptPair(new double[] {1, 3}, new double[] {2, 4}))
        .isEqualTo(Readiness.READY);
    assertThat(preparation.state()).containsExactly(1, 3);
    assertThat(preparation.successor()).containsExactly(2, 4);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void continuesFromStoredStateToTheLastBit(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int delays = 1 + random.nextInt(4);
    int rows = random.nextBoolean() ? 0 : 2 + random.nextInt(20);
    StatePreparation plain = preparation(delays, rows);
    StatePreparation restored = preparation(delays, rows);
    int ready = 0;
    for (int i = 0; i < 300; i++) {
      double[] row = {random.nextGaussian(), 5 + random.nextGaussian()};
      if (random.nextInt(8) == 0) {
        row[random.nextInt(2)] = NAN;
      }
      if (random.nextInt(20) == 0) {
        plain.breakEpisode();
        restored.breakEpisode();
      }
      StateWriter writer = new StateWriter();
      restored.transfer(writer, SnapshotOrigin.VERSION);
      restored = preparation(delays, rows);
      StateReader reader = new StateReader(writer.toByteArray());
      restored.transfer(reader, SnapshotOrigin.VERSION);
      reader.finish();

      Readiness expected = plain.accept(i, row);
      assertThat(restored.accept(i, row)).as("seed %d", seed).isEqualTo(expected);
      if (expected == Readiness.READY) {
        ready++;
        assertThat(restored.state()).isEqualTo(plain.state());
      }
    }
    assertThat(ready).isGreaterThan(20);
  }

  private static StatePreparation preparation(int delays, int rows) {
    Scaling scaling =
        rows == 0
            ? Scaling.none(2 * delays)
            : Scaling.ofTypicalStream(new double[] {1, 2}, new double[] {3, 4}, delays);
    return new StatePreparation(settings(delays, rows), scaling, 2);
  }
}
