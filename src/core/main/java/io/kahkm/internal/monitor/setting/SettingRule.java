package io.kahkm.internal.monitor.setting;

/** Refuses a setting that breaks its rule. */
public final class SettingRule {
  private SettingRule() {}

  /**
   * Holds a setting to a rule.
   *
   * @param holds whether the value is allowed
   * @param field name of the setting
   * @param value what it is
   * @param rule what it must be
   * @throws IllegalArgumentException if it is not, naming all three
   */
  public static void require(boolean holds, String field, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(field + " is " + value + ", must be " + rule);
    }
  }
}
