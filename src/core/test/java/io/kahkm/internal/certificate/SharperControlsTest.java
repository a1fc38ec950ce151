package io.kahkm.internal.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.certificate.bound.UpperBound;
import io.kahkm.internal.certificate.loss.LowerWagers;
import io.kahkm.internal.certificate.loss.UpperChoice;
import io.kahkm.internal.certificate.loss.WagerMixture;
import io.kahkm.internal.certificate.loss.WagerSums;
import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.law.BestClosure;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.law.PairLaws;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Bounds that do not hold are caught by the same counts that the sharper bounds pass: each of these
 * is wrong far more often than the 5 per cent it promises.
 */
class SharperControlsTest {
  private static final double DELTA = 0.05;
  private static final int TRIALS = 400;

  /** More failures than this have a probability below 1e-5 where the promise is kept. */
  private static final int LIMIT = 40;

  /** One-sided normal quantile of 5 per cent. */
  private static final double QUANTILE = 1.6449;

  private static final PairLaw RARE = PairLaws.rareSwap(0.02);
  private static final PairLaw FOUR = PairLaws.conflictingStates();

  /** Losses of a closure on one stream. */
  private static double[] losses(PairLaw law, Matrix closure, int units, RandomSource random) {
    Closure frozen = Closure.of(closure);
    PairEvidence pair = new PairEvidence(law.classes());
    double[] losses = new double[units];
    for (int i = 0; i < units; i++) {
      law.draw(random, pair);
      losses[i] = frozen.squaredError(pair.coordinates, pair.successor);
    }
    return losses;
  }

  @Test
  void aNormalApproximationThatIsPeekedAtFails() {
    Matrix identity = Matrix.identity(2);
    double truth = RARE.meanSquaredError(identity);
    int upper = 0;
    int lower = 0;
    for (int s = 0; s < TRIALS; s++) {
      double[] losses = losses(RARE, identity, 1000, new RandomSource(s));
      double sum = 0;
      double square = 0;
      boolean below = false;
      boolean above = false;
      for (int n = 1; n <= losses.length; n++) {
        sum += losses[n - 1];
        square += losses[n - 1] * losses[n - 1];
        double mean = sum / n;
        double margin = QUANTILE * Math.sqrt(Math.max(0, square / n - mean * mean) / n);
        below |= n >= 20 && mean + margin < truth;
        above |= n >= 20 && mean - margin > truth;
      }
      upper += below ? 1 : 0;
      lower += above ? 1 : 0;
    }

    assertThat(upper).isGreaterThan(4 * LIMIT);
    assertThat(lower).isGreaterThan(LIMIT);
  }

  /** The relative entropy holds for one number of units, the wagers for all. */
  @Test
  void theRelativeEntropyThatIsPeekedAtFailsWhereTheWagersHold() {
    Matrix identity = Matrix.identity(2);
    double range = UpperBound.lossRange(identity);
    double truth = RARE.meanSquaredError(identity) / range;
    int entropy = 0;
    int wagers = 0;
    for (int s = 0; s < TRIALS; s++) {
      double[] losses = losses(RARE, identity, 3000, new RandomSource(10_000 + s));
      WagerSums sums = new WagerSums();
      double sum = 0;
      boolean byEntropy = false;
      boolean byWagers = false;
      for (int n = 1; n <= losses.length; n++) {
        double share = losses[n - 1] / range;
        sum += share;
        sums.add(share);
        if (n % 40 == 0) {
          double mean = Math.min(1, sum / n);
          byEntropy |= UpperChoice.FIRST.bound(mean, null, n, DELTA) < truth;
          byWagers |= UpperChoice.ANYTIME.bound(mean, sums.values(), n, DELTA) < truth;
        }
      }
      entropy += byEntropy ? 1 : 0;
      wagers += byWagers ? 1 : 0;
    }

    assertThat(entropy).isGreaterThan(LIMIT);
    assertThat(wagers).isLessThanOrEqualTo(LIMIT);
  }

  /** The losses of the reference are no losses of the best closure, which is better. */
  @Test
  void theReferencesOwnLossesBoundNothingButTheReference() {
    double[] values = BestClosure.of(FOUR, 1.4).closure().toArray();
    for (int i = 0; i < values.length; i++) {
      values[i] += i % 2 == 0 ? 0.1 : -0.1;
    }
    Matrix reference = Matrix.of(2, 2, values);
    double best = BestClosure.of(FOUR, 1.4).risk();
    int wrong = 0;
    for (int s = 0; s < TRIALS; s++) {
      double[] losses = losses(FOUR, reference, 2000, new RandomSource(20_000 + s));
      double[] growth = new double[LowerWagers.COUNT];
      for (int g = 0; g < growth.length; g++) {
        for (double loss : losses) {
          growth[g] += StrictMath.log1p(LowerWagers.factor(g) * loss) / losses.length;
        }
      }
      double bound = LowerWagers.bound(growth, losses.length, DELTA, WagerMixture.NO_PILOT);
      wrong += bound > best ? 1 : 0;
    }

    assertThat(wrong).isGreaterThan(LIMIT);
  }

  /** Pairs of one episode repeat each other: they are no units. */
  @Test
  void pairsCountedAsUnitsFail() {
    Matrix identity = Matrix.identity(2);
    double range = UpperBound.lossRange(identity);
    double truth = RARE.meanSquaredError(identity) / range;
    int asPairs = 0;
    int asEpisodes = 0;
    for (int s = 0; s < TRIALS; s++) {
      double[] losses = losses(RARE, identity, 60, new RandomSource(30_000 + s));
      double mean = 0;
      for (double loss : losses) {
        mean += loss / range / losses.length;
      }
      // Every unit repeats its pair ten times.
      asPairs += UpperChoice.FIRST.bound(mean, null, 10L * losses.length, DELTA) < truth ? 1 : 0;
      asEpisodes += UpperChoice.FIRST.bound(mean, null, losses.length, DELTA) < truth ? 1 : 0;
    }

    assertThat(asPairs).isGreaterThan(LIMIT);
    assertThat(asEpisodes).isLessThanOrEqualTo(LIMIT);
  }

  /** What is observed, taken for what is true, is wrong about every second time. */
  @Test
  void claimsWithoutConfidenceFail() {
    Matrix best = BestClosure.of(FOUR, 1.4).closure();
    double truth = FOUR.meanSquaredError(best);
    int upper = 0;
    for (int s = 0; s < TRIALS; s++) {
      double[] losses = losses(FOUR, best, 100, new RandomSource(40_000 + s));
      double mean = 0;
      for (double loss : losses) {
        mean += loss / losses.length;
      }
      upper += mean < truth ? 1 : 0;
    }

    assertThat(upper).isGreaterThan(3 * LIMIT);
  }
}
