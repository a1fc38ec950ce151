package io.kahkm.internal.relation;

import java.util.Objects;
import java.util.Optional;

/**
 * What a model knows of normal rows that it has not seen: how novel they are, how far their
 * relations are off, and how much of normal operation the recording has shown.
 *
 * @param novelty how novelty is distributed on normal rows
 * @param coverage how much of normal operation the recording has seen
 * @param relations the relation channel; empty where the recording did not admit one
 * @param refusal why there is no relation channel, a sentence for people; empty where there is one
 */
public record Alarms(
    CrossFittedNull novelty,
    Coverage coverage,
    Optional<RelationChannel> relations,
    String refusal) {
  /** Novelty is a score: none is larger. */
  private static final double LARGEST_NOVELTY = 1;

  /** Checks every component. */
  public Alarms {
    Objects.requireNonNull(novelty, "novelty");
    Objects.requireNonNull(coverage, "coverage");
    Objects.requireNonNull(relations, "relations");
    if (relations.isPresent() != refusal.isEmpty()) {
      throw new IllegalArgumentException(
          "refusal is '" + refusal + "', must be given exactly where there are no relations");
    }
  }

  /**
   * Whether novelty has a limit that nothing can exceed: the channel is off and gathers no
   * evidence.
   *
   * @return true if rows that were left out of fits were as novel as any can be
   */
  public boolean noveltyOff() {
    return novelty.limit() >= LARGEST_NOVELTY;
  }
}
