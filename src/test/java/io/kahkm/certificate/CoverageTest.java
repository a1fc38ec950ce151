package io.kahkm.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Coverage on i.i.d. units from laws whose best error is known: no bound may be wrong more often
 * than its level allows, with failures counted against a limit five standard deviations above the
 * binomial mean (false alarm about 3e-7 a bound; a true rate of 2 delta is noticed with more than
 * 90 % over the windows of one law).
 */
class CoverageTest {
  private static final double DELTA = 0.05;

  /** Wrong windows of each bound. */
  private record Failures(int paper, int label, int minimum, int upper, int crossed) {}

  static Stream<Arguments> laws() {
    return Stream.of(
        Arguments.of("four states", new Laws.FourStates(), 200, 1000),
        Arguments.of("random 25 classes", new Laws.LinearMean(25, 0.3, 7), 200, 300),
        Arguments.of("rare events", new Laws.LinearMean(3, 0.004, 8), 200, 1000));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("laws")
  void everyBoundKeepsItsLevel(String name, Laws.Law law, int units, int windows) {
    Failures failures = simulate(law, units, windows, DELTA, 1);

    int limit = limit(windows, DELTA);
    assertThat(failures.paper()).as("paper").isLessThanOrEqualTo(limit);
    assertThat(failures.label()).as("label").isLessThanOrEqualTo(limit);
    assertThat(failures.minimum()).as("minimum").isLessThanOrEqualTo(limit);
    assertThat(failures.upper()).as("upper").isLessThanOrEqualTo(limit);
    assertThat(failures.crossed()).as("lower above upper").isZero();
  }

  @Test
  void episodesKeepTheirLevelWhateverHappensInside() {
    Failures failures = simulate(new Laws.FourStates(), 200, 600, DELTA, 5);

    int limit = limit(600, DELTA);
    assertThat(failures.label()).isLessThanOrEqualTo(limit);
    assertThat(failures.minimum()).isLessThanOrEqualTo(limit);
    assertThat(failures.upper()).isLessThanOrEqualTo(limit);
  }

  @Test
  void theSameCheckNoticesABrokenLevel() {
    int windows = 1000;

    Failures failures = simulate(new Laws.LinearMean(3, 0.3, 8), 200, windows, 0.9, 1);

    assertThat(failures.minimum()).isGreaterThan(limit(windows, DELTA));
    assertThat(failures.upper()).isGreaterThan(limit(windows, DELTA));
  }

  private static int limit(int windows, double delta) {
    return (int) (windows * delta + 5 * Math.sqrt(windows * delta * (1 - delta)));
  }

  /** Every unit is one pair, or an episode that repeats one pair a random number of times. */
  private static Failures simulate(
      Laws.Law law, int units, int windows, double delta, int longest) {
    CertificateSettings settings =
        new CertificateSettings(
            longest == 1 ? Sampling.RECORDS : Sampling.EPISODES,
            WindowPolicy.FIXED,
            Budget.EACH,
            Schedule.GEOMETRIC,
            units,
            Bound.PAPER,
            OptionalDouble.of(Math.sqrt(2)),
            delta,
            1,
            0.3,
            List.of(Math.sqrt(2)),
            delta,
            0.05,
            false,
            List.of());
    SplittableRandom random = new SplittableRandom(20260702);
    PairEvidence pair = new PairEvidence(law.classes());
    double best = law.best();
    int[] wrong = new int[5];
    for (int w = 0; w < windows; w++) {
      WindowStatistics statistics = new WindowStatistics(law.classes());
      for (int i = 0; i < units; i++) {
        law.draw(random, pair);
        if (longest == 1) {
          statistics.addUnit(pair);
          continue;
        }
        int length = 1 + random.nextInt(longest);
        for (int t = 0; t < length; t++) {
          statistics.addPair(pair);
        }
        statistics.endUnit();
      }
      CertificateRecord record =
          Certificate.assess(
              statistics,
              settings,
              law.bestClosure(),
              law.bestClosure(),
              new Certificate.Window(0, 0, 0, delta, 0, OptionalDouble.empty()));
      CertificateRecord.Row row = record.rows().get(0);
      wrong[0] += row.paper().lower() > best ? 1 : 0;
      wrong[1] += row.label().lower() > best ? 1 : 0;
      wrong[2] += row.minimum().lower() > best ? 1 : 0;
      wrong[3] += record.upper().upper() < best ? 1 : 0;
      wrong[4] += row.minimum().lower() > record.upper().upper() ? 1 : 0;
    }
    return new Failures(wrong[0], wrong[1], wrong[2], wrong[3], wrong[4]);
  }
}
