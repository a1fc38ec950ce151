package io.kahkm.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.CertificateAssessor;
import io.kahkm.internal.certificate.WindowCertificate;
import io.kahkm.internal.certificate.WindowStatistics;
import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.certificate.setting.Sampling;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.MatrixNorms;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On one window no lower bound lies above the upper one at the same norm limit and level, for any
 * closure whose norm is within the limit, even the window's own best one: they lie on different
 * sides of the window's least risk. The label bound of pairs alone owes this to chance.
 */
class BracketTest {
  private static final double[] KAPPAS = {0.5, 1, Math.sqrt(2), 4};
  private static final double[] LEVELS = {0.001, 0.05, 0.9};

  static Stream<PairLaw> laws() {
    return Stream.of(
        PairLaws.conflictingStates(),
        PairLaws.restingStates(),
        PairLaws.random(6, 2, 3),
        PairLaws.random(25, 3, 25),
        PairLaws.linearMean(8, 0.3, 7),
        PairLaws.rareSwap(0.03),
        PairLaws.rareFar(0.03));
  }

  @ParameterizedTest
  @MethodSource("laws")
  void noLowerBoundLiesAboveTheUpperOne(PairLaw law) {
    RandomSource random = new RandomSource(17);
    // Every limit with every level at least once; the best of many classes takes its time.
    int rounds = law.classes() > 6 ? 1 : 10;
    for (int window = 0; window < rounds * KAPPAS.length * LEVELS.length; window++) {
      double kappa = KAPPAS[window % KAPPAS.length];
      double level = LEVELS[window % LEVELS.length];
      int units = 20 + random.nextInt(200);
      PairLaw.Builder seen = new PairLaw.Builder("window", law.classes());
      PairEvidence pair = new PairEvidence(law.classes());
      WindowStatistics statistics = new WindowStatistics(law.classes());
      for (int i = 0; i < units; i++) {
        law.draw(random, pair);
        statistics.addUnit(pair);
        double[] phi = pair.coordinates.clone();
        seen.add((1 - 1e-9) / units, phi, pair.nearestClass, pair.successor);
      }
      // A trace of every vertex makes the moments regular.
      for (int c = 0; c < law.classes(); c++) {
        double[] vertex = new double[law.classes()];
        vertex[c] = 1;
        seen.add(1e-9 / law.classes(), vertex, c, vertex);
      }
      Matrix[] closures = {
        BestClosure.of(seen.build(), kappa).closure(), randomClosure(law.classes(), kappa, random)
      };
      for (Matrix closure : closures) {
        for (Bound bound : Bound.values()) {
          WindowCertificate.Alarm alarm = alarm(statistics, bound, closure, kappa, level);
          assertThat(alarm.lower())
              .as("%s at kappa %s, level %s, %s units", bound, kappa, level, units)
              .isLessThanOrEqualTo(alarm.upper());
        }
      }
    }
  }

  /**
   * The pair form estimates the variance without bias, so it may exceed the window's own scatter.
   * It takes a closure that guessed the window's class means before it, and every class must occur
   * exactly twice, with different successors: no law makes that likely.
   */
  @Test
  void onlyTheLabelBoundOfPairsMayCrossAndOnlyByAnUnlikelyGuess() {
    int classes = 200;
    WindowStatistics statistics = new WindowStatistics(classes);
    PairEvidence pair = new PairEvidence(classes);
    double[] guess = new double[classes * classes];
    for (int i = 0; i < 2 * classes; i++) {
      int c = i / 2;
      int successor = (c + i % 2) % classes;
      Arrays.fill(pair.coordinates, 0);
      Arrays.fill(pair.successor, 0);
      pair.nearestClass = c;
      pair.coordinates[c] = 1;
      pair.successor[successor] = 1;
      statistics.addUnit(pair);
      guess[c * classes + successor] = 0.5;
    }
    Matrix closure = Matrix.of(classes, classes, guess);

    WindowCertificate.Alarm paper = alarm(statistics, Bound.PAPER, closure, 1, 0.05);
    WindowCertificate.Alarm label = alarm(statistics, Bound.LABEL, closure, 1, 0.05);

    assertThat(paper.lower()).isLessThan(paper.upper());
    assertThat(label.lower()).isGreaterThan(label.upper());
  }

  private static WindowCertificate.Alarm alarm(
      WindowStatistics statistics, Bound bound, Matrix closure, double kappa, double level) {
    int units = Math.toIntExact(statistics.units());
    return CertificateAssessor.assess(
            statistics,
            StudyPolicy.FIXED.settings(Sampling.RECORDS, units, bound, kappa, level, 1),
            closure,
            closure,
            new CertificateAssessor.Window(0, 0, 1, level, 0, OptionalDouble.empty()))
        .alarm();
  }

  private static Matrix randomClosure(int classes, double kappa, RandomSource random) {
    double[] b = new double[classes * classes];
    for (int i = 0; i < b.length; i++) {
      b[i] = random.nextGaussian() + (i % (classes + 1) == 0 ? 2 : 0);
    }
    double norm = MatrixNorms.spectralNorm(Matrix.of(classes, classes, b));
    for (int i = 0; i < b.length; i++) {
      b[i] *= kappa / norm * (1 - 1e-12);
    }
    return Matrix.of(classes, classes, b);
  }
}
