package io.kahkm.reproduce;

import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.numeric.RandomSource;

/**
 * Pairs of a law in runs that stay on their outcome with a probability: every pair alone follows
 * the law, and with stickiness 0 they are independent. Mutable, for one thread.
 */
final class UnitSource {
  private final PairLaw law;
  private final double stickiness;
  private final RandomSource random;
  private int outcome = -1;

  UnitSource(PairLaw law, double stickiness, RandomSource random) {
    this.law = law;
    this.stickiness = stickiness;
    this.random = random;
  }

  /** Forgets the past: the next pair is drawn afresh. */
  void restart() {
    outcome = -1;
  }

  /** Draws the next pair. */
  void next(PairEvidence pair) {
    if (outcome < 0 || stickiness == 0 || random.nextUniform() >= stickiness) {
      outcome = law.draw(random);
    }
    law.fill(outcome, pair);
  }

  /** A length from 1 to a longest one, independent of the pairs. */
  int length(int longest) {
    return 1 + random.nextInt(longest);
  }
}
