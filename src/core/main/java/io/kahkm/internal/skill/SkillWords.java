package io.kahkm.internal.skill;

import io.kahkm.internal.numeric.Percent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/** Certified skill in sentences, the same on the page, in reports and on the command line. */
public final class SkillWords {
  /** What the published forecasts are called where another forecaster is compared with them. */
  public static final String ENGINE = "this engine";

  /** Above as many of its units an estimate has more than two digits. */
  private static final double TWO_DIGITS = 100;

  private SkillWords() {}

  /**
   * What is known about one claim.
   *
   * @param horizon steps ahead
   * @param claim what is known
   * @return one sentence without a full stop
   */
  public static String claim(int horizon, SkillStatus claim) {
    return claim(steps(horizon) + " ahead: ", claim);
  }

  /**
   * What is known about another forecaster beside the engine.
   *
   * @param forecaster its name
   * @param horizon steps ahead
   * @param claim what is known of its forecasts beside the engine's
   * @return one sentence without a full stop
   */
  public static String claimOf(String forecaster, int horizon, SkillStatus claim) {
    return claim(forecaster + ", " + steps(horizon) + " ahead: ", claim);
  }

  private static String claim(String start, SkillStatus claim) {
    String other = name(claim.reference());
    if (claim.outcomes() == 0) {
      return start + "no outcome yet beside " + other;
    }
    String observed =
        String.format(
            Locale.ROOT,
            "observed %s in %,d outcomes",
            Percent.whole(claim.observed().orElse(0)),
            claim.outcomes());
    if (claim.lost()) {
      return start + "skill lost, " + other + " is certified to be better lately; " + observed;
    }
    if (claim.certified().isPresent()) {
      double share = claim.certified().getAsDouble();
      return start
          + (share > 0
              ? "beats " + other + " by at least " + Percent.whole(share)
              : "beats " + other)
          + "; "
          + observed;
    }
    if (claim.more().isEmpty()) {
      return start + "not better than " + other + "; " + observed;
    }
    return start
        + "not enough data yet to certify that it beats "
        + other
        + ": "
        + observed
        + String.format(Locale.ROOT, "; about %,.0f more", rounded(claim.more().getAsDouble()))
        + (claim.wanted().orElse(0) > 0
            ? " would certify " + Percent.whole(claim.wanted().getAsDouble())
            : " would certify it");
  }

  /**
   * What is certified of all horizons beside one reference.
   *
   * @param reference its label, or the name of another forecaster
   * @param claims what is known, by horizon; at least one
   * @param confidence of all claims of the stream together, between 0 and 1
   * @return one sentence without a full stop
   */
  public static String summary(
      String reference, SortedMap<Integer, SkillStatus> claims, double confidence) {
    return summary("", reference, claims, confidence);
  }

  /**
   * What is certified of another forecaster's forecasts beside those of the engine.
   *
   * @param forecaster its name
   * @param claims what is known, by horizon; at least one
   * @param confidence of all claims of the stream together, between 0 and 1
   * @return one sentence without a full stop
   */
  public static String summaryOf(
      String forecaster, SortedMap<Integer, SkillStatus> claims, double confidence) {
    return summary(forecaster + ": ", ENGINE, claims, confidence);
  }

  private static String summary(
      String start, String reference, SortedMap<Integer, SkillStatus> claims, double confidence) {
    List<String> certified = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    for (Map.Entry<Integer, SkillStatus> entry : claims.entrySet()) {
      SkillStatus claim = entry.getValue();
      if (claim.lost()) {
        lost.add(steps(entry.getKey()));
      } else if (claim.certified().isPresent()) {
        double share = claim.certified().getAsDouble();
        certified.add(
            (share > 0 ? "by at least " + Percent.whole(share) + " " : "")
                + "at "
                + steps(entry.getKey()));
      }
    }
    String other = name(reference);
    String beats =
        certified.isEmpty()
            ? (start.isEmpty() ? "Not" : "not") + " certified yet to beat " + other
            : (start.isEmpty() ? "Beats " : "beats ") + other + " " + String.join(", ", certified);
    return start
        + beats
        + (lost.isEmpty() ? "" : "; loses to " + other + " at " + String.join(", ", lost))
        + " ("
        + Percent.whole(confidence)
        + " confidence, on any data)";
  }

  private static String name(String reference) {
    return SkillReference.of(reference)
        .map(
            known ->
                switch (known) {
                  case PERSISTENCE -> "\"no change\"";
                  case LINEAR -> "a linear model";
                  case SEASON -> "the reading of a season ago";
                })
        .orElse(reference);
  }

  private static String steps(int horizon) {
    return horizon == 1 ? "1 step" : horizon + " steps";
  }

  /** Two digits: the estimate is no better. */
  private static double rounded(double count) {
    double unit = 1;
    while (count / unit >= TWO_DIGITS) {
      unit *= 10;
    }
    return Math.ceil(count / unit) * unit;
  }
}
