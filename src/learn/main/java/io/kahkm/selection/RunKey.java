package io.kahkm.selection;

import java.util.Objects;

/**
 * Which fit of a search a score belongs to.
 *
 * @param candidate the cell
 * @param repetition 0-based repetition with its own seed
 * @param noise relative training noise, at least 0
 */
public record RunKey(Candidate candidate, int repetition, double noise) {
  /** Checks every field. */
  public RunKey {
    Objects.requireNonNull(candidate, "candidate");
    if (repetition < 0) {
      throw new IllegalArgumentException("repetition is " + repetition + ", must be at least 0");
    }
    if (!(noise >= 0)) {
      throw new IllegalArgumentException("noise is " + noise + ", must be at least 0");
    }
  }
}
