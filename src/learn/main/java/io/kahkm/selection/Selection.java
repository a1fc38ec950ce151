package io.kahkm.selection;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What a rule made of a grid. Immutable.
 *
 * @param rule the rule
 * @param ranked every candidate in the grid's order
 * @param chosen the chosen candidate
 * @param best the candidate with the smallest mean score
 * @param threshold largest mean score of a finalist: the smallest mean, with one standard error of
 *     that candidate added where the rule says so
 * @param finalists number of candidates up to the threshold, at least 1
 */
public record Selection(
    SelectionRule rule,
    List<Ranked> ranked,
    Ranked chosen,
    Ranked best,
    double threshold,
    int finalists) {
  /** Copies the list. */
  public Selection {
    ranked = List.copyOf(ranked);
  }

  /**
   * One candidate and its score.
   *
   * @param runs what was scored
   * @param mean mean score over repetitions; NaN without one
   * @param standardError sample deviation over the root of the number of repetitions; 0 with one
   *     repetition, NaN without a score
   * @param failure why there is no score; empty where there is one
   */
  public record Ranked(CandidateRuns runs, double mean, double standardError, String failure) {
    static Ranked failed(CandidateRuns runs, String reason) {
      return new Ranked(runs, Double.NaN, Double.NaN, reason);
    }

    static Ranked scored(CandidateRuns runs, List<Double> scores) {
      double mean = scores.stream().mapToDouble(Double::doubleValue).sum() / scores.size();
      double squares = 0;
      for (double score : scores) {
        squares += (score - mean) * (score - mean);
      }
      int n = scores.size();
      return new Ranked(runs, mean, n == 1 ? 0 : Math.sqrt(squares / (n - 1)) / Math.sqrt(n), "");
    }

    /**
     * The cell.
     *
     * @return its classes and omega
     */
    public Candidate candidate() {
      return runs.candidate();
    }

    /**
     * Whether there is a score.
     *
     * @return false after a failure
     */
    public boolean scored() {
      return failure.isEmpty();
    }
  }

  static Selection of(SelectionRule rule, List<Ranked> ranked, boolean oneStandardError) {
    Ranked best =
        ranked.stream()
            .filter(Ranked::scored)
            .min(Comparator.comparingDouble(Ranked::mean))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no candidate has a score; the first, "
                            + ranked.get(0).candidate()
                            + ": "
                            + ranked.get(0).failure()));
    double threshold = best.mean() + (oneStandardError ? best.standardError() : 0);
    List<Ranked> finalists =
        ranked.stream().filter(one -> one.scored() && one.mean() <= threshold).toList();
    Ranked chosen = finalists.get(0);
    for (Ranked one : finalists) {
      int variation = Double.compare(one.runs().rhoVar(), chosen.runs().rhoVar());
      int rank = Double.compare(one.runs().rhoRank(), chosen.runs().rhoRank());
      if (variation > 0 || (variation == 0 && rank > 0)) {
        chosen = one;
      }
    }
    return new Selection(rule, ranked, chosen, best, threshold, finalists.size());
  }

  /**
   * Whether a candidate's mean score is within the threshold.
   *
   * @param one one of {@link #ranked}
   * @return true if it could have been chosen
   */
  public boolean isFinalist(Ranked one) {
    return one.scored() && one.mean() <= threshold;
  }

  /**
   * Why the chosen candidate was chosen.
   *
   * @return one sentence
   */
  public String why() {
    if (!rule.needsRepetitions()) {
      return String.format(
          Locale.ROOT,
          "%s has the smallest %s, %.5g%s",
          chosen.candidate(),
          rule.words(),
          chosen.mean(),
          finalists > 1 ? ", and of the " + finalists + " that tie the largest rho_var" : "");
    }
    String limit =
        String.format(
            Locale.ROOT,
            "%s has the smallest %s, %.5g; its standard error %.2g admits scores up to %.5g",
            best.candidate(),
            rule.words(),
            best.mean(),
            best.standardError(),
            threshold);
    return finalists == 1
        ? limit + ", which no other candidate reaches"
        : String.format(
            Locale.ROOT,
            "%s: %d candidates. Of these %s has the largest rho_var, %.4g (ties go to the larger"
                + " rho_rank)",
            limit,
            finalists,
            chosen.candidate(),
            chosen.runs().rhoVar());
  }
}
