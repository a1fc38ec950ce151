package io.kahkm.internal.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How every expert of one horizon fared beside persistence, each on the outcomes that it had a
 * forecast of. Mutable, one owner; arrays are not retained.
 */
public final class ExpertScores {
  private final List<ExpertKind> experts;
  private final int sensors;

  /** Per expert and sensor: squared errors, and persistence's on the same outcomes. */
  private final double[] errors;

  private final double[] persistence;
  private final double[] mean;
  private final double[] variation;
  private final Set<Integer> known;
  private long outcomes;

  /**
   * Nothing scored.
   *
   * @param experts of the horizon, persistence first
   * @param sensors number n of sensors
   * @param known 0-based known inputs, whose forecasts are no skill; possibly none
   */
  public ExpertScores(List<ExpertKind> experts, int sensors, List<Integer> known) {
    this.known = Set.copyOf(known);
    this.experts = List.copyOf(experts);
    this.sensors = sensors;
    errors = new double[experts.size() * sensors];
    persistence = new double[errors.length];
    mean = new double[sensors];
    variation = new double[sensors];
  }

  /**
   * An expert and its skill over persistence, over all sensors but known inputs, each in its own
   * variance.
   *
   * @param expert which
   * @param skill 1 - MSE / MSE of persistence on the same outcomes; empty where persistence made no
   *     error or the expert had no forecast
   */
  public record Skill(ExpertKind expert, OptionalDouble skill) {}

  /**
   * Adds an outcome.
   *
   * @param forecasts of the experts, one after the other, NaN where one had none; more may follow
   * @param target n values that came, in the same units
   */
  public void add(double[] forecasts, double[] target) {
    outcomes++;
    for (int i = 0; i < sensors; i++) {
      double before = target[i] - mean[i];
      mean[i] += before / outcomes;
      variation[i] = Math.fma(before, target[i] - mean[i], variation[i]);
      double moved = target[i] - forecasts[i];
      for (int at = i; at < errors.length; at += sensors) {
        double miss = target[i] - forecasts[at];
        if (!Double.isNaN(miss)) {
          errors[at] += miss * miss;
          persistence[at] += moved * moved;
        }
      }
    }
  }

  /**
   * The skills of all experts but persistence; seasons in the order of their periods.
   *
   * @return one entry per expert
   */
  public List<Skill> skills() {
    List<Skill> skills = new ArrayList<>();
    for (int k = 1; k < experts.size(); k++) {
      double own = 0;
      double other = 0;
      for (int i = 0; i < sensors; i++) {
        if (variation[i] > 0 && !known.contains(i)) {
          own += errors[k * sensors + i] / variation[i];
          other += persistence[k * sensors + i] / variation[i];
        }
      }
      skills.add(
          new Skill(
              experts.get(k),
              other > 0 ? OptionalDouble.of(1 - own / other) : OptionalDouble.empty()));
    }
    return skills;
  }
}
