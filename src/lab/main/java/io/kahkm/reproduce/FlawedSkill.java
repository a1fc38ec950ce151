package io.kahkm.reproduce;

import java.util.ArrayList;
import java.util.List;

/**
 * Evidence of skill with a mistake that looks harmless: the control of {@link SkillStudy}, which
 * has to notice that it certifies forecasts that are not better. Written from the definition and
 * for the share 0 alone, with the forecasts of a whole sequence at hand.
 */
final class FlawedSkill {
  /** What is wrong. */
  enum Flaw {
    CLASSES_AVERAGED("evidence of the classes averaged"),
    OVERLAP_IGNORED("overlapping forecasts taken for independent"),
    SCALE_LOOKS_AHEAD("the cap knows the forecast's own loss"),
    STAKES_CHANGE("stakes that follow the hour"),
    CAP_MOVED("the best of many caps, chosen afterwards"),
    LATE_TAKEN("every second forecast is sent once its outcome is known, unless it was wrong");

    private final String words;

    Flaw(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private static final int STAKES = 9;
  private static final double LARGEST_STAKE = 32;
  private static final int WARM_UP = 20;
  private static final double MEMORY = 500;
  private static final double CAP = 4;
  private static final double PRIOR = 4;
  private static final double LARGEST_LOSS = 0.9;

  /** Weight of the newest loss in a cap that looks ahead. */
  private static final double AHEAD = 0.2;

  /** Caps that are tried: from a 64th to 64 times the right one. */
  private static final int CAPS = 13;

  private FlawedSkill() {}

  /**
   * Whether the forecast is ever certified to be better.
   *
   * @param pairs one sequence
   * @param horizon steps ahead
   * @param threshold log E that certifies
   * @param flaw what is wrong
   */
  static boolean certifies(SkillSequence.Pair[] pairs, int horizon, double threshold, Flaw flaw) {
    if (flaw != Flaw.CAP_MOVED) {
      return certifies(pairs, horizon, threshold, flaw, 1);
    }
    boolean any = false;
    for (int k = 0; k < CAPS; k++) {
      any |= certifies(pairs, horizon, threshold, flaw, StrictMath.pow(2, k - CAPS / 2));
    }
    return any;
  }

  private static boolean certifies(
      SkillSequence.Pair[] pairs, int horizon, double threshold, Flaw flaw, double caps) {
    List<double[]> logs = new ArrayList<>();
    for (int c = 0; c < horizon; c++) {
      logs.add(new double[STAKES]);
    }
    double mean = 0;
    double sum = 0;
    double known = 0;
    double ownMean = 0;
    for (int t = 0; t < pairs.length; t++) {
      SkillSequence.Pair pair = pairs[t];
      ownMean += (pair.loss() - ownMean) * AHEAD;
      boolean kept = flaw == Flaw.LATE_TAKEN && t % 2 == 0 && pair.loss() > pair.referenceLoss();
      if (t >= WARM_UP && mean > 0 && !kept) {
        double cap = CAP * caps * (flaw == Flaw.SCALE_LOOKS_AHEAD ? ownMean : mean);
        double x = Math.min(pair.referenceLoss() / cap, 1) - Math.min(pair.loss() / cap, 1);
        double distance = Math.sqrt(pair.squaredDistance() / cap);
        double least = distance < 1 ? 1 - (1 - distance) * (1 - distance) : 1;
        double expected = sum / (PRIOR + known);
        double[] ofClass = logs.get(t % horizon);
        for (int k = 0; k < STAKES; k++) {
          double stake = LARGEST_STAKE / (1 << k);
          if (flaw == Flaw.STAKES_CHANGE) {
            stake = t % SkillSequence.HOUR == 0 ? stake : stake / LARGEST_STAKE;
          }
          double q = Math.min(expected, LARGEST_LOSS / stake - least);
          ofClass[k] += stake * q + StrictMath.log(1 + stake * (x - q));
        }
        sum += x;
        known++;
      }
      mean += (pair.referenceLoss() - mean) / Math.min(t + 1, MEMORY);
      if (logEvidence(logs, flaw) >= threshold) {
        return true;
      }
    }
    return false;
  }

  private static double logEvidence(List<double[]> logs, Flaw flaw) {
    double evidence = 0;
    for (int k = 0; k < STAKES; k++) {
      double total = 0;
      double averaged = 0;
      for (double[] ofClass : logs) {
        total += ofClass[k];
        averaged += StrictMath.exp(Math.min(ofClass[k], 300)) / logs.size();
      }
      double divided = flaw == Flaw.OVERLAP_IGNORED ? total : total / logs.size();
      evidence += flaw == Flaw.CLASSES_AVERAGED ? averaged : StrictMath.exp(Math.min(divided, 300));
    }
    return StrictMath.log(evidence / STAKES);
  }
}
