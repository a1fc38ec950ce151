package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Labels;

/** How a rollout keeps predicted coordinates on the simplex (table exp_projection). */
public enum Projection {
  /** Predictions are {@code (B^T)^h phi} as they are. */
  NONE("none"),
  /** The predicted vector is projected onto the simplex after every step. */
  VECTOR("vector"),
  /** The rows of B are projected onto the simplex before the rollout. */
  ROW("row");

  private final String label;

  Projection(String label) {
    this.label = label;
  }

  /**
   * The name used in files and on the command line.
   *
   * @return lower-case label
   */
  public String label() {
    return label;
  }

  /**
   * Finds a projection by its label.
   *
   * @param label one of the labels
   * @return the projection
   * @throws IllegalArgumentException naming the allowed labels
   */
  public static Projection of(String label) {
    return Labels.find(Projection.class, Projection::label, label);
  }
}
