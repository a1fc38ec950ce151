package io.kahkm.internal.skill;

import java.util.List;
import java.util.Set;

/**
 * Which claims about the skill of a stream's forecasts are examined.
 *
 * @param level probability, over the whole life of a stream, that any of its claims is ever false;
 *     above 0 and below 1. Horizons and references share it evenly
 * @param references what the forecasts are compared with, without repetition; empty for no claims
 * @param recent outcomes of one examination of the reverse claim, at least 50
 */
public record SkillSettings(double level, List<SkillReference> references, int recent) {
  /** The level where nobody declares one. */
  public static final double USUAL_LEVEL = 0.05;

  /** The length of an examination of the reverse claim where nobody declares one. */
  public static final int USUAL_RECENT = 2000;

  /** The shortest examination of the reverse claim. */
  public static final int SHORTEST_RECENT = 50;

  /** No claims. */
  public static final SkillSettings NONE = new SkillSettings(USUAL_LEVEL, List.of(), USUAL_RECENT);

  /** What is examined where nobody declares anything. */
  public static final SkillSettings USUAL =
      new SkillSettings(
          USUAL_LEVEL, List.of(SkillReference.PERSISTENCE, SkillReference.LINEAR), USUAL_RECENT);

  /** Copies the list and checks every component; the message names the component and its value. */
  public SkillSettings {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level is " + level + ", must be above 0 and below 1");
    }
    references = List.copyOf(references);
    if (Set.copyOf(references).size() < references.size()) {
      throw new IllegalArgumentException(
          "references is " + references + ", must not name one twice");
    }
    if (recent < SHORTEST_RECENT) {
      throw new IllegalArgumentException(
          "recent is " + recent + ", must be at least " + SHORTEST_RECENT);
    }
  }
}
