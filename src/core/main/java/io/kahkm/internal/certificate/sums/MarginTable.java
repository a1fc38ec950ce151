package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.certificate.setting.MarginRule;

/** Evaluates a {@link MarginRule} pair by pair, with theta_c formed once. */
public final class MarginTable {
  /** Slack of the comparison of a loss with theta^2, which rounding may exceed at equality. */
  private static final double SLACK = 1 + 0x1p-40;

  private final MarginRule rule;
  private final double[] squaredTheta;

  /** The thresholds of a rule, worked out. */
  public MarginTable(MarginRule rule) {
    this.rule = rule;
    int classes = rule.thresholds().size();
    squaredTheta = new double[classes];
    for (int c = 0; c < classes; c++) {
      double weight = (classes - 1) * StrictMath.exp(-rule.omega() * rule.thresholds().get(c));
      double theta = weight / (1 + weight);
      squaredTheta[c] = theta * theta;
    }
  }

  /** The rule that is evaluated. */
  public MarginRule rule() {
    return rule;
  }

  /** theta_c squared, of class c. */
  public double squaredTheta(int c) {
    return squaredTheta[c];
  }

  /**
   * Whether the margin G_c(x) = log a_c - max_{k != c} log a_k lies below g_c, or the pair got
   * uniform coordinates (equation "numerical rules"). A pair whose loss exceeds theta_c^2 all the
   * same counts as a failure too, which keeps W_g above the loss whatever the scores say.
   */
  boolean fails(PairEvidence pair, double shortfall) {
    int c = pair.nearestClass;
    double[] scores = pair.scores;
    if (scores == null || scores.length != squaredTheta.length) {
      throw new IllegalArgumentException(
          "margins need " + squaredTheta.length + " scores with every pair");
    }
    double smallest = Double.POSITIVE_INFINITY;
    for (int k = 0; k < scores.length; k++) {
      if (k != c) {
        smallest = Math.min(smallest, scores[k]);
      }
    }
    if (scores.length == 1) {
      return false;
    }
    double margin = margin(scores[c], smallest);
    return pair.uniform
        || margin < rule.thresholds().get(c)
        || shortfall * shortfall > squaredTheta[c] * SLACK;
  }

  private double margin(double own, double best) {
    return StrictMath.log(1 - own + rule.tau()) - StrictMath.log(1 - best + rule.tau());
  }
}
