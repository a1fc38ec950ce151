package io.kahkm.internal.skill;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A forecast that the published ones are compared with. */
public enum SkillReference {
  /** No change: the reading at the time of the forecast. */
  PERSISTENCE,
  /** The linear model of all readings that {@code fit} stored, where the model has one. */
  LINEAR;

  /**
   * The name in topology files, records and metrics.
   *
   * @return lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * All names.
   *
   * @return in the order of the constants
   */
  public static List<String> labels() {
    return Arrays.stream(values()).map(SkillReference::label).toList();
  }
}
