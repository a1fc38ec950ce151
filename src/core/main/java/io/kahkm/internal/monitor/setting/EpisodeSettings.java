package io.kahkm.internal.monitor.setting;

/**
 * Which transitions of an episode are certified, and what begins an episode.
 *
 * @param longest pairs after which an episode's unit is closed for certificates, 0 for unlimited
 * @param restartAfterIdle whether the operator asserts that the state after a gap is an independent
 *     start
 * @param stride every stride-th pair of an episode is certified, at least 1; above 1 only with
 *     asserted independence
 */
public record EpisodeSettings(int longest, boolean restartAfterIdle, int stride) {
  /** Checks length and stride. */
  public EpisodeSettings {
    SettingRule.require(longest >= 0, "longest", longest, "at least 0");
    SettingRule.require(stride >= 1, "stride", stride, "at least 1");
  }
}
