package io.kahkm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RangeVolumeTest {
  /** Checked by hand: three thresholds, one fault, every buffer reaches past the two others. */
  @Test
  void ofThreeReadings() {
    double expected = 0;
    for (int buffer = 0; buffer <= 100; buffer += 10) {
      double soft = buffer == 0 ? 0 : Math.sqrt(1 - 1.0 / buffer);
      double positives = (1 + 1 + 2 * soft) / 2;
      double first = Math.min(1, 1 / positives);
      double second = Math.min(1, (1 + soft) / positives);
      double third = Math.min(1, (1 + 2 * soft) / positives);
      expected += first + (second - first) * (1 + soft) / 2 + (third - second) * (1 + 2 * soft) / 3;
    }

    assertThat(
            RangeVolume.of(
                List.of(new double[] {1, 3, 2}), List.of(new boolean[] {false, true, false})))
        .isCloseTo(expected / 11, within(1e-12));
  }

  @Test
  void isThatOfItsDefinitionForFaultsOfSeveralStreamsAndEqualScores() {
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 12; trial++) {
      List<double[]> scores = new ArrayList<>();
      List<boolean[]> faults = new ArrayList<>();
      for (int stream = 0; stream < 3; stream++) {
        int length = random.nextInt(1, trial < 6 ? 60 : 260);
        double[] score = new double[length];
        boolean[] fault = new boolean[length];
        for (int i = 0; i < length; i++) {
          boolean before = i > 0 && fault[i - 1];
          fault[i] = random.nextDouble() < (before ? 0.8 : 0.04);
          // Few values, so that many are equal.
          score[i] = random.nextInt(1, 12) + (fault[i] ? 3 : 0);
        }
        scores.add(score);
        faults.add(fault);
      }

      assertThat(RangeVolume.of(scores, faults))
          .as("trial %s", trial)
          .isCloseTo(PlainVolume.of(scores, faults), within(1e-12));
    }
  }

  /** A buffer never reaches into another stream, whichever comes first. */
  @Test
  void streamsAreApart() {
    double[] falling = {3, 2, 1};
    boolean[] last = {false, false, true};
    double[] rising = {1, 2, 3};
    boolean[] none = {false, false, false};

    assertThat(RangeVolume.of(List.of(falling, rising), List.of(last, none)))
        .isCloseTo(RangeVolume.of(List.of(rising, falling), List.of(none, last)), within(1e-12))
        .isCloseTo(PlainVolume.of(List.of(rising, falling), List.of(none, last)), within(1e-12));
  }
}
