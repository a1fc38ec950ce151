package io.kahkm.internal.law;

import io.kahkm.internal.numeric.RandomSource;

/** The laws that studies and tests draw from. */
public final class PairLaws {
  /** Soft coordinate of the own class in the four-state example. */
  private static final double P = 31.0 / 32;

  /** States that one random state may move to. */
  private static final int BRANCHES = 3;

  private PairLaws() {}

  /**
   * The paper's four equally likely states with conflicting successors: coordinates (p, 1 - p) for
   * a and b, (1 - p, p) for d and e, p = 31/32; a stays, the others go to d. The best error is
   * 15/32 for every norm limit of at least sqrt(3/2).
   *
   * @return outcomes in the order a, b, d, e
   */
  public static PairLaw conflictingStates() {
    return fourStates("four states, conflict", new int[] {0, 1, 1, 1});
  }

  /**
   * The four states with the dynamics that leave each where it is, which the identity predicts
   * without error.
   *
   * @return outcomes in the order a, b, d, e
   */
  public static PairLaw restingStates() {
    return fourStates("four states, identity", new int[] {0, 0, 1, 1});
  }

  private static PairLaw fourStates(String name, int[] successors) {
    double[][] points = {{P, 1 - P}, {1 - P, P}};
    PairLaw.Builder law = new PairLaw.Builder(name, 2);
    for (int state = 0; state < successors.length; state++) {
      law.add(0.25, points[state / 2], state / 2, points[successors[state]]);
    }
    return law.build();
  }

  /**
   * Random states of soft coordinates, several near every vertex, each of which moves to one of
   * three random states with random probabilities.
   *
   * @param classes number of reference classes C, at least 1
   * @param statesPerClass states near each vertex, at least 1
   * @param seed of the random numbers that make the law
   * @return the law with all states equally likely
   */
  public static PairLaw random(int classes, int statesPerClass, long seed) {
    RandomSource random = new RandomSource(seed);
    int states = classes * statesPerClass;
    double[][] points = new double[states][];
    for (int i = 0; i < states; i++) {
      points[i] = nearVertex(classes, i % classes, random);
    }
    PairLaw.Builder law = new PairLaw.Builder("random, " + classes + " classes", classes);
    for (int i = 0; i < states; i++) {
      double[] shares = new double[BRANCHES];
      double sum = 0;
      for (int k = 0; k < BRANCHES; k++) {
        shares[k] = 0.1 + random.nextUniform();
        sum += shares[k];
      }
      for (double share : shares) {
        law.add(share / sum / states, points[i], i % classes, points[random.nextInt(states)]);
      }
    }
    return law.build();
  }

  /**
   * A current state near each vertex; the successor has the same coordinates with probability 1 - q
   * and is a uniform vertex otherwise. The conditional mean is linear, B = (1 - q) I + q 11'/C, of
   * norm 1, so the best error is the conditional standard deviation for every norm limit of at
   * least 1.
   *
   * @param classes number of reference classes C, at least 1
   * @param jump q in (0, 1)
   * @param seed of the random numbers that make the law
   * @return the law
   */
  public static PairLaw linearMean(int classes, double jump, long seed) {
    RandomSource random = new RandomSource(seed);
    PairLaw.Builder law = new PairLaw.Builder("linear mean, " + classes + " classes", classes);
    for (int c = 0; c < classes; c++) {
      double[] point = nearVertex(classes, c, random);
      law.add((1 - jump) / classes, point, c, point);
      for (int k = 0; k < classes; k++) {
        law.add(jump / classes / classes, point, c, vertex(classes, k));
      }
    }
    return law.build();
  }

  /**
   * Two states with hard coordinates that stay with probability 1 - p and change places otherwise.
   * A closure that knows nothing of the change, the identity, has the losses 0 and 2, its range: no
   * bound of a mean can be tighter than on such a law. Hard coordinates leave the assignment loss
   * 0, so that the bounds that pay for it are as tight as they get.
   *
   * @param rate p in (0, 1)
   * @return the law, whose best error is sqrt(2 p (1 - p)) for every norm limit of at least 1
   */
  public static PairLaw rareSwap(double rate) {
    PairLaw.Builder law = new PairLaw.Builder("rare swap", 2);
    for (int c = 0; c < 2; c++) {
      law.add((1 - rate) / 2, vertex(2, c), c, vertex(2, c));
      law.add(rate / 2, vertex(2, c), c, vertex(2, 1 - c));
    }
    return law.build();
  }

  /**
   * Two ordinary states determine a matrix that extrapolates far beyond the simplex at a third,
   * rare one, where it is as wrong as a matrix of its norm can nearly be: the loss 8 is its range,
   * and 3/4 of (1 + kappa)^2. This is where the minimum over the ball is hardest to bound.
   *
   * @param rate probability of the rare state, in (0, 1)
   * @return the law; the matrix with rows (2, -1), (1/2, 1/2) has the error sqrt(8 rate)
   */
  public static PairLaw rareFar(double rate) {
    double ordinary = (1 - rate) / 2;
    return new PairLaw.Builder("rare and far", 2)
        .add(ordinary, vertex(2, 1), 1, new double[] {0.5, 0.5})
        .add(ordinary, new double[] {1.0 / 3, 2.0 / 3}, 1, vertex(2, 0))
        .add(rate, vertex(2, 0), 0, vertex(2, 1))
        .build();
  }

  private static double[] vertex(int classes, int k) {
    double[] point = new double[classes];
    point[k] = 1;
    return point;
  }

  private static double[] nearVertex(int classes, int c, RandomSource random) {
    double[] point = new double[classes];
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      point[k] = k == c ? 4 : random.nextUniform() * random.nextUniform();
      sum += point[k];
    }
    for (int k = 0; k < classes; k++) {
      point[k] /= sum;
    }
    return point;
  }
}
