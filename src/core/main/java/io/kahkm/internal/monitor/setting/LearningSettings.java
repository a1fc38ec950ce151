package io.kahkm.internal.monitor.setting;

/**
 * How the closure follows its stream.
 *
 * @param learn whether the closure learns from the stream
 * @param beta NLMS step size, in (0, 1); not used unless it learns
 * @param rollback whether the closure returns to what it was before an excursion from the map once
 *     the stream is said to be outside
 */
public record LearningSettings(boolean learn, double beta, boolean rollback) {
  /** Checks the step size. */
  public LearningSettings {
    SettingRule.require(beta > 0 && beta < 1, "beta", beta, "in (0, 1)");
  }
}
