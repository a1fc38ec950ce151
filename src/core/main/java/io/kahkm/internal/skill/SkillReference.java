package io.kahkm.internal.skill;

import io.kahkm.internal.numeric.Labelled;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A forecast that the published ones are compared with. */
public enum SkillReference implements Labelled {
  /** No change: the reading at the time of the forecast. */
  PERSISTENCE(1),
  /** The linear model of all readings that {@code fit} stored, where the model has one. */
  LINEAR(2),
  /**
   * The reading one season before the time that is forecast (as many seasons as the horizon needs),
   * of the longest season that the model knows, where it knows one; as all experts kept within the
   * largest change of the recording over as many steps.
   */
  SEASON(4);

  private final int bit;

  SkillReference(int bit) {
    this.bit = bit;
  }

  /**
   * What stands for this reference in a stored set of them.
   *
   * @return a power of two of its own
   */
  public int bit() {
    return bit;
  }

  /**
   * The reference of a name.
   *
   * @param label as {@link #label} gives it
   * @return empty for any other text
   */
  public static Optional<SkillReference> of(String label) {
    return Arrays.stream(values()).filter(value -> value.label().equals(label)).findFirst();
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
