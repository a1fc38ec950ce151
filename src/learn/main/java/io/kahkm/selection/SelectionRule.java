package io.kahkm.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The paper's selection rules (tab:evaluation_roles, tab:exp_search_protocol): a weighted mean of
 * E_h or of the centered error 1 - R2_h over horizons, averaged over the levels of training noise
 * of each repetition and then over repetitions. Either the smallest mean wins, or, with one
 * standard error, of all candidates up to the smallest mean plus the standard error of the
 * candidate that has it, the one with the largest retained variation rho_var, then the largest
 * rho_rank. What still ties goes to the first cell of the grid. Immutable.
 */
public final class SelectionRule {
  private static final SortedMap<Integer, Double> NOISE_AWARE_WEIGHTS =
      Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(50, 0.25, 100, 0.25, 200, 0.5)));

  /** What the command line accepts. */
  public static final String FORMS =
      "e:H, mean-e[:H,..], one-se[:H,..] or noise-aware[:H=WEIGHT,..]";

  private final String label;
  private final boolean centered;
  private final boolean oneStandardError;
  private final SortedMap<Integer, Double> weights;

  private SelectionRule(
      String label, boolean centered, boolean oneStandardError, Map<Integer, Double> weights) {
    if (weights.isEmpty()) {
      throw new IllegalArgumentException(label + " has no horizon");
    }
    weights.forEach(
        (horizon, weight) -> {
          if (horizon < 1) {
            throw new IllegalArgumentException(
                label + " has horizon " + horizon + ", must be at least 1");
          }
          if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(
                label + " has weight " + weight + ", must be positive and finite");
          }
        });
    this.label = label;
    this.centered = centered;
    this.oneStandardError = oneStandardError;
    this.weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
  }

  /**
   * The smallest E_h of one horizon: E_1 of the Duffing reference search, E_50 of Acrobot's.
   *
   * @param horizon steps ahead, at least 1
   * @return the rule
   */
  public static SelectionRule relativeError(int horizon) {
    return new SelectionRule("e", false, false, Map.of(horizon, 1.0));
  }

  /**
   * The smallest mean of E_h over horizons: the expanded Duffing search.
   *
   * @param horizons steps ahead, at least one
   * @return the rule
   */
  public static SelectionRule meanRelativeError(List<Integer> horizons) {
    return new SelectionRule("mean-e", false, false, equalWeights(horizons));
  }

  /**
   * Mean of 1 - R2_h over horizons, one standard error, then retained variation: the clean Van der
   * Pol search.
   *
   * @param horizons steps ahead, at least one
   * @return the rule
   */
  public static SelectionRule oneStandardError(List<Integer> horizons) {
    return new SelectionRule("one-se", true, true, equalWeights(horizons));
  }

  /**
   * The weighted 1 - R2_h of the noise-aware Van der Pol search, a quarter at 50 and 100 steps and
   * a half at 200, one standard error, then retained variation.
   *
   * @return the rule
   */
  public static SelectionRule noiseAware() {
    return noiseAware(NOISE_AWARE_WEIGHTS);
  }

  /**
   * The noise-aware rule with other horizons or weights.
   *
   * @param weights positive weight by horizon; only their proportions matter
   * @return the rule
   */
  public static SelectionRule noiseAware(Map<Integer, Double> weights) {
    return new SelectionRule("noise-aware", true, true, weights);
  }

  private static Map<Integer, Double> equalWeights(List<Integer> horizons) {
    return horizons.stream().distinct().collect(Collectors.toMap(h -> h, h -> 1.0));
  }

  /**
   * Reads a rule as it stands on the command line.
   *
   * @param text one of {@link #FORMS}
   * @param horizons what {@code mean-e} and {@code one-se} use where they name none
   * @return the rule
   * @throws IllegalArgumentException if the text is no rule; the message says what would be
   */
  public static SelectionRule parse(String text, List<Integer> horizons) {
    int colon = text.indexOf(':');
    String name = (colon < 0 ? text : text.substring(0, colon)).toLowerCase(Locale.ROOT);
    List<String> parts = colon < 0 ? List.of() : List.of(text.substring(colon + 1).split(",", -1));
    return switch (name) {
      case "e" -> {
        if (parts.size() != 1) {
          throw new IllegalArgumentException("e needs one horizon, as in e:50");
        }
        yield relativeError(horizon(parts.get(0)));
      }
      case "mean-e" -> meanRelativeError(colon < 0 ? horizons : horizons(parts));
      case "one-se" -> oneStandardError(colon < 0 ? horizons : horizons(parts));
      case "noise-aware" -> colon < 0 ? noiseAware() : noiseAware(weights(parts));
      default ->
          throw new IllegalArgumentException("there is no selection rule " + text + ": " + FORMS);
    };
  }

  private static List<Integer> horizons(List<String> parts) {
    List<Integer> horizons = new ArrayList<>();
    parts.forEach(part -> horizons.add(horizon(part)));
    return horizons;
  }

  private static Map<Integer, Double> weights(List<String> parts) {
    Map<Integer, Double> weights = new TreeMap<>();
    for (String part : parts) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "\"" + part + "\" is not a horizon and its weight, as in 50=0.25");
      }
      try {
        weights.put(horizon(part.substring(0, equals)), Double.valueOf(part.substring(equals + 1)));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "\"" + part + "\" is not a horizon and its weight, as in 50=0.25", e);
      }
    }
    return weights;
  }

  private static int horizon(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("\"" + text + "\" is not a number of steps", e);
    }
  }

  /**
   * The horizons the rule looks at.
   *
   * @return ascending, not modifiable
   */
  public Set<Integer> horizons() {
    return weights.keySet();
  }

  /**
   * Whether the rule takes the noise into account that measurements have.
   *
   * @return true for {@link #noiseAware()}
   */
  public boolean isNoiseAware() {
    return label.equals("noise-aware");
  }

  /**
   * Whether the rule needs a standard error and so two repetitions.
   *
   * @return true for {@link #oneStandardError} and {@link #noiseAware()}
   */
  public boolean needsRepetitions() {
    return oneStandardError;
  }

  /**
   * The rule in words.
   *
   * @return for example {@code mean of 1 - R2_h over h = 1, 10, 50}
   */
  public String words() {
    String measure = centered ? "1 - R2_h" : "E_h";
    if (weights.size() == 1) {
      return measure.replace("_h", "_" + weights.firstKey());
    }
    boolean equal = Set.copyOf(weights.values()).size() == 1;
    String over =
        weights.entrySet().stream()
            .map(entry -> entry.getKey() + (equal ? "" : " (weight " + entry.getValue() + ")"))
            .collect(Collectors.joining(", "));
    return (equal ? "mean of " : "weighted mean of ") + measure + " over h = " + over;
  }

  /**
   * The rule's score of one run.
   *
   * @param run a scored run
   * @return the weighted mean; empty where a horizon was not scored, its targets do not vary or its
   *     error is not finite
   */
  public OptionalDouble score(RunScore run) {
    double sum = 0;
    double total = 0;
    for (Map.Entry<Integer, Double> entry : weights.entrySet()) {
      double error =
          centered
              ? 1 - run.r2(entry.getKey()).orElse(Double.NaN)
              : run.relativeError(entry.getKey());
      sum += entry.getValue() * error;
      total += entry.getValue();
    }
    return Double.isFinite(sum) ? OptionalDouble.of(sum / total) : OptionalDouble.empty();
  }

  /**
   * Chooses a candidate.
   *
   * @param candidates all runs of every candidate, in the grid's order
   * @return every candidate's score, the chosen one, and why
   * @throws IllegalArgumentException if no candidate has a score
   */
  public Selection select(List<CandidateRuns> candidates) {
    List<Selection.Ranked> ranked = new ArrayList<>();
    for (CandidateRuns runs : candidates) {
      ranked.add(rank(runs));
    }
    return Selection.of(this, ranked, oneStandardError);
  }

  private Selection.Ranked rank(CandidateRuns runs) {
    if (runs.failure().isPresent()) {
      return Selection.Ranked.failed(runs, runs.failure().get());
    }
    List<Double> scores = new ArrayList<>();
    for (List<RunScore> repetition : runs.repetitions()) {
      double sum = 0;
      for (RunScore run : repetition) {
        OptionalDouble score = score(run);
        if (score.isEmpty()) {
          return Selection.Ranked.failed(
              runs, "no finite score: its targets do not vary, or its forecasts overflow");
        }
        sum += score.getAsDouble();
      }
      scores.add(sum / repetition.size());
    }
    return Selection.Ranked.scored(runs, scores);
  }
}
