package io.kahkm.internal.skill;

import io.kahkm.internal.numeric.kernel.DeterministicMath;
import java.util.List;

/**
 * The shares that may be certified, and the evidence each of them takes: half of the level belongs
 * to the share 0, the rest is divided evenly among the others. One level would not cover "the
 * largest of them", since under drift the true share changes.
 *
 * @param values shares s of the claim "better by at least s", increasing, the first 0, all below 1
 */
public record SkillShares(List<Double> values) {
  /** What is declared where nobody declares anything. */
  public static final SkillShares USUAL =
      new SkillShares(List.of(0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9));

  /**
   * Checks the shares.
   *
   * @throws IllegalArgumentException if they do not begin with 0, do not increase, or reach 1
   */
  public SkillShares {
    values = List.copyOf(values);
    if (values.isEmpty() || values.get(0) != 0) {
      throw new IllegalArgumentException("shares are " + values + ", must begin with 0");
    }
    for (int i = 1; i < values.size(); i++) {
      if (!(values.get(i) > values.get(i - 1) && values.get(i) < 1)) {
        throw new IllegalArgumentException(
            "shares are " + values + ", must increase and stay below 1");
      }
    }
  }

  /**
   * How many shares there are.
   *
   * @return at least 1
   */
  public int count() {
    return values.size();
  }

  /**
   * The logarithm of the evidence at which a share is certified: log(2 / alpha) for the share 0,
   * log(2 (count - 1) / alpha) for each other one.
   *
   * @param index of the share
   * @param level alpha, above 0 and below 1
   * @return above 0
   * @throws IllegalArgumentException if the level is not above 0 and below 1
   */
  public double threshold(int index, double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level is " + level + ", must be above 0 and below 1");
    }
    int divided = index == 0 ? 1 : count() - 1;
    return DeterministicMath.log(2 * divided / level);
  }
}
