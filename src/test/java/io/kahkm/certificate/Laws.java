package io.kahkm.certificate;

import io.kahkm.numeric.Matrix;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** Laws of i.i.d. pairs with a known best error, and settings, for the tests of certificates. */
final class Laws {
  private Laws() {}

  /** A law of pairs whose best linear error over the ball of radius sqrt(2) is known. */
  interface Law {
    int classes();

    /** inf over |B| &lt;= sqrt(2) of the root-mean-square error. */
    double best();

    /** A closure that attains it, of norm at most sqrt(2). */
    Matrix bestClosure();

    /** Fills coordinates, successor and nearest class. */
    void draw(SplittableRandom random, PairEvidence pair);
  }

  /**
   * The paper's four states with conflicting successors: coordinates (p, 1-p) for a and b, (1-p, p)
   * for d and e, p = 31/32; a stays, the others go to d. The best error is 15/32 for every kappa of
   * at least sqrt(3/2).
   */
  static final class FourStates implements Law {
    private static final double P = 31.0 / 32;

    @Override
    public int classes() {
      return 2;
    }

    @Override
    public double best() {
      return 15.0 / 32;
    }

    @Override
    public void draw(SplittableRandom random, PairEvidence pair) {
      set(pair, random.nextInt(4));
    }

    @Override
    public Matrix bestClosure() {
      return Matrix.of(2, 2, new double[] {(1 + (1 - P)) / 2, P / 2, (1 - P) / 2, (1 + P) / 2});
    }

    static void set(PairEvidence pair, int state) {
      pair.nearestClass = state / 2;
      fill(pair.coordinates, state / 2);
      fill(pair.successor, state == 0 ? 0 : 1);
    }

    private static void fill(double[] phi, int c) {
      phi[c] = P;
      phi[1 - c] = 1 - P;
    }
  }

  /**
   * Current state one of C points near the vertices; the successor has the same coordinates with
   * probability 1 - q and is a uniform vertex otherwise. The conditional mean is linear, B = (1 -
   * q) I + q 11'/C, of norm 1, so the best error is the conditional standard deviation for every
   * kappa of at least 1.
   */
  static final class LinearMean implements Law {
    private final int classes;
    private final double jump;
    private final double[][] points;
    private final double best;

    LinearMean(int classes, double jump, long seed) {
      this.classes = classes;
      this.jump = jump;
      points = new double[classes][classes];
      SplittableRandom random = new SplittableRandom(seed);
      double variance = 0;
      for (int c = 0; c < classes; c++) {
        double sum = 0;
        for (int k = 0; k < classes; k++) {
          points[c][k] = k == c ? 4 : random.nextDouble() * random.nextDouble();
          sum += points[c][k];
        }
        double square = 0;
        double mean = 0;
        for (int k = 0; k < classes; k++) {
          points[c][k] /= sum;
          square += points[c][k] * points[c][k];
          double expected = (1 - jump) * points[c][k] + jump / classes;
          mean += expected * expected;
        }
        variance += ((1 - jump) * square + jump - mean) / classes;
      }
      best = Math.sqrt(variance);
    }

    @Override
    public int classes() {
      return classes;
    }

    @Override
    public double best() {
      return best;
    }

    @Override
    public void draw(SplittableRandom random, PairEvidence pair) {
      int c = random.nextInt(classes);
      pair.nearestClass = c;
      System.arraycopy(points[c], 0, pair.coordinates, 0, classes);
      System.arraycopy(points[c], 0, pair.successor, 0, classes);
      if (random.nextDouble() < jump) {
        java.util.Arrays.fill(pair.successor, 0);
        pair.successor[random.nextInt(classes)] = 1;
      }
    }

    @Override
    public Matrix bestClosure() {
      double[] b = new double[classes * classes];
      for (int i = 0; i < b.length; i++) {
        b[i] = jump / classes + (i % (classes + 1) == 0 ? 1 - jump : 0);
      }
      return Matrix.of(classes, classes, b);
    }
  }

  static CertificateSettings settings(
      Sampling sampling, WindowPolicy policy, int units, Bound bound, double tolerance) {
    return settings(sampling, policy, Budget.EACH, Schedule.GEOMETRIC, units, bound, tolerance);
  }

  static CertificateSettings settings(
      Sampling sampling,
      WindowPolicy policy,
      Budget budget,
      Schedule schedule,
      int units,
      Bound bound,
      double tolerance) {
    return new CertificateSettings(
        sampling,
        policy,
        budget,
        schedule,
        units,
        bound,
        OptionalDouble.of(Math.sqrt(2)),
        0.05,
        1,
        tolerance,
        List.of(1.0, Math.sqrt(2)),
        0.05,
        0.05,
        false,
        List.of());
  }
}
