package io.kahkm.internal.certificate.sums;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Where a window is cut, against the list of its losses. */
class HalfSumsTest {
  private static final double ROUNDING = 1e-15;

  private static List<Double> losses(int count) {
    SplittableRandom random = new SplittableRandom(count + 1L);
    return random.doubles(count).boxed().toList();
  }

  private static HalfSums of(int planned, List<Double> losses) {
    HalfSums halves = new HalfSums(planned);
    losses.forEach(loss -> halves.add(loss, 1 - loss));
    return halves;
  }

  private static void assertCut(HalfSums halves, List<Double> losses, int cut) {
    assertPart(halves.first(), losses.subList(0, cut));
    assertPart(halves.second(), losses.subList(cut, losses.size()));
  }

  private static void assertPart(HalfSums.Part part, List<Double> losses) {
    assertThat(part.units()).isEqualTo(losses.size());
    if (!losses.isEmpty()) {
      double mean = losses.stream().mapToDouble(loss -> loss).average().orElseThrow();
      assertThat(part.meanResidual()).isCloseTo(mean, within(ROUNDING));
      assertThat(part.meanDistance()).isCloseTo(1 - mean, within(ROUNDING));
    }
  }

  /** The largest power of two h with 2h units, twice that from 3h units on. */
  private static int growingCut(int units) {
    int block = 1;
    while (units >= 4 * block) {
      block *= 2;
    }
    return units >= 3 * block ? 2 * block : Math.min(block, units);
  }

  @Test
  void aGrowingWindowIsCutWhereItsLengthAloneSays() {
    for (int units = 0; units <= 200; units++) {
      List<Double> losses = losses(units);

      assertCut(of(0, losses), losses, growingCut(units));
    }
  }

  @Test
  void aPlannedWindowIsCutInTheMiddle() {
    for (int planned : new int[] {1, 2, 7, 8, 33}) {
      for (int units = 0; units <= planned; units++) {
        List<Double> losses = losses(units);

        assertCut(of(planned, losses), losses, Math.min(units, planned / 2));
      }
    }
  }

  /** A fleet's window appends the units of its streams one by one. */
  @Test
  void appendedUnitsAreCutAsAddedOnes() {
    for (int planned : new int[] {0, 40}) {
      HalfSums appended = new HalfSums(planned);
      List<Double> losses = losses(40);
      for (int units = 1; units <= losses.size(); units++) {
        appended.merge(of(0, losses.subList(units - 1, units)));

        int cut = planned == 0 ? growingCut(units) : Math.min(units, planned / 2);
        assertCut(appended, losses.subList(0, units), cut);
      }
    }
  }

  @Test
  void aPartKnownByItsMeansHasThem() {
    HalfSums.Part part = HalfSums.Part.of(7, 0.25, 0.5);

    assertThat(part.units()).isEqualTo(7);
    assertThat(part.meanResidual()).isEqualTo(0.25);
    assertThat(part.meanDistance()).isEqualTo(0.5);
  }
}
