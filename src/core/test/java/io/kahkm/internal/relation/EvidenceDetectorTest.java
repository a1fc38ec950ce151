package io.kahkm.internal.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EvidenceDetectorTest {
  private static final double RUN_LENGTH = 1000;

  private static EvidenceDetector of(double memory) {
    return new EvidenceDetector(RUN_LENGTH, memory);
  }

  /** e(0.001) = 0.2 0.001^-0.8 = 0.2 x 10^2.4. */
  private static final double STRONG = 0.2 * 251.18864315095800;

  @Test
  void evidenceMultipliesAndStopsAtTheRunLength() {
    EvidenceDetector detector = of(1);
    detector.add(0.001, 10);
    assertThat(detector.evidence()).isCloseTo(STRONG, within(1e-12));
    assertThat(detector.paging()).isFalse();
    detector.add(0.001, 20);
    assertThat(detector.evidence()).isEqualTo(RUN_LENGTH);
    assertThat(detector.paging()).isTrue();
    assertThat(detector.pagedAt()).isEqualTo(20);
    assertThat(detector.onset()).isEqualTo(10);
    assertThat(detector.level()).isEqualTo(1);
  }

  @Test
  void memoryTakesTheRootOfTheEvidence() {
    EvidenceDetector detector = of(2);
    detector.add(0.001, 10);
    assertThat(detector.evidence()).isCloseTo(Math.sqrt(STRONG), within(1e-12));
  }

  @Test
  void aPageIsOverOnlyBelowOne() {
    EvidenceDetector detector = of(1);
    detector.add(0.001, 10);
    detector.add(0.001, 20);
    long time = 30;
    while (detector.evidence() >= 1) {
      assertThat(detector.paging()).isTrue();
      assertThat(detector.onset()).isEqualTo(10);
      detector.add(1, time++);
    }
    assertThat(detector.paging()).isFalse();
    assertThat(detector.excursion()).isFalse();
    detector.add(1, 100);
    assertThat(detector.onset()).isEqualTo(100);
  }

  /** From a memory of 2.3 on not even rows of p = 1 would take the evidence below 1. */
  @Test
  void aPageEndsOnNormalRowsWhateverTheMemory() {
    for (double memory : new double[] {1, 1.5, 2, 3, 10, 100}) {
      SplittableRandom random = new SplittableRandom(7);
      EvidenceDetector detector = of(memory);
      while (!detector.paging()) {
        detector.add(1e-4, 0);
      }
      int rows = 0;
      while (detector.paging() && rows < 30 * memory) {
        detector.add(1 - random.nextDouble(), 0);
        rows++;
      }
      assertThat(detector.paging()).as("memory " + memory).isFalse();
      assertThat(rows).isGreaterThan((int) memory);
    }
  }

  /** What {@code fit} and {@code check} print of the end of an alarm is what normal rows take. */
  @Test
  void rowsToEndAreTheMedianThatNormalRowsTake() {
    for (double memory : new double[] {2, 3, 10, 50, 200}) {
      int[] taken = new int[201];
      for (int run = 0; run < taken.length; run++) {
        SplittableRandom random = new SplittableRandom(run);
        EvidenceDetector detector = of(memory);
        while (!detector.paging()) {
          detector.add(1e-4, 0);
        }
        while (detector.paging()) {
          detector.add(1 - random.nextDouble(), 0);
          taken[run]++;
        }
      }
      Arrays.sort(taken);
      assertThat(of(memory).rowsToEnd() / taken[taken.length / 2])
          .as("memory %s: median of %d", memory, taken[taken.length / 2])
          .isBetween(0.7, 1.4);
    }
  }

  @Test
  void anOnsetIsTheLastRowThatBeganBelowOne() {
    EvidenceDetector detector = of(1);
    assertThat(detector.started()).isFalse();
    detector.add(1, 1);
    assertThat(detector.onset()).isEqualTo(1);
    detector.add(0.01, 2);
    detector.add(0.01, 3);
    assertThat(detector.onset()).isEqualTo(2);
    assertThat(detector.excursion()).isTrue();
  }

  @Test
  void anotherStreamStartsAtZero() {
    EvidenceDetector detector = of(1);
    detector.add(0.001, 10);
    detector.add(0.001, 20);
    detector.clear();
    assertThat(detector.evidence()).isZero();
    assertThat(detector.paging()).isFalse();
    assertThat(detector.started()).isFalse();
    assertThat(detector.level()).isZero();
  }

  /**
   * Uniform p-values: the mean run length is at least A = 1000. Over 400 runs its standard error is
   * near 5 %; it is near 2600, since e-values overshoot.
   */
  @Test
  void uniformPValuesPageNoMoreOftenThanStated() {
    assertThat(meanRunLength(1)).isGreaterThan(RUN_LENGTH);
  }

  /** The control: p-values that are three times too small. */
  @Test
  void pValuesThatAreTooSmallBreakTheStatement() {
    assertThat(meanRunLength(1.0 / 3)).isLessThan(RUN_LENGTH);
  }

  private static double meanRunLength(double factor) {
    SplittableRandom random = new SplittableRandom(17);
    long rows = 0;
    int runs = 400;
    for (int run = 0; run < runs; run++) {
      EvidenceDetector detector = of(1);
      while (!detector.paging()) {
        detector.add(factor * (1 - random.nextDouble()), rows++);
      }
    }
    return (double) rows / runs;
  }

  @Test
  void stateSurvivesAtEveryRow() {
    SplittableRandom random = new SplittableRandom(3);
    EvidenceDetector detector = of(1.5);
    EvidenceDetector restored = of(1.5);
    for (int t = 0; t < 2000; t++) {
      double p = t / 200 % 2 == 0 ? 1 - random.nextDouble() : 0.05 * (1 - random.nextDouble());
      detector.add(p, t);
      restored.add(p, t);
      EvidenceDetector next = of(1.5);
      StateWriter writer = new StateWriter();
      restored.transfer(writer);
      next.transfer(new StateReader(writer.toByteArray()));
      restored = next;
      assertThat(restored.evidence()).isEqualTo(detector.evidence());
      assertThat(restored.paging()).isEqualTo(detector.paging());
      assertThat(restored.onset()).isEqualTo(detector.onset());
      assertThat(restored.pagedAt()).isEqualTo(detector.pagedAt());
    }
  }

  @Test
  void evidenceOfALongerRunLengthCountsUpToThePresentOne() {
    EvidenceDetector longer = new EvidenceDetector(1e5, 1);
    for (int t = 0; t < 5; t++) {
      longer.add(0.001, t);
    }
    StateWriter writer = new StateWriter();
    longer.transfer(writer);
    EvidenceDetector shorter = of(1);
    shorter.transfer(new StateReader(writer.toByteArray()));
    assertThat(shorter.evidence()).isEqualTo(RUN_LENGTH);
    assertThat(shorter.paging()).isTrue();
  }

  @Test
  void impossibleStateAndSettingsAreRefused() {
    assertThatThrownBy(() -> new EvidenceDetector(1, 1)).hasMessageContaining("runLength is 1.0");
    assertThatThrownBy(() -> new EvidenceDetector(10, 0.5)).hasMessageContaining("memory is 0.5");
    StateWriter writer = new StateWriter();
    writer.putDouble(Double.NaN);
    StateReader reader = new StateReader(writer.toByteArray());
    assertThatThrownBy(() -> of(1).transfer(reader)).isInstanceOf(MalformedStateException.class);
  }
}
