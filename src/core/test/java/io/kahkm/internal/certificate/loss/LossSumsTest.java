package io.kahkm.internal.certificate.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class LossSumsTest {
  private static final LossScale SCALE = LossScale.of(2.5, 0.4, 5);

  /** Mean loss as a share of the range. */
  public static double share(LossSums losses) {
    return losses.scale().share(losses.meanLoss());
  }

  private static void addUnit(LossSums sums, SplittableRandom random) {
    int pairs = 1 + random.nextInt(6);
    for (int t = 0; t < pairs; t++) {
      sums.addLoss(random.nextDouble() * random.nextDouble() * 2.5);
      sums.addReference(
          random.nextDouble(), random.nextDouble(), random.nextDouble(), random.nextDouble());
    }
    sums.endUnit();
  }

  private static double[] everything(LossSums sums) {
    double[] scalars = {
      sums.units(),
      sums.meanLoss(),
      sums.meanCapped(),
      sums.exceedShare(),
      sums.meanReference(),
      sums.meanReferenceSquare(),
      sums.largestReference(),
      sums.largestLeverage(),
      sums.largestCoordinates(),
      sums.largestSuccessor()
    };
    double[] all = Arrays.copyOf(scalars, scalars.length + 2 * UpperWagers.COUNT);
    System.arraycopy(sums.wagers(), 0, all, scalars.length, UpperWagers.COUNT);
    System.arraycopy(
        sums.cappedWagers(), 0, all, scalars.length + UpperWagers.COUNT, UpperWagers.COUNT);
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 500})
  void mergedPartsEqualOnePass(int first) {
    LossSums whole = new LossSums(SCALE);
    LossSums early = new LossSums(SCALE);
    LossSums late = new LossSums(SCALE);
    SplittableRandom one = new SplittableRandom(31);
    SplittableRandom two = new SplittableRandom(31);
    for (int j = 0; j < 500; j++) {
      addUnit(whole, one);
      addUnit(j < first ? early : late, two);
    }

    early.merge(late);

    double[] expected = everything(whole);
    double[] merged = everything(early);
    for (int i = 0; i < expected.length; i++) {
      assertThat(merged[i]).isCloseTo(expected[i], within(1e-12 * Math.abs(expected[i])));
    }
  }

  @Test
  void aRestoredStateContinuesToTheBit() {
    LossSums sums = new LossSums(SCALE);
    SplittableRandom random = new SplittableRandom(32);
    for (int j = 0; j < 100; j++) {
      addUnit(sums, random);
    }
    sums.addLoss(0.3);
    sums.addReference(0.2, 3, 0.5, 0.6);
    StateWriter writer = new StateWriter();
    sums.transfer(writer);
    LossSums restored = new LossSums(SCALE);
    StateReader reader = new StateReader(writer.toByteArray());
    restored.transfer(reader);
    reader.finish();

    for (LossSums each : new LossSums[] {sums, restored}) {
      each.addLoss(0.9);
      each.addReference(0.1, 4, 0.4, 0.7);
      each.endUnit();
    }

    assertThat(everything(restored)).isEqualTo(everything(sums));
  }

  /** Products of small losses over many units are as exact as their logarithms. */
  @Test
  void sumsOfLogarithmsKeepTheirDigits() {
    SplittableRandom random = new SplittableRandom(33);
    WagerSums sums = new WagerSums();
    double[] exact = new double[UpperWagers.COUNT];
    double[] lost = new double[UpperWagers.COUNT];
    for (int j = 0; j < 100_000; j++) {
      double loss = Math.pow(random.nextDouble(), 12);
      sums.add(loss);
      for (int g = 0; g < exact.length; g++) {
        double term = StrictMath.log1p(-UpperWagers.factor(g) * loss) + lost[g];
        double total = exact[g] + term;
        lost[g] = term - (total - exact[g]);
        exact[g] = total;
      }
    }

    for (int g = 0; g < exact.length; g++) {
      assertThat(sums.values()[g]).isCloseTo(exact[g], within(1e-13 * Math.abs(exact[g])));
    }
  }

  @Test
  void aUnitIsTheMeanOfItsPairs() {
    LossSums sums = new LossSums(SCALE);
    sums.addLoss(0.2);
    sums.addReference(0.1, 2, 0.25, 0.16);
    sums.addLoss(1.2);
    sums.addReference(0.3, 4, 0.16, 0.25);
    sums.endUnit();
    sums.addLoss(0.1);
    sums.addReference(0.4, 1, 0.09, 0.09);
    sums.endUnit();

    assertThat(sums.meanLoss()).isCloseTo(0.4, within(1e-15));
    assertThat(sums.meanCapped()).isCloseTo(0.2, within(1e-15));
    assertThat(sums.exceedShare()).isEqualTo(0.25);
    assertThat(sums.meanReference()).isCloseTo(0.3, within(1e-15));
    assertThat(sums.meanReferenceSquare()).isCloseTo(0.1, within(1e-15));
    assertThat(sums.largestReference()).isEqualTo(0.4);
    assertThat(sums.largestLeverage()).isEqualTo(3);
    assertThat(sums.largestCoordinates()).isEqualTo(0.5);
    assertThat(sums.largestSuccessor()).isEqualTo(0.5);
  }
}
