package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.setting.WindowPolicy;
import io.kahkm.internal.certificate.sums.HalfSums;
import io.kahkm.internal.certificate.sums.LagSums;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WindowStatisticsTest {
  private static final int CLASSES = 5;

  /** Successors within 1e-4 of each other: sums of squares would lose half of the digits. */
  private static List<PairEvidence> close(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PairEvidence> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PairEvidence pair = new PairEvidence(CLASSES);
      pair.nearestClass = random.nextInt(CLASSES);
      double total = 0;
      for (int k = 0; k < CLASSES; k++) {
        pair.coordinates[k] = k == pair.nearestClass ? 3 : random.nextDouble();
        total += pair.coordinates[k];
      }
      for (int k = 0; k < CLASSES; k++) {
        pair.coordinates[k] /= total;
      }
      double move = 1e-4 * random.nextDouble();
      pair.successor[0] = 0.3 + move;
      pair.successor[1] = 0.7 - move;
      pair.residual = random.nextDouble();
      pair.outside = random.nextInt(10) == 0;
      pairs.add(pair);
    }
    return pairs;
  }

  /** The halves of a rolling window compare the losses of its own closure, pane by pane. */
  @Test
  void theHalvesOfPanesAreThoseOfTheWindowsClosure() {
    Matrix closure = Matrix.identity(CLASSES);
    List<PairEvidence> pairs = close(60, 7);
    List<WindowStatistics> panes = new ArrayList<>();
    for (int pane = 0; pane < 3; pane++) {
      WindowStatistics statistics = new WindowStatistics(CLASSES);
      pairs.subList(20 * pane, 20 * pane + 20).forEach(statistics::addUnit);
      panes.add(statistics);
    }

    WindowStatistics window =
        WindowStatistics.ofPanes(panes.subList(0, 1), panes.subList(1, 3), closure);

    assertThat(window.units()).isEqualTo(60);
    assertThat(window.firstHalf().units()).isEqualTo(20);
    assertThat(window.secondHalf().units()).isEqualTo(40);
    assertThat(window.firstHalf().meanResidual())
        .isCloseTo(meanLoss(pairs.subList(0, 20)), within(1e-12));
    assertThat(window.secondHalf().meanResidual())
        .isCloseTo(meanLoss(pairs.subList(20, 60)), within(1e-12));
    assertThat(window.firstHalf().meanDistance()).isEqualTo(panes.get(0).bHat());
  }

  /** Of the closure that keeps every coordinate. */
  private static double meanLoss(List<PairEvidence> pairs) {
    double sum = 0;
    for (PairEvidence pair : pairs) {
      for (int k = 0; k < CLASSES; k++) {
        double error = pair.successor[k] - pair.coordinates[k];
        sum += error * error;
      }
    }
    return sum / pairs.size();
  }

  @Test
  void skippedUnitsAndOccupiedClassesOfBothPartsCount() {
    WindowStatistics first = new WindowStatistics(CLASSES);
    WindowStatistics second = new WindowStatistics(CLASSES);
    first.endUnit();
    first.endUnit();
    second.endUnit();
    PairEvidence pair = new PairEvidence(CLASSES);
    pair.coordinates[0] = 1;
    pair.successor[0] = 1;
    first.addUnit(pair);
    pair.nearestClass = 3;
    second.addUnit(pair);

    first.merge(second);

    assertThat(first.skippedUnits()).isEqualTo(3);
    assertThat(first.occupiedClasses()).isEqualTo(2);
    assertThat(first.units()).isEqualTo(2);
  }

  /** A pair that is a unit of its own cannot come inside of an episode. */
  @Test
  void refusesAUnitInsideOfAnEpisode() {
    WindowStatistics statistics = new WindowStatistics(CLASSES);
    PairEvidence pair = new PairEvidence(CLASSES);
    pair.coordinates[0] = 1;
    pair.successor[0] = 1;
    statistics.addPair(pair);
    statistics.addPair(pair);

    assertThatThrownBy(() -> statistics.addUnit(pair))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a unit of 2 pairs is open");
    statistics.endUnit();
    statistics.addUnit(pair);
    assertThat(statistics.units()).isEqualTo(2);
  }

  /** A kilohertz stream whose records are units has so many after 25 days. */
  @Test
  void countsMoreUnitsThanAnIntegerHolds() {
    PairEvidence pair = new PairEvidence(2);
    pair.coordinates = new double[] {0.75, 0.25};
    pair.successor = new double[] {0.5, 0.5};
    pair.residual = 0.125;
    WindowStatistics statistics = new WindowStatistics(2);
    long units = 0;
    while (units < 1L << 33) {
      statistics.merge(copy(statistics));
      statistics.addUnit(pair);
      units = 2 * units + 1;
    }
    WindowStatistics restored = copy(statistics);

    assertThat(statistics.units()).isEqualTo(units);
    assertThat(restored.units()).isEqualTo(units);
    assertThat(restored.pairs()).isEqualTo(units);
    assertThat(restored.fHat()).isCloseTo(0.0625, within(1e-9));
    assertThat(restored.firstHalf().units() + restored.secondHalf().units()).isEqualTo(units);
    WindowCertificate record =
        CertificateAssessor.assess(
            restored,
            TestSettings.of(Sampling.RECORDS, WindowPolicy.CUMULATIVE, 10, Bound.MINIMUM, 0.5),
            Matrix.identity(2),
            Matrix.identity(2),
            new CertificateAssessor.Window(0, 0, 1, 0.05, 0, OptionalDouble.empty()));
    assertThat(record.counts().units()).isEqualTo(units);
    assertThat(record.words()).contains(Long.toString(units));
    StateWriter writer = new StateWriter();
    CertificateState state = new CertificateState(false);
    state.write(record, writer);
    assertThat(state.read(new StateReader(writer.toByteArray()), 0)).isEqualTo(record);
  }

  private static WindowStatistics copy(WindowStatistics statistics) {
    StateWriter writer = new StateWriter();
    statistics.transfer(writer);
    WindowStatistics copy = new WindowStatistics(2);
    StateReader reader = new StateReader(writer.toByteArray());
    copy.transfer(reader);
    reader.finish();
    return copy;
  }

  @Test
  void checkpointsGoOnBeyondTheUnitsThatAnIntegerHolds() {
    LevelPlan plan =
        new LevelPlan(
            TestSettings.of(Sampling.RECORDS, WindowPolicy.CUMULATIVE, 10, Bound.MINIMUM, 0.5));
    for (long units : new long[] {Integer.MAX_VALUE - 1L, Integer.MAX_VALUE, 1L << 32, 1L << 50}) {
      long step = plan.nextStep(1, units);

      assertThat(plan.unitsAt(step)).isGreaterThan(units);
      assertThat(plan.unitsAt(step - 1)).isLessThanOrEqualTo(units);
      assertThat(plan.ofCheckpoint(step)).isPositive();
    }
    assertThat(plan.unitsAt(1_000_000)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void mergedPanesEqualOnePassAndTheExactSumsUnderCancellation() {
    List<PairEvidence> pairs = close(20_000, 1);
    WindowStatistics whole = new WindowStatistics(CLASSES);
    pairs.forEach(whole::addUnit);
    WindowStatistics merged = new WindowStatistics(CLASSES);
    for (int from = 0; from < pairs.size(); from += 617) {
      WindowStatistics pane = new WindowStatistics(CLASSES);
      pairs.subList(from, Math.min(pairs.size(), from + 617)).forEach(pane::addUnit);
      merged.merge(pane);
    }

    double exact = exactVariance(pairs);
    assertThat(exact).isLessThan(1e-8);
    assertThat(whole.sHat()).isCloseTo(exact, within(1e-12 * exact));
    assertThat(merged.sHat()).isCloseTo(exact, within(1e-12 * exact));
    assertThat(merged.sPair()).isCloseTo(whole.sPair(), within(1e-12 * exact));
    assertThat(merged.fHat()).isCloseTo(whole.fHat(), within(1e-14));
    assertThat(merged.bHat()).isCloseTo(whole.bHat(), within(1e-14));
    assertThat(merged.dependence()).isCloseTo(whole.dependence(), within(1e-10));
    assertThat(merged.retainedVariation())
        .isCloseTo(whole.retainedVariation(), within(1e-12 * whole.retainedVariation()));
    for (int i = 0; i < CLASSES; i++) {
      assertThat(merged.gram()[i]).containsExactly(whole.gram()[i], within(1e-12));
      assertThat(merged.cross()[i]).containsExactly(whole.cross()[i], within(1e-12));
    }
    assertThat(merged.classCounts()).isEqualTo(whole.classCounts());
    assertThat(merged.outsideShare()).isEqualTo(whole.outsideShare());
    assertThat(merged.units()).isEqualTo(20_000);
  }

  private static double exactVariance(List<PairEvidence> pairs) {
    BigDecimal total = BigDecimal.ZERO;
    for (int c = 0; c < CLASSES; c++) {
      for (int k = 0; k < 2; k++) {
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal square = BigDecimal.ZERO;
        int n = 0;
        for (PairEvidence pair : pairs) {
          if (pair.nearestClass == c) {
            BigDecimal z = new BigDecimal(pair.successor[k]);
            sum = sum.add(z);
            square = square.add(z.multiply(z));
            n++;
          }
        }
        total =
            total
                .add(square)
                .subtract(sum.multiply(sum).divide(BigDecimal.valueOf(n), MathContext.DECIMAL128));
      }
    }
    return total.doubleValue() / pairs.size();
  }

  @Test
  void savingTheStateBetweenAnyTwoPairsChangesNoBit() {
    List<PairEvidence> pairs = close(11, 4);
    WindowStatistics whole = new WindowStatistics(CLASSES);
    WindowStatistics saved = new WindowStatistics(CLASSES);
    for (PairEvidence pair : pairs) {
      whole.addUnit(pair);
      saved.addUnit(pair);
      WindowStatistics restored = new WindowStatistics(CLASSES);
      restored.transfer(new StateReader(bytes(saved)));
      saved = restored;
    }

    assertThat(bytes(saved)).isEqualTo(bytes(whole));
  }

  private static byte[] bytes(WindowStatistics statistics) {
    StateWriter writer = new StateWriter();
    statistics.transfer(writer);
    return writer.toByteArray();
  }

  @Test
  void episodesWeighTheirPairsByTheirLength() {
    List<PairEvidence> pairs = close(6, 2);
    WindowStatistics statistics = new WindowStatistics(CLASSES);
    int[] lengths = {1, 2, 3};
    int next = 0;
    double f = 0;
    for (int length : lengths) {
      for (int t = 0; t < length; t++) {
        PairEvidence pair = pairs.get(next++);
        double shortfall = 1 - pair.coordinates[pair.nearestClass];
        f += shortfall * shortfall / length / lengths.length;
        statistics.addPair(pair);
      }
      statistics.endUnit();
    }
    statistics.endUnit();

    assertThat(statistics.units()).isEqualTo(3);
    assertThat(statistics.pairs()).isEqualTo(6);
    assertThat(statistics.skippedUnits()).isEqualTo(1);
    assertThat(statistics.fHat()).isCloseTo(f, within(1e-15));
    double trace = 0;
    for (int i = 0; i < CLASSES; i++) {
      trace += statistics.gram()[i][i];
    }
    assertThat(trace).isBetween(0.1, 1.0);
  }

  @Test
  void riskFromSecondMomentsEqualsTheMeanResidual() {
    List<PairEvidence> pairs = close(500, 3);
    WindowStatistics statistics = new WindowStatistics(CLASSES);
    pairs.forEach(statistics::addUnit);
    double mean = 0;
    for (PairEvidence pair : pairs) {
      for (int k = 0; k < CLASSES; k++) {
        double r = pair.successor[k] - pair.coordinates[k];
        mean += r * r / pairs.size();
      }
    }

    double risk = statistics.secondMoments().risk(Matrix.identity(CLASSES));

    assertThat(risk).isCloseTo(mean, within(1e-13));
  }

  @Test
  void lagProductsMergeByEndValuesAndMatchTheDefinition() {
    SplittableRandom random = new SplittableRandom(4);
    double[] u = random.doubles(1000).toArray();
    for (int i = 1; i < u.length; i++) {
      u[i] = 0.5 * u[i - 1] + 0.5 * u[i];
    }
    LagSums merged = new LagSums();
    for (int from = 0; from < u.length; from += 37) {
      LagSums part = new LagSums();
      for (int i = from; i < Math.min(u.length, from + 37); i++) {
        part.add(u[i]);
      }
      merged.merge(part);
    }
    double mean = java.util.Arrays.stream(u).average().orElseThrow();
    double scatter = 0;
    double lagged = 0;
    for (int i = 0; i < u.length; i++) {
      scatter += (u[i] - mean) * (u[i] - mean);
      lagged += i == 0 ? 0 : (u[i] - mean) * (u[i - 1] - mean);
    }

    assertThat(LagSums.dependence(merged))
        .isCloseTo(Math.sqrt(1000) * lagged / scatter, within(1e-10));
  }

  @Test
  void constantLossesHaveNoDependence() {
    LagSums sums = new LagSums();
    for (int i = 0; i < 100; i++) {
      sums.add(0.1);
    }

    assertThat(LagSums.dependence(sums)).isZero();
  }

  @Test
  void aGrowingWindowIsAlwaysCutNearItsMiddle() {
    HalfSums halves = new HalfSums(0);
    for (int n = 1; n <= 3000; n++) {
      halves.add(n, 0);
      long first = halves.first().units();
      long second = halves.second().units();
      assertThat(first + second).isEqualTo(n);
      if (n >= 4) {
        assertThat(Math.min(first, second)).as("at %d", n).isGreaterThanOrEqualTo(n / 3);
      }
      if (second > 0) {
        assertThat(halves.first().meanResidual()).isCloseTo((1 + first) / 2.0, within(1e-9));
      }
    }
  }

  @Test
  void stateRoundTripsToTheSameBitsWithAnOpenEpisode() {
    List<PairEvidence> pairs = close(50, 5);
    WindowStatistics statistics = new WindowStatistics(CLASSES, 20, Optional.empty());
    for (int i = 0; i < 33; i++) {
      statistics.addPair(pairs.get(i));
      if (i % 3 == 1) {
        statistics.endUnit();
      }
    }
    StateWriter writer = new StateWriter();
    statistics.transfer(writer);
    WindowStatistics restored = new WindowStatistics(CLASSES, 20, Optional.empty());
    StateReader reader = new StateReader(writer.toByteArray());
    restored.transfer(reader);
    reader.finish();
    for (int i = 33; i < 50; i++) {
      statistics.addPair(pairs.get(i));
      restored.addPair(pairs.get(i));
    }
    statistics.endUnit();
    restored.endUnit();

    StateWriter expected = new StateWriter();
    statistics.transfer(expected);
    StateWriter actual = new StateWriter();
    restored.transfer(actual);
    assertThat(actual.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @Test
  void misuseIsNamed() {
    WindowStatistics statistics = new WindowStatistics(CLASSES);
    statistics.addPair(close(1, 6).get(0));

    assertThatThrownBy(() -> statistics.merge(new WindowStatistics(CLASSES)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new WindowStatistics(CLASSES).merge(new WindowStatistics(3)))
        .hasMessageContaining("later has 3 classes");
    assertThatThrownBy(() -> new WindowStatistics(CLASSES).addUnit(new PairEvidence(3)))
        .hasMessageContaining("3 coordinates");
    assertThatThrownBy(() -> new WindowStatistics(0)).hasMessageContaining("classes is 0");
  }
}
